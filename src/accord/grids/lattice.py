"""The lattices of boards (squares, hexagons, triangles, cubes...): a table of their geometry.

A cell is a vector of whole numbers. On most lattices every such vector is a cell; on others some are, and the
same ones again after each `period`, so that shifting by whole periods is a symmetry of the lattice. An
isometry that keeps the origin is an integer matrix, applied to rows: `cells @ isometry`.

    name         shape                       meaning
    -----------  --------------------------  -----------------------------------------------------------
    sides        a word for each number      what a board's size lists: (rows, columns), ...
    column_step  1                           how far apart the columns of one row are in a text
    period       [dimension]                 how far cells may be shifted: whole multiples of it
    steps        (cell, step), ...           from a cell to one beside it; isometries make the others of them
    rotations    [rotations, dim., dim.]     the proper isometries, the identity first
    reflections  [reflections, dim., dim.]   the improper ones
    axes         [axes, dimension]           functionals: cells where `cell @ axis // across` is one number
    across       1                           form a line (a plane)
    places       [dimension, 3], [3]         cell @ matrix // divisor = place (layer, row, column) in a text
    cells        [3, dim.], [dim.], [dim.]   (place @ matrix + offset) // divisor = cell

Steps and isometries are generated: from one step and a few generators follow all the others. On the square
lattice the quarter turn (r, c) -> (c, -r) gives 4 rotations, and 4 steps from the step (0, 1).

On the hexagonal lattice a cell is (q, r), in axial coordinates: r is its row, and q grows along the row. One
row down and half a cell to the right is the step (0, 1), so the column in a text is 2q + r, counted in half
cells, and the cells of odd rows stand between those of even rows:

    (0,0) (1,0) (2,0)            . . .
       (0,1) (1,1) (2,1)          . . .
    (-1,2) (0,2) (1,2)           . . .

The centres of triangles and their corners form together a finer hexagonal lattice, on which a third of the
vectors are corners: those (u, v) with u a multiple of 3. The others are triangles, u = 1 (mod 3) for those
that stand on a corner and u = 2 for those that stand on a side. In a text a triangle stands on a side if its
row and column, counted from 0, are both even or both odd. The edges of the square lattice are named by their
middles, in half edges: (even, odd) lies, (odd, even) stands; they are beside each other if they share an end.

    edges  + (0,1) + (0,3) +        triangular  (-1,1)  (1,0)  (2,0)
         (1,0)   (1,2)   (1,4)                  (-2,2)  (-1,2)  (1,1)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.errors import unknown
from accord.picture import column_step, first_column

Integers: TypeAlias = npt.NDArray[np.int64]

LATTICES: dict[str, dict[str, Any]] = {
    "square": {
        "sides": ("rows", "columns"),
        "steps": [((0, 0), (0, 1))],
        "rotations": [[[0, -1], [1, 0]]],  # (r, c) -> (c, -r)
        "reflection": [[1, 0], [0, -1]],
        "axes": [[1, 0], [0, 1]],
        "places": [[0, 1, 0], [0, 0, 1]],
        "cells": [[0, 0], [1, 0], [0, 1]],
    },
    "hexagonal": {
        "sides": ("rows", "columns"),
        "steps": [((0, 0), (1, 0))],
        "rotations": [[[0, 1], [-1, 1]]],  # (q, r) -> (-r, q + r), a sixth of a turn
        "reflection": [[0, 1], [1, 0]],
        "axes": [[0, 1], [1, 0], [1, 1]],
        "places": [[0, 0, 2], [0, 1, 1]],
        "cells": [[0, 0], [-1, 2], [1, 0]],
        "cells_by": [2, 2],
    },
    "cubic": {  # a text shows the layers below each other
        "sides": ("layers", "rows", "columns"),
        "steps": [((0, 0, 0), (0, 0, 1))],
        "rotations": [
            [[1, 0, 0], [0, 0, -1], [0, 1, 0]],  # (l, r, c) -> (l, c, -r)
            [[0, -1, 0], [1, 0, 0], [0, 0, 1]],  # (l, r, c) -> (r, -l, c)
        ],
        "reflection": [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
        "axes": np.eye(3),
        "places": np.eye(3),
        "cells": np.eye(3),
    },
    "triangular": {  # the row is (u + 3v) // 3, the column u + v
        "sides": ("rows", "columns"),
        "period": [3, 1],
        "steps": [((1, 0), (1, 0))],
        "rotations": [[[-1, 1], [-3, 2]]],  # a sixth of a turn around a corner
        "reflection": [[-2, 1], [-3, 2]],
        "axes": [[1, 3], [2, 3], [1, 0]],
        "across": 3,
        "places": [[0, 1, 1], [0, 3, 1]],
        "places_by": [1, 3, 1],
        "cells": [[0, 0], [-3, 3], [3, -1]],
        "cells_offset": [-1, 2],
        "cells_by": [2, 2],
    },
    "edges": {
        "sides": ("rows", "columns"),
        "period": [2, 2],
        "steps": [((0, 1), (0, 2)), ((0, 1), (1, 1))],  # straight on, around a corner
        "rotations": [[[0, -1], [1, 0]]],
        "reflection": [[1, 0], [0, -1]],
        "axes": [[1, 0], [0, 1]],
        "places": [[0, 1, 0], [0, 0, 1]],
        "cells": [[0, 0], [1, 0], [0, 1]],
    },
}


@dataclass(frozen=True, eq=False, repr=False)
class Lattice:
    """A lattice; see the table above for its arrays, and `lattice` to get it."""

    name: str
    sides: tuple[str, ...]
    column_step: int
    period: Integers
    rotations: Integers
    reflections: Integers
    axes: Integers
    across: int
    steps: Integers  # [classes, steps, dimension]; zeros for what is no cell
    places: tuple[Integers, Integers]
    cells: tuple[Integers, Integers, Integers]

    @property
    def dimension(self) -> int:
        """How many numbers a cell has."""
        return len(self.sides)

    def isometries(self, flipping: bool, turning: bool = True) -> Integers:
        """The rotations; with `flipping` the reflections behind them; without `turning` the identity."""
        if not turning:
            return self.rotations[:1]
        return np.concatenate([self.rotations, self.reflections]) if flipping else self.rotations

    def beside(self, cells: Integers) -> Integers:
        """The cells that share a side (edges: an end) with each of some: [..., steps, dimension]."""
        return cells[..., None, :] + self.steps[_class(cells, self.period)]

    def shift_of(self, corner: Integers) -> Integers:
        """Return the shift that brings corners [..., dimension] near the origin, by its period."""
        return -(corner // self.period * self.period)

    def shifts(self, vectors: Integers) -> npt.NDArray[np.bool_]:
        """Whether shifting by each of these vectors takes cells to cells."""
        return (vectors % self.period == 0).all(axis=-1)

    def levels(self, cells: Integers) -> Integers:
        """On which line (or plane) along each axis cells are: [..., axes]."""
        return cells @ self.axes.T // self.across

    def places_of(self, cells: Integers) -> Integers:
        """The places (layer, row, column) of cells; the inverse of `cells_at`."""
        matrix, divisor = self.places
        return cells @ matrix // divisor

    def cells_at(self, places: Integers) -> Integers:
        """The cells at places (layer, row, column)."""
        matrix, offset, divisor = self.cells
        return (places @ matrix + offset) // divisor

    def is_cell(self, row: int, column: int) -> bool:
        """Whether a text has a cell there: where columns are 2 apart, the rows are staggered by 1."""
        return (column - first_column(self.name, row)) % self.column_step == 0

    def ordinals(self, places: Integers) -> Integers:
        """Places as a reader counts them: layers, rows, and cells within a row, each from 1."""
        return places // np.array([1, 1, self.column_step]) + 1

    def names(self, places: Integers) -> list[str]:
        """A name for each place: `r2c5`, in a solid `l1r2c5`; numbers as in `ordinals`."""
        layered = "layers" in self.sides
        return [f"l{la}r{r}c{c}" if layered else f"r{r}c{c}" for la, r, c in self.ordinals(places).tolist()]


def _class(cells: Integers, period: Integers) -> Integers:
    """A number for each kind of vectors that shifting by whole periods takes to each other."""
    kind = np.zeros(cells.shape[:-1], np.int64)
    for axis, length in enumerate(period.tolist()):
        kind = kind * length + cells[..., axis] % length
    return kind


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


def _all_steps(given: Sequence[Any], period: Integers, isometries: Integers) -> Integers:
    """The steps from the cells of each class, which isometries make of one of each kind."""
    found: dict[int, set[tuple[int, ...]]] = {}
    for cell, step in given:
        kinds = _class(np.array(cell, np.int64) @ isometries, period)
        for kind, moved in zip(kinds.tolist(), (np.array(step, np.int64) @ isometries).tolist(), strict=True):
            found.setdefault(kind, set()).add(tuple(moved))
    most = len(next(iter(found.values())))
    steps = np.zeros((int(period.prod()), most, len(period)), np.int64)  # of vectors that are no cells: none
    for kind, ways in found.items():
        steps[kind] = sorted(ways)
    return steps


def lattice(name: str) -> Lattice:
    """The lattice of that name. Raises UsageError if there is none."""
    if name not in LATTICES:
        raise unknown("lattice", name, LATTICES)
    return _make(name)


@cache
def _make(name: str) -> Lattice:
    row = LATTICES[name]
    dimension = len(row["sides"])
    none, once = np.zeros(dimension), np.ones(dimension)
    array = {
        key: np.array(row[key], np.int64) for key in ("rotations", "reflection", "axes", "places", "cells")
    }
    turns = _closure(array["rotations"])
    period = np.array(row.get("period", once), np.int64)
    reflections = turns @ array["reflection"]
    return Lattice(
        name=name,
        sides=row["sides"],
        column_step=column_step(name),
        period=period,
        rotations=turns,
        reflections=reflections,
        axes=array["axes"],
        across=row.get("across", 1),
        steps=_all_steps(row["steps"], period, np.concatenate([turns, reflections])),
        places=(array["places"], np.array(row.get("places_by", [1, 1, 1]), np.int64)),
        cells=(
            array["cells"],
            np.array(row.get("cells_offset", none), np.int64),
            np.array(row.get("cells_by", once), np.int64),
        ),
    )
