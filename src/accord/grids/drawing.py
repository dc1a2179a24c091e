"""Parse drawings: characters at positions, the raw form of boards and pieces.

A row of the text is a row of places. The layers of a solid are separated by blank lines. On a hexagonal board
the cells of a row have a blank between them, and every second row is indented by one. Edges are drawn where
they are; between them may stand a '+' where they meet. Of triangles the first one stands on a side, and so
does every second one from there, to the right and down:

    square  .X.      hexagonal  . X X      solid  AA    (two layers      edges  +A+A+     triangles  XXX.
            XXX                  . X .            A.     of 2 x 2)              . A .                 .X..
            .X.                 . X .                                           +.+A+
                                                  A.
                                                  ..

Where there are more pieces than signs, they have names such as 6-17. Then the cells of a row are words, in
their order, and how many blanks are between them says nothing:

    6-17 6-17 .
    6-17 #    6-2
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from accord.errors import InputError
from accord.grids.lattice import Lattice
from accord.picture import VERTEX, Place, first_column


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
    words = "-" in text
    for line, content in enumerate(text.split("\n"), start=1):
        content = content.rstrip()
        if not content:
            layer, row = (layer + 1, 0) if row else (layer, row)
            continue
        if layer and not row and "layers" not in lattice.sides:
            flaws.append(Flaw(line, f"a second layer; a {lattice.name} board has only one: no blank lines"))
        signs: dict[Place, str] = {}
        for column, sign in _words(content, row, lattice) if words else enumerate(content):
            if lattice.is_cell(row, column):
                signs[layer, row, column] = sign
            elif sign != " " and not (sign == VERTEX and _is_vertex(row, column, lattice)):
                flaws.append(Flaw(line, _place_fault(sign, column, row, lattice)))
                break
        found.append(Row(line, layer, row, signs))
        row += 1
    if flaws:
        raise DrawingError(flaws)
    return found


def _words(content: str, row: int, lattice: Lattice) -> Iterator[tuple[int, str]]:
    """The words of a row, each with the column of its cell."""
    if lattice.name == "edges":
        content = content.replace(VERTEX, " ")
    first = first_column(lattice.name, row)
    return zip(count(first, lattice.column_step), content.split(), strict=False)


def _is_vertex(row: int, column: int, lattice: Lattice) -> bool:
    return lattice.name == "edges" and row % 2 == column % 2 == 0


def _place_fault(sign: str, column: int, row: int, lattice: Lattice) -> str:
    indented = "starts with one blank" if first_column(lattice.name, row) else "is not indented"
    corners = ", or '+' where edges meet" if lattice.name == "edges" else ""
    return (
        f"found {sign!r} at character {column + 1}; expected a blank there{corners}: cells are two "
        f"characters apart, and this row {indented}"
    )
