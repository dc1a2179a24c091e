"""Kernels for clue sets of a 9x9 grid (all its puzzles with so many clues), and for its unavoidable sets.

    search            the kernel of the engine `bands`: two bands first, then the third
    tail              their last clues, by bit vectors: a part of it
    third             the clues of the third band: a part of it
    layout, masks     what these share: places, which compile nothing, and functions on masks
    guides            what many bands 3 ask for, from what bands 1 and 2 leave
    unavoidable       the unavoidable sets of a grid

The engine `bands` and `accord.sudoku` ask for unavoidable sets, too.
"""
