"""Galaxies (tentai show).

page    the rules, their words and the parts of the kind
galaxy  galaxies: their cells and images; random ones that fill a board

The cell opposite another one, for a centre on the right side of r2c2:

    >>> from accord.families.galaxies.galaxy import Galaxy
    >>> Galaxy.at((1, 1), 1).image((0, 1))
    (2, 2)
"""
