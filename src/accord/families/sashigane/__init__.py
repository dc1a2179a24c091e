"""Sashigane.

page  the rules, their words and the parts of the kind
arms  arms and corners: the piece of each cell, and the values of the cells of a piece

The values of the cells of a piece: the way to the corner, and the arms of the corner.

    >>> from accord.families.sashigane.arms import arm_values
    >>> arm_values([(0, 0), (1, 0), (1, 1)])
    {(0, 0): 's', (1, 1): 'w', (1, 0): 'ne'}
"""
