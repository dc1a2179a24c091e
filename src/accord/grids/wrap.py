"""Wraps: join the sides of a board (cylinder, torus, Moebius strip, Klein bottle).

    cylinder   the last column lies beside the first one
    torus      so does the last row
    moebius    a strip: as a cylinder, but what leaves the first row on the right comes back in the last one,
               upside down, and so on
    klein      a bottle: as moebius, and the last row lies beside the first one

A cell anywhere on the plane is folded into the board. The maps of the plane that take each cell to one that
folds into the same cell are a group: what is above generates it, one map for the columns and one for the
rows. An isometry of the plane is one of the joined board if it takes that group into itself (it normalises
it).

Maps are matrices with a row and a column more than a cell has numbers: (cell, 1) @ map = (cell, 1).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from accord.grids.lattice import Integers, Lattice

WRAPS = {"cylinder": (False, False), "torus": (False, True), "moebius": (True, False), "klein": (True, True)}
NEEDED = {  # what else each lattice needs
    "square": "",
    "cubic": "",
    "hexagonal": "an even number of rows to join them, and an odd one for a twist",
    "triangular": "even numbers of rows and columns, or for a twist alone two even or two odd ones",
    "edges": "an even number of rows to join them, and an odd one for a twist alone",
}
BEYOND = 4  # rows and columns of the plane beside the board that are looked at


@dataclass(frozen=True, eq=False)
class Wrap:
    """How the sides of a board are joined; `rows` and `columns` as a text counts them, from 0."""

    name: str
    lattice: Lattice
    rows: int
    columns: int

    @property
    def twisted(self) -> bool:
        """Whether a piece that goes once around is turned over."""
        return WRAPS[self.name][0]

    @property
    def closed(self) -> bool:
        """Whether the rows are joined too."""
        return WRAPS[self.name][1]

    @property
    def _last(self) -> int:
        """The row to which a twist takes row 0. On joined edges that row is also the one behind the last."""
        return self.rows - (not (self.closed and self.lattice.name == "edges"))

    def fold(self, places: Integers) -> Integers:
        """For places [..., 3] anywhere, those on the board; rows that are not joined stay outside."""
        layer, row, column = np.moveaxis(places, -1, 0)
        turns, column = np.divmod(column, self.columns)
        if self.twisted:
            row = np.where(turns % 2, self._last - row, row)
        if self.closed:
            row = row % self.rows
        return np.stack([layer, row, column], axis=-1)

    @property
    def is_one(self) -> bool:
        """Whether the sides of such a board can be joined on this lattice."""
        return all(each is not None for each in self._found)

    @cached_property
    def maps(self) -> list[Integers]:
        """The generators of the group: the map around the columns and, if joined, around the rows."""
        return [each for each in self._found if each is not None]

    @cached_property
    def _found(self) -> list[Integers | None]:
        lattice = self.lattice
        places = np.array(
            [
                (layer, row, column)
                for layer in range(1 + (lattice.dimension == 3))
                for row in range(self.rows + BEYOND)
                for column in range(self.columns + BEYOND)
                if lattice.is_cell(row, column)
            ]
        )
        around = places + np.array([0, 0, self.columns])
        if self.twisted:
            around[:, 1] = self._last - around[:, 1]
        found = [self._map(places, around)]
        return [*found, self._map(places, places + np.array([0, self.rows, 0]))] if self.closed else found

    def _map(self, places: Integers, images: Integers) -> Integers | None:
        """The isometry that takes places to their images; None if there is none."""
        lattice = self.lattice
        if not all(lattice.is_cell(row, column) for _, row, column in images.tolist()):
            return None
        cells, moved = lattice.cells_at(places), lattice.cells_at(images)
        for matrix in lattice.isometries(True):
            shift = moved - cells @ matrix
            if (shift == shift[0]).all() and lattice.shifts(shift[0]):
                return affine(matrix, shift[0])
        return None

    def is_kept_by(self, isometry: Integers) -> bool:
        """Whether an isometry of the plane (a map) normalises the group, so that it is one of the board."""
        back = np.rint(np.linalg.inv(isometry)).astype(np.int64)
        return all(self._has(back @ each @ isometry) for each in self.maps)

    def _has(self, one: Integers) -> bool:
        """Whether a map is in the group: so often around the columns, and then so often around the rows."""
        start = np.array([0, 0, 0])
        start[2] = next(column for column in (0, 1) if self.lattice.is_cell(0, column))
        cell = np.append(self.lattice.cells_at(start), 1)
        _, row, column = (self.lattice.places_of((cell @ one)[:-1]) - start).tolist()
        turns = column // self.columns
        rows = (row - self._last * (self.twisted and turns % 2)) // self.rows if self.closed else 0
        made = _power(self.maps[0], turns)
        if self.closed:
            made = made @ _power(self.maps[1], rows)
        return np.array_equal(made, one)


def affine(matrix: Integers, shift: Integers) -> Integers:
    """The map that applies a matrix and then shifts."""
    size = len(matrix)
    found = np.eye(size + 1, dtype=np.int64)
    found[:size, :size] = matrix
    found[size, :size] = shift
    return found


def _power(one: Integers, times: int) -> Integers:
    if times < 0:
        one = np.rint(np.linalg.inv(one)).astype(np.int64)
    return np.linalg.matrix_power(one, abs(times))
