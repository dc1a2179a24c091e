"""Packings: pieces are laid on a board so that each cell is covered once.

spec   the board and the pieces of a model file         placements  where pieces can lie, and symmetries
model  spec -> model; the picture                       record      what general code asks

    import accord
    accord.load("pentomino-6x10").record.name        # 'packing'
"""
