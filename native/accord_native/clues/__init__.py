"""Kernels for clue sets of a 9x9 grid (all its puzzles with so many clues), and for its unavoidable sets.

    search          the kernel of the engine `bands`: two bands first, by `tail`; then the third, by `third`
    layout, masks   what these three share: places, which compile nothing, and functions on masks
    plain           the kernel of the engine `plain`: the same clue sets by another way, far slower
    plain_sudoku    its own search for other fillings of a grid
    unavoidable     unavoidable sets, all of a grid or those that `search` begins with; by `unavoidable_walk`

`plain` shares nothing with `search`, nor with the kernels of `sudoku`: it is there to disagree with them.
The engines of these names call them, and `accord.sudoku` asks for unavoidable sets.
"""
