"""Read a clue-sets model back: its sudoku grid, the cells that may or must be given, and the number of clues.

The model's origin says which cell each option gives, and all items are compared with the items of a
build; so a restricted model (a worker's part) is read right as well. Its lazy rule adds only what an engine
derives itself: that the chosen clues leave no other solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from accord.errors import RefusedError
from accord.families.clue_sets.unavoidable import Cells, Unavoidable, at_a_glance
from accord.model import Kind, Model
from accord_native.sudoku.layout import CELLS, flag_cells

SIDE = 9
CLUES = CELLS  # the item that counts them, behind the cells; then come the sets

Flags = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class ClueModel:
    """The sets of clues wanted: `low` to `high` of the `allowed` cells, all of `must` among them.

    Cells are numbered from 0 row by row. A cell of `must` may have lost its option: then there is no set.
    """

    grid: tuple[int, ...]  # of each cell its digit
    option: npt.NDArray[np.int32]  # of each cell its option in the model, or -1
    must: tuple[int, ...]  # ascending
    allowed: tuple[int, ...]  # ascending
    low: int  # clues, at least
    high: int  # and at most; neither above the number of allowed cells, low perhaps above high
    sets: tuple[Cells, ...]  # unavoidable sets that are items of the model, the smallest first


def read(model: Model) -> ClueModel:
    """Return the clue sets that the model asks for. Raises RefusedError for any other model."""
    rule = _rule(model)
    origin = model.origin
    if origin is None:
        raise RefusedError("the model has items of its own, which may say anything")
    _refuse_kinds(model)
    cells, digits = origin.table.T
    if (np.array(rule.grid)[cells] != digits).any() or len(np.unique(cells)) < len(cells):
        raise RefusedError("the options are not the clues of the grid, once each")
    gives = np.zeros((model.items, model.options), np.bool_)
    gives[model.item, model.option_of_entry] = True
    sets = at_a_glance(rule)
    _refuse_items(model, gives, cells, sets)
    forced = slice(CLUES + 1 + len(sets), None)
    must = {*np.flatnonzero(model.low[:CELLS] == 1).tolist(), *cells[np.nonzero(gives[forced])[1]].tolist()}
    option = np.full(CELLS, -1, np.int32)
    option[cells] = np.arange(model.options)
    low, high = max(0, int(model.low[CLUES])), min(int(model.high[CLUES]), model.options)
    if not gives[forced].any(axis=1).all():  # a clue that is required has lost its option: there is no set
        low = CELLS + 1
    grid = tuple(int(digit) for digit in rule.grid)
    return ClueModel(grid, option, tuple(sorted(must)), tuple(np.sort(cells).tolist()), low, high, sets)


def _rule(model: Model) -> Unavoidable:
    """Return the model's lazy rule. Raises RefusedError unless it is the plain rule of a 9x9 sudoku."""
    rule = model.lazy
    if not isinstance(rule, Unavoidable):
        raise RefusedError("the model does not ask for the clue sets of a sudoku grid")
    if rule.size != SIDE:
        raise RefusedError(f"the grid is {rule.size}x{rule.size}; expected 9x9")
    if tuple(rule.boxes) != tuple(cell // 27 * 3 + cell % 9 // 3 for cell in range(CELLS)):
        raise RefusedError("the boxes are not the nine of 3x3")
    if rule.diagonals:
        raise RefusedError("the diagonals have rules of their own")
    if rule.minimal:
        raise RefusedError("only minimal puzzles are asked for")
    return rule


def _refuse_kinds(model: Model) -> None:
    for kind in (Kind.LINEAR, Kind.COLOURED):
        if kind in model.kind:
            raise RefusedError(f"the model has a feature that clue sets lack: {kind.words}")
    if model.hidden.any():
        raise RefusedError("the model has hidden options")


def _refuse_items(model: Model, gives: Flags, cells: Indices, sets: Sequence[frozenset[int]]) -> None:
    """Raise RefusedError unless the items are as built: cells, `clues`, sets; then options required since."""
    first = CLUES + 1 + len(sets)
    if model.items < first:
        raise RefusedError(f"the model has {model.items} items; expected {first} or more")
    expected = np.zeros((first, model.options), np.bool_)
    expected[cells, np.arange(model.options)] = True
    expected[CLUES] = True
    expected[CLUES + 1 :] = flag_cells([tuple(members) for members in sets])[:, cells]
    low, high, size = model.low, model.high, gives.sum(axis=1)
    right = np.ones(model.items, np.bool_)
    right[:first] = (gives[:first] == expected).all(axis=1)
    right[:CELLS] &= (high[:CELLS] == 1) & ((low[:CELLS] == 0) | (low[:CELLS] == 1))
    right[CLUES + 1 : first] &= (low == 1)[CLUES + 1 : first] & (high >= size)[CLUES + 1 : first]
    right[first:] = model.primary[first:] & (size[first:] <= 1)
    if not right.all():
        name = model.item_names[int(np.flatnonzero(~right)[0])]
        raise RefusedError(
            f"item {name!r} is neither a cell, nor 'clues', nor a set of the grid, as it was built"
        )
