"""Boards: which cells there are, in which order they are filled, and which isometries keep them.

A board is drawn with '.' for a cell and '#' for a hole. A cell on which a piece lies has the sign of that
piece, an ASCII letter or digit; if all cells have one, the board is solved. Or a board is given as a size.

Cells are in fill order: line by line, along the axis that has the most lines, so that each line is short. A
board of 6 rows and 10 columns is filled column by column. A search that fills it so tries 13 times fewer
pieces than row by row, since behind a narrow front a hole is found sooner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from string import ascii_letters, digits

import numpy as np
import numpy.typing as npt

from accord.grids.drawing import DrawingError, Flaw, Row, rows
from accord.grids.lattice import Integers, Lattice
from accord.picture import EMPTY, HOLE, Place

MOST_CELLS = 4096
SIGNS = frozenset(ascii_letters + digits)


@dataclass(frozen=True, slots=True)
class Isometry:
    """An isometry of the lattice that maps a board onto itself."""

    matrix: Integers
    proper: bool  # a rotation, so that no piece is flipped by it
    permutation: Integers  # cell i of the board goes to cell permutation[i]


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """The cells of a board, int64 [cells, dimension], in fill order; with the signs it was drawn with."""

    lattice: Lattice
    cells: Integers
    signs: tuple[str, ...]  # one for each cell; EMPTY where no piece was drawn
    outline: tuple[int, int, int]  # how many layers, rows, and cells in a row the drawing has

    @property
    def solved(self) -> bool:
        """Whether the board was drawn with a piece on every cell."""
        return EMPTY not in self.signs

    @cached_property
    def places(self) -> Integers:
        """The place of each cell: [cells, 3]."""
        return self.lattice.places_of(self.cells)

    @cached_property
    def names(self) -> list[str]:
        """The name of each cell."""
        return self.lattice.names(self.places)

    @cached_property
    def place_tuples(self) -> list[Place]:
        """The places, as a picture has them."""
        return [(layer, row, column) for layer, row, column in self.places.tolist()]

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """For each cell, the cells beside it."""
        near = self.numbers(self.cells[:, None] + self.lattice.steps)
        return [[cell for cell in cells if cell >= 0] for cells in near.tolist()]

    def numbers(self, cells: Integers) -> Integers:
        """For cells [..., dimension], their index on the board, or -1 where the board has none."""
        low, span, keys, index = self._by_key
        inside = ((cells >= low) & (cells < low + span)).all(axis=-1)
        wanted = _keys(cells - low, span)
        near = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where(inside & (keys[near] == wanted), index[near], -1)

    @cached_property
    def _by_key(self) -> tuple[Integers, Integers, Integers, Integers]:
        """The least corner and the lengths of the box around the board; keys, ascending; their cells."""
        low = self.cells.min(axis=0)
        span = self.cells.max(axis=0) - low + 1
        keys = _keys(self.cells - low, span)
        index = np.argsort(keys)
        return low, span, keys[index], index

    def isometries(self) -> Iterator[Isometry]:
        """Every isometry that maps the board onto itself, the identity first."""
        lattice = self.lattice
        for proper, matrices in ((True, lattice.rotations), (False, lattice.reflections)):
            for matrix in matrices:
                moved = self.cells @ matrix
                permutation = self.numbers(moved - moved.min(axis=0) + self.cells.min(axis=0))
                if (permutation >= 0).all():  # a shifted copy within the board is the board
                    yield Isometry(matrix, proper, permutation)


def read(text: str, lattice: Lattice) -> Board:
    """The board that a text draws. Raises DrawingError with every flaw."""
    drawing = rows(text, lattice)
    flaws = _sign_flaws(drawing) or _outline_flaws(drawing)
    signs = {place: sign for row in drawing for place, sign in row.signs.items() if sign != HOLE}
    if not flaws and not signs:
        flaws = [Flaw(0, "found no cells; draw each cell as '.' and each hole as '#'")]
    if not flaws and len(signs) > MOST_CELLS:
        flaws = [Flaw(0, f"found {len(signs)} cells; at most {MOST_CELLS} are possible")]
    if flaws:
        raise DrawingError(flaws)
    layers, lines = drawing[-1].layer + 1, max(row.row for row in drawing) + 1
    return _board(lattice, signs, (layers, lines, len(drawing[0].signs)))


def sized(size: Sequence[int], lattice: Lattice) -> Board:
    """The full board of that size, as the lattice's `sides` list it. Raises DrawingError."""
    sides = ", ".join(lattice.sides)
    if len(size) != lattice.dimension or min(size, default=0) < 1:
        raise DrawingError([Flaw(0, f"found {list(size)}; expected [{sides}], each 1 or more")])
    if prod(size) > MOST_CELLS:
        raise DrawingError([Flaw(0, f"found {prod(size)} cells; at most {MOST_CELLS} are possible")])
    layers, lines, width = [1] * (3 - len(size)) + list(size)
    step = lattice.column_step
    places = [
        (layer, row, row % step + step * column)
        for layer in range(layers)
        for row in range(lines)
        for column in range(width)
    ]
    return _board(lattice, dict.fromkeys(places, EMPTY), (layers, lines, width))


def _board(lattice: Lattice, signs: dict[Place, str], outline: tuple[int, int, int]) -> Board:
    cells = lattice.cells_at(np.array(list(signs), np.int64))
    order = _fill_order(cells, lattice)
    drawn = list(signs.values())
    return Board(lattice, cells[order], tuple(drawn[i] for i in order), outline)


def _fill_order(cells: Integers, lattice: Lattice) -> npt.NDArray[np.intp]:
    """Sort by the axis with the most lines, then by the one with the next most; the first one wins a tie."""
    levels = cells @ lattice.axes.T
    lines = [len(np.unique(level)) for level in levels.T]
    by_lines = sorted(range(len(lines)), key=lambda axis: -lines[axis])
    return np.lexsort([levels[:, axis] for axis in reversed(by_lines)])


def _keys(cells: Integers, span: Integers) -> Integers:
    """One number for each cell, different for cells with 0 <= cell < span."""
    key = np.zeros(cells.shape[:-1], np.int64)
    for axis, length in enumerate(span.tolist()):
        key = key * length + cells[..., axis]
    return key


# -- what can be wrong with a drawing --------------------------------------------------------------


def _sign_flaws(drawing: list[Row]) -> list[Flaw]:
    known = SIGNS | {EMPTY, HOLE}
    return [
        Flaw(
            row.line,
            f"found {sign!r}; expected '.' (a cell), '#' (a hole), or the letter or digit of a piece",
        )
        for row in drawing
        for sign in dict.fromkeys(row.signs.values())
        if sign not in known
    ]


def _outline_flaws(drawing: list[Row]) -> list[Flaw]:
    """Every row must be as long as the first; every layer must have as many rows as the first."""
    width = len(drawing[0].signs) if drawing else 0
    flaws = [
        Flaw(row.line, f"found {len(row.signs)} cells; expected {width} as in the first row (a hole is '#')")
        for row in drawing
        if len(row.signs) != width
    ]
    last = {row.layer: row for row in drawing}
    return flaws + [
        Flaw(
            row.line,
            f"layer {layer + 1} has {row.row + 1} rows; expected {last[0].row + 1} as in the first layer",
        )
        for layer, row in last.items()
        if row.row != last[0].row
    ]
