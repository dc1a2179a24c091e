"""Scripts that know nothing of Accord: what somebody would write who has this one cover and this one solver.

answer_sets    clingo
cells          xcover
cp_sat         OR-Tools
cpm            CPMpy
sat            python-sat

Each reads a cover from standard input as JSON: `low` has a 1 for each primary and a 0 for each secondary
item, `order` the items in the order in which they are to be filled, `options` the items of each option. The
first argument is the task: first, unique, count or all; a second one names the solver, or, where there is but
one, says where to stop counting. `accord bench` runs them, and calls `solve` as well.

levels         clingo, on aquariums
tanks          multi-puzzle-solver, on aquariums
thermometers   puzzlekit
hitting_sets   python-sat, on clues of a sudoku grid

The first three of these have a function for each stage, `read`, `model` and `search`; the last has `solve`.

    >>> from accord_compare.raw.sat import solve
    >>> solve({"low": [1, 1], "order": [0, 1], "options": [[0], [1], [0, 1]]}, "count")
    2
"""
