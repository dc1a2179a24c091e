"""The general engine: every model; demands on sums of amounts, colours, by propagation of bounds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar, TypeVar

import numpy as np
import numpy.typing as npt

from accord.backends.contract import Request, Search
from accord.backends.native import general_bitset, general_tables
from accord.backends.native.engine import Engine, Kernel, Walk, jobs_wanted, loaded, output
from accord.backends.native.general_tables import Ints, Tables
from accord.backends.native.walks import walked
from accord.backends.waiting import awaited
from accord.errors import RefusedError
from accord.model import Model
from accord_native.cover.general_layout import AIM, BRANCH, OPEN, STATES, TRAIL, UNMET

Lowered = TypeVar("Lowered")

MOST_JOBS = 4  # times as many as are wanted
UPDATES_OF_A_NODE = 4096  # of rooms; where there may be more, fewer nodes are searched in a call


class General(Engine):
    """The general kernel as an engine."""

    name: ClassVar[str] = "general"
    last_resort: ClassVar[bool] = True

    def refusal(self, model: Model, request: Request) -> str | None:  # noqa: ARG002
        """Whether the tables would be too large; it takes every kind of model."""
        try:
            general_tables.refuse(model)
        except RefusedError as error:
            return str(error)
        return None

    def search(self, model: Model, request: Request) -> Search:
        """Search in slices, with some while the kernel is loaded."""
        if general_bitset.applies(model):
            kernel = yield from loaded("accord_native.cover.general_bitset")
            sets = yield from awaited(partial(general_bitset.lower, model))
            yield from walked(general_bitset.BitsetJobs(model, sets, kernel, request), request)
        else:
            kernel = yield from loaded("accord_native.cover.general")
            sums = yield from awaited(partial(general_tables.lower, model))
            yield from walked(GeneralJobs(model, sums, kernel, request), request)


class GeneralJobs:
    """Jobs: the literals to begin with; one job if the search is not shared, none if it is hopeless."""

    def __init__(self, model: Model, lowered: Tables, kernel: Kernel, request: Request) -> None:
        self._lowered, self._kernel, self._request = lowered, kernel, request
        self._root, self._roots = len(lowered.low), 0
        if request.root is not None:
            self._roots = len(model.options_of(request.root))
            if lowered.item[request.root] >= 0:
                self._root = int(lowered.item[request.root])
        wanted = jobs_wanted(request)
        self._begin: list[list[int]] = []
        if lowered.possible:
            self._begin = _shared(lowered, self._root, wanted) if wanted > 1 else [[]]
        self.count = len(self._begin)

    def begin(self, job: int) -> Walk:
        """A walk that begins with one of the sets of literals."""
        lowered = self._lowered
        items, options = len(lowered.low), len(lowered.start) - 1
        literals = np.union1d(lowered.known, np.array(self._begin[job], np.uint64))
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
        share = lowered.updates // UPDATES_OF_A_NODE

        def call(budget: np.uint64) -> np.uint64:
            return kernel(np.uint64(int(budget) // (share + 1) or 1))

        return Walk(
            call=call, state=state, output=found, written=written, roots=self._roots if job == 0 else 0
        )


def _shared(lowered: Tables, root: int, wanted: int) -> list[list[int]]:
    """Disjoint sets of literals that together have every solution.

    They go through the options of an item that must get something: a set has one of them and excludes those
    before it, the last set excludes all. Where sets are still few they are split further in the same way.
    """
    begin: list[list[int]] = [[]]
    known = set((lowered.known >> np.uint64(1)).tolist())
    for group in _groups(lowered, root):
        if len(begin) >= wanted:
            break
        options = [option for option in group.tolist() if option not in known]
        options = options[: -(-MOST_JOBS * wanted // len(begin))]
        known.update(options)
        out = [2 * option + 1 for option in options]
        further = [[*out[:at], 2 * option] for at, option in enumerate(options)]
        begin = [[*literals, *more] for literals in begin for more in (*further, out)]
    return begin


def _groups(lowered: Tables, root: int) -> Iterator[Ints]:
    """Options to go through together: of items that must get something, the fewest first; then any."""
    first, member = lowered.first.astype(np.int64), lowered.member.astype(np.int64)
    order = np.argsort(np.diff(first), kind="stable")
    wanting = order[lowered.low[order] > 0]
    for item in ([root] if root < len(order) else []) + wanting.tolist():
        members = member[first[item] : first[item + 1]]
        rising = members[(members[:, 0] & 1) == 0, 2]
        yield rising[rising < lowered.real]
    for option in np.argsort(-np.diff(lowered.start[: lowered.real + 1].astype(np.int64)), kind="stable"):
        yield np.array([option])
