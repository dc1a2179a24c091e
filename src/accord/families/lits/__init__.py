"""LITS.

page     the rules, their words and the parts of the kind
pieces   which pieces are among cells; random ones that touch
growing  the cells that regions may take while a puzzle is made

The pieces among some cells, each with its letter:

    >>> from accord.families.lits.pieces import pieces
    >>> pieces([(0, 0), (0, 1), (0, 2), (1, 1)])
    [('T', ((0, 0), (0, 1), (0, 2), (1, 1)))]
"""
