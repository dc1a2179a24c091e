"""Lowering a model for the sums kernel, whose arrays `accord_native.sums.search` explains.

Items that every choice satisfies are left out; items of two options become implications, each way: a pair of
values whose sum is outside the demand is excluded.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from accord.errors import RefusedError
from accord.model import Model

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Halves = npt.NDArray[np.uint32]
Bytes = npt.NDArray[np.uint8]

MOST_ENTRIES = 1 << 24
MOST_SUM = 1 << 31
MOST_REACH = 1024  # sums that are looked at one by one; larger ones only by their bounds


@dataclass(frozen=True, eq=False)
class Tables:
    """The arrays of the kernel that depend on the model only, by its names for them."""

    start: Halves
    entry: Halves
    first: Halves
    member: Halves
    top: Halves
    spread: Words
    slack: Words
    implied_start: Halves
    implied: Halves
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
    option, item, amount = model.option_of_entry.astype(np.int64), model.item.astype(np.int64), model.amount
    least, most = np.zeros(model.items, np.int64), np.zeros(model.items, np.int64)
    np.add.at(least, item, np.minimum(amount, 0))
    np.add.at(most, item, np.maximum(amount, 0))
    possible = bool(((model.low <= most) & (model.high >= least)).all())
    low, high = np.maximum(model.low, least), np.minimum(model.high, most)
    slot, weight = 2 * item + (amount < 0), np.abs(amount)
    room = np.stack([high - least, most - low], axis=1).ravel()
    out, in_ = (option[weight > room[slot ^ way]] for way in (0, 1))
    known = np.unique(np.concatenate([2 * out + 1, 2 * in_]))

    binding = (low > least) | (high < most)
    size = np.bincount(item, minlength=model.items)
    edges = _implications(model, low, high, np.flatnonzero(binding & (size == 2)))
    binding &= size > 2
    number = np.where(binding, np.cumsum(binding) - 1, -1)
    kept = binding[item]
    option, item, amount = option[kept], number[item[kept]], amount[kept]
    slot, weight = 2 * item + (amount < 0), np.abs(amount)
    low, high, least, most = low[binding], high[binding], least[binding], most[binding]
    slack = np.stack([high - least, most - low], axis=1).ravel()
    heaviest = np.zeros(len(low), np.int64)
    np.maximum.at(heaviest, item, weight)
    largest = np.zeros(model.options, np.int64)
    np.maximum.at(largest, option, weight)
    never = np.stack([high == most, low == least], axis=1).ravel()
    entry = np.argsort(option, kind="stable")
    member = np.lexsort((option, -weight, item))
    longest = int(np.bincount(item).max(initial=0))
    up = slack[::2]
    reachable = (heaviest > 1) & (up < MOST_REACH)
    return Tables(
        start=_starts(option, model.options),
        entry=np.stack([slot, weight], axis=1)[entry].astype(np.uint32),
        first=_starts(item, len(low)),
        member=np.stack([slot, weight, option], axis=1)[member].astype(np.uint32),
        top=np.where(never, 0, np.repeat(heaviest, 2)).astype(np.uint32),
        spread=(high - low).astype(np.uint64),
        slack=slack.astype(np.uint64),
        implied_start=_starts(edges[0], 2 * model.options),
        implied=edges[1].astype(np.uint32),
        changed=np.where(reachable, 3, 0).astype(np.uint8),
        weight=largest,
        reach=(longest + 2, int(up[reachable].max(initial=0)) // 64 + 1),
        known=known,
        possible=possible and len(np.unique(known >> 1)) == len(known),
    )


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


def _starts(owner: Ints, owners: int) -> Halves:
    start = np.zeros(owners + 1, np.int64)
    np.cumsum(np.bincount(owner, minlength=owners), out=start[1:])
    return start.astype(np.uint32)
