"""Check a solution: whether it meets every demand of the model's matrix, which is all this reads."""

from __future__ import annotations

import numpy as np

from accord.errors import EngineError
from accord.model.arrays import ranges
from accord.model.data import Flags, Indices, Ints, ModelData

CELLS_AT_ONCE = 1 << 22  # solutions x items looked at in one go, to bound memory


def verify(model: ModelData, solutions: Indices) -> None:
    """Raise EngineError unless every row (option indices, padded with -1) is a solution of the model."""
    rows = max(1, CELLS_AT_ONCE // max(1, model.items))
    for first in range(0, len(solutions), rows):
        batch = solutions[first : first + rows]
        good = valid(model, batch)
        if not good.all():
            row = int(np.flatnonzero(~good)[0])
            chosen = [model.option_name(o) for o in batch[row] if 0 <= o < model.options]
            raise EngineError(f"an engine returned a false solution of {model!r}: {chosen}")


def valid(model: ModelData, solutions: Indices) -> Flags:
    """A mask over the rows of a batch: which are solutions of the model."""
    number, width = solutions.shape
    good: Flags = np.all((solutions >= -1) & (solutions < model.options), axis=1)
    solutions = np.where(good[:, None], solutions, -1)
    ascending = np.sort(solutions, axis=1)
    good &= ~((np.diff(ascending, axis=1) == 0) & (ascending[:, 1:] >= 0)).any(axis=1)

    solution = np.repeat(np.arange(number), width)[solutions.ravel() >= 0]
    option = solutions.ravel()[solutions.ravel() >= 0]
    sizes = np.diff(model.start)[option]
    solution = np.repeat(solution, sizes)
    entry = ranges(model.start[option], sizes)

    total = np.zeros((number, model.items), np.int64)
    counted = model.colour[entry] == 0
    np.add.at(total, (solution[counted], model.item[entry[counted]]), model.amount[entry[counted]])
    good &= ((total >= model.low) & (total <= model.high)).all(axis=1)
    if not counted.all():
        good &= _colours_agree(model, total, solution[~counted], entry[~counted])
    return good


def _colours_agree(model: ModelData, total: Ints, solution: Ints, entry: Ints) -> Flags:
    """No item gets two colours, nor a colour beside an uncoloured option."""
    item, colour = model.item[entry], model.colour[entry]
    lowest = np.full(total.shape, np.iinfo(np.int32).max, np.int64)
    highest = np.zeros(total.shape, np.int64)
    np.minimum.at(lowest, (solution, item), colour)
    np.maximum.at(highest, (solution, item), colour)
    coloured = highest > 0
    clash = coloured & ((lowest != highest) | (total != 0))
    return np.logical_not(np.logical_or.reduce(clash, axis=1))
