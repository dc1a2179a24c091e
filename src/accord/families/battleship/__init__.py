"""Battleship.

page   the rules, their words and the parts of the kind
fleet  ships, the signs of their parts, and a random fleet

The signs of the parts of a ship of three cells:

    >>> from accord.families.battleship.fleet import part
    >>> ship = [(0, 0), (0, 1), (0, 2)]
    >>> [part(ship, cell) for cell in ship]
    ['w', 'm', 'e']
"""
