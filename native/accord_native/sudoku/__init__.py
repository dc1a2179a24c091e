"""Kernels for the 9x9 sudoku by the standard rules.

    layout          the places of the arrays; compiles nothing
    search          all solutions, counts of many puzzles at once, a second solution with the same clues
    board           the board that these work on: what follows, and which cell to branch on
    canonical       the least grid of a class, and all ways to it
    entries         pairs of bands up to symmetry, and the bands 3 whose grids are their own forms

The engine `sudoku`, the batches of sudokus, `accord.sudoku`, `accord sudoku` and the kernels of `clues` call
them.
"""
