"""The model-file keys of a sudoku, and the layout read from them, with all errors found.

Givens that clash, such as two 5s in a row, are no fault: the puzzle is read, and it has no solution.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from accord.families.sudoku.shape import LARGEST, Shape, box_shape, jigsaw_shape, nearest_square, usual
from accord.families.sudoku.text import candidates_fault, givens, lines
from accord.grids.regions import Grid
from accord.puzzles.bounds import spec_error
from accord.puzzles.family import Faults, SpecError
from accord.puzzles.words import describe

Drawn = str | tuple[str, ...]


class Sudoku(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: the givens, and the board if it is not the usual one for that many cells."""

    grid: Drawn  # a picture, or all cells in one line; `.` or `0` is an empty cell
    box: str | None = None  # columns x rows of a box, such as "3x2"
    boxes: Drawn | None = None  # a picture of the boxes, one sign a cell: a jigsaw
    diagonals: bool = False  # each diagonal needs every digit too


@dataclass(frozen=True, eq=False)
class Layout:
    """A spec that was read and found right."""

    shape: Shape
    givens: Grid  # int64 [size, size], 0 for an empty cell


@lru_cache(maxsize=16)  # a spec is read for its model and again for each picture
def layout(spec: Sudoku) -> Layout:
    """Return the layout of a spec. Raises SpecError with every fault."""
    faults = Faults()
    if spec.box is None and spec.boxes is None and (fault := candidates_fault(spec.grid)):
        raise SpecError([fault])
    given = faults.of(givens, spec.grid)
    size = None if given is None else len(given)
    shape = faults.of(shape_of, size, spec.box, spec.boxes, spec.diagonals)
    if faults or given is None or shape is None:
        raise SpecError(faults)
    return Layout(shape, given)


def shape_of(
    size: int | None, box: str | None = None, boxes: Drawn | None = None, diagonals: bool = False
) -> Shape | None:
    """Return the board that the keys of a spec declare, for this size; None if the size is not known.

    Raises:
        SpecError: with every fault of `box` and `boxes`.
    """
    if box is not None and boxes is not None:
        raise spec_error("boxes", "found both box and boxes; expected one of them")
    if boxes is not None:
        drawn = _boxes(boxes, size)
        return jigsaw_shape(drawn, diagonals)
    if box is not None:
        columns, rows = _box(box, size)
    elif size is None:
        return None
    else:
        sides = usual(size)
        if sides is None:
            raise spec_error("grid", f"found {size} rows, whose boxes are not known; {_boxes_hint(size)}")
        columns, rows = sides
    return box_shape(columns * rows, columns, rows, diagonals)


def _boxes_hint(size: int) -> str:
    """Return what to state for a board whose boxes are not known."""
    sides = nearest_square(size)
    if sides is None:
        return f"expected `boxes`, a picture of them, or the `box` {size}x1, whose boxes are the rows"
    return f"expected the columns and rows of a `box`, such as {sides[0]}x{sides[1]}, or `boxes`"


def _box(box: str, size: int | None) -> tuple[int, int]:
    numbers = re.fullmatch(r"\s*([0-9]{1,3})\s*[xX]\s*([0-9]{1,3})\s*", box)
    if numbers is None:
        raise spec_error("box", f'found {describe(box)}; expected columns x rows, such as "3x2"')
    columns, rows = int(numbers[1]), int(numbers[2])
    if size is not None and columns * rows != size:
        raise spec_error(
            "box", f"found {columns} x {rows} cells; expected {size}, as the grid has {size} rows"
        )
    if not 1 <= columns * rows <= LARGEST:
        raise spec_error("box", f"found {columns} x {rows} cells; expected 1 to {LARGEST}")
    return columns, rows


def _boxes(boxes: Drawn, size: int | None) -> tuple[str, ...]:
    """Return the picture of the boxes as rows. Each sign stands as often as there are rows."""
    rows = lines(boxes)
    if len(rows) == 1 and size is not None and len(rows[0]) == size * size:
        rows = [rows[0][start : start + size] for start in range(0, size * size, size)]
    size = len(rows) if size is None else size
    faults = Faults()
    if len(rows) != size:
        faults.add("boxes", f"found {min(len(rows), 1000)} rows; expected {size}, as in the grid")
    for number, row in enumerate(rows[:LARGEST], start=1):
        if len(row) != size:
            faults.add(f"boxes[{number}]", f"found {len(row)} cells; expected {size}")
    faults.end()
    first: dict[str, str] = {}
    for number, row in enumerate(rows, start=1):
        for column, sign in enumerate(row, start=1):
            first.setdefault(sign, f"row {number}, column {column}")
    for sign, cells in Counter("".join(rows)).items():
        if cells != size:
            message = f"found {cells} cells of box {describe(sign)}, from {first[sign]} on; expected {size}"
            faults.add("boxes", message)
    faults.end()
    return tuple(rows)
