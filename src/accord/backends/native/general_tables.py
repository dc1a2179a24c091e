"""Lowering a model for the general kernel, whose arrays `accord_native.cover.general` explains.

A coloured item is lowered to items on amounts. A colour that several options give gets an auxiliary option
and an auxiliary item: the n options give 1 each, the auxiliary one -n, and the demand is at most 0; so it
stands for the colour, and is forced in by any of them. Of the item itself two are made: at most 1 from the
uncoloured options and the colours together; and 0 or 1 from the uncoloured ones, where amounts are negative.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from accord.errors import RefusedError
from accord.model import Model

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]

MOST_ENTRIES = 1 << 24  # that are 700 MB of tables


@dataclass(frozen=True, eq=False)
class Tables:
    """The arrays of the kernel that depend on the model only, by its names for them."""

    start: Words
    entry: Words
    first: Words
    member: Words
    top: Words
    shift: Words
    spread: Words
    low: Ints
    high: Ints
    room: Words
    known: Words  # literals that hold in every solution: 2 * option, or 2 * option + 1 if it is not chosen
    possible: bool  # False: some item can never get what it demands
    item: Ints  # of the model's items: the kernel's; -1 if any choice gives it what it demands
    real: int  # options of the model; auxiliary ones follow
    depth: int  # options in a solution, at most
    updates: int  # how many entries a node reaches, about


@dataclass(frozen=True, eq=False)
class _Sums:
    """Demands on sums of amounts, by entries in any order."""

    low: Ints
    high: Ints
    option: Ints
    item: Ints
    amount: Ints

    def sums(self) -> tuple[Ints, Ints]:
        """The least and the largest possible sum of each item."""
        least, most = np.zeros(len(self.low), np.int64), np.zeros(len(self.low), np.int64)
        np.add.at(least, self.item, np.minimum(self.amount, 0))
        np.add.at(most, self.item, np.maximum(self.amount, 0))
        return least, most


def refuse(model: Model) -> None:
    """Raise RefusedError if the tables would be too large."""
    if len(model.item) > MOST_ENTRIES:
        raise RefusedError(
            f"general takes up to {MOST_ENTRIES:,} entries; there are {len(model.item):,} (cpsat takes more)"
        )


def lower(model: Model) -> Tables:
    """The kernel's arrays."""
    demands = without_colours(model)
    options = int(demands.option.max(initial=model.options - 1)) + 1
    least, most = demands.sums()
    possible = bool(((demands.low <= most) & (demands.high >= least)).all())
    low, high = np.maximum(demands.low, least), np.minimum(demands.high, most)
    binding = (low > least) | (high < most)
    number = np.where(binding, np.cumsum(binding) - 1, -1)
    kept = binding[demands.item]
    option, item, amount = demands.option[kept], number[demands.item[kept]], demands.amount[kept]
    slot, weight = 2 * item + (amount < 0), np.abs(amount)
    low, high, least, most = low[binding], high[binding], least[binding], most[binding]

    entry = np.argsort(option, kind="stable")
    member = np.lexsort((option, -weight, item))
    room = np.stack([high - least, most - low], axis=1).ravel()
    heaviest = np.zeros(len(low), np.int64)
    np.maximum.at(heaviest, item, weight)
    never = np.stack([high == most, low == least], axis=1).ravel()
    out, in_ = (option[weight > room[slot ^ way]] for way in (0, 1))
    known = np.unique(np.concatenate([2 * out + 1, 2 * in_]))
    return Tables(
        start=_starts(option, options),
        entry=np.stack([slot, weight], axis=1)[entry].astype(np.uint64),
        first=_starts(item, len(low)),
        member=np.stack([slot, weight, option], axis=1)[member].astype(np.uint64),
        top=np.where(never, 0, np.repeat(heaviest, 2)).astype(np.uint64),
        shift=np.maximum(0, np.frexp(heaviest.astype(np.float64))[1] - 1).astype(np.uint64),
        spread=(high - low).astype(np.uint64),
        low=low,
        high=high,
        room=room.astype(np.uint64),
        known=known.astype(np.uint64),
        possible=possible and len(np.unique(known >> 1)) == len(known),
        item=number[: model.items],
        real=model.options,
        depth=depth(model),
        updates=len(item) ** 3 // max(1, options**2 * len(low)),  # options of its items, and their entries
    )


def without_colours(model: Model) -> _Sums:
    """The model's demands and, in place of colours, others on sums; the first ones are the model's items."""
    if not model.colour.any():
        option, item = model.option_of_entry.astype(np.int64), model.item.astype(np.int64)
        return _Sums(model.low, model.high, option, item, model.amount)
    owner, item, amount = model.option_of_entry.astype(np.int64), model.item.astype(np.int64), model.amount
    coloured = model.colour != 0
    groups, group, size = np.unique(
        np.stack([item[coloured], model.colour[coloured]]), axis=1, return_inverse=True, return_counts=True
    )
    group = group.ravel()
    alone = size == 1
    stands_for = np.where(alone, 0, model.options + np.cumsum(~alone) - 1)  # the option of a colour
    stands_for[group[alone[group]]] = owner[coloured][alone[group]]
    shared = np.flatnonzero(~alone)
    colour_item = model.items + np.cumsum(~alone) - 1
    in_shared = ~alone[group]

    low = model.low.copy()
    least = np.zeros(model.items, np.int64)
    np.add.at(least, item[~coloured], np.minimum(amount[~coloured], 0))
    with_colours = np.zeros(model.items, np.bool_)
    with_colours[groups[0]] = True
    split = with_colours & (least < 0)  # uncoloured options have an item of their own there
    low[split] = least[split]
    own = np.where(split, model.items + len(shared) + np.cumsum(split) - 1, -1)
    also = np.flatnonzero(~coloured & split[item])
    ones = np.ones(len(size), np.int64)
    return _Sums(
        np.concatenate([low, -size[shared], np.zeros(split.sum(), np.int64)]),
        np.concatenate([model.high, np.zeros(len(shared), np.int64), np.ones(split.sum(), np.int64)]),
        np.concatenate(
            [owner[~coloured], stands_for, owner[coloured][in_shared], stands_for[shared], owner[also]]
        ),
        np.concatenate(
            [item[~coloured], groups[0], colour_item[group[in_shared]], colour_item[shared], own[item[also]]]
        ).astype(np.int64),
        np.concatenate(
            [amount[~coloured], ones, np.ones(in_shared.sum(), np.int64), -size[shared], amount[also]]
        ),
    )


def _starts(owner: Ints, owners: int) -> Words:
    start = np.zeros(owners + 1, np.int64)
    np.cumsum(np.bincount(owner, minlength=owners), out=start[1:])
    return start.astype(np.uint64)


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
