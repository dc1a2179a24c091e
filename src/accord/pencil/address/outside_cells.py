"""Codecs of puzz.link addresses for what is not in a cell: a number, clues of lines, regions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from accord.grids.regions import Grid as RegionGrid
from accord.grids.regions import Walls, parts, walls
from accord.pencil.address.address import (
    HOLE,
    UNKNOWN,
    Grid,
    GridPart,
    Part,
    Size,
    Words,
    as_word,
    cells,
    line,
    lines_size,
    one_word,
    refusal,
    rows,
)
from accord.pencil.address.cells import NUMBER16, OUTSIDE16
from accord.pencil.address.codes import NOTHING, Reader, read_bits, read_gaps, write_bits, write_gaps


@dataclass(frozen=True)
class Sign(Part):
    """The sign between two parts."""

    text: str

    def read(self, reader: Reader, size: Size) -> Words:  # noqa: ARG002
        """Nothing. At the end of the text it may be missing."""
        if not reader.at_end():
            reader.take(re.escape(self.text), self.text)
        return {}

    def write(self, said: Words, size: Size) -> str:  # noqa: ARG002
        """The sign."""
        return self.text


@dataclass(frozen=True)
class Number(Part):
    """A number, as it is."""

    key: str
    most: int = 999

    def read(self, reader: Reader, size: Size) -> Words:  # noqa: ARG002
        """The number."""
        number = reader.number(1, self.most, f"the number of {self.key}")
        reader.take("/", "/")
        return {self.key: [[str(number)]]}

    def write(self, said: Words, size: Size) -> str:  # noqa: ARG002
        """Its text."""
        return f"{one_word(said.get(self.key))}/"


@dataclass(frozen=True)
class Lines:
    """Clues beside the board, those of columns first. Where a line has several, the innermost is first."""

    columns: Sequence[Sequence[str]]  # sides (top, bottom), and the keys of the clues at each line of them
    rows: Sequence[Sequence[str]]  # left, right

    def read(self, reader: Reader, size: Size) -> Words:
        """The clues of each side."""
        sides = [(keys, size[1]) for keys in self.columns] + [(keys, size[0]) for keys in self.rows]
        words = read_gaps(reader, OUTSIDE16, sum(len(keys) * length for keys, length in sides))
        words, found, at = [each.replace(UNKNOWN, NOTHING) for each in words], dict[str, Grid](), 0
        for keys, length in sides:
            behind = at + len(keys) * length
            found |= {key: [words[at + place : behind : len(keys)]] for place, key in enumerate(keys)}
            at = behind
        return found

    def write(self, said: Words, size: Size) -> str:
        """Their text."""
        words: list[str] = []
        for sides, length in ((self.columns, size[1]), (self.rows, size[0])):
            for keys in sides:
                clues = [line(said.get(key), length) for key in keys]
                words += [clue for each in zip(*clues, strict=True) for clue in each]
        return write_gaps(words, OUTSIDE16)

    def size(self, said: Words) -> Size | None:
        """Rows and columns, as many as there are clues."""
        return lines_size(said.get(self.columns[0][0]), said.get(self.rows[0][0]))


@dataclass(frozen=True)
class LeftOut(Part):
    """Parts that may be left out together before a sign; else the text of each reaches to its last place."""

    sign: str
    parts: tuple[Part, ...]

    def read(self, reader: Reader, size: Size) -> Words:
        """The words of all; those of an empty text, where they are left out."""
        if reader.text.startswith(self.sign, reader.at):
            empty = Reader("", reader.what)
            return {key: grid for part in self.parts for key, grid in part.read(empty, size).items()}
        return {key: grid for part in self.parts for key, grid in part.read(reader, size).items()}

    def write(self, said: Words, size: Size) -> str:
        """Their texts."""
        return "".join(part.write(said, size) for part in self.parts)

    def size(self, said: Words) -> Size | None:
        """Return the size that one of them has."""
        return next((size for part in self.parts if (size := part.size(said)) is not None), None)


@dataclass(frozen=True)
class Corners(Part):
    """A grid with a word for each corner of cells."""

    part: GridPart

    def read(self, reader: Reader, size: Size) -> Words:
        """The grid."""
        return self.part.read(reader, (size[0] + 1, size[1] + 1))

    def write(self, said: Words, size: Size) -> str:
        """Its text."""
        return self.part.write(said, (size[0] + 1, size[1] + 1))

    def size(self, said: Words) -> Size | None:
        """Return rows and columns of the cells."""
        size = self.part.size(said)
        return size and (size[0] - 1, size[1] - 1)


@dataclass(frozen=True)
class Regions(GridPart):
    """Regions, by the walls between them. A region is what is connected.

    A wall inside a region is a fault: many sites count it, and nothing says that the puzzle does not need it.
    """

    def read(self, reader: Reader, size: Size) -> Words:
        """Labels of regions, numbered as they appear. Raises SpecError."""
        begin, found = reader.at, read_walls(reader, size)
        label = parts(*found)
        refuse_wall_inside(reader, (begin, reader.at), found, label, self.key)
        return {self.key: [[str(each) for each in row] for row in label.tolist()]}

    def write(self, said: Words, size: Size) -> str:
        """Their walls. Raises RefusedError for a hole: behind walls it would be a region."""
        if HOLE in cells(said[self.key], size):
            raise refusal(self.key, HOLE, "no holes")
        return write_walls(said[self.key])


@dataclass(frozen=True)
class RoomNumbers(Regions):
    """Regions, and a number in some of them: a word in the first cell of the region, row by row."""

    numbers: str

    def read(self, reader: Reader, size: Size) -> Words:
        """Labels of regions, and the grid of numbers."""
        found = super().read(reader, size)
        first = {label: cell for cell, label in reversed([*enumerate(cells(found[self.key], size))])}
        words = [NOTHING] * (size[0] * size[1])
        for label, word in enumerate(read_gaps(reader, NUMBER16, len(first))):
            words[first[str(label)]] = word
        return {**found, self.numbers: rows(words, size)}

    def write(self, said: Words, size: Size) -> str:
        """Walls and numbers."""
        number: dict[str, list[str]] = {}
        for label, word in zip(
            cells(said.get(self.key), size), cells(said.get(self.numbers), size), strict=True
        ):
            number.setdefault(label, []).extend([word] if word != NOTHING else [])
        many = next((label for label, words in number.items() if len(words) > 1), None)
        if many is not None:
            raise refusal(self.numbers, " ".join(number[many]), f"one number in the region {many}")
        return super().write(said, size) + write_gaps(
            ["".join(words) or NOTHING for words in number.values()], NUMBER16
        )


def read_walls(reader: Reader, size: Size) -> tuple[Walls, Walls]:
    """Walls at the right of cells, and those below. Raises SpecError."""
    height, width = size
    right, below = (
        np.array(read_bits(reader, high * wide), np.bool_).reshape(high, wide)
        for high, wide in ((height, width - 1), (height - 1, width))
    )
    return right, below


def refuse_wall_inside(
    reader: Reader, span: tuple[int, int], found: tuple[Walls, Walls], region: RegionGrid, key: str
) -> None:
    """Raise SpecError for a wall inside a region.

    Args:
        reader: of the text.
        span: where the text of the walls begins, and where it ends.
        found: walls at the right of cells, and those below.
        region: the region of each cell.
        key: what messages call the regions.
    """
    inside = [
        f"{side} r{row + 1}c{column + 1}"
        for side, wall, border in zip(("right of", "below"), found, walls(region), strict=True)
        for row, column in np.argwhere(wall & ~border).tolist()
    ]
    if inside:
        reader.at = span[0]
        expected = f"walls between {key} only; one is inside, {inside[0]}: remove it if it means nothing"
        raise reader.wrong(expected, reader.text[slice(*span)])


def write_walls(grid: Grid) -> str:
    """The walls between labels that differ."""
    number: dict[str, int] = {}
    label = np.array(
        [[number.setdefault(as_word(word), len(number)) for word in row] for row in grid], np.int64
    )
    return "".join(write_bits(kind.ravel().astype(int).tolist()) for kind in walls(label))
