"""The places of the arrays of the kernel `replay`; compiles nothing.

It is a checker: what is a rule of the game it knows by itself, and nothing here comes from the searches.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord_native.words import ByteRows, Bytes, Words

CELL, TABLE, HOME, EMPTY = (np.uint64(n) for n in (0xFC, 0xFD, 0xFE, 0xFF))
ROOM, MOST_COLUMNS, MOST_CELLS = 64, 20, 10  # cards in a column; columns; cells
FIRST_CELL, AT_HOME, NOWHERE = (np.uint64(n) for n in (20, 30, 31))  # places, after the columns
RANKS, BUILD, FILL, MOVING = range(2, 6)  # in the rules, after the cells and columns


class Board(NamedTuple):
    """A board as a player has it; `replay` explains the arrays."""

    columns: ByteRows
    lengths: Words
    cells: Bytes
    home: Bytes
