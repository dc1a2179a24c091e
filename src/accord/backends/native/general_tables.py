"""Lowering a model for the general kernel, whose arrays `accord_native.cover.general` explains.

A coloured item is lowered to items on amounts. A colour that several options give gets an auxiliary option
and an auxiliary item: the n options give 1 each, the auxiliary one -n, and the demand is at most 0; so it
stands for the colour, and is forced in by any of them. Of the item itself two are made: at most 1 from the
uncoloured options and the colours together; and 0 or 1 from the uncoloured ones, where amounts are negative.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.backends.native import linear
from accord.backends.native.arrays import Ints, Words
from accord.backends.native.linear import Sums
from accord.errors import RefusedError
from accord.model import Model

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


def refuse(model: Model) -> None:
    """Raise RefusedError if the tables would be too large."""
    if len(model.item) > MOST_ENTRIES:
        raise RefusedError(
            f"general takes up to {MOST_ENTRIES:,} entries; there are {len(model.item):,} (cpsat takes more)"
        )


def lower(model: Model) -> Tables:
    """The kernel's arrays."""
    sums = without_colours(model)
    options = int(sums.option.max(initial=model.options - 1)) + 1
    bounds = linear.bounds(sums)
    slots = linear.slots(sums, bounds, bounds.binding, options)
    return Tables(
        start=slots.start.astype(np.uint64),
        entry=slots.entry.astype(np.uint64),
        first=slots.first.astype(np.uint64),
        member=slots.member.astype(np.uint64),
        top=slots.top.astype(np.uint64),
        shift=np.maximum(0, np.frexp(slots.heaviest.astype(np.float64))[1] - 1).astype(np.uint64),
        spread=slots.spread.astype(np.uint64),
        low=slots.low,
        high=slots.high,
        room=slots.room.astype(np.uint64),
        known=bounds.known.astype(np.uint64),
        possible=bounds.possible,
        item=slots.number[: model.items],
        real=model.options,
        depth=linear.depth(model),
        # options of its items, and their entries
        updates=len(slots.member) ** 3 // max(1, options**2 * len(slots.low)),
    )


def without_colours(model: Model) -> Sums:
    """The model's demands and, in place of colours, others on sums; the first ones are the model's items."""
    if not model.colour.any():
        return linear.sums(model)
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
    return Sums(
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
