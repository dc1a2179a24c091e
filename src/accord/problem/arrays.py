"""Arrays and boards of variables.

Both count from 0 in Python, as Python does; names, and so model files and printed solutions, count from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, TypeVar, cast, overload

import numpy as np

from accord.errors import UsageError
from accord.grids import board as boards
from accord.picture import Place, first_column
from accord.problem.domains import Cell, cells_of
from accord.problem.expressions import Expression
from accord.problem.functions import element

E = TypeVar("E", bound=Expression)


class Array(Sequence[E]):
    """Expressions in a row. A slice is an array; at a place that is an expression stands an expression.

    `label` is what a person calls it, such as "row 3", or empty.
    """

    __slots__ = ("_of", "label")

    def __init__(self, of: Iterable[E], label: str = "") -> None:
        self._of = tuple(of)
        self.label = label

    @overload
    def __getitem__(self, place: int) -> E: ...
    @overload
    def __getitem__(self, place: slice) -> Array[E]: ...
    @overload
    def __getitem__(self, place: Expression) -> Expression: ...
    def __getitem__(self, place: int | slice | Expression) -> E | Array[E] | Expression:
        if isinstance(place, Expression):
            return element(self._of, place)
        return Array(self._of[place]) if isinstance(place, slice) else self._of[place]

    def __len__(self) -> int:
        return len(self._of)

    def __iter__(self) -> Iterator[E]:
        return iter(self._of)

    def __eq__(self, other: object) -> bool:
        raise UsageError(f"{self} was compared as a whole; compare its members, one by one")

    def __repr__(self) -> str:
        return f"[{', '.join(map(str, self._of))}]"


class Board(Mapping[Cell, E]):
    """Expressions on the cells of a board: `board[row, column]`, on a cubic one `board[layer, row, column]`.

    A slice in the place of a number gives the array of all cells there: `board[2, :]` is a row. One number
    may be an expression, where the line has no holes: `board[2, x]` is an element of the row. On a
    hexagonal board columns count the cells of a row.
    """

    def __init__(self, name: str, grid: boards.Board, of: Mapping[Cell, E]) -> None:
        self.name, self.grid = name, grid
        self._of = dict(of)

    # -- one by one --------------------------------------------------------------------------------

    @overload
    def __getitem__(self, cell: tuple[int, ...]) -> E: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(self, cell: tuple[int | slice, ...]) -> Array[E]: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(self, cell: tuple[int | Expression, ...]) -> Expression: ...
    def __getitem__(self, cell: tuple[int | slice | Expression, ...]) -> E | Array[E] | Expression:
        cell = cell if type(cell) is tuple else (cast(int, cell),)
        if any(isinstance(number, Expression) for number in cell):
            return self._element(cell)
        if any(isinstance(number, slice) for number in cell):
            return self._slice(cell)
        if cell not in self._of:
            self._spans(cell)
            raise UsageError(f"{self.name} has no cell {list(cell)}; it is a hole")
        return self._of[cast(Cell, cell)]

    @cached_property
    def ends(self) -> list[int]:
        """How many rows and columns there are, on a cubic board behind the layers."""
        return [max(numbers) + 1 for numbers in zip(*self._of, strict=True)]

    def _spans(self, cell: Sequence[object]) -> None:
        """Raise UsageError unless a cell, or a slice, or a hole, lies between the ends of the board."""
        if len(cell) != len(self.ends):
            raise UsageError(f"{self.name} has {len(self.ends)} numbers to a cell; found {len(cell)}")
        if any(
            not isinstance(number, slice | Expression) and not (isinstance(number, int) and 0 <= number < end)
            for number, end in zip(cell, self.ends, strict=True)
        ):
            raise UsageError(f"{self.name} has no cell {_text(cell)}; places count from 0")

    def _element(self, cell: tuple[int | slice | Expression, ...]) -> Expression:
        """Return the expression at a cell of which one number is an expression.

        Raises UsageError for others.
        """
        self._spans(cell)
        unknown = [at for at, number in enumerate(cell) if isinstance(number, Expression)]
        if len(unknown) > 1 or any(isinstance(number, slice) for number in cell):
            raise UsageError(
                f"found {self.name}{_text(cell)}; one number of a cell may be an expression, and then the "
                "others are numbers"
            )
        line = self._slice(tuple(slice(None) if isinstance(each, Expression) else each for each in cell))
        if len(line) != self.ends[unknown[0]]:
            raise UsageError(
                f"found {self.name}{_text(cell)}, but that line has a hole; take accord.element(list, place)"
            )
        return element(line, cell[unknown[0]])

    def _slice(self, cell: tuple[int | slice | Expression, ...]) -> Array[E]:
        self._spans(cell)
        kept = [
            set(range(end)[number]) if isinstance(number, slice) else {number}
            for number, end in zip(cell, self.ends, strict=True)
        ]
        inside = (at for at in self._of if all(n in some for n, some in zip(at, kept, strict=True)))
        return Array(self._of[at] for at in inside)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __contains__(self, cell: object) -> bool:
        return cell in self._of

    def __eq__(self, other: object) -> bool:
        raise UsageError(f"{self} was compared as a whole; compare its cells, one by one")

    def __repr__(self) -> str:
        return self.name

    # -- several -----------------------------------------------------------------------------------

    @property
    def cells(self) -> Array[E]:
        """All of them, in reading order."""
        return Array(self._of.values(), self.name)

    @property
    def rows(self) -> list[Array[E]]:
        """The rows, from the top; on a cubic board the rows of each layer."""
        rows = groupby(self._of, lambda at: at[:-1])
        return [Array((self._of[at] for at in row), _label("row", line)) for line, row in rows]

    @property
    def columns(self) -> list[Array[E]]:
        """The columns, from the left; on a cubic board the columns of each layer."""
        of: dict[Cell, list[E]] = {}
        for at, each in self._of.items():
            of.setdefault((*at[:-2], at[-1]), []).append(each)
        return [Array(of[line], _label("column", line)) for line in sorted(of)]

    @property
    def diagonals(self) -> list[Array[E]]:
        """The two diagonals of a square board, from the left.

        Raises UsageError if the board is not square.
        """
        size = len(self.rows)
        if self.grid.lattice.name != "square" or set(self._of) != {
            (r, c) for r in range(size) for c in range(size)
        }:
            raise UsageError(f"{self.name} is no square board, and only these have two diagonals")
        down = Array((self._of[i, i] for i in range(size)), "the diagonal down")
        return [down, Array((self._of[size - 1 - i, i] for i in range(size)), "the diagonal up")]

    def neighbours(self, *cell: Any) -> Array[E]:
        """Return the cells that share a side with a cell, or with a hole: `neighbours(row, column)`."""
        at = self._at(cell)
        if at in self._of:
            return Array(self._of[near] for near in self.near[at])
        lattice = self.grid.lattice
        layer, row, column = (0, *at)[-3:]
        place = np.array([layer, row, column * lattice.column_step + first_column(lattice.name, row)])
        cells = cells_of(self.grid)
        beside = self.grid.numbers(lattice.beside(lattice.cells_at(place)))
        return Array(self._of[at] for at in sorted(cells[near] for near in beside.tolist() if near >= 0))

    def _at(self, cell: Sequence[Any]) -> Cell:
        """A cell or a hole of the board, given as its numbers or as a cell. Raises UsageError for others."""
        at = tuple(cell[0] if len(cell) == 1 and isinstance(cell[0], tuple) else cell)
        self._spans(at)
        return at

    @cached_property
    def near(self) -> dict[Cell, list[Cell]]:
        """Each cell, and the cells that share a side with it."""
        cells = cells_of(self.grid)
        return {cells[i]: sorted(cells[j] for j in beside) for i, beside in enumerate(self.grid.neighbours)}

    def around(self, *cell: Any) -> Array[E]:
        """Return the cells that share a side or a corner with a cell, or a hole, on a square board."""
        row, column = self._at(cell)
        beside = ((row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1))
        return Array(self._of[at] for at in beside if at in self._of and at != (row, column))

    def regions(self, picture: str) -> dict[str, Array[E]]:
        """The cells that have the same sign in a picture of the board: sign -> cells, in reading order.

        Raises UsageError if the picture is not of this board's size.
        """
        lines = picture.split()
        rows: dict[Cell, int] = {}
        for at in self._of:
            rows.setdefault(at[:-1], len(rows))
        widths = [max(at[-1] for at in self._of if at[:-1] == row) + 1 for row in rows]
        if [len(line) for line in lines] != widths:
            raise UsageError(
                f"{self.name}: found a picture of {len(lines)} lines, {list(map(len, lines))} signs wide; "
                f"expected {len(widths)}, {widths} wide"
            )
        found: dict[str, list[E]] = {}
        for at, each in self._of.items():
            found.setdefault(lines[rows[at[:-1]]][at[-1]], []).append(each)
        return {sign: Array(cells, f"region {sign}") for sign, cells in found.items()}

    @cached_property
    def places(self) -> dict[Cell, Place]:
        """Each cell, and its place in a picture."""
        return dict(zip(cells_of(self.grid), self.grid.place_tuples, strict=True))


def _text(cell: Iterable[object]) -> str:
    """Return a cell as text for an error, with a slice as `:`."""
    return f"[{', '.join(':' if isinstance(number, slice) else str(number) for number in cell)}]"


def _label(what: str, line: Cell) -> str:
    """`row 3`, and on a cubic board `layer 1, row 3`."""
    layer = f"layer {line[0] + 1}, " if len(line) > 1 else ""
    return f"{layer}{what} {line[-1] + 1}"
