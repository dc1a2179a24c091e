"""Boards: their cells, the order in which cells are filled, and the isometries that map a board to itself.

A board is drawn with '.' for a cell, '+' for one that may stay empty, and '#' for a hole. A cell on which a
piece lies has the sign of that piece, an ASCII letter or digit, or a name such as 6-17; if all cells have
one, but for those that may stay empty, the board is solved. Or a board is given as a size. Its sides may be
joined (`accord.grids.wrap`).

Cells are in fill order: line by line, along the axis that has the most lines, so that each line is short. A
board of 6 rows and 10 columns is filled column by column. A search that fills it so tries 13 times fewer
pieces than row by row, since behind a narrow front a hole is found sooner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from re import compile as pattern

import numpy as np
import numpy.typing as npt

from accord.errors import no_such
from accord.grids.drawing import DrawingError, Flaw, Row, rows
from accord.grids.lattice import Integers, Lattice
from accord.grids.polyforms import Cell, Shape, normalise
from accord.grids.wrap import NEEDED, WRAPS, Wrap, affine
from accord.picture import EMPTY, HOLE, OPTIONAL, Place, first_column

MOST_CELLS = 8192
MOST_JOINED = 1024  # cells of a board whose sides are joined: it may have many times as many isometries
MOST_CUT = 12  # cells of a piece that goes all around such a board
NAME = pattern("[A-Za-z0-9]|[0-9]+-[0-9]+")  # of a piece


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
    signs: tuple[str, ...]  # one for each cell; EMPTY or OPTIONAL where no piece was drawn
    outline: tuple[int, int, int]  # how many layers, rows, and cells in a row the drawing has
    wrap: Wrap | None = None  # how its sides are joined

    @property
    def solved(self) -> bool:
        """Whether the board was drawn with a piece on every cell that has to be covered."""
        return EMPTY not in self.signs and set(self.signs) != {OPTIONAL}

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
        """For each cell, the cells beside it, each once."""
        near = self.numbers(self.lattice.beside(self.cells))
        return [
            [cell for cell in dict.fromkeys(cells) if cell >= 0 and cell != here]
            for here, cells in enumerate(near.tolist())
        ]

    def components(self, cells: Iterable[int]) -> list[list[int]]:
        """The parts of some cells that hang together, each ascending; that with the least cell first."""
        left, parts = set(cells), []
        while left:
            part = [min(left)]
            left.discard(part[0])
            for cell in part:  # grows while it is walked
                near = left.intersection(self.neighbours[cell])
                left -= near
                part += near
            parts.append(sorted(part))
        return parts

    def numbers(self, cells: Integers) -> Integers:
        """For cells [..., dimension], their index on the board, or -1 where the board has none."""
        if self.wrap is not None:
            cells = self.lattice.cells_at(self.wrap.fold(self.lattice.places_of(cells)))
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
                for shift in self._shifts(matrix, moved):
                    permutation = self.numbers(moved + shift)
                    if (permutation >= 0).all():  # a shifted copy within the board is the board
                        yield Isometry(matrix, proper, permutation)

    def _shifts(self, matrix: Integers, moved: Integers) -> Integers:
        """Return the shifts that may bring cells back to the board after a matrix moved them."""
        lattice, wrap = self.lattice, self.wrap
        if wrap is None:
            shifts = (self.cells.min(axis=0) - moved.min(axis=0))[None]
            return shifts[lattice.shifts(shifts)]
        shifts = self.cells - moved[0]  # wherever the first cell comes to lie
        shifts = shifts[lattice.shifts(shifts)]
        if not wrap.twisted:  # then it is the matrix alone that tells
            return shifts if wrap.is_kept_by(affine(matrix, 0 * moved[0])) else shifts[:0]
        return shifts[[wrap.is_kept_by(affine(matrix, shift)) for shift in shifts]]

    def shapes_of(self, cells: Sequence[int]) -> list[Shape]:
        """The shapes that cells can have which touch each other, by their indices.

        There is one, unless the sides are joined. Then what goes all around can be cut open in several ways;
        what does not hang together has none, nor has what goes all around with more than 12 cells.
        """
        if self.wrap is None:
            return [normalise(self.cells[list(cells)].tolist(), self.lattice)]
        front = {frozenset({tuple(self.cells[cells[0]].tolist())})}
        for _ in cells[1:]:
            front = {grown for found in front for grown in self._extensions(found, cells)}
            if len(cells) > MOST_CUT:  # any will do, if it is the only one
                front = set(sorted(front, key=sorted)[:1])
        if len(cells) > MOST_CUT and not all(self._is_whole(found, cells) for found in front):
            return []
        return sorted({normalise(found, self.lattice) for found in front})

    def _is_whole(self, found: frozenset[Cell], cells: Sequence[int]) -> bool:
        """Whether what lies beside these cells of the plane, in some of the board, is one of them."""
        near = self.lattice.beside(np.array(sorted(found), np.int64)).reshape(-1, self.lattice.dimension)
        there = np.isin(self.numbers(near), cells)
        return all(tuple(cell) in found for cell in near[there].tolist())

    def _extensions(self, found: frozenset[Cell], cells: Sequence[int]) -> Iterator[frozenset[Cell]]:
        """The sets with a cell of the plane more, beside one of them and in another of those cells."""
        lying = np.array(sorted(found), np.int64)
        near = self.lattice.beside(lying).reshape(-1, self.lattice.dimension)
        left = set(cells) - set(self.numbers(lying).tolist())
        for cell, number in zip(near.tolist(), self.numbers(near).tolist(), strict=True):
            if number in left:
                yield found | {tuple(cell)}


def read(text: str, lattice: Lattice, wrap: str | None = None) -> Board:
    """The board that a text draws. Raises DrawingError with every flaw."""
    drawing = rows(text, lattice)
    widths = _widths(lattice, wrap)
    flaws = _sign_flaws(drawing) or _outline_flaws(drawing, widths)
    signs = {place: sign for row in drawing for place, sign in row.signs.items() if sign != HOLE}
    if not flaws and not signs:
        flaws = [Flaw(0, "found no cells; draw each cell as '.' and each hole as '#'")]
    if not flaws and len(signs) > MOST_CELLS:
        flaws = [Flaw(0, f"found {len(signs)} cells; at most {MOST_CELLS} are possible")]
    if flaws:
        raise DrawingError(flaws)
    layers, lines = drawing[-1].layer + 1, max(row.row for row in drawing) + 1
    return _board(lattice, signs, (layers, lines, len(drawing[0].signs)), wrap)


def full_board(size: Sequence[int], lattice: Lattice, wrap: str | None = None) -> Board:
    """The full board of that size, as the lattice's `sides` list it. Raises DrawingError.

    Of edges, rows and columns of squares are counted, whose sides the edges are.
    """
    sides = ", ".join(lattice.sides)
    if len(size) != lattice.dimension or min(size, default=0) < 1:
        raise DrawingError([Flaw(0, f"found {list(size)}; expected [{sides}], each 1 or more")])
    squares = lattice.name == "edges"
    if prod(size) * (1 + squares) > MOST_CELLS:
        raise DrawingError([Flaw(0, f"found {prod(size)} cells; at most {MOST_CELLS} are possible")])
    layers, lines, width = [1] * (3 - len(size)) + list(size)
    if squares:
        lines = 2 * lines + (wrap not in WRAPS or not WRAPS[wrap][1])
    step, more = lattice.column_step, _widths(lattice, wrap)
    places = [
        (layer, row, first_column(lattice.name, row) + step * column)
        for layer in range(layers)
        for row in range(lines)
        for column in range(width + more[row % 2])
    ]
    return _board(lattice, dict.fromkeys(places, EMPTY), (layers, lines, width), wrap)


def _widths(lattice: Lattice, wrap: str | None) -> tuple[int, int]:
    """How many cells more than the first row those with even and with odd numbers have, counted from 0.

    Between rows of edges that lie are rows of those that stand: one more, unless the columns are joined.
    """
    return (0, 1) if lattice.name == "edges" and wrap is None else (0, 0)


def _board(
    lattice: Lattice, signs: dict[Place, str], outline: tuple[int, int, int], name: str | None
) -> Board:
    wrap = None if name is None else _wrap(name, lattice, outline, len(signs))
    layers, lines, width = outline
    cells = lattice.cells_at(np.array(list(signs), np.int64))
    order = _fill_order(cells, lattice)
    drawn = list(signs.values())
    outline = layers, lines, width + max(_widths(lattice, name))
    return Board(lattice, cells[order], tuple(drawn[i] for i in order), outline, wrap)


def _wrap(name: str, lattice: Lattice, outline: tuple[int, int, int], cells: int) -> Wrap:
    """Sides that are joined. Raises DrawingError where they cannot be."""
    if name not in WRAPS:
        raise DrawingError([Flaw(0, no_such("wrap", name, WRAPS))])
    if cells > MOST_JOINED:
        raise DrawingError([Flaw(0, f"found {cells} cells; at most {MOST_JOINED} if sides are joined")])
    _, lines, width = outline
    wrap = Wrap(name, lattice, lines, width * lattice.column_step)
    if not wrap.is_one:
        found = f"found {lines} rows and {width} columns; as a {name} the lattice {lattice.name} needs"
        raise DrawingError([Flaw(0, f"{found} {NEEDED[lattice.name]}")])
    return wrap


def _fill_order(cells: Integers, lattice: Lattice) -> npt.NDArray[np.intp]:
    """Sort by the axis with the most lines, then by the one with the next most; the first one wins a tie."""
    levels = lattice.levels(cells)
    lines = [len({*level}) for level in levels.T.tolist()]
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
    return [
        Flaw(
            row.line,
            f"found {sign!r}; expected '.' (a cell), '+' (one that may stay empty), '#' (a hole), or the "
            "letter or digit of a piece",
        )
        for row in drawing
        for sign in dict.fromkeys(row.signs.values())
        if sign not in (EMPTY, OPTIONAL, HOLE) and not NAME.fullmatch(sign)
    ]


def _outline_flaws(drawing: list[Row], more: tuple[int, int]) -> list[Flaw]:
    """Every row must be as long as the first (and `more`), every layer have as many rows as the first."""
    width = len(drawing[0].signs) if drawing else 0
    flaws = [
        Flaw(
            row.line,
            f"found {len(row.signs)} cells; expected {width + more[row.row % 2]}"
            f"{' beside' if more[row.row % 2] else ' as in'} the first row (a hole is '#')",
        )
        for row in drawing
        if len(row.signs) != width + more[row.row % 2]
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
