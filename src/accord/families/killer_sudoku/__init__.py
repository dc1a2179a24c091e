"""Killer sudoku.

page     the rules, their words and the parts of the kind
units    rows, columns, boxes and cages, and what twins share
cutting  random cages

The boxes of a board of 6 x 6 have two rows and three columns:

    >>> from accord.families.killer_sudoku.units import usual_boxes
    >>> usual_boxes(6)[:3].tolist()
    [[0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1], [2, 2, 2, 3, 3, 3]]
"""
