"""Kernels for clue sets of a 9x9 grid (all its puzzles with so many clues), and for its unavoidable sets.

    search            the kernel of the engine `bands`: two bands first, then the third
    tail              their last clues, by bit vectors: a part of it
    third             the clues of the third band: a part of it
    layout, masks     what these share: places, which compile nothing, and functions on masks
    plain             the kernel of the engine `plain`: the same clue sets by another way, far slower
    plain_sudoku      its own search for other fillings of a grid
    unavoidable       unavoidable sets, all of a grid or those that `search` begins with
    unavoidable_walk  how templates of digits are walked to find them

`plain` shares nothing with `search`, nor with the kernels of `sudoku`: it is there to disagree with them.
The engines of these names call them, and `accord.sudoku` asks for unavoidable sets.
"""
