"""The native engine for linear demands, as in Aquarium or Kakurasu: learns clauses from conflicts.

A model is lowered to the arrays that `accord_native.sums.search` explains. Items that every choice satisfies
are left out; items of two options become implications, each way: a pair of values whose sum is outside the
demand is excluded. Where all amounts are 1, "one at most" is a choice, "one at least" a clause; nothing is
added up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from accord.backends.contract import Request
from accord.backends.native import linear
from accord.backends.native.arrays import Bytes, Flags, Halves, Ints, Words, starts
from accord.backends.native.engine import Kernel, Walk, costly, jobs_wanted, output
from accord.backends.native.linear import depth
from accord.backends.native.profile import Profile, Room
from accord.backends.native.walks import Lowering, Walker
from accord.errors import RefusedError
from accord.model import Model
from accord.model.arrays import ranges, unique_values
from accord_native.sums import layout
from accord_native.sums.layout import LITERALS, NEXT, SIZE, Given

MOST_ENTRIES = 1 << 24
MOST_SUM = 1 << 31
MOST_REACH = 1024  # sums that are looked at one by one; larger ones only by their bounds


@dataclass(frozen=True, eq=False)
class Tables:
    """The kernel's arrays of the model, and what follows from them for a search."""

    given: Given
    pool: Halves  # clauses, from place 1 on
    watch: Halves
    changed: Bytes
    weight: Ints  # of options: the largest of an item of more than two
    reach: tuple[int, int]  # the shape of this scratch
    known: Ints  # literals that hold in every solution: 2 * option, or 2 * option + 1 if it is not chosen
    possible: bool  # False: some item can never get what it demands


def refuse(model: Model) -> None:
    """Raise RefusedError if there are colours, or the numbers or the tables would be too large."""
    if model.colour.any():
        raise RefusedError("sums takes no colours (general does)")
    if len(model.item) > MOST_ENTRIES:
        raise RefusedError(
            f"sums takes up to {MOST_ENTRIES:,} entries; there are {len(model.item):,} (cpsat takes more)"
        )
    total = np.zeros(model.items)
    np.add.at(total, model.item, np.abs(model.amount.astype(np.float64)))
    if len(total) and total.max() >= MOST_SUM:
        item = model.item_names[int(total.argmax())]
        raise RefusedError(
            f"sums adds up to less than {MOST_SUM:,}; the amounts of {item!r} make {total.max():,.0f} "
            "(general takes them)"
        )


def lower(model: Model) -> Tables:
    """The kernel's arrays."""
    sums = linear.sums(model)
    bounds = linear.bounds(sums)
    size = np.bincount(sums.item, minlength=model.items)
    edges = _implications(model, bounds.low, bounds.high, np.flatnonzero(bounds.binding & (size == 2)))
    wanted = bounds.binding & (size > 2)
    at_home = wanted & _by_ones(model, bounds)
    choice_start, choice, rival_start, rival = _choices(model, at_home & (bounds.high == 1))
    pool, watch = _clauses(model, np.flatnonzero(at_home & (bounds.low == 1)))
    slots = linear.slots(sums, bounds, wanted & ~at_home, model.options)
    largest = np.zeros(model.options, np.int64)
    largest[sums.option[at_home[sums.item]]] = 1
    np.maximum.at(largest, slots.rows.member[:, 2], slots.rows.member[:, 1])
    up = slots.room[::2]
    reachable = (slots.heaviest > 1) & (up < MOST_REACH)
    longest = int(np.diff(slots.rows.first).max(initial=0))
    given = Given(
        *slots.rows.as_type(np.uint32),
        spread=slots.spread.astype(np.uint64),
        slack=slots.room.astype(np.uint64),
        implied_start=starts(edges[0], 2 * model.options).astype(np.uint32),
        implied=edges[1].astype(np.uint32),
        choice_start=choice_start.astype(np.uint32),
        choice=choice.astype(np.uint32),
        rival_start=rival_start.astype(np.uint32),
        rival=rival.astype(np.uint32),
    )
    return Tables(
        given,
        pool=pool,
        watch=watch,
        changed=np.where(reachable, 3, 0).astype(np.uint8),
        weight=largest,
        reach=(longest + 2, int(up[reachable].max(initial=0)) // 64 + 1),
        known=bounds.known,
        possible=bounds.possible,
    )


def _by_ones(model: Model, bounds: linear.Bounds) -> Flags:
    """Which items take amounts of 1 only, and demand no more than one at most, one at least, or both."""
    at_most = (bounds.high == 1) | (bounds.high == bounds.most)
    return model.unit_items & at_most & (bounds.low <= 1)


def _choices(model: Model, wanted: Flags) -> tuple[Ints, Ints, Ints, Ints]:
    """The choices of each option, and the options of each choice, with their starts."""
    number = np.cumsum(wanted) - 1
    kept = wanted[model.item]
    option, choice = model.option_of_entry[kept].astype(np.int64), number[model.item[kept]]
    order = np.argsort(choice, kind="stable")
    return starts(option, model.options), choice, starts(choice, int(wanted.sum())), option[order]


def _clauses(model: Model, items: Ints) -> tuple[Halves, Halves]:
    """Return clauses that give each of these items an option, `pool` and `watch`; two of each are watched."""
    begin, options, _ = model.by_item
    size = begin[items + 1] - begin[items]
    place = 1 + starts(np.repeat(np.arange(len(items)), size + LITERALS), len(items))  # and where they end
    pool, watch = np.zeros(place[-1], np.uint32), np.zeros(2 * model.options, np.uint32)
    pool[place[:-1] + SIZE] = size
    pool[ranges(place[:-1] + LITERALS, size)] = 2 * options[ranges(begin[items], size)]
    for own in (0, 1):
        literals = pool[place[:-1] + LITERALS + own]
        for clause, literal in zip(place[:-1].tolist(), literals.tolist(), strict=True):
            pool[clause + NEXT + own] = watch[literal]
            watch[literal] = clause
    return pool, watch


def _implications(model: Model, low: Ints, high: Ints, items: Ints) -> Ints:
    """Return which literal implies which, for items of two options: two rows, sorted by the first."""
    begin, options, entries = model.by_item
    pair = begin[items][:, None] + np.arange(2)
    amount, option = model.amount[entries[pair]], options[pair].astype(np.int64)
    edges = [np.zeros((2, 0), np.int64)]
    for values in ((0, 0), (0, 1), (1, 0), (1, 1)):
        total = amount @ np.array(values, np.int64)
        one, other = 2 * option[(total < low[items]) | (total > high[items])].T + 1 - np.array([values]).T
        edges += [np.stack([one, other ^ 1]), np.stack([other, one ^ 1])]
    one, other = np.concatenate(edges, axis=1)
    literals = 2 * model.options
    # one number for both is sorted in a fraction of the time of rows
    return np.stack(np.divmod(unique_values(one * literals + other), max(1, literals)))


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
UPDATES_OF_A_NODE = 512  # of slots; where there may be more, fewer nodes are searched in a call
ROOT_FIRST = 1e9  # activity


class SumsJobs:
    """Jobs: the literals to begin with; one job if the search is not shared, none if it is hopeless."""

    def __init__(self, model: Model, lowered: Tables, kernel: Kernel, request: Request) -> None:
        self._model, self._lowered, self._kernel, self._request = model, lowered, kernel, request
        self._root = np.zeros(0, np.int32) if request.root is None else model.options_of(request.root)
        self._begin: list[list[int]] = []
        if lowered.possible:
            self._begin = _split_on_options(lowered, self._root.tolist(), jobs_wanted(request))
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
    lowering: ClassVar[Lowering] = Lowering(refuse, lower)
    jobs: ClassVar[type[SumsJobs]] = SumsJobs


def _profile(room: Room, state: Words, model: Model) -> Profile:
    """Statistics of decisions, which are on options: they count for each item that the option has."""
    depths, by_option = room.read(state)
    items = np.zeros((model.items + 1, 2), np.uint64)
    np.add.at(items[:, 1], model.item, by_option[model.option_of_entry, 1])
    return Profile(depths, items, {name: int(state[place]) for name, place in COUNTERS.items()})


def _split_on_options(lowered: Tables, root: list[int], wanted: int) -> list[list[int]]:
    """Disjoint sets of literals that together have every solution: some options, in and out.

    They are the options of the root, or the ones with the largest amounts; how many jobs are wanted depends
    on the workers.
    """
    known = set((lowered.known >> 1).tolist())
    order: Ints = np.argsort(-lowered.weight, kind="stable")
    split = [option for option in dict.fromkeys([*root, *order.tolist()]) if option not in known]
    begin: list[list[int]] = [[]]
    for option in split[: (wanted - 1).bit_length()]:
        begin = [[*literals, 2 * option + way] for literals in begin for way in (0, 1)]
    return begin
