"""The places of the arrays of the kernel of unavoidable sets; compiles nothing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord_native.words import WordRows, Words

TEMPLATES = 9 * 46656  # enough for all templates of all digits

LOW, HIGH, COVERS, MOVES = range(4)  # of a template
TEMPLATE = 4  # places of one
(
    DIGIT,
    CURSOR,
    STOP,
    TAKEN_LOW,
    TAKEN_HIGH,
    DIFFERS_LOW,
    DIFFERS_HIGH,
    MOVED,
    CELLS,
    WAITING,
    ALLOWED,
) = range(11)  # of a level
LEVEL = 11  # places of one
SETS, LOST, CUT = range(3)  # of what was walked
WALKED = 3  # places of it


class Scratch(NamedTuple):
    """What the kernel writes for itself; its docstring says what."""

    home: WordRows
    rows: Words
    choice: WordRows
    ends: WordRows
    level: WordRows


def scratch() -> Scratch:
    """Return new arrays, which need no preparation."""
    shapes = (10, 2), (9,), (9, 8), (10, 10), (10, LEVEL)
    home, rows, choice, ends, level = (np.empty(shape, np.uint64) for shape in shapes)
    return Scratch(home, rows, choice, ends, level)
