"""Sets of the 81 cells of a 9x9 grid as two words; compiles nothing.

Cells are numbered from 0, row by row. Bit c of the first word is cell c, for 0..53: bands 1 and 2. Bit c of
the second word is cell 54 + c, for 0..26: band 3.

    packed(flags)[0]  the words of the set whose cells are flagged in the first row
    words([0, 80])    [1, 1 << 26]
    cells_of(1, 1)    [0, 54]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from accord_native.words import Words

CELLS, FIRST = 81, 54  # in all; in the first word


def packed(flags: npt.NDArray[np.bool_]) -> Words:
    """Sets as rows of two words, from rows of a flag for each cell."""
    bits = np.uint64(1) << np.arange(FIRST, dtype=np.uint64)
    first, second = flags[:, :FIRST], flags[:, FIRST:]
    return np.stack([first @ bits, second @ bits[: CELLS - FIRST]], axis=1)


def flagged(sets: Sequence[Sequence[int]]) -> npt.NDArray[np.bool_]:
    """A row of a flag for each cell, for each set of cells."""
    rows = np.zeros((len(sets), CELLS), np.bool_)
    for row, cells in zip(rows, sets, strict=True):
        row[list(cells)] = True
    return rows


def words(cells: Iterable[int]) -> Words:
    """One set of cells."""
    return packed(flagged([[*cells]]))[0]


def cells_of(first: int, second: int) -> list[int]:
    """The cells of a set, ascending."""
    bits, found = int(first) | int(second) << FIRST, []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return found
