"""Build the model of a sudoku: each row, column and box has every digit once; optionally diagonals too.

An option is a digit in a cell. Items are the cells, and what rows, columns, boxes and diagonals need, as in
`shape`. Of a given cell only its digit is an option; all else follows from the items.

`distinct` counts grids up to turning and flipping the board, as far as its boxes and its givens stay as they
are. Digits are not renamed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import numpy as np

from accord.families.sudoku.shape import Shape
from accord.families.sudoku.spec import Drawn, Sudoku, layout
from accord.model import Model
from accord.model.data import with_origin
from accord.picture import EMPTY, Picture

__all__ = ["Shape", "Sudoku", "build", "layout", "model"]


def build(spec: Sudoku) -> Model:
    """Return the model; see `accord.families.sudoku.shape`. Raises SpecError with every fault."""
    found = layout(spec)
    model = found.shape.model(found.givens)
    assert model.origin is not None
    return with_origin(model, spec, model.origin.table)


def model(
    grid: Drawn, *, box: str | None = None, boxes: Drawn | None = None, diagonals: bool = False
) -> Model:
    """Return the model of a puzzle, from the keys of a model file."""
    return build(Sudoku(grid=grid, box=box, boxes=boxes, diagonals=diagonals))


def picture(spec: Sudoku, model: Model, options: Sequence[int] | None) -> Picture:
    """Return the board with the givens, and with the digits of a solution; there are walls between boxes."""
    found = layout(spec)
    size, signs = found.shape.size, found.shape.signs
    shown = {
        (0, row, column): signs[value - 1] if value else EMPTY
        for row, line in enumerate(found.givens.tolist())
        for column, value in enumerate(line)
    }
    stated = frozenset(place for place, sign in shown.items() if sign != EMPTY)
    for option in options or ():
        cell = int(model.items_of(option)[0])
        shown[0, cell // size, cell % size] = model.names[option][-1]
    regions = {
        (0, row, column): box
        for row, line in enumerate(found.shape.box.tolist())
        for column, box in enumerate(line)
    }
    return Picture("square", shown, regions=regions, given=stated)


def variables(spec: Sudoku) -> dict[str, dict[int, int]]:
    """Return the variable of each cell, r1c1 and so on: the option of each digit that it may have."""
    found = layout(spec)
    options = count()
    return {
        name: {digit: next(options) for digit in ([given] if given else range(1, found.shape.size + 1))}
        for name, given in zip(found.shape.cell_names, found.givens.ravel().tolist(), strict=True)
    }


def given_options(spec: Sudoku, model: Model) -> list[int]:
    """Return the options of the givens."""
    cells = np.flatnonzero(layout(spec).givens.ravel())
    return [int(model.options_of(cell)[0]) for cell in cells.tolist()]
