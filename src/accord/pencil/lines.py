"""Solutions of pencil puzzles that are lines: from cell to cell, or along the sides of cells.

Lines   a line leaves a cell by some of its sides: `ew` goes straight, `se` turns; - has none
Sides   a loop runs along the sides of cells; files state which cells are inside it
Bridges   islands are joined by one line or two: 1 and 2 across, a and b down

The truth of an edge between cells is called `line[1,1,1,2]`, by the cells at its ends, as
`Instance.lines_between` makes it; that of a side by the dots at its ends (`Instance.sides`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from accord.errors import UsageError
from accord.pencil.boards import BLANK
from accord.pencil.direct import Variables
from accord.pencil.instance import LINE, Cell, Instance, at, line_name
from accord.pencil.solutions import Flags, Known, Solution, Statement, cell_of, places
from accord.picture import EMPTY, Network
from accord.puzzles.blocks import Rows
from accord.puzzles.words import describe

SIDES = {"n": (-1, 0), "s": (1, 0), "e": (0, 1), "w": (0, -1)}  # in the order of words
LETTERS = "".join(SIDES)
LETTER = {step: letter for letter, step in SIDES.items()}
WAYS = tuple("".join(some) for number in (1, 2) for some in combinations(LETTERS, number))
_LINE = re.compile(rf"{LINE}\[([0-9]+),([0-9]+),([0-9]+),([0-9]+)\]")
NAMES_KEPT = 1 << 14  # of edges, whose ends are asked for several times a puzzle
ACROSS, DOWN = ("1", "2"), ("a", "b")  # one bridge or two, in files
Edge = tuple[Cell, Cell]


@lru_cache(maxsize=NAMES_KEPT)
def edge_of(name: str) -> Edge | None:
    """Return the ends of the edge whose truth has that name: cells, or dots."""
    found = _LINE.fullmatch(name)
    if found is None:
        return None
    row, column, below, right = (int(number) - 1 for number in found.groups())
    return (row, column), (below, right)


def edges_of(known: Known) -> dict[Edge, Any]:
    """Return which edges are known, and their values."""
    return {edge: value for name, value in known.items() if (edge := edge_of(name))}


class OnEdges(Solution):
    """A form of solutions in which edges are chosen."""

    rest = BLANK[0]
    thing = Flags("line", place="way")

    def knows(self, name: str) -> bool:
        """Whether the variable belongs to an edge."""
        return edge_of(name) is not None

    def thing_of(self, names: Sequence[str]) -> Flags | None:
        """Return a line, if all these are edges."""
        return self.thing if all(map(edge_of, names)) else None

    def signs(self, puzzle: Instance, known: Known) -> dict[Cell, str]:  # noqa: ARG002
        """Nothing: lines stand between cells."""
        return {}

    def label(self, puzzle: Instance, name: str) -> str:  # noqa: ARG002
        """`r1c1-r1c2`, for an edge between cells."""
        edge = edge_of(name)
        return "-".join(map(at, edge)) if edge else name

    def statement(self, name: str, value: Any, holds: bool) -> Statement:
        """Return that an edge has a line, or has not."""
        return self.thing.statement(name, value, holds)


@dataclass(frozen=True)
class Lines(OnEdges):
    """Lines from cell to cell; with `shaded` a cell without a line may have something of its own."""

    shaded: Flags | None = None

    @property
    def words(self) -> str:
        """The words that a file may have."""
        own = [self.shaded.word] if self.shaded else []
        return " or ".join([f"the sides by which a line leaves, such as {WAYS[-1]}", *own, self.rest])

    def allows(self, word: str) -> bool:
        """Whether a file may have that word."""
        return word in (*WAYS, self.rest) or (self.shaded is not None and self.shaded.allows(word))

    def knows(self, name: str) -> bool:
        """Whether the variable belongs to an edge, or to a cell that may be shaded."""
        return super().knows(name) or (self.shaded is not None and self.shaded.knows(name))

    def thing_of(self, names: Sequence[str]) -> Flags | None:
        """Return a line, or what cells have."""
        return super().thing_of(names) or (self.shaded.thing_of(names) if self.shaded else None)

    def cells(self, puzzle: Instance, known: Known) -> dict[Cell, str]:
        """The words of cells."""
        sides: dict[Cell, set[str]] = {}
        for edge, value in edges_of(known).items():
            for cell, letter in _letters(edge):
                sides.setdefault(cell, set()).update(letter if value else "")
        lines = {cell: "".join(s for s in LETTERS if s in some) or self.rest for cell, some in sides.items()}
        own = self.shaded.cells(puzzle, known) if self.shaded else {}
        return lines | {cell: word for cell, word in own.items() if word != BLANK[0] or cell not in lines}

    def says(self, puzzle: Instance, variables: Variables, rows: Rows) -> Iterator[tuple[str, Any]]:
        """Yield each edge, and each cell that may be shaded. Raises UsageError where one cannot be so."""
        seen: dict[str, tuple[Cell, bool]] = {}
        for cell, word in places(puzzle, rows):
            names = {
                letter: name
                for letter, (down, right) in SIDES.items()
                if (name := line_name(cell, (cell[0] + down, cell[1] + right))) in variables
            }
            leaves = word if word in WAYS else ""
            own = self.shaded is not None and at(cell) in variables
            plain = self.may_stand(puzzle, cell, word) or (own and self.allows(word))
            if not {*leaves} <= names.keys() or not (leaves or plain):
                raise UsageError(f"{at(cell)}: found {describe(word)}; expected sides of {''.join(names)}")
            for letter, name in names.items():
                other, there = seen.setdefault(name, (cell, letter in leaves))
                if there != (letter in leaves):
                    raise UsageError(f"{at(cell)}: found {describe(word)}; at {at(other)} it is otherwise")
            if own and self.shaded is not None:
                yield at(cell), word == self.shaded.word
        yield from ((name, there) for name, (_, there) in seen.items())

    def signs(self, puzzle: Instance, known: Known) -> dict[Cell, str]:
        """Return the signs of cells that may be shaded."""
        signs = self.shaded.signs(puzzle, known) if self.shaded else {}
        return {cell: sign for cell, sign in signs.items() if sign != EMPTY}

    def network(self, puzzle: Instance, known: Known) -> Network:
        """Return the lines between cells."""
        chosen = frozenset(edge for edge, value in edges_of(known).items() if value)
        return Network("cells", puzzle.cells, chosen)

    def statement(self, name: str, value: Any, holds: bool) -> Statement:
        """Return `r1c1-r1c2 has a line`; or `r1c1 is shaded`."""
        if self.shaded is not None and cell_of(name):
            return self.shaded.statement(name, value, holds)
        return super().statement(name, value, holds)


@dataclass(frozen=True)
class Sides(OnEdges):
    """One loop along the sides of cells. Files state the cells inside it."""

    word: str = "x"  # of a cell inside

    @property
    def words(self) -> str:
        """The words that a file may have."""
        return f"{self.word} or {self.rest}"

    def allows(self, word: str) -> bool:
        """Whether a file may have that word."""
        return word in (self.word, self.rest)

    def cells(self, puzzle: Instance, known: Known) -> dict[Cell, str]:
        """The word of each cell: inside, if the loop is crossed an odd number of times on the way to it."""
        edges = edges_of(known)
        inside: dict[Cell, bool] = {}
        for row, column in puzzle.cells:
            crossed = bool(edges.get(((row, column), (row + 1, column))))
            inside[row, column] = crossed != inside.get((row, column - 1), False)
        return {cell: self.word if within else self.rest for cell, within in inside.items()}

    def says(self, puzzle: Instance, variables: Variables, rows: Rows) -> Iterator[tuple[str, Any]]:
        """Yield each side: it is on the loop if just one of the cells beside it is inside."""
        inside = {cell for cell, word in places(puzzle, rows) if word == self.word}
        for name in variables:
            edge = edge_of(name)
            if edge is not None:
                one, other = beside(edge)
                yield name, (one in inside) != (other in inside)

    def network(self, puzzle: Instance, known: Known) -> Network:
        """Return the sides that are on the loop."""
        chosen = frozenset(edge for edge, value in edges_of(known).items() if value)
        dots = {dot for row, column in puzzle.cells for dot in _corners(row, column)}
        return Network("dots", tuple(sorted(dots)), chosen)

    def label(self, puzzle: Instance, name: str) -> str:
        """`r1c1/r1c2`, for the side between two cells; `the top of r1c1`, at the edge of the board."""
        edge = edge_of(name)
        if edge is None:
            return name
        one, other = cells = beside(edge)
        inner = [cell for cell in cells if cell in puzzle.cells]
        if len(inner) == 2:
            return "/".join(map(at, cells))
        where = ("left", "top") if inner == [other] else ("right", "bottom")
        return f"the {where[one[1] == other[1]]} of {at(inner[0])}"


@dataclass(frozen=True)
class Bridges(OnEdges):
    """Islands, which a board has, are joined across cells between them by one bridge or two."""

    islands: str = "board"  # the key of the board

    thing = Flags("bridge")

    @property
    def words(self) -> str:
        """The words that a file may have."""
        return f"{' or '.join((*ACROSS, *DOWN))} or {self.rest}"

    def allows(self, word: str) -> bool:
        """Whether a file may have that word."""
        return word in (*ACROSS, *DOWN, self.rest)

    def thing_of(self, names: Sequence[str]) -> Flags | None:  # noqa: ARG002
        """Nothing: an edge has a number of bridges."""
        return None

    def cells(self, puzzle: Instance, known: Known) -> dict[Cell, str]:  # noqa: ARG002
        """The words of cells that have bridges."""
        return {
            cell: (ACROSS if edge[0][0] == edge[1][0] else DOWN)[number - 1]
            for edge, number in edges_of(known).items()
            if number
            for cell in between(edge)
        }

    def says(self, puzzle: Instance, variables: Variables, rows: Rows) -> Iterator[tuple[str, Any]]:
        """Yield the number of bridges of each edge. Raises UsageError for a bridge that leads nowhere."""
        words = {cell: word for cell, word in places(puzzle, rows) if cell not in puzzle[self.islands]}
        led: set[Cell] = set()
        for name in variables:
            edge = edge_of(name)
            if edge is not None:
                signs = ACROSS if edge[0][0] == edge[1][0] else DOWN
                some = {words[cell] for cell in between(edge)}
                number = signs.index(some.pop()) + 1 if len(some) == 1 and some <= {*signs} else 0
                led.update(between(edge) if number else ())
                yield name, number
        for cell, word in words.items():
            if word in (*ACROSS, *DOWN) and cell not in led:
                raise UsageError(f"{at(cell)}: found {describe(word)}; expected a bridge between two islands")

    def network(self, puzzle: Instance, known: Known) -> Network:
        """Return the bridges."""
        number = {edge: value for edge, value in edges_of(known).items() if value}
        double = frozenset(edge for edge, value in number.items() if value == 2)
        return Network("cells", tuple(sorted(puzzle[self.islands])), frozenset(number), double=double)

    def statement(self, name: str, value: Any, holds: bool) -> Statement:
        """Return `r1c1-r1c4 has 2 bridges`."""
        if not value:
            return Statement(name, "has", "no bridge" if holds else "a bridge")
        return Statement(name, "has", f"{'' if holds else 'not '}{self.thing.number(value)}")


def between(edge: Edge) -> list[Cell]:
    """Return the cells between the ends of an edge, in a row or a column."""
    (row, column), (below, right) = edge
    if row == below:
        return [(row, each) for each in range(column + 1, right)]
    return [(each, column) for each in range(row + 1, below)]


def beside(edge: Edge) -> tuple[Cell, Cell]:
    """Return the cells on both sides of an edge of dots: above and below, or left and right."""
    (row, column), (below, _) = edge
    return ((row, column - 1), (row, column)) if below > row else ((row - 1, column), (row, column))


def _corners(row: int, column: int) -> Iterator[Cell]:
    yield from ((row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1))


def _letters(edge: Edge) -> Iterator[tuple[Cell, str]]:
    """Yield each end of an edge, and the side by which the edge leaves it."""
    for one, other in (edge, edge[::-1]):
        yield one, LETTER[other[0] - one[0], other[1] - one[1]]
