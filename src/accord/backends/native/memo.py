"""The native engine that counts covers with a memo: equal remaining subproblems are counted once.

Which rule for the next item is better is not known beforehand: in the model's order few different sets of
items are left, and the memo does most of the work; the item with the fewest options makes the smaller tree.
Either may be hundreds of times faster than the other. So both count, by turns, until one has finished. A
node takes about half the time in order, so that rule places two options for each one of the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from accord.backends.contract import UNLIMITED, Request, Search, Slice, State
from accord.backends.native import memo_tables
from accord.backends.native.arrays import Words
from accord.backends.native.engine import Engine, Kernel, load_kernel, lower_model, refill, refusal_of
from accord.backends.native.memo_tables import Tables
from accord.backends.native.narrow import narrow_model
from accord.model import Model
from accord_native.cover import layout
from accord_native.progress import DONE, FULL, NODES, OVERFLOW
from accord_native.words import PLENTY

ENOUGH = {"order": 1 << 62, "fewest": 1}  # options of an item, for it to be taken without looking further
HEAD_START = 1 << 15  # nodes in order, before the other rule is tried
SHORTEST_TURN = 1 << 13  # nodes
TURN_NANOSECONDS = 10_000_000  # of the longest
FEWEST_ROWS = 1 << 12  # of a table that is new; it stays in the processor's cache while it does
MEMORY = 1 << 29  # bytes, where the request sets no limit
# Where the rule of the fewest options has less than a hit in 32 nodes, after so many, its progress tells how
# long it will take; the other rule then gets at most an eighth of that time.
FORECAST_HITS, FORECAST_NODES, FORECAST_SHARE = 32, 1 << 14, 8


class Memo(Engine):
    """The memo kernel as an engine."""

    name: ClassVar[str] = "memo"
    counts_only: ClassVar[bool] = True
    patience: ClassVar[float] = 0.2  # where few pieces repeat, it seldom pays

    def refusal(self, model: Model, request: Request) -> str | None:
        """Which test the model, or the request, fails."""
        if request.solutions:
            return "memo only counts; it walks to no solution (bitset does)"
        if request.limit is not None:
            return f"memo counts all at once; it cannot stop at {request.limit:,} (bitset can)"
        return refusal_of(memo_tables.refuse, model)

    def search(self, model: Model, request: Request) -> Search:
        """Count in slices; the last one has the count."""
        kernel = yield from load_kernel("accord_native.cover.memo")
        tables = yield from lower_model(memo_tables.lower, narrow_model(model, request))
        yield from _Race(tables, kernel, request).search()


class _Race:
    """Counts by either rule; whose turn it is depends on numbers of nodes and hits only, not on time."""

    def __init__(self, lowered: Tables, kernel: Kernel, request: Request) -> None:
        self._save_when, self._quantum = request.save_when, request.quantum
        self._factor = lowered.factor
        memory = (request.memory_limit or MEMORY) // (2 * len(ENOUGH))  # half of it, while tables are moved
        self._counts = {rule: _Count(lowered, kernel, enough, memory) for rule, enough in ENOUGH.items()}
        self._order, self._fewest = self._counts["order"], self._counts["fewest"]
        self._undecided = True
        if request.resume is not None:
            self._resume(request.resume)

    def search(self) -> Search:
        while True:
            count = self._next()
            for _ in count.turn(self._quantum(UNLIMITED, self._nodes)):
                yield Slice(effort=self._effort())
            if count.finished:
                break
            state = None
            if self._save_when is not None and self._save_when():
                state = self._state()
            yield Slice(effort=self._effort(), done=self._fewest.fraction(), state=state)
        yield Slice(count.value * self._factor, effort=self._effort(), complete=True)

    def _next(self) -> _Count:
        """Whose turn it is."""
        if self._undecided and self._order.nodes * FORECAST_SHARE > 2 * self._fewest.forecast():
            self._undecided = False
            self._order.free()
        if self._undecided and self._order.nodes < max(HEAD_START, 2 * self._fewest.nodes):
            return self._order
        return self._fewest

    @property
    def _nodes(self) -> int:
        return sum(count.nodes for count in self._counts.values())

    def _effort(self) -> dict[str, int]:
        counts = self._counts.values()
        return {
            "nodes": self._nodes,
            "hits": sum(count.hits for count in counts),
            "memo_rows": sum(count.rows for count in counts),
        }

    def _state(self) -> State:
        state: dict[str, npt.NDArray[Any]] = {"undecided": np.array([self._undecided])}
        for rule, count in self._counts.items():
            state |= {f"{rule}.{name}": array.copy() for name, array in count.arrays().items()}
        return state

    def _resume(self, state: State) -> None:
        self._undecided = bool(state["undecided"][0])
        for rule, count in self._counts.items():
            count.resume({name: state[f"{rule}.{name}"] for name in count.arrays()})


class _Count:
    """A count under way by one rule, with a table of its own that grows as long as there is memory."""

    def __init__(self, lowered: Tables, kernel: Kernel, enough: int, memory: int) -> None:
        self._memory = memory
        self._hashes, self._members = lowered.hashes, lowered.members
        levels, words, sets = lowered.depth + 1, len(lowered.alive), len(lowered.uncovered)
        self._alive, self._uncovered = (
            np.zeros((levels, words), np.uint64),
            np.zeros((levels, sets), np.uint64),
        )
        self._alive[0], self._uncovered[0] = lowered.alive, lowered.uncovered
        self._branch = np.zeros((levels, layout.MEMO_BRANCH), np.uint64)
        self._total = np.zeros((levels, 1), np.uint64)
        self._stack = np.zeros(layout.MEMO_STATES, np.uint64)
        self._kernel = partial(
            kernel, lowered.members, lowered.first, lowered.last, lowered.beside, lowered.covers,
            lowered.matters, lowered.hashes, lowered.option_hash, self._alive, self._uncovered, self._branch,
        )  # fmt: skip
        self._settings = np.uint64(lowered.primary_words), np.uint64(enough)
        scan = int((lowered.last - lowered.first).sum())
        self._longest_turn = max(1, TURN_NANOSECONDS // (100 + words + scan))  # a word takes about one
        self._table = self._new_table(FEWEST_ROWS)
        self.finished = False

    def turn(self, most: int) -> Iterator[None]:
        """Place some more options, up to so many; yields where that takes long."""
        until = self.nodes + min(most, self._longest_turn, max(SHORTEST_TURN, self.nodes // 4))
        while True:
            rows = len(self._table)
            patience = np.uint64(-(-rows // 4)) if rows < self._most_rows() else PLENTY
            budget = np.uint64(until - self.nodes)
            end = self._kernel(self._total, self._table, self._stack, *self._settings, patience, budget)
            if end == FULL:
                yield from self._move(4 * rows)
            elif end == OVERFLOW:
                self._total = np.hstack([self._total, np.zeros_like(self._total)])
                yield from self._move(rows)
            else:
                self.finished = bool(end == DONE)
                return

    @property
    def nodes(self) -> int:
        """Options placed."""
        return int(self._stack[NODES])

    @property
    def hits(self) -> int:
        """How often a count was in the table."""
        return int(self._stack[layout.HITS])

    @property
    def rows(self) -> int:
        """Rows of the table that are in use."""
        return int(self._stack[layout.KEPT])

    @property
    def value(self) -> int:
        """The number of solutions found; of all, when finished."""
        return sum(int(digit) << (int(layout.DIGIT) * lane) for lane, digit in enumerate(self._total[0]))

    def fraction(self) -> float:
        """How much of the tree was seen, about: of each item on the way, the options that are done."""
        done, share = 0.0, 1.0
        chosen = int(self._stack[layout.LEVEL] + self._stack[layout.RESUMING])
        for level in range(chosen):
            item, word, unseen = self._branch[level, [layout.CHOSEN, layout.WORD, layout.OPEN]]
            options = self._alive[level] & self._members[item]
            left = int(np.bitwise_count(options[int(word) + 1 :]).sum() + np.bitwise_count(unseen))
            every = int(np.bitwise_count(options).sum())
            under_way = int(level < self._stack[layout.LEVEL])
            done += share * (every - left - under_way) / every
            share /= every
        return done

    def forecast(self) -> float:
        """How many nodes it will take in all; no number where the memo makes that hard to tell."""
        if self.nodes < FORECAST_NODES or self.hits * FORECAST_HITS > self.nodes:
            return np.inf
        return self.nodes / max(self.fraction(), 1e-300)

    def free(self) -> None:
        """Give up the table: there will be no further turn."""
        self._table = self._new_table(1)

    def _new_table(self, rows: int) -> Words:
        width = self._uncovered.shape[1] + self._total.shape[1]
        return np.zeros((min(rows, self._most_rows()), width), np.uint64)

    def _most_rows(self) -> int:
        width = self._uncovered.shape[1] + self._total.shape[1]
        return 1 << max(0, (self._memory // (8 * width)).bit_length() - 1)

    def _move(self, rows: int) -> Iterator[None]:
        """Move to a table of so many rows, or as many as there is memory for."""
        old, self._table = self._table, self._new_table(rows)
        for used in memo_tables.move_rows(old, self._table, self._hashes):
            self._stack[layout.KEPT] = used
            yield
        self._stack[layout.REPLACED] = 0

    # -- to be resumed: without the table, which fills again -------------------------------------------

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return all arrays that it needs to continue."""
        return {
            "alive": self._alive,
            "uncovered": self._uncovered,
            "branch": self._branch,
            "total": self._total,
            "stack": self._stack,
        }

    def resume(self, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        """Continue from copies of these."""
        self._total = saved["total"].copy()  # it may have more lanes
        for name, array in self.arrays().items():
            refill(array, saved[name])
        self._stack[[layout.KEPT, layout.REPLACED]] = 0
        self._table = self._new_table(FEWEST_ROWS)
