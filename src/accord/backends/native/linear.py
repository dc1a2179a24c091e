"""Lower demands on sums of amounts to the arrays of the kernels `general` and `sums`.

    model -> Sums      entries: an option gives an amount to an item
          -> Bounds    what each item can be given; the options that are settled by that
          -> Slots     the entries of some items, as slots: 2 * item, or 2 * item + 1 for a negative amount

A literal is 2 * option if the option is chosen, and 2 * option + 1 if it is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from accord.backends.native.arrays import Flags, Ints, starts
from accord.model import Model
from accord.model.arrays import unique_values


@dataclass(frozen=True, eq=False)
class Sums:
    """Demands on sums of amounts, by entries in any order."""

    low: Ints
    high: Ints
    option: Ints
    item: Ints
    amount: Ints


@dataclass(frozen=True, eq=False)
class Bounds:
    """The sums that items can be given, and their demands within that."""

    least: Ints
    most: Ints
    low: Ints
    high: Ints
    binding: Flags  # not every choice gives the item what it demands
    known: Ints  # literals that hold in every solution
    possible: bool  # False: some item can never get what it demands


class Rows(NamedTuple):
    """The entries of slots, by the kernels' names for them."""

    start: npt.NDArray[Any]
    entry: npt.NDArray[Any]  # slot and weight, by option
    first: npt.NDArray[Any]
    member: npt.NDArray[Any]  # slot, weight and option, by item, the heaviest first
    top: npt.NDArray[Any]

    def as_type(self, dtype: type[np.unsignedinteger[Any]]) -> Rows:
        """Return them in the numbers that a kernel takes."""
        return Rows(*(array.astype(dtype) for array in self))


@dataclass(frozen=True, eq=False)
class Slots:
    """The entries of some items: arrays of the kernels, by their names for them."""

    number: Ints  # of each item: its number among the slots; -1 if it has none
    low: Ints
    high: Ints
    room: Ints  # of each slot: what may still be given, or withheld
    heaviest: Ints  # of each item: its largest amount, whatever its sign
    rows: Rows
    spread: Ints


def sums(model: Model) -> Sums:
    """Return the demands of a model without colours."""
    option, item = model.option_of_entry.astype(np.int64), model.item.astype(np.int64)
    return Sums(model.low, model.high, option, item, model.amount)


def bounds(sums: Sums) -> Bounds:
    """Return the sums that can be given, and the literals that follow at once."""
    least, most = np.zeros(len(sums.low), np.int64), np.zeros(len(sums.low), np.int64)
    np.add.at(least, sums.item, np.minimum(sums.amount, 0))
    np.add.at(most, sums.item, np.maximum(sums.amount, 0))
    possible = bool(((sums.low <= most) & (sums.high >= least)).all())
    low, high = np.maximum(sums.low, least), np.minimum(sums.high, most)
    room = np.stack([high - least, most - low], axis=1).ravel()
    slot, weight = 2 * sums.item + (sums.amount < 0), np.abs(sums.amount)
    out, in_ = (sums.option[weight > room[slot ^ way]] for way in (0, 1))
    known = unique_values(np.concatenate([2 * out + 1, 2 * in_]))
    possible &= len(unique_values(known >> 1)) == len(known)
    return Bounds(least, most, low, high, (low > least) | (high < most), known, possible)


def slots(sums: Sums, bounds: Bounds, wanted: Flags, options: int) -> Slots:
    """The entries of the items that are wanted, of so many options."""
    number = np.where(wanted, np.cumsum(wanted) - 1, -1)
    kept = wanted[sums.item]
    option, item, amount = sums.option[kept], number[sums.item[kept]], sums.amount[kept]
    slot, weight = 2 * item + (amount < 0), np.abs(amount)
    low, high, least, most = (each[wanted] for each in (bounds.low, bounds.high, bounds.least, bounds.most))
    heaviest = np.zeros(len(low), np.int64)
    np.maximum.at(heaviest, item, weight)
    never = np.stack([high == most, low == least], axis=1).ravel()
    entry, member = np.argsort(option, kind="stable"), np.lexsort((option, -weight, item))
    return Slots(
        number=number,
        low=low,
        high=high,
        room=np.stack([high - least, most - low], axis=1).ravel(),
        heaviest=heaviest,
        rows=Rows(
            start=starts(option, options),
            entry=np.stack([slot, weight], axis=1)[entry],
            first=starts(item, len(low)),
            member=np.stack([slot, weight, option], axis=1)[member],
            top=np.where(never, 0, np.repeat(heaviest, 2)),
        ),
        spread=high - low,
    )


def depth(model: Model) -> int:
    """How many options a solution has at most.

    Where amounts are positive and there is no colour, an item takes no more than high / the least amount.
    """
    least = np.full(model.items, np.iinfo(np.int64).max)
    np.minimum.at(least, model.item, np.where(model.colour != 0, -1, model.amount))
    sizes = np.bincount(model.item, minlength=model.items)
    counting = (least > 0) & (sizes > 0)
    takes = np.minimum(sizes[counting], model.high[counting] // least[counting])
    entries = np.bincount(model.option_of_entry[counting[model.item]], minlength=model.options)
    some = entries > 0
    with_items = int(takes.sum()) // int(entries[some].min()) if some.any() else 0
    return min(model.options, with_items + int((~some).sum()))
