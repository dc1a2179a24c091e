"""Lattices: the geometry of boards. A record of numbers, one row in the table each.

A cell is a vector of whole numbers, and every such vector is a cell, so that shifting by it is a symmetry of
the lattice. An isometry that keeps the origin is an integer matrix, applied to rows: `cells @ isometry`.

    name         shape                       meaning
    -----------  --------------------------  -----------------------------------------------------------
    sides        a word for each number      what a board's size lists: (rows, columns), ...
    column_step  1                           how far apart the columns of one row are in a text
    steps        [neighbours, dimension]     from a cell to those it shares a side with
    rotations    [rotations, dim., dim.]     the proper isometries, the identity first
    reflections  [reflections, dim., dim.]   the improper ones
    axes         [axes, dimension]           functionals: cells where one is constant form a line (a plane)
    places       [dimension, 3]              a cell @ places = (layer, row, column) in a text
    cells        [3, dimension]              a place @ cells = column_step * cell

Steps and isometries are generated: from one step and a few generators follow all the others. On the square
lattice the quarter turn (r, c) -> (c, -r) gives 4 rotations, and 4 steps from the step (0, 1).

On the hexagonal lattice a cell is (q, r), in axial coordinates: r is its row, and q grows along the row. One
row down and half a cell to the right is the step (0, 1), so the column in a text is 2q + r, counted in half
cells, and the cells of odd rows stand between those of even rows:

    (0,0) (1,0) (2,0)            . . .
       (0,1) (1,1) (2,1)          . . .
    (-1,2) (0,2) (1,2)           . . .
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.names import unknown
from accord.picture import column_step

Integers: TypeAlias = npt.NDArray[np.int64]

LATTICES: dict[str, dict[str, Any]] = {
    "square": {
        "sides": ("rows", "columns"),
        "step": (0, 1),
        "rotations": [[[0, -1], [1, 0]]],  # (r, c) -> (c, -r)
        "reflection": [[1, 0], [0, -1]],
        "axes": [[1, 0], [0, 1]],
        "places": [[0, 1, 0], [0, 0, 1]],
        "cells": [[0, 0], [1, 0], [0, 1]],
    },
    "hexagonal": {
        "sides": ("rows", "columns"),
        "step": (1, 0),
        "rotations": [[[0, 1], [-1, 1]]],  # (q, r) -> (-r, q + r), a sixth of a turn
        "reflection": [[0, 1], [1, 0]],
        "axes": [[0, 1], [1, 0], [1, 1]],
        "places": [[0, 0, 2], [0, 1, 1]],
        "cells": [[0, 0], [-1, 2], [1, 0]],
    },
    "cubic": {  # a text shows the layers below each other
        "sides": ("layers", "rows", "columns"),
        "step": (0, 0, 1),
        "rotations": [
            [[1, 0, 0], [0, 0, -1], [0, 1, 0]],  # (l, r, c) -> (l, c, -r)
            [[0, -1, 0], [1, 0, 0], [0, 0, 1]],  # (l, r, c) -> (r, -l, c)
        ],
        "reflection": [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
        "axes": np.eye(3),
        "places": np.eye(3),
        "cells": np.eye(3),
    },
}


@dataclass(frozen=True, eq=False, repr=False)
class Lattice:
    """A lattice; see the table above for its arrays, and `lattice` to get it."""

    name: str
    sides: tuple[str, ...]
    column_step: int
    steps: Integers
    rotations: Integers
    reflections: Integers
    axes: Integers
    places: Integers
    cells: Integers

    @property
    def dimension(self) -> int:
        """How many numbers a cell has."""
        return len(self.sides)

    def isometries(self, flipping: bool) -> Integers:
        """The rotations; with `flipping`, the reflections behind them."""
        return np.concatenate([self.rotations, self.reflections]) if flipping else self.rotations

    def places_of(self, cells: Integers) -> Integers:
        """The places (layer, row, column) of cells; the inverse of `cells_at`."""
        return cells @ self.places

    def cells_at(self, places: Integers) -> Integers:
        """The cells at places (layer, row, column)."""
        return places @ self.cells // self.column_step

    def is_cell(self, row: int, column: int) -> bool:
        """Whether a text has a cell there: where columns are 2 apart, the rows are staggered by 1."""
        return (column - row) % self.column_step == 0

    def counted(self, places: Integers) -> Integers:
        """Places as a reader counts them: layers, rows, and cells within a row, each from 1."""
        return places // np.array([1, 1, self.column_step]) + 1

    def names(self, places: Integers) -> list[str]:
        """A name for each place: `r2c5`, in a solid `l1r2c5`; numbers as in `counted`."""
        layered = "layers" in self.sides
        return [f"l{la}r{r}c{c}" if layered else f"r{r}c{c}" for la, r, c in self.counted(places).tolist()]


def _closure(generators: Integers) -> Integers:
    """The group of matrices that the generators make, the identity first."""
    found = [np.eye(generators.shape[1], dtype=np.int64)]
    known = {found[0].tobytes()}
    for element in found:  # grows while it is walked
        for product in element @ generators:
            if product.tobytes() not in known:
                known.add(product.tobytes())
                found.append(product)
    return np.stack(found)


def lattice(name: str) -> Lattice:
    """The lattice of that name. Raises UsageError if there is none."""
    if name not in LATTICES:
        raise unknown("lattice", name, LATTICES)
    return _made(name)


@cache
def _made(name: str) -> Lattice:
    given = {key: np.array(value, np.int64) for key, value in LATTICES[name].items() if key != "sides"}
    turns = _closure(given["rotations"])
    return Lattice(
        name=name,
        sides=LATTICES[name]["sides"],
        column_step=column_step(name),
        steps=np.unique(given["step"] @ turns, axis=0),
        rotations=turns,
        reflections=turns @ given["reflection"],
        axes=given["axes"],
        places=given["places"],
        cells=given["cells"],
    )
