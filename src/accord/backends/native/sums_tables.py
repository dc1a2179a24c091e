"""Lowering a model for the sums kernel, whose arrays `accord_native.sums.search` explains.

Items that every choice satisfies are left out; items of two options become implications, each way: a pair of
values whose sum is outside the demand is excluded. Where all amounts are 1, "one at most" is a choice, "one
at least" a clause, and nothing is added up.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.backends.native import linear
from accord.backends.native.arrays import Bytes, Flags, Halves, Ints, starts
from accord.errors import RefusedError
from accord.model import Model
from accord.model.arrays import ranges
from accord_native.sums.layout import LITERALS, NEXT, SIZE, Given

MOST_ENTRIES = 1 << 24
MOST_SUM = 1 << 31
MOST_REACH = 1024  # sums that are looked at one by one; larger ones only by their bounds


@dataclass(frozen=True, eq=False)
class Tables:
    """What the kernel is given of the model, and what follows from it for a search."""

    given: Given
    pool: Halves  # clauses, from place 1 on
    watch: Halves
    changed: Bytes
    weight: Ints  # of options: the largest of an item of more than two
    reach: tuple[int, int]  # the shape of this scratch
    known: Ints  # literals that hold in every solution: 2 * option, or 2 * option + 1 if it is not chosen
    possible: bool  # False: some item can never get what it demands


def refuse(model: Model) -> None:
    """Raise RefusedError if there are colours, or the numbers or the tables would be too large."""
    if model.colour.any():
        raise RefusedError("sums takes no colours (general does)")
    if len(model.item) > MOST_ENTRIES:
        raise RefusedError(
            f"sums takes up to {MOST_ENTRIES:,} entries; there are {len(model.item):,} (cpsat takes more)"
        )
    total = np.zeros(model.items)
    np.add.at(total, model.item, np.abs(model.amount.astype(np.float64)))
    if len(total) and total.max() >= MOST_SUM:
        item = model.item_names[int(total.argmax())]
        raise RefusedError(
            f"sums adds up to less than {MOST_SUM:,}; the amounts of {item!r} make {total.max():,.0f} "
            "(general takes them)"
        )


def lower(model: Model) -> Tables:
    """The kernel's arrays."""
    sums = linear.sums(model)
    bounds = linear.bounds(sums)
    size = np.bincount(sums.item, minlength=model.items)
    edges = _implications(model, bounds.low, bounds.high, np.flatnonzero(bounds.binding & (size == 2)))
    wanted = bounds.binding & (size > 2)
    at_home = wanted & _by_ones(model, bounds)
    choice_start, choice, rival_start, rival = _choices(model, at_home & (bounds.high == 1))
    pool, watch = _clauses(model, np.flatnonzero(at_home & (bounds.low == 1)))
    slots = linear.slots(sums, bounds, wanted & ~at_home, model.options)
    largest = np.zeros(model.options, np.int64)
    largest[sums.option[at_home[sums.item]]] = 1
    np.maximum.at(largest, slots.member[:, 2], slots.member[:, 1])
    up = slots.room[::2]
    reachable = (slots.heaviest > 1) & (up < MOST_REACH)
    longest = int(np.diff(slots.first).max(initial=0))
    given = Given(
        start=slots.start.astype(np.uint32),
        entry=slots.entry.astype(np.uint32),
        first=slots.first.astype(np.uint32),
        member=slots.member.astype(np.uint32),
        top=slots.top.astype(np.uint32),
        spread=slots.spread.astype(np.uint64),
        slack=slots.room.astype(np.uint64),
        implied_start=starts(edges[0], 2 * model.options).astype(np.uint32),
        implied=edges[1].astype(np.uint32),
        choice_start=choice_start.astype(np.uint32),
        choice=choice.astype(np.uint32),
        rival_start=rival_start.astype(np.uint32),
        rival=rival.astype(np.uint32),
    )
    return Tables(
        given,
        pool=pool,
        watch=watch,
        changed=np.where(reachable, 3, 0).astype(np.uint8),
        weight=largest,
        reach=(longest + 2, int(up[reachable].max(initial=0)) // 64 + 1),
        known=bounds.known,
        possible=bounds.possible,
    )


def _by_ones(model: Model, bounds: linear.Bounds) -> Flags:
    """Which items take amounts of 1 only, and demand no more than one at most, one at least, or both."""
    other = np.bincount(model.item[model.amount != 1], minlength=model.items) > 0
    at_most = (bounds.high == 1) | (bounds.high == bounds.most)
    return ~other & at_most & (bounds.low <= 1)


def _choices(model: Model, wanted: Flags) -> tuple[Ints, Ints, Ints, Ints]:
    """The choices of each option, and the options of each choice, with their starts."""
    number = np.cumsum(wanted) - 1
    kept = wanted[model.item]
    option, choice = model.option_of_entry[kept].astype(np.int64), number[model.item[kept]]
    order = np.argsort(choice, kind="stable")
    return starts(option, model.options), choice, starts(choice, int(wanted.sum())), option[order]


def _clauses(model: Model, items: Ints) -> tuple[Halves, Halves]:
    """That each of these items gets an option, in `pool` and `watch`: the first two options are watched."""
    begin, options, _ = model.by_item
    size = begin[items + 1] - begin[items]
    place = 1 + starts(np.repeat(np.arange(len(items)), size + LITERALS), len(items))  # and where they end
    pool, watch = np.zeros(place[-1], np.uint32), np.zeros(2 * model.options, np.uint32)
    pool[place[:-1] + SIZE] = size
    pool[ranges(place[:-1] + LITERALS, size)] = 2 * options[ranges(begin[items], size)]
    for own in (0, 1):
        literals = pool[place[:-1] + LITERALS + own]
        for clause, literal in zip(place[:-1].tolist(), literals.tolist(), strict=True):
            pool[clause + NEXT + own] = watch[literal]
            watch[literal] = clause
    return pool, watch


def _implications(model: Model, low: Ints, high: Ints, items: Ints) -> Ints:
    """Of items of two options, which literal implies which: two rows, sorted by the first."""
    begin, options, entries = model.by_item
    pair = begin[items][:, None] + np.arange(2)
    amount, option = model.amount[entries[pair]], options[pair].astype(np.int64)
    edges = [np.zeros((2, 0), np.int64)]
    for values in ((0, 0), (0, 1), (1, 0), (1, 1)):
        total = amount @ np.array(values, np.int64)
        one, other = 2 * option[(total < low[items]) | (total > high[items])].T + 1 - np.array([values]).T
        edges += [np.stack([one, other ^ 1]), np.stack([other, one ^ 1])]
    return np.unique(np.concatenate(edges, axis=1), axis=1)
