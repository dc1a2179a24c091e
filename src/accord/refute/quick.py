"""Try quick refutations of a model before its search, within a budget of milliseconds.

How much is looked at depends on sizes alone and not on time, so what is found is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from accord.model import Model
from accord.refute.argument import unmet
from accord.refute.imbalance import Coloured, Reason, Stock, imbalance
from accord.refute.modulo import arguments

MOST_COLOURINGS = 64
MOST_ENTRIES = 1 << 21  # of options to be weighed, under all colourings together; some 10 ms
MOST_WORK = 1 << 23  # steps of an elimination; some 10 ms each


def quick_argument(model: Model, coloured: Coloured | None = None) -> Reason | None:
    """Why a model has no solution, if that is easily seen; None if it is not.

    Args:
        model: any. Of a lazy one, its own items are looked at: what refutes these refutes it.
        coloured: its board, if it has one.
    """
    return next((found for found in _find(model, coloured) if found.holds(model)), None)


def _find(model: Model, coloured: Coloured | None) -> Iterator[Reason]:
    nothing_gives = unmet(model, None if coloured is None else coloured.cells)
    if nothing_gives is not None:
        yield nothing_gives
    if coloured is not None:
        yield from _imbalances(model, coloured)
    yield from arguments(model, MOST_WORK)


def _imbalances(model: Model, coloured: Coloured) -> Iterator[Reason]:
    stock = Stock(model, coloured.pieces)
    if not stock.plain:
        return
    left = MOST_ENTRIES
    for colouring in islice(coloured.colourings, MOST_COLOURINGS):
        left -= len(model.item) + model.options
        if left < 0:
            return
        found = imbalance(model, stock, coloured.cells, colouring)
        if found is not None:
            yield found
