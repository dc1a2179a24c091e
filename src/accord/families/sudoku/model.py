"""Build the model of a sudoku: each row, column and box has every digit once; optionally diagonals too.

An option is a digit in a cell. Items are the cells, and what rows, columns, boxes and diagonals need, as in
`shape`. Of a given cell only its digit is an option; all else follows from the items.

`distinct` counts grids up to turning and flipping the board, as far as its boxes and its givens stay as they
are. Digits are not renamed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from itertools import count

import numpy as np
from msgspec import structs

from accord.families.sudoku.shape import Shape
from accord.families.sudoku.spec import Drawn, Layout, Sudoku, layout
from accord.model import Model
from accord.model.data import with_origin
from accord.model.lazy import Cut, with_cuts
from accord.picture import EMPTY, Picture
from accord.puzzles.clues import RULE, Clue, Clues, PossibleClue, PossibleClues
from accord.symmetry.canonical import model_form

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


def clues(spec: Sudoku) -> Clues:
    """Return the givens as clues, and the model of the empty board with an item for each of them."""
    found = layout(spec)
    shape, givens = found.shape, found.givens.ravel().tolist()
    empty = shape.model(np.zeros_like(found.givens))
    stated = [(cell, digit) for cell, digit in enumerate(givens) if digit]
    cuts = [
        Cut(f"{shape.cell_names[cell]} given", (cell * shape.size + digit - 1,), (1,), 1, 1)
        for cell, digit in stated
    ]
    return Clues(
        model=with_cuts(empty, cuts),
        clues=tuple(
            Clue(f"{shape.cell_names[cell]} is {shape.signs[digit - 1]}", ((0, *divmod(cell, shape.size)),))
            for cell, digit in stated
        ),
        of_item=[*[RULE] * empty.items, *range(len(stated))],
        decides=range(empty.options),
        only=partial(_with_givens, spec, found, stated),
        rule_of=[*map(_rule, empty.item_names), *[None] * len(stated)],
    )


def possible_clues(spec: Sudoku) -> PossibleClues:
    """Return every digit in every cell as a clue, and the model of the empty board with an item for each."""
    found = layout(spec)
    shape, givens = found.shape, found.givens.ravel().tolist()
    empty = shape.model(np.zeros_like(found.givens))
    all_givens = [(cell, digit) for cell in range(len(givens)) for digit in range(1, shape.size + 1)]
    cuts = [
        Cut(f"{shape.cell_names[cell]} given as {digit}", (option,), (1,), 1, 1)
        for option, (cell, digit) in enumerate(all_givens)
    ]
    clues = [
        PossibleClue(
            spot=cell,
            word=shape.signs[digit - 1],
            words=f"the {shape.signs[digit - 1]} at {shape.cell_names[cell]}",
            places=((0, *divmod(cell, shape.size)),),
            is_stated=givens[cell] == digit,
        )
        for cell, digit in all_givens
    ]
    return PossibleClues(
        model=with_cuts(empty, cuts),
        clues=tuple(clues),
        of_item=[*[RULE] * empty.items, *range(len(clues))],
        decides=range(empty.options),
        puzzle_with=partial(_with_givens, spec, found, all_givens),
    )


def form(spec: Sudoku) -> str:
    """Return what twins share: rows, columns, boxes and digits change places as the board allows it."""
    return model_form(clues(spec).model)


def _with_givens(
    spec: Sudoku, found: Layout, stated: Sequence[tuple[int, int]], kept: Collection[int]
) -> Sudoku:
    """Return the spec with some of the givens."""
    signs = [EMPTY] * found.givens.size
    for number in kept:
        cell, digit = stated[number]
        signs[cell] = found.shape.signs[digit - 1]
    size = found.shape.size
    rows = ["".join(signs[first : first + size]) for first in range(0, len(signs), size)]
    return structs.replace(spec, grid="\n".join(rows))


UNITS = {"r": "row", "c": "column", "b": "box", "d": "diagonal"}


def _rule(item: str) -> str:
    """Return the rule of an item in words: of a cell, or of what a row, column, box or diagonal needs."""
    unit, equals, _ = item.partition("=")
    return f"{UNITS[unit[0]]} {unit[1:]} has each digit once" if equals else f"{unit} has one digit"


def given_options(spec: Sudoku, model: Model) -> list[int]:
    """Return the options of the givens."""
    cells = np.flatnonzero(layout(spec).givens.ravel())
    return [int(model.options_of(cell)[0]) for cell in cells.tolist()]
