"""Nurikabe.

page     the rules, their words and the parts of the kind
islands  the cells that islands can have
seas     random seas

The cells that the island of a given number can have, in a row with two numbers:

    >>> from accord.families.nurikabe.islands import within
    >>> from accord.pencil import Instance
    >>> within(Instance("nurikabe", (1, 6), {"board": {(0, 0): 4, (0, 4): 2}}), (0, 0))
    [(0, 0), (0, 1), (0, 2)]
"""
