"""Sudokus as addresses of puzz.link, `https://puzz.link/p?sudoku/9/9/...`, and those of penpa-edit.

puzz.link draws the boxes itself: 2x2 for four digits, 3x2 for six, 3x3 for nine, and so on for squares. In
penpa-edit setters draw them, as any regions.
"""

from __future__ import annotations

from math import isqrt

import numpy as np

from accord.errors import RefusedError
from accord.families.sudoku.shape import LARGEST, SIGNS, box_shape, usual
from accord.families.sudoku.spec import Sudoku, layout
from accord.families.sudoku.text import grid_rows
from accord.grids.regions import Grid as Regions
from accord.pencil import address
from accord.pencil.address.address import UNKNOWN, Grid
from accord.pencil.address.codes import NOTHING
from accord.puzzles.bounds import spec_error
from accord.puzzles.family import Faults

SITE = address.PuzzLink("sudoku", address.Cells("grid", address.NUMBER16))
DRAWN = address.Penpa("sudoku", address.drawn.Numbers("grid"), address.drawn.Regions("boxes"))
SIZES = [size for size in range(4, LARGEST + 1) if size == 6 or isqrt(size) ** 2 == size]
_EXPECTED = f"{', '.join(map(str, SIZES[:-1]))} or {SIZES[-1]}"


def begins(text: str) -> bool:
    """Whether a text is an address of a sudoku, perhaps without its site."""
    return SITE.begins(text) or DRAWN.begins(text)


def read(text: str) -> Sudoku:
    """The spec of an address. Raises SpecError."""
    if DRAWN.begins(text):
        return _read_drawn(text)
    grid = SITE.read(text)["grid"]
    rows, columns = len(grid), len(grid[0])
    if rows != columns or rows not in SIZES:
        raise spec_error("url", f"found {columns} columns and {rows} rows; expected {_EXPECTED} of each")
    return Sudoku(grid=givens_of(grid, "url"))


def _read_drawn(text: str) -> Sudoku:
    words = DRAWN.read(text)
    grid = words["grid"]
    if len(grid) != len(grid[0]) or len(grid) > LARGEST:
        raise spec_error("url", f"found {len(grid[0])} columns and {len(grid)} rows; expected a square")
    boxes = np.array(words["boxes"], np.int64)
    if boxes.max() >= len(grid):
        raise spec_error("url", f"found {boxes.max() + 1} regions; expected {len(grid)}")
    own = boxes.max() > 0 and not _usual(boxes)
    drawn = tuple("".join(SIGNS[label] for label in row) for row in boxes.tolist()) if own else None
    return Sudoku(grid=givens_of(grid, "url"), boxes=drawn)


def _usual(boxes: Regions) -> bool:
    """Whether these are the usual boxes for so many digits."""
    sides = usual(len(boxes))
    return sides is not None and (box_shape(len(boxes), *sides).box == boxes).all()


def givens_of(grid: Grid, key: str) -> tuple[str, ...]:
    """Return the rows of a spec's grid, from words of numbers. Raises SpecError for one that is too large."""
    faults, size = Faults(), len(grid)
    number = [[0 if word in (NOTHING, UNKNOWN) else int(word) for word in row] for row in grid]
    for row, line in enumerate(number, start=1):
        for column, value in enumerate(line, start=1):
            if value > size or (value == 0 and grid[row - 1][column - 1] == "0"):
                faults.add(key, f"found {value} at r{row}c{column}; expected 1 to {size}")
    faults.end()
    return grid_rows(np.array(number, np.int64))


def write(spec: Sudoku, name: str, title: str) -> str:  # noqa: ARG001
    """The address of a sudoku. Raises RefusedError for a board that the site does not have."""
    found = layout(spec)
    size, shape = found.shape.size, found.shape
    if shape.diagonals:
        raise RefusedError("diagonals: found true; expected false: the site has no sudoku with diagonals")
    if size not in SIZES or not _usual(shape.box):
        raise RefusedError(
            f"boxes: found others than those of the site; expected the usual boxes of {_EXPECTED} digits"
        )
    words = [[str(value) if value else NOTHING for value in row] for row in found.givens.tolist()]
    return SITE.write({"grid": words})
