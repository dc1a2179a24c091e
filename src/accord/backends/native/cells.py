"""The native engine of dancing cells: covers of many items by sparse options, with or without colours.

A model is lowered to the arrays that `accord_native.cover.cells` explains. All is done on whole arrays, so a
model of 100,000 options takes some hundredths of a second.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from accord.backends.contract import Request
from accord.backends.native.arrays import Flags, Halves, Ints, refuse_amounts, refuse_demands
from accord.backends.native.engine import Kernel, Prefix, Walk, cut, output
from accord.backends.native.profile import Room
from accord.backends.native.walks import Lowering, Walker
from accord.errors import RefusedError
from accord.model import Model
from accord_native.cover.layout import CELLS_STATES, CELLS_UNMET, DEEP, LEVEL_PLACES, MET, TAIL

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
    number: Ints  # the kernel's number of each item of the model
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


def restrict(lowered: Tables, keep: Flags) -> tuple[Halves, Halves]:
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


class CellsJobs:
    """Jobs: of one or two items, only some options; a single job where the search is not to be shared.

    What is a job's is where its options stand in `members`; the kernel is the same.
    """

    def __init__(
        self, model: Model, lowered: Tables, kernel: Kernel, request: Request, keep: Flags | None = None
    ) -> None:
        """`keep`: the options that may be chosen; None for all."""
        self._keep = np.ones(model.options, np.bool_) if keep is None else keep
        self._model, self._lowered, self._kernel, self._request = model, lowered, kernel, request
        self._begin = cut(model, request, items_only=True)  # only those are met by what is left of them
        self.count = len(self._begin)

    def begin(self, job: int) -> Walk:
        """A walk with only some options of some items."""
        lowered, model = self._lowered, self._model
        members, size = restrict(lowered, self._keep & _options_of_job(model, self._begin[job]))
        place = np.empty_like(members)
        place[members] = np.arange(len(members), dtype=np.uint32)
        single = np.flatnonzero(size[: lowered.primary] == 1)
        queue = np.zeros(lowered.primary, np.uint32)
        queue[: len(single)] = single
        size[lowered.primary :] |= MET
        trail, placed = np.zeros(model.options, np.uint32), np.zeros(lowered.depth, np.uint32)
        levels = np.zeros((lowered.depth + 1, LEVEL_PLACES), np.uint32)
        room = Room(self._request.stats, CELLS_STATES, lowered.depth + 1, lowered.primary + 1)
        state, found = room.state(), output(self._request, lowered.depth)
        state[TAIL], state[CELLS_UNMET] = len(single), lowered.primary
        root = self._request.root
        arrays = (
            lowered.start, lowered.owner, lowered.item, lowered.colour, lowered.first, lowered.free, members,
            place, size, queue, trail, placed, levels, state,
            np.uint64(len(size) if root is None else lowered.number[root]), found,
        )  # fmt: skip
        return Walk(
            call=partial(self._kernel, *arrays),
            state=state,
            output=found,
            written={
                "members": members, "place": place, "size": size, "queue": queue, "trail": trail,
                "placed": placed, "levels": levels,
            },
            roots=len(model.options_of(root)) if root is not None and job == 0 else 0,
            board=lambda: placed[: int(state[DEEP])].tolist(),
            profile=room.keeping(
                partial(room.profile, state, model, np.append(np.flatnonzero(model.primary), model.items))
            ),
        )  # fmt: skip


class Cells(Walker):
    """The dancing cells kernel as an engine."""

    name: ClassVar[str] = "cells"
    suits: ClassVar[str] = "many options, few of each item"
    best_nanoseconds: ClassVar[float] = 60.0
    tells: ClassVar[bool] = True
    kernel: ClassVar[str] = "accord_native.cover.cells"
    lowering: ClassVar[Lowering] = Lowering(refuse, lower)
    jobs: ClassVar[type[CellsJobs]] = CellsJobs


def _options_of_job(model: Model, prefix: Prefix) -> Flags:
    """The options of a job: in the primary items of an option that is chosen, there is no other."""
    keep = np.ones(model.options, np.bool_)
    keep[list(prefix.excluded)] = False
    for chosen in prefix.chosen:
        for item in model.items_of(chosen):
            if model.primary[item]:
                others = model.options_of(item)
                keep[others[others != chosen]] = False
    return keep
