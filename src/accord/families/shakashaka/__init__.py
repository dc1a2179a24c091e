"""Shakashaka.

page     the rules, their words and the parts of the kind
corners  what the cells around a corner may be

The clauses of a corner, each a list of places, whether all black will do there, and values:

    >>> from accord.families.shakashaka.corners import TURNED
    >>> len(TURNED), TURNED[0]
    (20, [(0, True, ('se', '-', 'nw', 'ne')), (1, False, ('-', 'ne', 'se'))])
"""
