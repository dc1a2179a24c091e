"""The engine of sums: linear demands, as in Aquarium or Kakurasu, with learning; no colours."""

from __future__ import annotations

from functools import partial
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from accord.backends.contract import Request
from accord.backends.native import sums_tables
from accord.backends.native.arrays import Ints, Words
from accord.backends.native.engine import Kernel, Walk, costly, jobs_wanted, output
from accord.backends.native.linear import depth
from accord.backends.native.profile import Profile, Room
from accord.backends.native.sums_tables import Tables
from accord.backends.native.walks import Walker
from accord.model import Model
from accord_native.sums import layout

REASONING = {  # the first is the usual one
    "subsets": layout.SUBSETS,
    "bounds": layout.BOUNDS,
    "lookahead": layout.SUBSETS | layout.LOOKAHEAD,
}
BRANCHING = {"activity": layout.ACTIVITY, "streak": layout.STREAK, "smallest": layout.SMALLEST}
PROPAGATIONS, BRANCHINGS = tuple(REASONING), tuple(BRANCHING)
COUNTERS = {  # that statistics have beside
    "conflicts": layout.CONFLICTS,
    "restarts": layout.RESTARTS,
    "clauses": layout.LEARNT,
    "probes": layout.PROBES,
}
LEAST_POOL, MOST_POOL = 1 << 16, 1 << 20  # places for clauses
CLAUSES_AT_FIRST = 2000
UPDATES_OF_A_NODE = 512  # of rooms; where there may be more, fewer nodes are searched in a call
ROOT_FIRST = 1e9  # activity


class SumsJobs:
    """Jobs: the literals to begin with; one job if the search is not shared, none if it is hopeless."""

    def __init__(self, model: Model, lowered: Tables, kernel: Kernel, request: Request) -> None:
        self._model, self._lowered, self._kernel, self._request = model, lowered, kernel, request
        self._root = np.zeros(0, np.int32) if request.root is None else model.options_of(request.root)
        self._begin: list[list[int]] = []
        if lowered.possible:
            self._begin = _shared(lowered, self._root.tolist(), jobs_wanted(request))
        self.count = len(self._begin)

    def begin(self, job: int) -> Walk:
        """A walk that begins with one of the sets of literals."""
        lowered, request = self._lowered, self._request
        items, options = len(lowered.given.spread), self._model.options
        literals = np.union1d(lowered.known, np.array(self._begin[job], np.int64))
        value, trail = np.full(options, layout.OPEN, np.uint8), np.zeros(options, np.uint32)
        value[literals >> 1] = literals & 1
        trail[: len(literals)] = literals
        about = np.zeros((options, 3), np.uint32)
        about[literals >> 1, layout.POSITION] = np.arange(len(literals))
        activity = np.ones(options + 1)
        activity[:-1] = lowered.weight / max(1, lowered.weight.max(initial=0))
        activity[self._root] += ROOT_FIRST
        order = np.argsort(-activity[:-1], kind="stable")
        heap = np.stack([order, np.argsort(order, kind="stable")], axis=1).astype(np.uint32)
        pool = int(np.clip(256 * options, LEAST_POOL, MOST_POOL))
        written: dict[str, npt.NDArray[Any]] = {
            "room": lowered.given.slack.copy(),
            "value": value,
            "trail": trail,
            "about": about,
            "marks": np.zeros(options + 1, np.uint32),
            "heap": heap,
            "activity": activity,
            "phase": np.zeros(options, np.uint8),
            "pool": np.append(lowered.pool, np.zeros(pool, np.uint32)),
            "watch": lowered.watch.copy(),
            "units": np.zeros(2 * options, np.uint32),
            "changed": lowered.changed.copy(),
            "calm": np.zeros(2 * options, np.uint64),
            "stamps": np.zeros(options + 1, np.uint64),
        }
        room = Room(request.stats, layout.STATES, options + 1, options)
        state, found = room.state(), output(request, depth(self._model))
        state[layout.TRAIL], state[layout.HEAP] = len(literals), options
        state[layout.POOL], state[layout.SWEEP] = len(lowered.pool), 1
        state[layout.LEARNT_MOST], state[layout.RESTART_AT] = CLAUSES_AT_FIRST, 64
        arrays = layout.Arrays(
            lowered.given,
            **written,
            seen=np.zeros(options, np.uint8),
            why=np.zeros(options + 1, np.uint32),
            learnt=np.zeros(options + 1, np.uint32),
            reach=np.zeros(lowered.reach, np.uint64),
            state=state,
        )
        reasoning = REASONING[request.propagate or PROPAGATIONS[0]]
        kernel = partial(self._kernel, arrays, reasoning, BRANCHING[request.branch or BRANCHINGS[0]], found)
        return Walk(
            call=costly(kernel, (len(lowered.given.entry) + items) // UPDATES_OF_A_NODE),
            state=state,
            output=found,
            written=written,
            roots=len(self._root) if job == 0 else 0,
            profile=room.keeping(partial(_profile, room, state, self._model)),
        )


class Sums(Walker):
    """The sums kernel as an engine."""

    name: ClassVar[str] = "sums"
    suits: ClassVar[str] = "amounts add up"
    linear_only: ClassVar[bool] = True
    learns: ClassVar[bool] = True
    tells: ClassVar[bool] = True
    kernel: ClassVar[str] = "accord_native.sums.search"
    tables: ClassVar[ModuleType] = sums_tables
    jobs: ClassVar[type[SumsJobs]] = SumsJobs


def _profile(room: Room, state: Words, model: Model) -> Profile:
    """Statistics of decisions, which are on options: they count for each item that the option has."""
    depths, by_option = room.read(state)
    items = np.zeros((model.items + 1, 2), np.uint64)
    np.add.at(items[:, 1], model.item, by_option[model.option_of_entry, 1])
    return Profile(depths, items, {name: int(state[place]) for name, place in COUNTERS.items()})


def _shared(lowered: Tables, root: list[int], wanted: int) -> list[list[int]]:
    """Disjoint sets of literals that together have every solution: some options, in and out.

    They are the options of the root, or those of the largest amounts; how many jobs are wanted depends on
    the workers.
    """
    known = set((lowered.known >> 1).tolist())
    order: Ints = np.argsort(-lowered.weight, kind="stable")
    split = [option for option in dict.fromkeys([*root, *order.tolist()]) if option not in known]
    begin: list[list[int]] = [[]]
    for option in split[: (wanted - 1).bit_length()]:
        begin = [[*literals, 2 * option + way] for literals in begin for way in (0, 1)]
    return begin
