"""Clue sets: choices of given cells of a finished sudoku with which it is the only solution.

record                 what general code asks
model                  the spec, and its model
unavoidable            sets of cells that need a clue; the lazy rule
clue_model             a model as grid, cells and numbers, for the engine
bands, runs, views     the engine: bands and stacks; its plan, and its boards
entry_model            the model of all grids that share bands
entry_engine           the engine for them, and
entry_walks            its walks
guides                 sets that these grids learn from each other
clues                  all puzzles of k clues of one grid; grids as commands take them
many                   all puzzles of k clues of many grids
arguments              the arguments of `accord clues`
command                `accord clues`
unavoidable_command    `accord unavoidable`

It builds on the family sudoku. Its public names are in `accord.sudoku`.

    >>> import accord
    >>> puzzle = accord.load("clue-sets:4:1234341221434321")
    >>> accord.count(puzzle, backend="sat").count
    12
"""
