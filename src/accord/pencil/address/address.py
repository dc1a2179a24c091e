"""Read and write a puzzle's address (URL) part by part, in the order its kind declares."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from accord.errors import RefusedError
from accord.pencil.address.codes import NOTHING, Reader
from accord.puzzles.sites import SiteForm
from accord.puzzles.words import describe

Grid: TypeAlias = list[list[str]]  # words by line
Words: TypeAlias = Mapping[str, Grid]  # key of a part -> its words; of a number, and of clues, in one line
Size: TypeAlias = tuple[int, int]  # rows, columns

UNKNOWN = "?"  # a clue, but not its number
HOLE = "@"


class Asked(dict[str, Grid]):
    """Words that remember which keys were asked for: what a form never asks for, it cannot say."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.asked: set[str] = set()

    def __getitem__(self, key: str) -> Grid:
        self.asked.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """The words of a key."""
        self.asked.add(key)
        return super().get(key, default)


class Form(SiteForm, Protocol):
    """How a site says a puzzle of a kind in a line."""

    needed: Collection[str]  # keys that it may leave open; a setting before the address says them, and wins

    def begins(self, text: str) -> bool:
        """Whether a text looks like a puzzle of this kind in this form."""

    def read(self, text: str) -> Words:
        """The words of its parts. Raises SpecError."""

    @property
    def write(self) -> Callable[[Words], str] | None:
        """Words -> the text, None if puzzles are only read. It raises RefusedError for what it cannot say."""


class Part(Protocol):
    """A stretch of an address."""

    def read(self, reader: Reader, size: Size) -> Words:
        """The words by key. Raises SpecError."""

    def write(self, said: Words, size: Size) -> str:
        """Its text. Raises RefusedError."""

    def size(self, said: Words) -> Size | None:  # noqa: ARG002 (by default a part says neither)
        """Return rows and columns as this part has them; None if it says neither."""
        return None


@dataclass(frozen=True)
class GridPart(Part):
    """A part that is a grid of words under a key, as large as the puzzle."""

    key: str

    def size(self, said: Words) -> Size | None:
        """Return rows and columns of the grid."""
        return grid_size(said.get(self.key))


def parts_read(parts: Iterable[Part], reader: Reader, size: Size) -> dict[str, Grid]:
    """The words of all parts of a text, to its end. Raises SpecError."""
    found: dict[str, Grid] = {}
    for part in parts:
        found.update(part.read(reader, size))
    reader.end()
    return found


def size_of(parts: Iterable[Part], said: Words) -> Size:
    """Rows and columns of a puzzle."""
    return next(size for part in parts if (size := part.size(said)) is not None)


# -- grids of words --------------------------------------------------------------------------------


def rows(words: Sequence[str], size: Size) -> Grid:
    """Words of cells, row by row, as rows."""
    return [list(words[at : at + size[1]]) for at in range(0, size[0] * size[1], size[1])]


def cells(grid: Grid | None, size: Size) -> list[str]:
    """The words of all cells, row by row; of a grid that a puzzle does not have each is NOTHING."""
    if not grid:
        return [NOTHING] * (size[0] * size[1])
    return [as_word(word) for row in grid for word in row]


def one_word(grid: Grid | None) -> str:
    """The one word of a number, or of a reading; empty if a puzzle does not have it."""
    return grid[0][0] if grid and grid[0] else ""


def line(grid: Grid | None, length: int) -> list[str]:
    """The words of clues; a clue that the puzzle does not have is NOTHING."""
    if not grid or not grid[0]:
        return [NOTHING] * length
    return [NOTHING if each == UNKNOWN else as_word(each) for each in grid[0]]


def lines_size(columns: Grid | None, rows: Grid | None) -> Size | None:
    """Return rows and columns, as many as there are clues, if a puzzle has both."""
    return (len(rows[0]), len(columns[0])) if columns and rows and columns[0] and rows[0] else None


def grid_size(grid: Grid | None) -> Size | None:
    """Rows and columns of a grid, if a puzzle has it."""
    return (len(grid), len(grid[0])) if grid else None


def as_word(word: str) -> str:
    """A word; `.` as NOTHING."""
    return NOTHING if word == "." else word


def refusal(key: str, found: str, expected: str) -> RefusedError:
    """The error of a word that a form cannot say."""
    return RefusedError(f"{key}: found {describe(found)}; expected {expected}")
