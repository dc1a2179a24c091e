"""Kernels for clue sets of a 9x9 grid (all its puzzles with so many clues), and for its unavoidable sets.

    search       Kernel that finds all k-clue puzzles of a 9x9 sudoku grid
    tail         Kernel functions that place the last clues of two bands by bit vectors over unavoidable sets
    third        Kernel functions that place the clues of the third band and test each puzzle for uniqueness
    layout       Names of places, and sizes, for the kernels of this folder, which explain them
    masks        Kernel functions for the clues that band 3 still needs, by masks of cells
    guides       Kernel functions for what the mini-rows of many bands 3 ask for
    unavoidable  Kernel that finds unavoidable sets of a 9x9 grid

The engine `bands` and `accord.sudoku` ask for unavoidable sets, too.
"""
