"""What both sides are given: numbers only."""

from __future__ import annotations

SUDOKU = (
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000"  # 0 for an empty cell
)

WEIGHTS = (4, 2, 6, 3, 5, 1, 7, 4, 2, 3)
VALUES = (9, 3, 11, 7, 8, 1, 13, 6, 5, 4)
CAPACITY = 17

DEMANDS = (9, 7, 11, 6, 5, 3)  # buses, in six slots around the clock

TOWNS = (
    (0, 0),
    (14, 3),
    (6, 9),
    (21, 8),
    (3, 17),
    (12, 15),
    (25, 19),
    (18, 24),
    (8, 26),
    (27, 2),
    (1, 8),
    (15, 10),
)
DISTANCES = tuple(tuple(round(((x - u) ** 2 + (y - v) ** 2) ** 0.5) for u, v in TOWNS) for x, y in TOWNS)

# of each job the minutes on each machine, in the order of the machines
MINUTES = ((2, 5, 4, 3, 6), (4, 1, 7, 2, 3), (3, 4, 3, 5, 4), (1, 2, 2, 6, 7), (6, 3, 2, 1, 2))

STATES = ("WA", "NT", "SA", "Q", "NSW", "V", "T")
BORDERS = (
    ("WA", "NT"),
    ("WA", "SA"),
    ("NT", "SA"),
    ("NT", "Q"),
    ("SA", "Q"),
    ("SA", "NSW"),
    ("SA", "V"),
    ("Q", "NSW"),
    ("NSW", "V"),
)

# men and women: the place that each gives to each of the others, 0 for the dearest
OF_MEN = ((2, 0, 4, 1, 3), (0, 3, 1, 4, 2), (3, 1, 0, 2, 4), (1, 4, 2, 3, 0), (4, 2, 3, 0, 1))
OF_WOMEN = ((1, 4, 0, 3, 2), (3, 0, 2, 1, 4), (4, 2, 3, 0, 1), (0, 1, 4, 2, 3), (2, 3, 1, 4, 0))

KINDS = (0, 1, 0, 0, 1, 1, 0, 1, 0)  # of nine persons for a photo: not three in a row of one kind
