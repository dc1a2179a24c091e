"""Lowering a model for the dancing cells kernel, whose arrays `accord_native.cover.cells` explains.

All is done on whole arrays, so a model of 100,000 options takes some hundredths of a second.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.backends.native.arrays import Flags, Halves, Ints, refuse_amounts, refuse_demands
from accord.errors import RefusedError
from accord.model import Model

MOST = (1 << 31) - 1  # entries


@dataclass(frozen=True, eq=False)
class Tables:
    """The arrays of the kernel that depend on the model only, by its names for them."""

    start: Halves
    owner: Halves
    item: Halves
    colour: Halves
    first: Halves
    free: Halves
    members: Halves  # with all options
    size: Halves  # with all options, and without MET
    number: Ints  # of the model's items: those of the kernel
    primary: int  # primary items
    depth: int  # options in a solution, at most


def refuse(model: Model) -> None:
    """Raise RefusedError if the kernel does not take the model."""
    taken = model.primary | model.secondary
    refuse_demands("cells", model, taken, "[1, 1] and [0, 1]", " (general takes any)")
    refuse_amounts("cells", model, " (general takes any)")
    if max(len(model.item), model.options, model.items) > MOST:
        raise RefusedError(f"cells takes up to {MOST:,} entries; there are {len(model.item):,}")


def lower(model: Model) -> Tables:
    """The kernel's arrays."""
    primary = np.flatnonzero(model.primary)
    secondary = np.flatnonzero(~model.primary)
    number = np.empty(model.items, np.int64)
    number[primary] = np.arange(len(primary))
    number[secondary] = len(primary) + np.arange(len(secondary))

    begin, _, entry = model.by_item  # the stretches of `members` may come in any order
    first = np.zeros(model.items, np.uint32)
    first[number] = begin[:-1]
    size = np.zeros(len(first), np.uint32)
    size[number] = np.diff(begin)

    # how many primary items each option has
    needs = np.bincount(model.option_of_entry[model.primary[model.item]], minlength=model.options)
    free = np.flatnonzero(needs == 0)
    return Tables(
        start=model.start.astype(np.uint32),
        owner=model.option_of_entry.astype(np.uint32),
        item=number[model.item].astype(np.uint32),
        colour=model.colour.astype(np.uint32),
        first=first,
        free=free.astype(np.uint32),
        members=entry.astype(np.uint32),
        size=size,
        number=number,
        primary=len(primary),
        depth=len(primary) // max(1, int(needs[needs > 0].min(initial=MOST))) + _free_depth(model, free),
    )


def _free_depth(model: Model, free: Ints) -> int:
    """How many free options can stand together, at most."""
    if model.colour.any():
        return len(free)
    without = int((np.diff(model.start)[free] == 0).sum())
    return min(len(free), int(model.secondary.sum()) + without)


def restricted(lowered: Tables, keep: Flags) -> tuple[Halves, Halves]:
    """`members` and `size` with only some options: the others come last in every stretch."""
    kept = keep[lowered.owner[lowered.members]]
    entries = np.arange(len(kept))
    items = lowered.item[lowered.members]
    before = np.append(0, np.cumsum(kept))  # kept entries in front of each place
    low = lowered.first[items].astype(np.int64)
    rank = before[:-1] - before[low]
    total = before[low + lowered.size[items]] - before[low]
    at = low + np.where(kept, rank, total + (entries - low - rank))
    members = np.empty_like(lowered.members)
    members[at] = lowered.members
    size = np.bincount(items[kept], minlength=len(lowered.size)).astype(np.uint32)
    return members, size
