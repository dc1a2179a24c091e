"""Fillomino.

page     the rules, their words and the parts of the kind
sizes    which numbers a cell can have
filling  random regions that fill a board

The numbers that cells can have, of a row in which the first is given:

    >>> from accord.families.fillomino.sizes import numbers
    >>> from accord.pencil import Instance
    >>> numbers(Instance("fillomino", (1, 4), {"board": {(0, 0): 3}}))
    {(0, 0): [3], (0, 1): [1, 3], (0, 2): [1, 3], (0, 3): [1]}
"""
