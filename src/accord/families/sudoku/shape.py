"""The geometry of a sudoku: cells, rows, columns, boxes and diagonals, and the exact cover they make.

name     example  what it is
-------  -------  ------------------------------------------------------------------------------
sign     5, A     how a digit is written: 1-9, then A-Z, then a-z; digits are numbers from 1
cell     r2c7     an item: a cell takes one digit; cells are numbered from 0, row by row
unit     b3       a row r1.., a column c1.., a box b1.., or a diagonal d1 (falling), d2 (rising)
need     b3=5     an item: a unit needs each digit once
option   r2c7=5   a digit in a cell; of an empty board, option cell * size + digit - 1

1 2 | 3 4      a 4x4 board with boxes 2x2: boxes are numbered in the reading order of their first cells;
3 4 | 1 2      16 cells, 12 units, so 16 + 48 items; 64 options, each of which covers a cell
----+----      and three needs; 288 solutions
2 1 | 4 3
4 3 | 2 1
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from string import ascii_lowercase, ascii_uppercase
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.grids.regions import Grid
from accord.model import Model
from accord.model.arrays import unique_rows
from accord.model.data import with_origin

SIGNS = "123456789" + ascii_uppercase + ascii_lowercase
LARGEST = 36  # digits
USUAL = (1, 4, 6, 8, 9, 10, 12, 15, 16, 20, 25, 36)  # sizes whose boxes need not be stated
KINDS = {"r": "row", "c": "column", "b": "box", "d": "diagonal"}  # of units, by the letter of their names

Cells = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Shape:
    """A board without givens. Make it with `box_shape` or `jigsaw_shape`, which cache their results."""

    box: Grid  # [size, size]: the box of each cell, numbered from 0 as they appear row by row
    diagonals: bool = False  # whether each diagonal needs every digit too

    @cached_property
    def size(self) -> int:
        """The number of digits, of rows, of columns, of boxes."""
        return len(self.box)

    @cached_property
    def units(self) -> Cells:
        """The cells of each unit, [units, size], ascending: rows, columns, boxes, diagonals."""
        size = self.size
        cell = np.arange(size * size, dtype=np.int32).reshape(size, size)
        boxes = np.argsort(self.box, axis=None, kind="stable").astype(np.int32).reshape(size, size)
        diagonals = [cell.diagonal()[None], cell[:, ::-1].diagonal()[None]] if self.diagonals else []
        return np.concatenate([cell, cell.T, boxes, *diagonals])

    @cached_property
    def unit_names(self) -> tuple[str, ...]:
        """`r1`.., `c1`.., `b1`.., and `d1`, `d2`, as in `units`."""
        names = [f"{kind}{number}" for kind in "rcb" for number in range(1, self.size + 1)]
        return (*names, *(("d1", "d2") if self.diagonals else ()))

    @cached_property
    def cell_names(self) -> tuple[str, ...]:
        """`r1c1`, `r1c2`, ..."""
        numbers = range(1, self.size + 1)
        return tuple(f"r{row}c{column}" for row in numbers for column in numbers)

    @cached_property
    def signs(self) -> str:
        """The signs of the digits, from 1."""
        return SIGNS[: self.size]

    @cached_property
    def full(self) -> Model:
        """The model of the empty board: all grids of this shape are its solutions."""
        size, cells, units = self.size, self.size**2, len(self.units)
        unit = np.repeat(np.arange(units), size)
        cell = self.units.ravel()
        by_cell = np.lexsort((unit, cell))
        cell, unit = cell[by_cell], unit[by_cell]
        # the items of digit 1 in a cell: the cell, and its units; then likewise for each digit
        owner = np.concatenate([np.arange(cells), cell])
        item = np.concatenate([np.arange(cells), cells + unit * size])
        owner, item = (array[np.argsort(owner, kind="stable")] for array in (owner, item))
        degree = np.bincount(owner)
        start = np.concatenate([[0], np.cumsum(np.repeat(degree, size))])
        parts = np.split(item, np.cumsum(degree)[:-1])
        digit = np.arange(size)[:, None]
        entries = [np.where(part < cells, part, part + digit).ravel() for part in parts]
        needs = [f"{name}={sign}" for name in self.unit_names for sign in self.signs]
        model = Model.from_arrays(
            [*self.cell_names, *needs],
            start,
            np.concatenate(entries),
            names=[f"{name}={sign}" for name in self.cell_names for sign in self.signs],
            order=np.arange(cells),
            symmetries=self._symmetries(),
            family="sudoku",
        )
        whole = np.indices((cells, size)).reshape(2, -1)
        return with_origin(model, None, np.stack([whole[0], whole[1] + 1], axis=1))

    def model(self, givens: npt.ArrayLike) -> Model:
        """Return the model of a puzzle: the options of the empty board, in a given cell only its digit.

        Args:
            givens: whole numbers [size * size] or [size, size], 0 for an empty cell.
        """
        given = np.asarray(givens, np.int64).reshape(-1, 1)
        digit = np.arange(1, self.size + 1)
        keep = (given == 0) | (given == digit)
        return self.full.restrict(keep.ravel())

    def clashes(self, givens: npt.ArrayLike) -> list[tuple[str, int, list[int]]]:
        """Return the digits that are given twice, each with its unit and cells: there is no solution then."""
        given = np.asarray(givens, np.int64).ravel()
        ordered = np.sort(given[self.units], axis=1)
        clash = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] > 0)).any(axis=1)
        found = []
        for unit in np.flatnonzero(clash).tolist():
            name, cells = self.unit_names[unit], self.units[unit]
            here = given[cells]
            twice = np.flatnonzero(np.bincount(here)[1:] > 1) + 1
            found += [(name, digit, cells[here == digit].tolist()) for digit in twice.tolist()]
        return found

    def _symmetries(self) -> npt.NDArray[np.int32]:
        """Return the turns and reflections of the board that keep its boxes, as permutations of the items."""
        size = self.size
        cell = np.arange(size * size).reshape(size, size)
        place = {unit: number for number, unit in enumerate(_with_rank(self.units))}
        found = []
        for turn in range(8):
            turned = np.rot90(cell, turn % 4)
            moved = (turned.T if turn >= 4 else turned).ravel()
            images = _with_rank(moved[self.units])
            if place.keys() == set(images):
                to = np.array([place[image] for image in images])[:, None]
                needs = size * size + to * size + np.arange(size)
                found.append(np.concatenate([moved, needs.ravel()]))
        return unique_rows(np.stack(found)).astype(np.int32)  # the identity is the least


def _with_rank(units: npt.NDArray[np.integer[Any]]) -> list[tuple[int, frozenset[int]]]:
    """Return the cells of each unit, with the number of earlier units that have the same ones."""
    seen: Counter[frozenset[int]] = Counter()
    found = []
    for cells in map(frozenset, units.tolist()):
        found.append((seen[cells], cells))
        seen[cells] += 1
    return found


@lru_cache(maxsize=64)
def box_shape(size: int, columns: int, rows: int, diagonals: bool = False) -> Shape:
    """Return a board with boxes that are `columns` wide and `rows` high; columns * rows is size."""
    row, column = np.indices((size, size))
    return Shape((row // rows * (size // columns) + column // columns).astype(np.int64), diagonals)


@lru_cache(maxsize=64)
def jigsaw_shape(boxes: tuple[str, ...], diagonals: bool = False) -> Shape:
    """Return a board whose boxes are drawn: a row of signs for each row, one sign a cell."""
    number: dict[str, int] = {}
    box = [[number.setdefault(sign, len(number)) for sign in row] for row in boxes]
    return Shape(np.array(box, np.int64), diagonals)


def usual(size: int) -> tuple[int, int] | None:
    """Return the default columns and rows of a box; None for sizes whose boxes must be stated."""
    return nearest_square(size) if size in USUAL else None


@cache
def nearest_square(size: int) -> tuple[int, int] | None:
    """Return columns and rows of a box: as near to a square as can be, and not higher.

    None for sizes that have no boxes but lines: 2, 3, 5, 7, 11, ...
    """
    rows = max(height for height in range(1, size + 1) if size % height == 0 and height * height <= size)
    return (size // rows, rows) if rows > 1 or size == 1 else None
