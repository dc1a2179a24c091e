"""Drawings: text as signs at places, the raw form of boards and pieces.

A row of the text is a row of places. The layers of a solid are separated by blank lines. On a hexagonal board
the cells of a row have a blank between them, and every second row is indented by one:

    square  .X.      hexagonal  . X X      solid  AA    (two layers
            XXX                  . X .            A.     of 2 x 2)
            .X.                 . X .
                                                  A.
                                                  ..
"""

from __future__ import annotations

from dataclasses import dataclass

from accord.errors import InputError
from accord.grids.lattice import Lattice
from accord.picture import Place


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing that is wrong with a drawing: the line of the text, from 1 (0: all of it), and a sentence."""

    line: int
    message: str


class DrawingError(InputError):
    """A drawing that cannot be read; `flaws` are its faults as data."""

    def __init__(self, flaws: list[Flaw]) -> None:
        self.flaws = flaws
        super().__init__(
            [f"row {flaw.line}: {flaw.message}" if flaw.line else flaw.message for flaw in flaws]
        )


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a drawing: the line it stands on, from 1, and its signs."""

    line: int
    layer: int
    row: int
    signs: dict[Place, str]


def rows(text: str, lattice: Lattice) -> list[Row]:
    """The rows of a drawing. Raises DrawingError where blanks or blank lines do not fit the lattice."""
    found: list[Row] = []
    flaws: list[Flaw] = []
    layer = row = 0
    for line, content in enumerate(text.split("\n"), start=1):
        content = content.rstrip()
        if not content:
            layer, row = (layer + 1, 0) if row else (layer, row)
            continue
        if layer and not row and "layers" not in lattice.sides:
            flaws.append(Flaw(line, f"a second layer; a {lattice.name} board has only one: no blank lines"))
        signs: dict[Place, str] = {}
        for column, sign in enumerate(content):
            if lattice.is_cell(row, column):
                signs[layer, row, column] = sign
            elif sign != " ":
                flaws.append(Flaw(line, _misplaced(sign, column, row)))
                break
        found.append(Row(line, layer, row, signs))
        row += 1
    if flaws:
        raise DrawingError(flaws)
    return found


def _misplaced(sign: str, column: int, row: int) -> str:
    indented = "starts with one blank" if row % 2 else "is not indented"
    return (
        f"found {sign!r} at character {column + 1}; expected a blank there: cells are two characters apart, "
        f"and this row {indented}"
    )
