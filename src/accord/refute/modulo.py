"""Refute a model modulo 8, 9, 5 or 7: find weights under which all options are 0 and the demands are not.

The rows are the items that demand just one number, the columns options. All ways to add up rows to 0 are what
is left when the columns are cleared one after the other. Modulo a power of a prime a column is cleared by the
entry that the prime divides least often; if it divides it at all, a multiple of that row clears the column by
itself and stays among the rows. So 8 finds what 2 and 4 would, and 9 what 3 would.

Most options say nothing new. So some are taken, evenly spread; a random sum of what is left shows which
others are not 0 yet, and some of those are taken next. Once the demands weigh 0 under all that is left,
there is no argument, and none of the options that were not looked at could make one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import gcd, prod
from random import Random

import numpy as np
import numpy.typing as npt

from accord.model import Model
from accord.model.arrays import ranges
from accord.refute.argument import Argument, Weights, sums

MODULI = ((2, 3), (3, 2), (5, 1), (7, 1))  # a prime, and its power
ALL = prod(prime**power for prime, power in MODULI)  # what is 0 modulo each of them is 0 modulo this
MORE = 16  # options at first, beside one for each row
SHARE = 32  # options that are not 0 yet, to be taken at once
SEED = 20000304

Rows = npt.NDArray[np.int32]


def arguments(model: Model, most_work: float) -> Iterator[Argument]:
    """Arguments modulo a number, each such that no weight can be spared alone.

    Args:
        model: any; only items without colours that demand just one number are weighed.
        most_work: steps of an elimination, about: one that may take more is left out.
    """
    rows = np.flatnonzero((model.low == model.high) & ~model.coloured_items)
    if not len(rows) or len(rows) ** 2 * (2 * len(rows) + MORE) > most_work:
        return
    table = _Table(model, rows)
    number = min(model.options, len(rows) + MORE)
    chosen = np.linspace(0, model.options - 1, number).astype(np.int64)
    given, left = _units_cleared(
        np.hstack([table.columns(chosen), np.eye(len(rows), dtype=np.int32)]), number
    )
    for prime, power in MODULI:
        weights = table.weights(given, left, prime, power)
        if weights is None:
            continue
        modulo = prime**power
        common = gcd(modulo, *weights[rows].tolist())
        weights, modulo = weights // common, modulo // common
        found = sums(model, weights, modulo)
        if found is not None and found[1]:
            of_item = {item: int(weights[item]) for item in np.flatnonzero(weights).tolist()}
            yield Argument(of_item, modulo, *found, engine="modulo")


@dataclass(frozen=True, eq=False)
class _Table:
    """The rows of a model that demand just one number, and its options as columns."""

    model: Model
    rows: npt.NDArray[np.intp]

    @cached_property
    def _place(self) -> npt.NDArray[np.int64]:
        place = np.full(self.model.items, -1, np.int64)
        place[self.rows] = np.arange(len(self.rows))
        return place

    def weights(self, given: Rows, left: Rows, prime: int, power: int) -> Weights | None:
        """Weights of all items under which options weigh 0 and demands do not; None if there are none.

        `left` are rows to be added up, `given` what they are in some columns.
        """
        modulo = prime**power
        demand = self.model.low[self.rows] % modulo
        random = Random(SEED)  # numpy's takes long to import
        while True:
            left = _eliminate(np.hstack([given, left]) % modulo, given.shape[1], prime, power)
            if not ((left @ demand) % modulo).any():
                return None
            chosen = self._not_0(np.array(random.choices(range(modulo), k=len(left))) @ left % modulo, modulo)
            if not len(chosen):  # as far as the draw shows
                found = _sparse(left, left @ demand % modulo, prime, power)
                chosen = self._not_0(found, modulo)
                if not len(chosen):
                    break
            given = left @ self.columns(chosen)
        weights = np.zeros(self.model.items, np.int64)
        weights[self.rows] = found
        return weights

    def columns(self, chosen: npt.NDArray[np.int64]) -> Rows:
        """Return the amounts that some options give to the rows: [rows, options]."""
        model = self.model
        sizes = np.diff(model.start)[chosen]
        entries = ranges(model.start[chosen], sizes)
        row, column = self._place[model.item[entries]], np.repeat(np.arange(len(chosen)), sizes)
        ours = row >= 0
        columns = np.zeros((len(self.rows), len(chosen)), np.int32)
        columns[row[ours], column[ours]] = model.amount[entries][ours] % ALL
        return columns

    def _not_0(self, weights: npt.NDArray[np.integer], modulo: int) -> npt.NDArray[np.int64]:
        """Some of the options that do not weigh 0."""
        model = self.model
        weighed = np.append(weights, 0)[self._place][model.item] * (model.amount % modulo)
        running = np.append(0, np.cumsum(weighed))
        wrong = np.flatnonzero((running[model.start[1:]] - running[model.start[:-1]]) % modulo)
        return wrong[:: max(1, len(wrong) // SHARE)]


def _units_cleared(work: Rows, columns: int) -> tuple[Rows, Rows]:
    """Sums of rows that are 0 in those of the first columns that units clear, modulo all moduli at once.

    Returns what they are in the other columns, and the sums. This is most of the work, and done once for all.
    """
    unit = np.gcd(np.arange(ALL), ALL) == 1
    done, again = 0, True
    waiting = list(range(columns))
    while again:
        again, asked, waiting = False, waiting, []
        for at, column in enumerate(asked):
            using = np.flatnonzero(unit[work[done:, column]])
            if not len(using):
                waiting.append(column)
                continue
            pivot = done + int(using[0])
            first = waiting[0] if waiting else asked[at]
            work[[done, pivot]] = work[[pivot, done]]
            row = work[done, first:]
            row *= pow(int(work[done, column]), -1, ALL)
            row %= ALL
            others = np.flatnonzero(work[done + 1 :, column]) + done + 1
            work[others, first:] = (work[others, first:] - work[others, column, None] * row) % ALL
            done, again = done + 1, True
    return work[done:, waiting], work[done:, columns:]


def _eliminate(work: Rows, columns: int, prime: int, power: int) -> Rows:
    """All sums of rows that are 0 in the first columns: rows that make them, without these columns."""
    modulo = prime**power
    often = _valuation(prime, power)
    done = 0
    for column in range(columns):
        if done == len(work):
            break
        using = np.flatnonzero(work[done:, column]) + done
        if not len(using):
            continue
        times = often[work[using, column]]
        pivot = int(using[times.argmin()])
        by = int(times.min())
        work[[done, pivot]] = work[[pivot, done]]
        row = work[done, column:]
        row *= pow(int(row[0]) // prime**by, -1, modulo)
        row %= modulo
        others = np.flatnonzero(work[done + 1 :, column]) + done + 1
        factors = work[others, column] // prime**by
        work[others, column:] = (work[others, column:] - factors[:, None] * row) % modulo
        row *= prime ** (power - by)
        row %= modulo
        done += not row.any()
    return work[done:, columns:]


def _valuation(prime: int, power: int) -> npt.NDArray[np.int64]:
    """How often the prime divides each number below its power; of 0, as often as that."""
    numbers = np.arange(prime**power)
    return np.sum([numbers % prime**times == 0 for times in range(1, power + 1)], axis=0)


def _sparse(left: Rows, demands: npt.NDArray[np.int64], prime: int, power: int) -> Rows:
    """One row under which the demands are not 0, and of whose items none can be spared."""
    modulo, often = prime**power, _valuation(prime, power)
    rows = np.hstack([left, demands[:, None].astype(np.int32)])
    for item in range(left.shape[1]):
        using = np.flatnonzero(rows[:, item])
        if not len(using):
            continue
        # a row whose demands are 0 goes first among those that can: the others are freed of the item by it
        pivot = int(using[np.lexsort((rows[using, -1] != 0, often[rows[using, item]]))[0]])
        by = int(often[rows[pivot, item]])
        row = rows[pivot] * pow(int(rows[pivot, item]) // prime**by, -1, modulo) % modulo
        freed = (rows - (rows[:, item] // prime**by)[:, None] * row) % modulo
        freed[pivot] = row * prime ** (power - by) % modulo
        if freed[:, -1].any():
            rows = freed[freed.any(axis=1)]
    return rows[np.flatnonzero(rows[:, -1])[0], :-1]
