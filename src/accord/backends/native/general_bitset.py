"""Lowering a model for `accord_native.cover.general_bitset`, and its jobs: where all amounts are 1.

What may stand beside what takes options^2 / 8 bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from accord.backends.contract import Request
from accord.backends.native.bitset_tables import MOST_OPTIONS, entries, row_of, rows, spans
from accord.backends.native.engine import Kernel, Walk, jobs_wanted, output
from accord.backends.native.general_tables import depth
from accord.model import Model
from accord_native.cover.general_bitset_layout import BASE, BRANCH, LEVEL, OPTION, STATES, UNMET

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Start: TypeAlias = tuple[list[int], Words]  # options placed, and those still alive

MOST_WORDS = 1 << 23  # of a table
MOST_JOBS = 4  # times as many as are wanted
WORDS_OF_A_NODE = 1 << 14  # looked at by a node; where there may be more, fewer nodes are searched in a call


@dataclass(frozen=True, eq=False)
class Tables:
    """The arrays of the kernel that depend on the model only, by its names for them."""

    members: Words
    first: Words
    last: Words
    beside: Words
    start: Words
    item: Words
    low: Words
    full: Words
    alive: Words  # the first row
    option: Ints  # of the kernel's options: those of the model
    counted: Ints  # of the kernel's items: those of the model
    depth: int  # options in a solution, at most


def applies(model: Model) -> bool:
    """Whether all amounts are 1, and the tables are not too large."""
    if not (model.amount == 1).all() or (model.high < 0).any() or model.options > MOST_OPTIONS:
        return False
    return model.items * (model.options >> 6) < MOST_WORDS


def lower(model: Model) -> Tables:
    """The kernel's arrays."""
    option, members, beside = rows(model, model.high == 1)
    alive = row_of(np.arange(model.options), members.shape[1])
    alive &= ~np.bitwise_or.reduce(members[model.high < 1], axis=0)
    sizes = np.diff(model.by_item[0])
    several = (model.high > 1) & (model.high < sizes)
    counted = np.flatnonzero((model.low > 0) | several)
    members = members[counted]
    first, last = spans(members)
    start, item = entries(model, option, counted)
    return Tables(
        members=members,
        first=first,
        last=last,
        beside=beside,
        start=start,
        item=item,
        low=np.maximum(model.low, 0)[counted].astype(np.uint64),
        full=np.where(several, model.high, 0)[counted].astype(np.uint64),
        alive=alive,
        option=option,
        counted=counted,
        depth=depth(model),
    )


class BitsetJobs:
    """Jobs: options placed first and others excluded; a single job if the search is not shared."""

    def __init__(
        self,
        model: Model,
        lowered: Tables,
        kernel: Kernel,
        request: Request,
        begin: list[Start] | None = None,
    ) -> None:
        self._lowered, self._kernel, self._request = lowered, kernel, request
        self._root, self._roots = len(lowered.low), 0
        if request.root is not None:
            self._roots = len(model.options_of(request.root))
            self._root = int(np.searchsorted(lowered.counted, request.root))
        self._begin = _shared(lowered, self._root, jobs_wanted(request)) if begin is None else begin
        self.count = len(self._begin)

    def begin(self, job: int) -> Walk:
        """A walk that begins where some options are placed and others are excluded."""
        lowered = self._lowered
        placed, row = self._begin[job]
        base, items = len(placed), len(lowered.low)
        alive = np.zeros((lowered.depth + 1, len(row)), np.uint64)
        alive[base] = row
        given = _given(lowered, placed)
        is_met = given >= lowered.low
        first = np.arange(items) != self._root  # the root is asked first, if it is unmet
        unmet = np.lexsort((first, is_met)).astype(np.uint64)
        branch = np.zeros((lowered.depth + 1, BRANCH), np.uint64)
        branch[:base, OPTION] = placed
        branch[base, UNMET] = items - is_met.sum()
        state, found = np.zeros(STATES, np.uint64), output(self._request, lowered.depth)
        state[LEVEL] = state[BASE] = base
        written = {
            "alive": alive,
            "given": given,
            "unmet": unmet,
            "place": np.argsort(unmet, kind="stable").astype(np.uint64),
            "branch": branch,
        }
        kernel = partial(
            self._kernel, lowered.members, lowered.first, lowered.last, lowered.beside, lowered.start,
            lowered.item, lowered.low, lowered.full, *written.values(), state,
            np.uint64(self._root if base == 0 else items), found,
        )  # fmt: skip
        share = lowered.members.size // WORDS_OF_A_NODE

        def call(budget: np.uint64) -> np.uint64:
            return kernel(np.uint64(int(budget) // (share + 1) or 1))

        return Walk(
            call=call,
            state=state,
            output=found,
            option=np.append(lowered.option, -1).astype(np.int32),  # so that padding stays what it is
            written=written,
            nodes=base,
            roots=self._roots if job == 0 else 0,
        )


def _shared(lowered: Tables, root: int, wanted: int) -> list[Start]:
    """Disjoint starts that together lead to every solution: the options placed, and those still alive.

    They go through the options of an item that needs some: a start places one of them and excludes those
    before it, the last start excludes all. Where starts are still few they are split further in this way.
    """
    begin: list[Start] = [([], lowered.alive)]
    counts = np.bitwise_count(lowered.members).sum(axis=1)
    order = np.argsort(counts, kind="stable")
    groups = [] if root == len(order) else [root]
    groups += order[lowered.low[order] > 0].tolist()
    rows = [lowered.members[i] for i in groups] or [lowered.alive]
    for row in rows:
        if len(begin) >= wanted:
            break
        most = -(-MOST_JOBS * wanted // len(begin))
        begin = [further for placed, alive in begin for further in _split(lowered, placed, alive, row, most)]
    return begin


def _split(lowered: Tables, placed: list[int], alive: Words, row: Words, most: int) -> list[Start]:
    """The starts that place one of the first `most` alive options of a row; and one that excludes them."""
    bits = np.unpackbits((row & alive).astype("<u8").view(np.uint8), bitorder="little")
    starts = []
    for option in np.flatnonzero(bits)[:most].tolist():
        starts.append(_placed(lowered, (placed, alive), option))
        alive = alive & ~row_of(np.array([option]), len(alive))
    return [*starts, (placed, alive)]


def start(lowered: Tables, options: Sequence[int]) -> Start | None:
    """The start that places these options of the kernel; None if they exclude each other."""
    begin: Start = ([], lowered.alive)
    for option in dict.fromkeys(options):
        if not int(begin[1][option >> 6]) >> (option & 63) & 1:
            return None
        begin = _placed(lowered, begin, option)
    return begin


def _placed(lowered: Tables, begin: Start, option: int) -> Start:
    """The start with an alive option placed as well."""
    placed, alive = [*begin[0], option], begin[1] & lowered.beside[option]
    given = _given(lowered, placed)
    for i in np.flatnonzero((lowered.full > 0) & (given == lowered.full)):
        alive = alive & ~lowered.members[i]
    return placed, alive


def _given(lowered: Tables, placed: list[int]) -> Words:
    """How many of some options each item has."""
    start = lowered.start.astype(np.int64)
    ours = [lowered.item[start[o] : start[o + 1]].astype(np.int64) for o in placed]
    return np.bincount(np.concatenate(ours or [np.zeros(0, np.int64)]), minlength=len(lowered.low)).astype(
        np.uint64
    )
