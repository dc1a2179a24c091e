"""The engine of dancing cells: covers of many items by sparse options, with or without colours."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

import numpy as np

from accord.backends.contract import Request, Search, Slice
from accord.backends.native import cells_tables
from accord.backends.native.cells_tables import Flags, Indices, Tables
from accord.backends.native.engine import Engine, Kernel, Walk, jobs_wanted, loaded, output
from accord.backends.native.walks import walked
from accord.errors import RefusedError
from accord.model import Model
from accord_native.cover.cells_layout import LEVEL_PLACES, MET, STATES, TAIL, UNMET


class Cells(Engine):
    """The dancing cells kernel as an engine."""

    name: ClassVar[str] = "cells"

    def refusal(self, model: Model, request: Request) -> str | None:  # noqa: ARG002
        """Which test the model fails."""
        try:
            cells_tables.refuse(model)
        except RefusedError as error:
            return str(error)
        return None

    def search(self, model: Model, request: Request) -> Search:
        """Search in slices."""
        kernel = yield from loaded("accord_native.cover.cells")
        lowered = cells_tables.lower(model)
        yield Slice()
        yield from walked(CellsJobs(model, lowered, kernel, request), request)


class CellsJobs:
    """Jobs: of one or two items, only some options; a single job where the search is not to be shared.

    What is a job's is where its options stand in `members`; the kernel is the same.
    """

    def __init__(self, model: Model, lowered: Tables, kernel: Kernel, request: Request) -> None:
        self._model, self._lowered, self._kernel, self._request = model, lowered, kernel, request
        wanted = jobs_wanted(request)
        self._only = _shared(model, request.root, wanted) if wanted > 1 else [[]]
        self.count = len(self._only)

    def begin(self, job: int) -> Walk:
        """A walk with only some options of some items."""
        lowered, model = self._lowered, self._model
        members, size = lowered.members.copy(), lowered.size.copy()
        if self._only[job]:
            members, size = cells_tables.restricted(lowered, _kept(model, self._only[job]))
        place = np.empty_like(members)
        place[members] = np.arange(len(members), dtype=np.uint32)
        single = np.flatnonzero(size[: lowered.primary] == 1)
        queue = np.zeros(lowered.primary, np.uint32)
        queue[: len(single)] = single
        size[lowered.primary :] |= MET
        trail, placed = np.zeros(model.options, np.uint32), np.zeros(lowered.depth, np.uint32)
        levels = np.zeros((lowered.depth + 1, LEVEL_PLACES), np.uint32)
        state, found = np.zeros(STATES, np.uint64), output(self._request, lowered.depth)
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
        )  # fmt: skip


Only = list[tuple[int, Indices]]  # items, and the options of each that are to be kept


def _shared(model: Model, root: int | None, wanted: int) -> list[Only]:
    """Disjoint jobs that together have every solution."""
    everything = np.ones(model.options, np.bool_)
    item = root if root is not None else _fewest(model, everything)
    if item is None:
        return [[]]
    options = model.options_of(item)
    if len(options) >= wanted:
        return [[(item, chunk)] for chunk in np.array_split(options, wanted)]
    jobs: list[Only] = []
    for option in options:
        alone: Only = [(item, np.array([option], np.int32))]
        left = _beside(model, int(option))
        second = _fewest(model, left, model.items_of(int(option)))
        if second is None:
            jobs.append(alone)
            continue
        further = model.options_of(second)
        further = further[left[further]]
        chunks = np.array_split(further, max(1, min(len(further), -(-wanted // len(options)))))
        jobs += [[*alone, (second, chunk)] for chunk in chunks]
    return jobs


def _kept(model: Model, only: Only) -> Flags:
    """The options of a job."""
    keep = np.ones(model.options, np.bool_)
    for item, chosen in only:
        dropped = np.zeros(model.options, np.bool_)
        dropped[model.options_of(item)] = True
        dropped[chosen] = False
        keep &= ~dropped
    return keep


def _beside(model: Model, option: int) -> Flags:
    """The options that may stand beside one."""
    beside = np.ones(model.options, np.bool_)
    begin, options, entries = model.by_item
    for at in range(model.start[option], model.start[option + 1]):
        stretch = slice(begin[model.item[at]], begin[model.item[at] + 1])
        same = (model.colour[at] != 0) & (model.colour[entries[stretch]] == model.colour[at])
        beside[options[stretch][~same]] = False
    return beside


def _fewest(model: Model, alive: Flags, met: Indices | None = None) -> int | None:
    """The unmet primary item with the fewest options; None if all are met."""
    wanted = model.primary.copy()
    wanted[[] if met is None else met] = False
    if not wanted.any():
        return None
    counts = np.bincount(model.item[alive[model.option_of_entry]], minlength=model.items)
    return int(np.where(wanted, counts, model.options + 1).argmin())
