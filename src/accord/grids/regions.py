"""Regions: a board cut into parts by walls between its cells. A cell is (row, column), counted from 0.

name    shape              dtype  meaning
------  -----------------  -----  --------------------------------------------------------
region  rows, columns      int64  the region of each cell; cells of one number need not touch
right   rows, columns - 1  bool   whether there is a wall at the right of a cell
below   rows - 1, columns  bool   whether there is a wall below a cell
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Grid = npt.NDArray[np.int64]
Walls = npt.NDArray[np.bool_]


def walls(region: Grid) -> tuple[Walls, Walls]:
    """The walls between cells of different regions: right, below."""
    return region[:, 1:] != region[:, :-1], region[1:] != region[:-1]


def parts(right: Walls, below: Walls) -> Grid:
    """The connected parts that walls leave, numbered from 0 as they appear row by row."""
    rows, columns = right.shape[0], below.shape[1]
    join = Joined(rows * columns)
    for row, column in np.argwhere(~right).tolist():
        join.join(row * columns + column, row * columns + column + 1)
    for row, column in np.argwhere(~below).tolist():
        join.join(row * columns + column, (row + 1) * columns + column)
    number: dict[int, int] = {}
    flat = [number.setdefault(join.find(cell), len(number)) for cell in range(rows * columns)]
    return np.array(flat, np.int64).reshape(rows, columns)


def runs(region: Grid) -> Grid:
    """The runs of each row, side by side in one region: for each cell, the column where its run begins."""
    begins = np.pad(region[:, 1:] != region[:, :-1], ((0, 0), (1, 0)), constant_values=True)
    return np.maximum.accumulate(np.where(begins, np.arange(region.shape[1]), 0), axis=1)


class Joined:
    """Disjoint sets of the numbers below `size`, which can be joined (union-find with path halving)."""

    def __init__(self, size: int) -> None:
        self._above = list(range(size))

    def find(self, member: int) -> int:
        """The least member of its set."""
        above = self._above
        while above[member] != member:
            above[member] = member = above[above[member]]
        return member

    def join(self, one: int, other: int) -> None:
        """Make one set of two. The least member stays its name."""
        one, other = self.find(one), self.find(other)
        self._above[max(one, other)] = min(one, other)
