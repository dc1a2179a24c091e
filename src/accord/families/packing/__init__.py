"""Packings: pieces are laid on a board so that each cell is covered once.

record        what general code asks
spec          the board and the pieces of a model file
placements    where pieces can lie, and what symmetries do to them
crossings     points where pieces of edges would cross
model         spec -> model; the picture
shapes        the pieces by themselves
colours       colourings of the board, against what the pieces can make
words         hints in words

General code asks the record; nobody else imports what is here.

    >>> import accord
    >>> accord.load("pentomino-6x10").model
    <Model packing: 72 items, 2056 options, exact cover>
"""
