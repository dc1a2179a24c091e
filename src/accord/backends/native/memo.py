"""The native engine that counts covers with a memo: equal remaining subproblems are counted once.

Which rule for the next item is better is not known beforehand: in the model's order few different sets of
items are left, and the memo does most of the work; the item with the fewest options makes the smaller tree.
Either may be hundreds of times faster than the other. So both count, by turns, until one has finished. A
node takes about half the time in order, so that rule places two options for each one of the other.

Most arrays of the kernel (`accord_native.cover.memo`) are as the bitset kernel has them. The rest says which
items an option covers; primary items are numbered in the model's `order`, the secondary ones after them, from
a word of their own on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from accord.backends.contract import UNLIMITED, Request, Search, Slice, State
from accord.backends.native import bitset
from accord.backends.native.arrays import Flags, Ints, Words, bit_of, refuse_amounts, refuse_demands, row_of
from accord.backends.native.engine import Engine, Kernel, load_kernel, lower_model, refill, refusal_of
from accord.backends.native.narrow import narrow_model
from accord.errors import RefusedError
from accord.model import Kind, Model
from accord_native.cover import layout
from accord_native.progress import DONE, FULL, NODES, OVERFLOW
from accord_native.words import PLENTY

MOST_ITEMS = 1024  # a row of the table has a bit for each
ROWS_AT_ONCE = 1 << 16  # that are moved between two yields


@dataclass(frozen=True, eq=False)
class Tables(bitset.Rows):
    """The arrays of the kernel that depend on the model only."""

    covers: Words
    matters: Words
    hashes: Words
    option_hash: Words
    uncovered: Words  # the first row
    primary_words: int
    factor: int  # the number of solutions is this many times what the kernel counts


def refuse(model: Model) -> None:
    """Raise RefusedError if the kernel does not take the model."""
    taken = model.primary | model.secondary
    refuse_demands("memo", model, taken, "[1, 1] and [0, 1]", " (bitset takes it)")
    refuse_amounts("memo", model, " (general takes any)")
    if Kind.COLOURED in model.kind:  # two options that give one colour would cover two items
        raise RefusedError("memo does not know colours (bitset does)")
    if model.items > MOST_ITEMS:
        raise RefusedError(f"memo takes up to {MOST_ITEMS:,} items; there are {model.items:,}")
    _, free = _without_primary(model)
    options = model.options + int(np.count_nonzero(_slack(model, free)))
    if options > bitset.MOST_OPTIONS:
        raise RefusedError(
            f"memo takes up to {bitset.MOST_OPTIONS:,} options; there are {options:,}, with one more "
            "for each secondary item of an option that has no primary item"
        )


def lower(model: Model) -> Tables:
    """The kernel's arrays."""
    model, factor = with_primary_items(model)
    lowered = bitset.lower(model)  # whose items are the primary ones
    place = np.empty(model.options, np.int64)
    place[lowered.option] = np.arange(model.options)

    primary = in_order(model)
    secondary = np.flatnonzero(model.secondary)
    primary_words = -(-len(primary) // 64)
    sets = max(1, primary_words + -(-len(secondary) // 64))
    number = np.empty(model.items, np.int64)
    number[primary] = np.arange(len(primary))
    number[secondary] = 64 * primary_words + np.arange(len(secondary))

    items, options = number[model.item], place[model.option_of_entry]
    covers = np.zeros((model.options, sets), np.uint64)
    np.bitwise_or.at(covers, (options, items >> 6), bit_of(items))
    hashes = np.random.default_rng(0).integers(0, 1 << 64, 64 * sets, np.uint64)
    option_hash = np.zeros(model.options, np.uint64)
    np.bitwise_xor.at(option_hash, options, hashes[items])

    row = np.searchsorted(lowered.counted, primary)
    return Tables(
        members=np.ascontiguousarray(lowered.members[row]),
        first=lowered.first[:-1][row],
        last=lowered.last[:-1][row],
        beside=lowered.beside,
        covers=covers,
        matters=_matters(items, options, len(primary), 64 * primary_words, sets),
        hashes=hashes,
        option_hash=option_hash,
        alive=row_of(np.arange(model.options), lowered.beside.shape[1]),
        uncovered=row_of(number, sets),
        primary_words=primary_words,
        depth=lowered.depth,
        factor=factor,
    )


def with_primary_items(model: Model) -> tuple[Model, int]:
    """The model so that each option has a primary item, and how many times as many solutions it had.

    An option in no item is left out: with it and without it, there are twice as many solutions. Where an
    option has secondary items only, these become primary, each with an option more that has nothing else:
    it is chosen where no other is, so the solutions are the same.
    """
    empty, free = _without_primary(model)
    slack = np.flatnonzero(_slack(model, free))
    if not len(slack) and not empty.any():
        return model, 1
    sizes = np.append(np.diff(model.start)[~empty], np.ones(len(slack), np.int64))
    low = model.low.copy()
    low[slack] = 1
    bare = Model.from_arrays(
        model.item_names,
        np.append(0, np.cumsum(sizes)),
        np.append(model.item, slack),
        low=low,
        order=model.order,
    )
    return bare, 1 << int(empty.sum())


def in_order(model: Model) -> Ints:
    """Return the primary items: first the model's order, then the others."""
    ordered = model.order[model.primary[model.order]].astype(np.int64)
    return np.append(ordered, np.setdiff1d(np.flatnonzero(model.primary), ordered))


def move_rows(old: Words, table: Words, hashes: Words) -> Iterator[int]:
    """Put the counts of a table into another, with no fewer lanes; yields the rows in use, now and then."""
    sets, used = len(hashes) // 64, 0
    of_byte = _hashes_of_bytes(hashes)
    for begin in range(0, len(old), ROWS_AT_ONCE):
        rows = old[begin : begin + ROWS_AT_ONCE]
        rows = rows[rows[:, :sets].any(axis=1)]
        octets = np.ascontiguousarray(rows[:, :sets], "<u8").view(np.uint8)
        hashed = np.zeros(len(rows), np.uint64)
        for at, hash_of in enumerate(of_byte):
            hashed ^= hash_of[octets[:, at]]
        to, index = np.unique(hashed & np.uint64(len(table) - 1), return_index=True)
        used += int(np.count_nonzero(~table[to, :sets].any(axis=1)))
        table[to, : old.shape[1]] = rows[index]
        yield used


def _without_primary(model: Model) -> tuple[Flags, Flags]:
    """Which options are in no item; which are in items, but in no primary one."""
    primary = np.bincount(model.option_of_entry[model.primary[model.item]], minlength=model.options)
    empty = np.diff(model.start) == 0
    return empty, ~empty & (primary == 0)


def _slack(model: Model, free: Flags) -> Flags:
    """Which items belong to options without a primary one."""
    items = np.zeros(model.items, bool)
    items[model.item[free[model.option_of_entry]]] = True
    return items


def _matters(items: Ints, options: Ints, primary: int, secondary_from: int, sets: int) -> Words:
    """Which items matter while a primary item is the first uncovered one: all primary, some secondary."""
    first = np.full(int(options.max(initial=-1)) + 1, primary, np.int64)
    np.minimum.at(first, options, items)  # the primary items have the smaller numbers
    until = np.full(64 * sets, -1, np.int64)
    np.maximum.at(until, items, first[options])
    until[:secondary_from] = primary
    matters = np.zeros((primary, sets), np.uint64)
    marked = np.flatnonzero(until >= 0)
    for item, bit in zip(marked, bit_of(marked), strict=True):
        matters[: until[item] + 1, item >> 6] |= bit
    return matters


def _hashes_of_bytes(hashes: Words) -> Words:
    """For each byte of a set of items, and each of its values: the hash of these items."""
    found = np.zeros((len(hashes) // 8, 256), np.uint64)
    for bit in range(8):
        with_it = np.flatnonzero(np.arange(256) >> bit & 1)
        found[:, with_it] ^= hashes[bit::8, None]
    return found


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
        return refusal_of(refuse, model)

    def search(self, model: Model, request: Request) -> Search:
        """Count in slices; the last one has the count."""
        kernel = yield from load_kernel("accord_native.cover.memo")
        tables = yield from lower_model(lower, narrow_model(model, request))
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
        for used in move_rows(old, self._table, self._hashes):
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
