"""Scripts that know nothing of Accord: what somebody would write who has this one cover and this one solver.

Each reads a cover from standard input as JSON: `low` has a 1 for each primary and a 0 for each secondary
item, `order` the items in the order in which they are to be filled, `options` the items of each option. The
first argument is the task: first, unique, count or all; a second one names the solver. `solve` can be called
as well.
"""
