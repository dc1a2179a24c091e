"""Solutions of pencil puzzles that cut the board into pieces: files give the pieces any names.

Rectangles  pieces are rectangles, each a truth called `r1c1-r3c2`
Pieces      the variables of cells say which piece each is in
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from accord.errors import UsageError
from accord.pencil.boards import BLANK, HOLE
from accord.pencil.direct import Variables
from accord.pencil.instance import Cell, Instance, area_cells, area_name, at
from accord.pencil.solutions import Known, Solution, Statement, cell_of, places
from accord.puzzles.blocks import Rows

_AREA = re.compile(r"r([0-9]+)c([0-9]+)-r([0-9]+)c([0-9]+)")


@dataclass(frozen=True)
class Cut(Solution):
    """A form of solutions that are pieces. Without other names these are 1, 2, ..., column by column."""

    what: str = "piece"
    rest: str = BLANK[0]

    @property
    def words(self) -> str:
        """The words that a file may have."""
        return "the number of a region"

    def allows(self, word: str) -> bool:
        """Whether a file may have that word."""
        return word.isprintable()

    @abstractmethod
    def groups(self, puzzle: Instance, known: Known) -> list[list[Cell]]:
        """The cells of each piece that is there."""

    def cells(self, puzzle: Instance, known: Known) -> dict[Cell, str]:
        """The number of each cell's piece; holes as they are."""
        groups = sorted(self.groups(puzzle, known), key=lambda cells: min(cells)[::-1])
        found = {cell: str(number) for number, cells in enumerate(groups, start=1) for cell in cells}
        return found | dict.fromkeys(puzzle.holes, HOLE)

    def rows(self, puzzle: Instance, known: Known, like: Rows) -> Rows:
        """A solution as a file has it, with the file's own names where it cuts the board in the same way."""
        rows = super().rows(puzzle, known, like)
        same_size = len(like) == puzzle.height and len(like[0]) == puzzle.width
        pairs = {*zip(chain(*rows), chain(*like), strict=True)} if same_size else set()
        alike = len({one for one, _ in pairs}) == len({other for _, other in pairs}) == len(pairs)
        return like if pairs and alike else rows

    def says(self, puzzle: Instance, variables: Variables, rows: Rows) -> Iterator[tuple[str, Any]]:
        """Yield what pieces say of variables. Raises UsageError for what is none that can be there."""
        cells: dict[str, list[Cell]] = {}
        for cell, word in places(puzzle, rows):
            if word != HOLE or cell not in puzzle.holes:
                cells.setdefault(word, []).append(cell)
        said = {word: self.values(puzzle, variables, piece) for word, piece in cells.items()}
        known = dict(chain(*(values.items() for values in said.values())))
        pieces = {frozenset(group) for group in self.groups(puzzle, known)}
        for word, piece in cells.items():
            if not said[word] or frozenset(piece) not in pieces:
                raise UsageError(f"region {word}: found what can be no {self.what}, at {at(piece[0])}")
        yield from known.items()

    @abstractmethod
    def values(self, puzzle: Instance, variables: Variables, piece: Sequence[Cell]) -> Mapping[str, Any]:
        """Return the values of variables that make these cells a piece; none if they can be none."""

    def signs(self, puzzle: Instance, known: Known) -> dict[Cell, str]:  # noqa: ARG002
        """Nothing: walls show what is known."""
        return {}


@dataclass(frozen=True)
class Rectangles(Cut):
    """The board is cut into rectangles."""

    what: str = "rectangle"

    def knows(self, name: str) -> bool:
        """Whether the variable belongs to a rectangle."""
        return area_of(name) is not None

    def groups(self, puzzle: Instance, known: Known) -> list[list[Cell]]:  # noqa: ARG002
        """The cells of the rectangles that are there."""
        return [area for _, area in self.areas(known)]

    def values(self, puzzle: Instance, variables: Variables, piece: Sequence[Cell]) -> Mapping[str, Any]:  # noqa: ARG002
        """Return the truth of the rectangle."""
        name = area_name(piece[0], piece[-1])
        return {name: True} if area_of(name) == [*piece] and name in variables else {}

    @staticmethod
    def areas(known: Known) -> list[tuple[str, list[Cell]]]:
        """The rectangles that are there, and their cells."""
        return [(name, area) for name, value in known.items() if value and (area := area_of(name))]

    def statement(self, name: str, value: Any, holds: bool) -> Statement:
        """Return `the rectangle from r1c1 to r3c2 is there`."""
        first, _, last = name.partition("-")
        return Statement(f"the {self.what} from {first} to {last}", "is", "there", bool(value) != holds)


@dataclass(frozen=True)
class Pieces(Cut):
    """The value of a cell says in which piece it is.

    `labels` returns the piece of each cell whose value is known; without it the values are the pieces.
    `shaped` returns the values of the cells of a piece; without it this is the one value that they can share.
    """

    labels: Callable[[Instance, Known], Mapping[Cell, Hashable]] | None = None
    shaped: Callable[[Sequence[Cell]], Mapping[Cell, Any]] | None = None
    names: Mapping[Any, str] = field(default_factory=dict)  # value -> what that means
    says_value: str = "{}"  # what it means that a cell has a value, behind "is" or "is not"

    def groups(self, puzzle: Instance, known: Known) -> list[list[Cell]]:
        """The cells of each piece, as far as they are known."""
        found: dict[Hashable, list[Cell]] = {}
        pieces = self.labels(puzzle, known) if self.labels else _values_of_cells(known)
        for cell, piece in pieces.items():
            found.setdefault(piece, []).append(cell)
        return [*found.values()]

    def values(self, puzzle: Instance, variables: Variables, piece: Sequence[Cell]) -> Mapping[str, Any]:  # noqa: ARG002
        """Return the values of the cells."""
        can_be = {cell: variables.get(at(cell), {}) for cell in piece}
        if self.shaped is not None:
            values = self.shaped(piece)
        else:
            common = [value for value in can_be[piece[0]] if all(value in of for of in can_be.values())]
            values = dict.fromkeys(piece, common[0]) if len(common) == 1 else {}
        possible = all(value in can_be[cell] for cell, value in values.items())
        return {at(cell): value for cell, value in values.items()} if possible else {}

    def statement(self, name: str, value: Any, holds: bool) -> Statement:
        """Return `r1c2 is in the galaxy at r2c2`."""
        return Statement(name, "is", self.names.get(value) or self.says_value.format(value), not holds)


def _values_of_cells(known: Known) -> dict[Cell, Hashable]:
    return {cell: value for name, value in known.items() if (cell := cell_of(name))}


def area_of(name: str) -> list[Cell] | None:
    """The cells of the rectangle whose variable has that name."""
    found = _AREA.fullmatch(name)
    if found is None:
        return None
    top, left, bottom, right = (int(number) - 1 for number in found.groups())
    return area_cells(((top, left), (bottom, right)))
