"""The general engine: every model; demands on sums of amounts, colours, by propagation of bounds."""

from __future__ import annotations

from functools import partial
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from accord.backends.contract import Request
from accord.backends.native import general_tables
from accord.backends.native.cut import cut
from accord.backends.native.engine import Kernel, Walk, costly, output
from accord.backends.native.general_tables import Tables
from accord.backends.native.walks import Walker
from accord.model import Model
from accord_native.cover.general_layout import AIM, BRANCH, OPEN, STATES, TRAIL, UNMET

UPDATES_OF_A_NODE = 4096  # of rooms; where there may be more, fewer nodes are searched in a call


class GeneralJobs:
    """Jobs: the literals to begin with; one job if the search is not shared, none if it is hopeless."""

    def __init__(self, model: Model, lowered: Tables, kernel: Kernel, request: Request) -> None:
        self._lowered, self._kernel, self._request = lowered, kernel, request
        self._root, self._roots = len(lowered.low), 0
        if request.root is not None:
            self._roots = len(model.options_of(request.root))
            if lowered.item[request.root] >= 0:
                self._root = int(lowered.item[request.root])
        known = (lowered.known >> np.uint64(1)).tolist()
        self._begin = cut(model, request, known) if lowered.possible else []
        self.count = len(self._begin)

    def begin(self, job: int) -> Walk:
        """A walk that begins with one of the sets of literals."""
        lowered = self._lowered
        items, options = len(lowered.low), len(lowered.start) - 1
        prefix = self._begin[job]
        ours = [2 * option for option in prefix.chosen] + [2 * option + 1 for option in prefix.excluded]
        literals = np.union1d(lowered.known, np.array(ours, np.uint64))
        value = np.full(options, OPEN, np.uint8)
        trail = np.zeros(options, np.uint64)
        value[literals >> np.uint64(1)] = literals & np.uint64(1)
        trail[: len(literals)] = literals
        is_unmet = (lowered.low > 0) | (lowered.high < 0)
        unmet = np.argsort(~is_unmet, kind="stable").astype(np.uint64)
        state, found = np.zeros(STATES, np.uint64), output(self._request, lowered.depth)
        state[TRAIL], state[UNMET], state[AIM] = len(literals), is_unmet.sum(), 2 * items
        written: dict[str, npt.NDArray[Any]] = {
            "room": lowered.room.copy(),
            "given": np.zeros(items, np.int64),
            "unmet": unmet,
            "place": np.argsort(unmet, kind="stable").astype(np.uint64),
            "value": value,
            "trail": trail,
            "branch": np.zeros((lowered.real + 1, BRANCH), np.uint64),
            "fails": np.ones(items, np.uint64),
            "placed": np.zeros(lowered.real, np.int32),
        }
        kernel = partial(
            self._kernel, lowered.start, lowered.entry, lowered.first, lowered.member, lowered.top,
            lowered.shift, lowered.spread, lowered.low, lowered.high, *written.values(), state,
            np.uint64(lowered.real), np.uint64(self._root), found,
        )  # fmt: skip
        return Walk(
            call=costly(kernel, lowered.updates // UPDATES_OF_A_NODE),
            state=state,
            output=found,
            written=written,
            roots=self._roots if job == 0 else 0,
        )


class General(Walker):
    """The general kernel as an engine."""

    name: ClassVar[str] = "general"
    suits: ClassVar[str] = "it takes every model"
    last_resort: ClassVar[bool] = True
    kernel: ClassVar[str] = "accord_native.cover.general"
    tables: ClassVar[ModuleType] = general_tables
    jobs: ClassVar[type[GeneralJobs]] = GeneralJobs
