"""Read from a drawing of penpa-edit what is beside the board: clues of lines, runs, a number of stars."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from accord.pencil.address import penpa_text as penpa
from accord.pencil.address.address import UNKNOWN, Words
from accord.pencil.address.codes import NOTHING
from accord.pencil.address.drawing import Cell, Drawing
from accord.pencil.address.penpa_parts import NUMBER, Part
from accord.puzzles.words import describe

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
