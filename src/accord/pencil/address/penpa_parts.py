"""Read the parts of kinds from a drawing of penpa-edit: numbers, walls, signs, dots, regions, cages.

Each takes what it knows, and leaves all else, which is then refused. Files of blocks have the same words.

Addresses of penpa-edit, which are read: a kind takes from the drawing what it knows.

penpa-edit draws; it knows no kinds and no rules. So its addresses stand behind the name of a kind, and before
them may stand what a drawing does not say: `star-battle:stars=2;https://...`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, product
from typing import Protocol

from accord.grids.regions import Grid as RegionGrid
from accord.pencil.address import penpa_text
from accord.pencil.address import penpa_text as penpa
from accord.pencil.address.address import HOLE, UNKNOWN, Grid, Words
from accord.pencil.address.codes import NOTHING
from accord.pencil.address.drawing import Cell, Drawing, Number, Symbol, read
from accord.puzzles import sites
from accord.puzzles.words import describe

DARK = (1, 3, 4, 8)  # colours: dark grey, light grey, black, grey
NUMBER = re.compile(r"[0-9]{1,4}")
_UPPER_LEFT, _RIGHT, _DOWN = 0, 1, 2  # corners where sums stand: of a cage; of the row, of the column


class Part(Protocol):
    """A part that a kind reads from a drawing."""

    def take(self, drawing: Drawing) -> Words:
        """Take it out of the drawing; return its words by key. Raises SpecError."""


@dataclass(frozen=True)
class Numbers(Part):
    """A grid of numbers."""

    key: str
    unknown: str = ""  # the word of `?`, and of a disc without a number, if the kind has such clues

    def take(self, drawing: Drawing) -> Words:
        """The numbers in cells of the board."""
        found = _blank(drawing)
        for cell in [cell for cell in drawing.numbers if cell in drawing]:
            word = self._word(drawing.numbers[cell])
            if word:
                found[cell[0]][cell[1]] = word
                del drawing.numbers[cell]
        return {self.key: found}

    def _word(self, number: Number) -> str:
        if NUMBER.fullmatch(number.text):
            return str(int(number.text))
        return self.unknown if number.text == UNKNOWN or (not number.text and number.disc) else ""


@dataclass(frozen=True)
class Labels(Part):
    """A grid of labels, of which only matters which are equal: numbers, or letters as they appear."""

    key: str

    def take(self, drawing: Drawing) -> Words:
        """The labels of cells of the board, as numbers."""
        texts = {cell: number.text for cell, number in drawing.numbers.items() if cell in drawing}
        if any(re.fullmatch("[A-Za-z]", text) for text in texts.values()):
            number = {text: str(at) for at, text in enumerate(dict.fromkeys(texts.values()), start=1)}
            drawing.numbers |= {cell: Number(number[text], disc=False) for cell, text in texts.items()}
        return Numbers(self.key).take(drawing)


@dataclass(frozen=True)
class Arrows(Part):
    """A grid of numbers with arrows, `2e`. Such a cell may be dark; `?` and a dark one alone are unknown."""

    key: str
    unknown: str

    def take(self, drawing: Drawing) -> Words:
        """The clues of the board."""
        found = _blank(drawing)
        for cell in [cell for cell, shade in drawing.shades.items() if shade in DARK and cell in drawing]:
            del drawing.shades[cell]
            found[cell[0]][cell[1]] = self.unknown
        for cell in [cell for cell in drawing.numbers if cell in drawing]:
            text = drawing.numbers[cell].text
            match = re.fullmatch("([0-9]{1,3})_([0-3])", text)
            if match or text == UNKNOWN:
                found[cell[0]][cell[1]] = f"{int(match[1])}{'nwes'[int(match[2])]}" if match else self.unknown
                del drawing.numbers[cell]
        return {self.key: found}


@dataclass(frozen=True)
class NumberedWalls(Part):
    """A grid of dark cells, with or without a number."""

    key: str
    wall: str

    def take(self, drawing: Drawing) -> Words:
        """The dark cells of the board and their numbers."""
        found = _blank(drawing)
        for cell in [cell for cell, shade in drawing.shades.items() if shade in DARK and cell in drawing]:
            del drawing.shades[cell]
            text = drawing.numbers.pop(cell, Number("", disc=False)).text
            if text and text != UNKNOWN and not NUMBER.fullmatch(text):
                raise penpa.fault(
                    f"found {describe(text)} in the wall {drawing.at(cell)}; expected a number, or nothing"
                )
            found[cell[0]][cell[1]] = self.wall if text in ("", UNKNOWN) else str(int(text))
        return {self.key: found}


@dataclass(frozen=True)
class Signs(Part):
    """A grid of signs, each of some symbols."""

    key: str
    signs: Mapping[Symbol, str]

    def take(self, drawing: Drawing) -> Words:
        """The symbols in cells of the board."""
        found = _blank(drawing)
        for cell in [
            cell for cell, some in drawing.symbols.items() if some in self.signs and cell in drawing
        ]:
            found[cell[0]][cell[1]] = self.signs[drawing.symbols.pop(cell)]
        return {self.key: found}


_DOTS = {0: "0", 1: "3", 2: "2", 3: "1"}  # sort of place -> word


@dataclass(frozen=True)
class Dots(Part):
    """A grid of small circles: 0 in a cell, 1 on its right side, 2 on its lower side, 3 at its corner there.

    Dark cells are outside of the board.
    """

    key: str

    def take(self, drawing: Drawing) -> Words:
        """The circles of the board, and its holes. Raises SpecError for two circles at one cell."""
        found = _blank(drawing)
        for cell in [cell for cell, shade in drawing.shades.items() if shade in DARK and cell in drawing]:
            del drawing.shades[cell]
            found[cell[0]][cell[1]] = HOLE
        every = {(cell, 0): symbol for cell, symbol in drawing.symbols.items()} | drawing.between
        for (cell, sort), symbol in every.items():
            if cell not in drawing or symbol not in _CIRCLES or sort not in _DOTS:
                continue
            if found[cell[0]][cell[1]] != NOTHING:
                raise penpa.fault(f"found a second circle, or a dark cell, {drawing.at(cell)}; expected one")
            found[cell[0]][cell[1]] = _DOTS[sort]
            drawing.between.pop((cell, sort), None) or drawing.symbols.pop(cell)
        return {self.key: found}


def circles(white: str, black: str) -> dict[Symbol, str]:
    """Return the words of white and black circles of any size."""
    words = {1: white, 2: black}
    sizes = ("SS", "S", "M", "L")
    return {Symbol(f"circle_{size}", style): word for size in sizes for style, word in words.items()}


_CIRCLES = circles("white", "black")


@dataclass(frozen=True)
class Regions(Part):
    """Regions, by the bold edges between them; perhaps with places that are no cells."""

    key: str
    holes: bool = False

    def take(self, drawing: Drawing) -> Words:
        """Labels of regions."""
        words = [[str(label) for label in row] for row in drawing.regions().tolist()]
        for row, column in drawing.holes if self.holes else ():
            words[row][column] = HOLE
        if self.holes:
            drawing.holes.clear()
        return {self.key: words}


@dataclass(frozen=True)
class UsualBoxes(Part):
    """The boxes of a sudoku of which the kind knows no others; they need not be drawn."""

    usual: Callable[[int], RegionGrid | None]  # size -> the box of each cell, from 0 as they appear

    def take(self, drawing: Drawing) -> Words:
        """Nothing. Raises SpecError for other boxes."""
        boxes = drawing.regions()
        usual = self.usual(len(boxes)) if boxes.shape[0] == boxes.shape[1] else None
        if boxes.any() and (usual is None or (boxes != usual).any()):
            raise penpa.fault("found boxes other than the usual ones; expected these, or none")
        return {}


@dataclass(frozen=True)
class Cages(Part):
    """Cages with sums; a cell without a cage is one of its own, the sum of which is the number in it."""

    key: str
    sums: str

    def take(self, drawing: Drawing) -> Words:
        """Labels of cages, and the grid of sums. Raises SpecError for cages that share a cell."""
        found, sums = _blank(drawing), _blank(drawing)
        for label, cage in enumerate(drawing.cages):
            for row, column in cage:
                if (row, column) not in drawing or found[row][column] != NOTHING:
                    expected = "cells of the board, each in one cage"
                    raise penpa.fault(f"found a cage {drawing.at((row, column))}; expected {expected}")
                found[row][column] = str(label)
        labels = count(len(drawing.cages))
        for cell in product(range(drawing.size[0]), range(drawing.size[1])):
            row, column = cell
            given = drawing.numbers.get(cell, Number("", disc=False)).text
            if found[row][column] == NOTHING:
                found[row][column] = str(next(labels))
                if NUMBER.fullmatch(given):
                    sums[row][column] = str(int(given))
                    del drawing.numbers[cell]
            elif NUMBER.fullmatch(drawing.corners.get((cell, _UPPER_LEFT), "")):
                sums[row][column] = str(int(drawing.corners.pop((cell, _UPPER_LEFT))))
        drawing.cages.clear()
        return {self.key: found, self.sums: sums}


@dataclass(frozen=True)
class Lines(Part):
    """Passes over edges, of a kind where they only help to count."""

    def take(self, drawing: Drawing) -> Words:
        """Nothing."""
        drawing.edges.clear()
        return {}


@dataclass(frozen=True)
class Sums(Part):
    """Blocks with sums down and across, `12,7`; `-` without any; 0: a white cell."""

    key: str

    def take(self, drawing: Drawing) -> Words:
        """The blocks of the board: dark cells, or symbols of blocks."""
        found = [["0"] * drawing.size[1] for _ in range(drawing.size[0])]
        blocks = {cell for cell, symbol in drawing.symbols.items() if symbol.name == "kakuro"}
        blocks |= {cell for cell, shade in drawing.shades.items() if shade in DARK}
        for cell in [cell for cell in sorted(blocks) if cell in drawing]:
            drawing.symbols.pop(cell, None)
            drawing.shades.pop(cell, None)
            down, across = (self._sum(drawing, cell, corner) for corner in (_DOWN, _RIGHT))
            found[cell[0]][cell[1]] = f"{down},{across}" if down or across else NOTHING
        return {self.key: found}

    def _sum(self, drawing: Drawing, cell: Cell, corner: int) -> str:
        text = drawing.corners.get((cell, corner), "")
        if NUMBER.fullmatch(text):
            del drawing.corners[cell, corner]
            return str(int(text))
        return ""


def _blank(drawing: Drawing) -> Grid:
    return [[NOTHING] * drawing.size[1] for _ in range(drawing.size[0])]


_STARS = re.compile(r"([0-9]{1,2})\s*(?:★|☆|\*|-?stars?\b)", re.IGNORECASE)


@dataclass(frozen=True)
class Beside(Part):
    """Clues in the cells next to the board; `?`, and an empty cell, is no clue."""

    key: str
    sides: Sequence[str]  # top, bottom, left, right: they stand at the first of these that has any

    def take(self, drawing: Drawing) -> Words:
        """The clues of a side, in one line."""
        clues: list[str] = []
        for side in self.sides:
            cells = _beside(drawing, side)
            clues = [
                self._word(drawing.numbers[cell].text) if cell in drawing.numbers else "" for cell in cells
            ]
            if any(clues):
                for cell, clue in zip(cells, clues, strict=True):
                    drawing.numbers.pop(cell, None) if clue else None
                break
        return {self.key: [[clue if clue not in ("", UNKNOWN) else NOTHING for clue in clues]]}

    def _word(self, text: str) -> str:
        return str(int(text)) if NUMBER.fullmatch(text) else UNKNOWN if text == UNKNOWN else ""


def _beside(drawing: Drawing, side: str) -> list[Cell]:
    height, width = drawing.size
    if side in ("top", "bottom"):
        return [(-1 if side == "top" else height, column) for column in range(width)]
    return [(row, -1 if side == "left" else width) for row in range(height)]


# sums of columns and of rows, as setters write them: rather above, and at the left
COUNTS = Beside("columns", ["top", "bottom"]), Beside("rows", ["left", "right"])


@dataclass(frozen=True)
class RunsBeside(Part):
    """The runs of each column above it, and of each row left of it; nothing is said where none stand."""

    columns: str
    rows: str

    def take(self, drawing: Drawing) -> Words:
        """A line of words for each column, and for each row."""
        height, width = drawing.size
        return {
            self.columns: [self._runs(drawing, 1, column) for column in range(width)],
            self.rows: [self._runs(drawing, 0, row) for row in range(height)],
        }

    def _runs(self, drawing: Drawing, axis: int, line: int) -> list[str]:
        """The runs before a row (axis 0) or a column (axis 1)."""
        cells = sorted(cell for cell in drawing.numbers if cell[axis] == line and cell[1 - axis] < 0)
        words = [word for cell in cells for word in drawing.numbers.pop(cell).text.split()]
        if not all(map(NUMBER.fullmatch, words)):
            here = f"{describe(' '.join(words))} {drawing.at(cells[0])}"
            expected = "the length of each run; Accord has no runs of unknown length"
            raise penpa.fault(f"found {here}; expected {expected}")
        return [str(int(word)) for word in words] or [UNKNOWN]


@dataclass(frozen=True)
class Stars(Part):
    """How many stars there are in a line: a number beside the board with a star, or in the title."""

    key: str

    def take(self, drawing: Drawing) -> Words:
        """The number, if it is there."""
        for cell, number in [*drawing.numbers.items()]:
            if cell not in drawing and (match := _STARS.match(f"{number.text}★")):
                del drawing.numbers[cell]
                for there, symbol in [*drawing.symbols.items()]:
                    if there not in drawing and symbol.name == "star":
                        del drawing.symbols[there]
                return {self.key: [[match[1]]]}
        match = _STARS.search(drawing.title)
        return {self.key: [[match[1]]]} if match else {}


TAGS = 17  # their line
_KINDS = {  # tag -> as on puzz.link; `battleship` is a sudoku with ships
    "classic": "sudoku", "irregular": "sudoku", "battleships": "battleship", "battleship": "sudoku of ships",
    "killer": "solo", "kuromasu": "kurodoko", "numberlink": "numlin", "slitherlink": "slither",
}  # fmt: skip


def tags(text: str) -> list[str]:
    """The kinds that the tags of an address name, each as puzz.link calls it. Raises SpecError."""
    found = penpa_text.value(penpa_text.lines(text), TAGS)
    words = [word for word in found if isinstance(word, str)] if isinstance(found, list) else []
    return list(dict.fromkeys(_KINDS.get(word, word.partition(" (")[0]) for word in words))


SITE = sites.Site(name="penpa", title="penpa-edit", pattern=penpa_text.PATTERN, tags=tags)


class Penpa:
    """The parts of a drawing that a kind reads.

    Args:
        kind: its name, for messages.
        parts: they take what they know, in this order.
        needed: keys that a drawing may leave open; settings before the address say them, and win.
    """

    name = SITE.name
    kinds: tuple[str, ...] = ()
    write = None

    def __init__(self, kind: str, *parts: Part, needed: Collection[str] = ()) -> None:
        self.kind = kind
        self.parts = parts
        self.needed = needed

    def begins(self, text: str) -> bool:
        """Whether a text is an address of penpa-edit."""
        return sites.locate(SITE.pattern, text) is not None

    def read(self, text: str) -> Words:
        """The words of a drawing. Raises SpecError for what the kind does not know."""
        drawing = read(text)
        words: dict[str, Grid] = {}
        for part in self.parts:
            words |= part.take(drawing)
        drawing.refuse_rest(self.kind)
        return words
