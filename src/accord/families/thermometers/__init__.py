"""Thermometers.

page     the rules, their words and the parts of the kind
tubes    the board: thermometers from the bulb on, and its faults
texts    a puzzle in a line, and its board in a file of blocks
growing  random thermometers

The cells of each thermometer, from its bulb on:

    >>> from accord.families.thermometers.tubes import tubes
    >>> tubes({(0, 0): "o", (0, 1): ">", (1, 1): "v"})
    [[(0, 0), (0, 1), (1, 1)]]
"""
