"""The bitset engine: any demands on amounts of 1, colours; branches on the item that can spare the fewest."""

from __future__ import annotations

from functools import partial
from types import ModuleType
from typing import ClassVar

import numpy as np

from accord.backends.contract import Request
from accord.backends.native import bitset_tables
from accord.backends.native.arrays import Words
from accord.backends.native.bitset_tables import Start, Tables
from accord.backends.native.cut import cut
from accord.backends.native.engine import Kernel, Walk, costly, output
from accord.backends.native.profile import Room
from accord.backends.native.walks import Walker
from accord.model import Model
from accord_native.cover.bitset_layout import BASE, BRANCH, CHOSEN, LEVEL, OPTION, SPARE, STATES, UNMET

DEEPEST = 4  # levels that progress is read off
WORDS_OF_A_NODE = 1 << 14  # looked at by a node; where there may be more, fewer nodes are searched in a call


class BitsetJobs:
    """Jobs: options placed first and others excluded; a single job if the search is not shared."""

    def __init__(
        self,
        model: Model,
        lowered: Tables,
        kernel: Kernel,
        request: Request,
        begin: list[tuple[Start, int]] | None = None,
    ) -> None:
        """`begin` is where to begin, and how many of the options placed are to be counted; else it is cut."""
        self._model, self._lowered, self._kernel, self._request = model, lowered, kernel, request
        self._root, self._roots = len(lowered.low), 0
        if request.root is not None:
            self._roots = len(model.options_of(request.root))
            self._root = int(np.searchsorted(lowered.counted, request.root))
        if begin is None:
            prefixes = cut(model, request)
            starts = [bitset_tables.start(lowered, prefix.chosen, prefix.excluded) for prefix in prefixes]
            pairs = zip(starts, prefixes, strict=True)
            begin = [(start, prefix.new) for start, prefix in pairs if start is not None]
        self._begin = begin
        self.count = len(begin)

    def begin(self, job: int) -> Walk:
        """A walk that begins where some options are placed and others are excluded."""
        lowered = self._lowered
        start, counted = self._begin[job]
        base, items = len(start.placed), len(lowered.low)
        alive = np.zeros((lowered.depth + 1, len(start.alive)), np.uint64)
        alive[base] = start.alive
        is_met = start.given >= lowered.low
        first = np.arange(items) != self._root  # the root is asked first, if it is unmet
        unmet = np.lexsort((first, is_met)).astype(np.uint64)
        branch = np.zeros((lowered.depth + 1, BRANCH), np.uint64)
        branch[:base, OPTION] = start.placed
        branch[base, UNMET] = items - is_met.sum()
        room = Room(self._request.stats, STATES, lowered.depth + 1, items + 1)
        state, found = room.state(), output(self._request, lowered.depth)
        state[LEVEL] = state[BASE] = base
        written = {
            "alive": alive,
            "given": start.given.copy(),
            "unmet": unmet,
            "place": np.argsort(unmet, kind="stable").astype(np.uint64),
            "branch": branch,
        }
        kernel = partial(
            self._kernel, lowered.members, lowered.first, lowered.last, lowered.beside, lowered.start,
            lowered.item, lowered.low, lowered.full, *written.values(), state,
            np.uint64(self._root if base == 0 else items), found,
        )  # fmt: skip
        return Walk(
            call=costly(kernel, lowered.members.size // WORDS_OF_A_NODE),
            state=state,
            output=found,
            option=np.append(lowered.option, -1).astype(np.int32),  # so that padding stays what it is
            written=written,
            nodes=counted,
            roots=self._roots if job == 0 else 0,
            done=lambda: _done(lowered, start, alive, branch, int(state[LEVEL])),
            board=lambda: lowered.option[branch[: int(state[LEVEL]), OPTION]].tolist(),
            profile=room.keeping(
                partial(room.profile, state, self._model, np.append(lowered.counted, self._model.items))
            ),
        )


class Bitset(Walker):
    """The bitset kernel as an engine."""

    name: ClassVar[str] = "bitset"
    suits: ClassVar[str] = "all amounts are 1"
    dense: ClassVar[bool] = True
    tells: ClassVar[bool] = True
    best_nanoseconds: ClassVar[float] = 40.0
    kernel: ClassVar[str] = "accord_native.cover.bitset"
    tables: ClassVar[ModuleType] = bitset_tables
    jobs: ClassVar[type[BitsetJobs]] = BitsetJobs


def _done(lowered: Tables, start: Start, alive: Words, branch: Words, level: int) -> float:
    """Which fraction of the options of the uppermost levels is behind, each level a part of the one above."""
    done, part, before, base = 0.0, 1.0, start.alive, len(start.placed)
    for row in range(base, min(level, base + DEEPEST)):
        chosen, spare = int(branch[row, CHOSEN]), int(branch[row, SPARE])
        if chosen == len(lowered.members):
            break
        excluded = lowered.members[chosen] & before & ~alive[row]
        behind = int(np.bitwise_count(excluded).sum())
        done += part * behind / (behind + spare + 1)
        part /= behind + spare + 1
        before = alive[row] & lowered.beside[branch[row, OPTION]]
    return done
