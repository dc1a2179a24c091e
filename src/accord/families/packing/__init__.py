"""Packings: pieces are laid on a board so that each cell is covered once.

record           what general code asks
spec             the keys of a model file, and its board
inventory        the pieces, and how many there are of each
coloured_pieces  pieces whose cells have colours
declaration      all that a spec declares: board, pieces, and how many of both
crossings        points where pieces of edges would cross
placed_pieces    the pieces that lie on the board already
confine          where pieces may lie
placements       where they can lie
symmetries       what isometries of the board do to cells and pieces
model            spec -> model; the picture
growing          the order in which placements grow from their first cells
clues            the pieces that lie on the board as clues, and all that could
shapes           the pieces by themselves
words            hints in words
sheets           the board as an editor has it, and back

General code uses the record only, and does not import the other modules.

    >>> import accord
    >>> accord.load("pentomino-6x10").model
    <Model packing: 72 items, 2056 options, exact cover>
"""
