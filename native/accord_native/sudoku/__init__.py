"""Kernels for the 9x9 sudoku by the standard rules.

    layout     The places of the arrays of the kernels of sudoku, which explain them, and sets of cells
    search     Kernels that solve 9x9 sudokus: in batches, as an oracle for other kernels
    board      The board of the 9x9 sudoku kernels
    canonical  Kernel that finds the canonical form of a 9x9 sudoku grid
    entries    Kernel that lists entries: pairs of bands in order

The engine `sudoku`, the batches of sudokus, `accord.sudoku`, `accord sudoku` and the kernels of `clues` call
them.
"""
