"""Questions that setters of puzzles ask: which values are left, which clues are to blame.

candidates     Find the values that each cell or variable has over all solutions: `accord.candidates`
why            Find the clues to blame: `accord.why`
repair         Repair a puzzle that has no solution or several: `accord.repair`
repair_search  Search the fewest clues to change, leave out or add so that a puzzle has one solution
fingerprint    The fingerprint of a puzzle, within limits: `accord.fingerprint`; one of many as a result
guarded        A model in a solver whose groups of items can be left out

The command line and the workbench call these functions; they call runs, solvers and the counts of solutions.

    >>> import accord
    >>> found = accord.candidates(accord.load("sudoku:12....1..1......"))
    >>> found.values["r1c3"], found.values["r2c1"]
    ((3, 4), (3, 4))
"""
