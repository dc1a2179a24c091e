"""Kakuro.

page     the rules, their words and the parts of the kind
runs     cells, runs, and where sums stand
drawing  random cells and digits

The runs over three cells of a corner, one cell long or more:

    >>> from accord.families.kakuro.runs import runs_over
    >>> [run.name for run in runs_over({(1, 1), (1, 2), (2, 1)})]
    ['r2c2 to r2c3', 'r3c2 to r3c2', 'r2c2 to r3c2', 'r2c3 to r2c3']
"""
