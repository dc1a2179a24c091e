"""Questions that setters of puzzles ask: which values are left, which clues are to blame.

candidates       `accord.candidates`: the values that each cell has over all solutions
shares           how many solutions have each value
board            the board with its candidates
why              `accord.why`: the clues that make a puzzle impossible or unique, or that force a value
repair           `accord.repair`: the fewest clues to change so that one solution is left
repair_search    the search for them
met_clues        which clues a solution meets
fingerprint      `accord.fingerprint`: the same for puzzles that differ in turns and names only
guarded          a solver with groups of items that can be left out, and minimal sets of them

The command line and the workbench call these functions; they call runs, solvers and the counts of solutions.

    >>> import accord
    >>> found = accord.candidates(accord.load("sudoku:12....1..1......"))
    >>> found.values["r1c3"], found.values["r2c1"]
    ((3, 4), (3, 4))
"""
