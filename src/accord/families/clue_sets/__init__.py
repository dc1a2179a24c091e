"""Clue sets: choices of given cells of a finished sudoku with which it is the only solution.

record               The family record of clue sets: the functions that general code calls for a family
model                Build the model of clue sets: choices of cells of a solved sudoku that leave it as the
unavoidable          Unavoidable sets of a sudoku grid, for clue-set models
clue_model           Read a clue-sets model back: its sudoku grid, the cells that may or must be given
bands                The engine that finds all clue sets of a 9x9 sudoku grid
runs                 Split the band search for clue sets into disjoint runs
views                Transform a sudoku grid for the band search, so that a chosen band or stack comes third
entry_model          Build the model of an entry: clue sets of all grids that share all bands but the last
entry_engine         The engine that finds all clue sets of the grids that share bands 1 and 2 of a 9x9 sudoku
entry_walks          The walks of a search of an entry
clues                Find all puzzles with k clues whose solution is a given sudoku grid
many                 Find the k-clue puzzles of many sudoku grids; yields one record per grid, in order
arguments            The arguments of a search for the clue puzzles of grids
command              `accord clues`: every puzzle of k clues that a finished sudoku grid hides
unavoidable_command  `accord unavoidable`: list the unavoidable sets of a finished sudoku grid, smallest first

It builds on the family sudoku. Its public names are in `accord.sudoku`.

    >>> import accord
    >>> puzzle = accord.load("clue-sets:4:1234341221434321")
    >>> accord.count(puzzle, backend="sat").count
    12
"""
