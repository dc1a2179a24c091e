"""Clue sets: which cells of a finished sudoku are to be given, so that it is the only solution?

unavoidable  sets of cells that need a clue; the lazy rule      model    the spec, and its model
lowered      a model as grid, cells and numbers, for engines    record   what general code asks
bands        the engine by bands and stacks                     runs, views   its plan and its boards
plain        another engine, which shares nothing with it
clues        all puzzles of k clues of one grid                 many     the same for many grids
grids        finished grids as commands take them
command, unavoidable_command   `accord clues`, `accord unavoidable`

    import accord
    accord.load("clue-sets:4:1234341221434321").model.kind.words

It builds on the family sudoku. What is public is in `accord.sudoku`.
"""
