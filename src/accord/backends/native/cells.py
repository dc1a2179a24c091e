"""The engine of dancing cells: covers of many items by sparse options, with or without colours."""

from __future__ import annotations

from functools import partial
from types import ModuleType
from typing import ClassVar

import numpy as np

from accord.backends.contract import Request
from accord.backends.native import cells_tables
from accord.backends.native.arrays import Flags
from accord.backends.native.cells_tables import Tables
from accord.backends.native.cut import Prefix, cut
from accord.backends.native.engine import Kernel, Walk, output
from accord.backends.native.profile import Room
from accord.backends.native.walks import Walker
from accord.model import Model
from accord_native.cover.cells_layout import DEEP, LEVEL_PLACES, MET, STATES, TAIL, UNMET


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
        members, size = cells_tables.restricted(lowered, self._keep & _kept(model, self._begin[job]))
        place = np.empty_like(members)
        place[members] = np.arange(len(members), dtype=np.uint32)
        single = np.flatnonzero(size[: lowered.primary] == 1)
        queue = np.zeros(lowered.primary, np.uint32)
        queue[: len(single)] = single
        size[lowered.primary :] |= MET
        trail, placed = np.zeros(model.options, np.uint32), np.zeros(lowered.depth, np.uint32)
        levels = np.zeros((lowered.depth + 1, LEVEL_PLACES), np.uint32)
        room = Room(self._request.stats, STATES, lowered.depth + 1, lowered.primary + 1)
        state, found = room.state(), output(self._request, lowered.depth)
        state[TAIL], state[UNMET] = len(single), lowered.primary
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
    tables: ClassVar[ModuleType] = cells_tables
    jobs: ClassVar[type[CellsJobs]] = CellsJobs


def _kept(model: Model, prefix: Prefix) -> Flags:
    """The options of a job: in the primary items of an option that is chosen, there is no other."""
    keep = np.ones(model.options, np.bool_)
    keep[list(prefix.excluded)] = False
    for chosen in prefix.chosen:
        for item in model.items_of(chosen):
            if model.primary[item]:
                others = model.options_of(item)
                keep[others[others != chosen]] = False
    return keep
