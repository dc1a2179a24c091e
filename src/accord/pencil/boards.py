"""The parts of pencil puzzles that are grids: signs, numbers, and regions, read from rows of text.

In a model file a grid is a picture with a character a cell; where any word is longer, words with blanks
between them. `.` or `-` is a blank cell, `@` no cell at all.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from accord.pencil.instance import Cell
from accord.pencil.parts import NUMBER, Part, Size, Words, number, span
from accord.puzzles.bounds import LARGEST
from accord.puzzles.family import Faults
from accord.puzzles.words import describe

BLANK = ("-", ".")  # in files of blocks, in model files
HOLE = "@"


@dataclass(frozen=True)
class Sign:
    """A word of a board that is no number."""

    word: str
    about: str  # "a wall"
    shown: str = ""  # in pictures; "": the word
    figure: str = ""  # in drawings, by its name in `accord.scene.figures`
    dark: bool = False  # whether the cell is black
    also: str = ""  # another word for it, which files may have


@dataclass(frozen=True)
class Grid(Part):
    """A word for each place of the board."""

    optional: bool = False  # without the key all places are blank
    holes: bool = False  # whether a place may be no cell
    blanks: tuple[str, ...] = BLANK  # the words for a blank cell; the first in files, the last in model files
    on_corners: bool = False  # whether words stand at the corners of cells: a row and a column more

    expected = "the rows of a grid"

    @property
    def kind(self) -> Any:
        """A text of several lines, or a list of them."""
        return str | tuple[str, ...]

    @property
    def usual(self) -> Any:
        """All blank, if it may be missing."""
        return "" if self.optional else msgspec.NODEFAULT

    def words(self, value: str | tuple[str, ...]) -> Words:
        """The words, row by row, as far as a board may be large."""
        rows = value.rstrip().split("\n", LARGEST + 1) if isinstance(value, str) else [*value[: LARGEST + 1]]
        if not any(row.strip() for row in rows):
            return []
        apart = any(len(row.split(maxsplit=1)) > 1 or (row[-1:] == " " and row.strip()) for row in rows)
        return [row.split(maxsplit=LARGEST + 1) if apart else [*row.strip()[: LARGEST + 1]] for row in rows]

    def value(self, words: Words) -> tuple[str, ...]:
        """The rows of a picture; a row of one long word ends with a blank, so that it is one."""
        words = self.with_blank(words, -1)
        width = max((len(word) for row in words for word in row), default=0)
        if width < 2:
            return tuple("".join(row) for row in words)
        return tuple(" ".join(word.rjust(width) for word in row) + " " * (len(row) == 1) for row in words)

    def with_blank(self, words: Words, blank: int) -> Words:
        """Return the words with one word for all blank cells: the first, or the last."""
        return [[self.blanks[blank] if word in self.blanks else word for word in row] for row in words]

    def fits(self, words: Words, size: Size, faults: Faults) -> bool:
        """Whether it has as many rows and columns as the board; a fault for each that it has not."""
        good, size = True, (size[0] + self.on_corners, size[1] + self.on_corners)
        if len(words) != size[0]:
            many = f"more than {LARGEST}" if len(words) > LARGEST else f"{len(words)}"
            expected = f"at most {LARGEST}" if len(words) > LARGEST else f"{size[0]}"
            faults.add(self.key, f"found {many} rows; expected {expected}")
            good = False
        for place, row in enumerate(words[:LARGEST], start=1):
            if len(row) != size[1] or len(row) > LARGEST:
                expected = f"{size[1]}" if size[1] <= LARGEST else f"at most {LARGEST}"
                faults.add(f"{self.key}[{place}]", f"found {len(row)} cells; expected {expected}")
                good = False
        return good

    def block_rows(self, size: Size) -> int:
        """A line for each row."""
        return size[0] + self.on_corners

    def from_block(self, words: Words, size: Size, faults: Faults) -> Words:
        """The words, with a fault for each line that is too long or too short."""
        self.fits(words, size, faults)
        return words

    def to_block(self, words: Words, size: Size) -> Words:  # noqa: ARG002
        """The words, with the first sign for blank cells."""
        return self.with_blank(words, 0)

    def read(self, words: Words, size: Size, faults: Faults) -> Any:
        """Return what the words mean."""
        if not words and self.optional:
            return self.meaning([])
        good = self.fits(words, size, faults)
        wrong = [*self.strange(words[:LARGEST])]
        for row, column, word in wrong:
            fault = f"found {describe(word)} in column {column + 1}; expected {self.wants(word)}"
            faults.add(f"{self.key}[{row + 1}]", fault)
        if wrong or not good:
            return self.meaning([])
        return self.meaning([((r, c), word) for r, row in enumerate(words) for c, word in enumerate(row)])

    def holes_of(self, words: Words) -> Iterator[Cell]:
        """The places that are no cells."""
        if self.holes:
            yield from ((r, c) for r, row in enumerate(words) for c, word in enumerate(row) if word == HOLE)

    def strange(self, words: Words) -> Iterator[tuple[int, int, str]]:
        """The first word of each row that cannot stand there: row, column, word."""
        for r, row in enumerate(words):
            for c, word in enumerate(row):
                if not (self.knows(word) or (self.holes and word == HOLE)):
                    yield r, c, word
                    break

    @property
    @abstractmethod
    def wanted(self) -> str:
        """The words that may stand in a place, as a message lists them."""

    def wants(self, word: str) -> str:  # noqa: ARG002 (others say more of some words)
        """Return what a message expects in the place of a word that cannot stand there."""
        return self.wanted

    @abstractmethod
    def knows(self, word: str) -> bool:
        """Whether a word can stand in a cell."""

    @abstractmethod
    def meaning(self, cells: Sequence[tuple[Cell, str]]) -> Any:
        """Return what the words of all places mean; of no place, if there is something wrong."""


@dataclass(frozen=True)
class Board(Grid):
    """Signs and numbers in cells: {cell: number or word} of cells that are not blank."""

    signs: tuple[Sign, ...] = ()
    numbers: tuple[int, int] | None = None  # from .. to
    dark: bool = False  # whether cells with numbers are black
    corner: bool = False  # whether numbers stand small in a corner, beside what is filled in
    mark: bool = False  # whether a word stands in a cell only as long as nothing is filled in
    pattern: str = ""  # of other words, which the page takes apart
    pattern_about: str = ""  # they in messages
    directions: str = ""  # the signs that mean up, right, down and left

    def words(self, value: str | tuple[str, ...]) -> Words:
        """The words, row by row, as far as a board may be large."""
        return self.usual_words(super().words(value))

    def usual_words(self, words: Words) -> Words:
        """Return the words; another word for a sign becomes the sign's own."""
        word = {sign.also: sign.word for sign in self.signs if sign.also}
        return [[word.get(each, each) for each in row] for row in words] if word else words

    @property
    def wanted(self) -> str:
        """The signs and the numbers."""
        parts = [f"{sign.word} ({sign.about})" for sign in self.signs]
        parts += [f"a number {span(*self.numbers)}"] if self.numbers else []
        parts += [self.pattern_about] if self.pattern else []
        parts += [f"{self.blanks[0]} for none"] if self.blanks else []
        return ", ".join(parts)

    def knows(self, word: str) -> bool:
        """Whether it is blank, a sign, a number in the range, or of the pattern."""
        return (
            word in self.blanks
            or any(word == sign.word for sign in self.signs)
            or (self.numbers is not None and number(word, *self.numbers) is not None)
            or (bool(self.pattern) and re.fullmatch(self.pattern, word) is not None)
        )

    def meaning(self, cells: Sequence[tuple[Cell, str]]) -> dict[Cell, int | str]:
        """{cell: number or word}."""
        return {
            cell: int(word) if NUMBER.fullmatch(word) and self.numbers else word
            for cell, word in cells
            if word not in self.blanks and not (self.holes and word == HOLE)
        }


@dataclass(frozen=True)
class Regions(Grid):
    """A label for each cell: {label: cells}, in the order in which they come, row by row."""

    what: str = "region"  # what one of them is, in messages
    connected: bool = True  # whether the cells of a region must touch each other
    blanks: tuple[str, ...] = ()

    @property
    def wanted(self) -> str:
        """A label."""
        return f"the label of a {self.what}" + (f", or {HOLE} for no cell" if self.holes else "")

    def wants(self, word: str) -> str:
        """A label; a hole is a variant, where there are none."""
        return self.wanted + ("; a board with holes is a variant that is not known" if word == HOLE else "")

    def to_block(self, words: Words, size: Size) -> Words:  # noqa: ARG002
        """The labels as numbers, unless they are."""
        if all(NUMBER.fullmatch(word) or word == HOLE for row in words for word in row):
            return words
        number: dict[str, int] = {}
        return [
            [word if word == HOLE else str(number.setdefault(word, len(number) + 1)) for word in row]
            for row in words
        ]

    def knows(self, word: str) -> bool:
        """Whether it can be a label."""
        return word.isprintable() and word != HOLE and word not in BLANK

    def meaning(self, cells: Sequence[tuple[Cell, str]]) -> dict[str, list[Cell]]:
        """{label: cells}."""
        found: dict[str, list[Cell]] = {}
        for cell, word in cells:
            if not (self.holes and word == HOLE):
                found.setdefault(word, []).append(cell)
        return found

    def read(self, words: Words, size: Size, faults: Faults) -> Any:
        """The regions, each in one piece."""
        regions = super().read(words, size, faults)
        for label, cells in regions.items() if self.connected else ():
            near = reachable(cells[0], cells)
            if len(near) < len(cells):
                apart = sorted({*cells} - {*near})
                places = " and at ".join(f"row {r + 1}, column {c + 1}" for r, c in (cells[0], apart[0]))
                found = f"found {self.what} {describe(label)} in parts that do not touch, at {places}"
                faults.add(f"{self.key}[{apart[0][0] + 1}]", f"{found}; expected one part")
        return regions


def reachable(start: Cell, cells: Sequence[Cell]) -> list[Cell]:
    """The cells that can be reached from one of them, by steps over shared sides."""
    among = {*cells}
    found = [start]
    among.discard(start)
    for row, column in found:  # grows while it is walked
        for near in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if near in among:
                among.discard(near)
                found.append(near)
    return found


def is_connected(cells: Collection[Cell]) -> bool:
    """Return whether cells are connected by their sides."""
    some = [*cells]
    return not some or len(reachable(some[0], some)) == len(some)


def parts(cells: Collection[Cell]) -> Iterator[list[Cell]]:
    """Yield the parts of cells that are connected by their sides."""
    left = dict.fromkeys(cells)
    while left:
        part = reachable(next(iter(left)), [*left])
        yield part
        for cell in part:
            del left[cell]
