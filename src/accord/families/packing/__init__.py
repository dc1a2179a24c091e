"""Packings: pieces are laid on a board so that each cell is covered once.

record       The family record of packings: the functions that general code calls for a family
spec         The model-file keys of a packing, the reading of its board, and other drawings of that board
inventory    The inventory of a packing: its pieces, and how many copies of each may be used
declaration  The checked content of a packing's spec
placements   All placements of the pieces of a packing: the set of cells that each piece can cover
model        Build the model of a packing: an item per cell and piece, an option per placement

General code uses the record only, and does not import the other modules.

    >>> import accord
    >>> accord.load("pentomino-6x10").model
    <Model packing: 72 items, 2056 options, exact cover>
"""
