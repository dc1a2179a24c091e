"""The places of the arrays of the kernels of sudoku, which explain them, and sets of cells; compiles nothing.

Cells are numbered from 0, row by row. A set of the 81 cells is two words. Bit c of the first word is cell c,
for 0..53: bands 1 and 2. Bit c of the second word is cell 54 + c, for 0..26: band 3.

    pack_sets(flags)[0]  the words of the set whose cells are flagged in the first row
    words([0, 80])    [1, 1 << 26]
    cells_of(1, 1)    [0, 54]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from accord_native.progress import STATE
from accord_native.words import Bytes, HalfRows, Words

Half: TypeAlias = np.uint32
Board: TypeAlias = HalfRows
Grid: TypeAlias = Bytes

LANES = 16  # of a band; nine have digits
BOARD = 3 * LANES
LEVELS, WIDTH = 83, 2 * BOARD  # 81 guesses at most; the last row is left to callers
SCRATCH = (LEVELS, WIDTH)  # the shape of boards
GRID = LEVELS - 1  # the row in which `other` keeps the board of the grid
CONTRADICTION, OPEN, SOLVED = (np.uint64(n) for n in range(3))  # what `settle` says
UNDECIDED = np.uint64((1 << 64) - 1)  # as a count of `several`

LEVEL, BACK = 0, 1  # in the state of `search`
STATES = STATE

MOST_WAYS = 648  # automorphisms of a grid
WAY = 19  # places of a way
WAY_BYTES, WAY_WORDS = 100, 18  # scratch of `canonical`

# of `entries`: places in its space and its words
BAND = np.uint64(27)
BOARD_AT, FORM_AT, LACK_AT, TRIED_AT, NAME_AT = (np.uint64(at) for at in (0, 81, 162, 189, 199))
SPACE, ENTRY_WORDS = 209, 6 + 27
MOST_THIRDS = np.uint64(576)  # bands 3 of a pair: Bregman's 216 first rows, 16 others for each, by 6
# its state: second bands looked at; since the call bands 3 listed, pairs in order, those with a band 3 listed
NEXT, WRITTEN, PAIRS, ENTRIES = (np.uint64(at) for at in range(4))
ENTRY_STATE = 4


CELLS, FIRST = 81, 54  # in all; in the first word


def pack_sets(flags: npt.NDArray[np.bool_]) -> Words:
    """Sets as rows of two words, from rows of a flag for each cell."""
    bits = np.uint64(1) << np.arange(FIRST, dtype=np.uint64)
    first, second = flags[:, :FIRST], flags[:, FIRST:]
    return np.stack([first @ bits, second @ bits[: CELLS - FIRST]], axis=1)


def flag_cells(sets: Sequence[Sequence[int]]) -> npt.NDArray[np.bool_]:
    """A row of a flag for each cell, for each set of cells."""
    rows = np.zeros((len(sets), CELLS), np.bool_)
    for row, cells in zip(rows, sets, strict=True):
        row[list(cells)] = True
    return rows


def words(cells: Iterable[int]) -> Words:
    """One set of cells."""
    return pack_sets(flag_cells([[*cells]]))[0]


def cells_of(first: int, second: int) -> list[int]:
    """The cells of a set, ascending."""
    bits, found = int(first) | int(second) << FIRST, []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return found
