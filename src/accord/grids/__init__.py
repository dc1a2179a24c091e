"""Lattices, polyforms and boards: the geometry of puzzles.

lattice      square, hexagonal, cubic, triangular and edges: steps, isometries, places
polyforms    connected shapes of n cells
names        what shapes are called
sets         sets of pieces in words
drawing      text as signs at places
board        the cells of a board, their order, its isometries
turns        turns and reflections of a rectangular board
wrap         cylinders, tori, Moebius strips and Klein bottles
regions      boards cut into parts by walls
colourings   chessboards, stripes, regions that are cut off

Families call it. It knows none of them, and no model.

    >>> from accord.grids.lattice import lattice
    >>> from accord.grids.polyforms import polyforms
    >>> [len(polyforms(lattice("square"), 5, flipping=flipping)) for flipping in (True, False)]
    [12, 18]
"""
