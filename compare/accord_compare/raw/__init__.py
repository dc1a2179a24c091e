"""Scripts that know nothing of Accord: what somebody would write who has this one cover and this one solver.

answer_sets   Script that counts or lists the solutions of an exact cover (JSON on stdin) by clingo
cells         Script that counts or lists the solutions of an exact cover
cp_sat        Script that solves an exact cover
cpm           Script that solves an exact cover
sat           Script that solves an exact cover (JSON on stdin) with python-sat

Each reads a cover from standard input as JSON: `low` has a 1 for each primary and a 0 for each secondary
item, `order` the items in the order in which they are to be filled, `options` the items of each option. The
first argument is the task: first, unique, count or all; a second one names the solver, or, where there is but
one, says where to stop counting. `accord bench` runs them, and calls `solve` as well.

levels        Script that solves aquariums with clingo: a level is a chain of rows of a tank
tanks         Script that solves aquariums with multi-puzzle-solver
thermometers  Script that solves thermometers with puzzlekit
hitting_sets  Script that counts clue sets with python-sat: sets that hit all unavoidable sets found so far

The first three of these have a function for each stage, `read`, `model` and `search`; the last has `solve`.

    >>> from accord_compare.raw.sat import solve
    >>> solve({"low": [1, 1], "order": [0, 1], "options": [[0], [1], [0, 1]]}, "count")
    2
"""
