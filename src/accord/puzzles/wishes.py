"""A setter's wishes for the clues of a random puzzle: in which cells they are, and which there are not.

    symmetry   the cells with clues are mapped to cells with clues by a turn or a reflection of the board
    cells      a picture of the board: X a clue stands there, - none does, . either
    without    words that no clue has

Generators take the wishes that `accord.puzzles.family.Random.wishes` names, as keywords.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from accord.errors import NotDrawnError, UsageError
from accord.grids.turns import Cell, Way
from accord.puzzles.words import describe

MUST, MUST_NOT, MAY = "X", "-", "."
SIGNS = frozenset({MUST, MUST_NOT, MAY, "/"})  # of a picture in a line
SYMMETRIES: Mapping[str, Way] = {
    "none": Way(),
    "half-turn": Way(down=True, right=True),
    "quarter-turn": Way(transposed=True, right=True),
    "left-right": Way(right=True),
    "top-bottom": Way(down=True),
    "diagonal": Way(transposed=True),
}
SQUARE = ("quarter-turn", "diagonal")  # which only boards have with as many rows as columns


@dataclass(frozen=True)
class Wishes:
    """The wishes for one board. Raises UsageError for what no board of this size has."""

    size: Cell = (0, 0)  # rows, columns
    symmetry: str = "none"
    cells: str = ""  # the picture, rows with / or a newline between them; nothing: clues may stand anywhere
    without: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        rows, columns = self.size
        if self.symmetry not in SYMMETRIES:
            raise UsageError(f"symmetry: found {self.symmetry!r}; expected one of {', '.join(SYMMETRIES)}")
        if self.symmetry in SQUARE and rows != columns:
            raise UsageError(f"symmetry: found {self.symmetry} for {columns}x{rows}; expected a square board")
        if not self.cells:
            return
        object.__setattr__(self, "cells", "/".join(self.cells.split()))
        picture = self.cells.split("/")
        if len(picture) != rows or any(len(row) != columns for row in picture):
            found = f"{len(picture)} rows of {' or '.join(sorted({str(len(row)) for row in picture}))} signs"
            raise UsageError(f"cells: found {found}; expected {rows} rows of {columns}")
        strange = sorted({*self.cells} - SIGNS)
        if strange:
            raise UsageError(
                f"cells: found {describe(strange[0])}; expected {MUST} (a clue), {MUST_NOT} (none) and {MAY}"
            )
        signs = {frozenset(map(self.sign, orbit)) for orbit in self.orbits()}
        if any({MUST, MUST_NOT} <= some for some in signs):
            raise UsageError(
                f"cells: found {MUST} and {MUST_NOT} in cells that {self.symmetry} maps to each other; "
                "expected a picture with that symmetry"
            )

    def __bool__(self) -> bool:
        """Whether anything is wished."""
        return self.symmetry != "none" or bool(self.cells) or bool(self.without)

    def sign(self, cell: Cell) -> str:
        """Return what the picture says of a cell."""
        return self.cells.split("/")[cell[0]][cell[1]] if self.cells else MAY

    def orbit(self, cell: Cell) -> list[Cell]:
        """Return the cells that have clues together: a cell, its image, and so on."""
        found = [cell]
        while (image := SYMMETRIES[self.symmetry].place(found[-1], self.size)) != cell:
            found.append(image)
        return found

    def orbits(self) -> list[list[Cell]]:
        """Return the orbits of all cells, in the order of their first cells."""
        cells = ((row, column) for row in range(self.size[0]) for column in range(self.size[1]))
        return [orbit for cell in cells if (orbit := self.orbit(cell))[0] == min(orbit)]

    def must(self, orbit: Iterable[Cell]) -> bool:
        """Whether clues have to stand in an orbit."""
        return any(self.sign(cell) == MUST for cell in orbit)

    def may(self, orbit: Iterable[Cell]) -> bool:
        """Whether clues may stand in an orbit."""
        return all(self.sign(cell) != MUST_NOT for cell in orbit)

    def check(self, cells: Collection[Cell]) -> None:
        """Raise NotDrawnError if clues do not stand in cells as it is wished."""
        for orbit in self.orbits():
            there = [cell in cells for cell in orbit]
            if any(there) != all(there) or (any(there) and not self.may(orbit)):
                raise wish_error()
            if self.must(orbit) and not all(there):
                raise wish_error()


NONE = Wishes()


def wish_error() -> NotDrawnError:
    """Return the error of a draw that led to no puzzle with such clues."""
    return NotDrawnError(
        "found no puzzle with such clues in one draw; expected wishes that allow more of them"
    )
