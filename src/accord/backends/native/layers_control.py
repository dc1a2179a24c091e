"""The control of layered counting: tables that grow, lanes, threads, and states to resume from.

A layer is a list of partitions; see `accord.backends.native.layers_memory`. When a layer's turn has come
all its rows are there: it is compacted, expanded into later layers, and forgotten. The kernels work in blocks
that fit in a cache: what is expanded is gathered at once.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from time import monotonic
from typing import Any, TypeVar

import numpy as np

from accord.backends.contract import State
from accord.backends.native.arrays import Words
from accord.backends.native.layers_memory import (
    Layered,
    Memory,
    Partition,
    Past,
    Peak,
    Stripe,
    exact_sum,
    partition_of,
    peak,
)
from accord.kernels import load
from accord_native.layers import layout
from accord_native.progress import FULL, OVERFLOW

GATHER = "accord_native.layers.gather"
BLOCK, SHARED_BLOCK = 1 << 15, 1 << 18  # rows that a worker expands into before they are gathered
LOAD = 0.7  # of a table, at most
GUESSED_LOAD = 0.65  # of a new one, if the guess is right
FEWEST_SLOTS, GROWTH = 64, (1.25, 4.0)
ROWS_AT_ONCE = 1 << 20  # when a table grows
PATIENCE = 0.1  # seconds for threads to end once nobody waits for the count

Item = TypeVar("Item")
Result = TypeVar("Result")


class _StoppedError(Exception):
    """The result is no longer wanted."""


class Control:
    """The counts of a model's states, layer after layer; `total` is right when all steps are done.

    With `keep` the tables of all layers stay, in `kept`.
    """

    def __init__(
        self, lowered: Layered, workers: int = 1, memory_limit: int | None = None, *, keep: bool = False
    ) -> None:
        module, variant = lowered.expand
        self._expand = load(module, "expand", **variant)
        gather = load(GATHER, "gather", single=lowered.key_words == 1)
        self._gather = partial(gather, np.uint64(lowered.key_words))
        self._compact = load(GATHER, "compact")
        self.lowered, self.workers, self._keep = lowered, workers, keep
        self.memory = Memory(memory_limit, lowered.engine)
        self._pool: ThreadPoolExecutor | None = None
        self._stopped = False
        self.lanes, self.total = 1, 0
        self._layers: dict[int, list[Partition]] = {}
        self.kept: dict[int, list[Partition]] = {}
        self._source: list[Partition] = []
        self._stripes: list[list[Stripe]] = []  # of each worker
        self._buffers: list[Words] = []
        self._sizes: list[Words] = []
        self._past: list[Past] = []
        self._layer = self._states = self._transitions = self._peak = self._before = 0

    def begin(self, state: State | None = None) -> None:
        """Put the first state in its layer, or what was saved."""
        if state is None:
            row = np.zeros((1, self.lowered.key_words + 1), np.uint64)
            row[0, 0], row[0, -1] = self.lowered.first_key, 1
            self._restore(0, row)
            return
        self.lanes, self._states, self._transitions, self._peak, self._before = state["numbers"].tolist()
        for layer in state["layers"].tolist():
            self._restore(layer, state[f"{layer}.rows"])

    def steps(self, seconds: float) -> Generator[bool, None, None]:
        """Count; about every so many seconds a step says whether `save` may be called now.

        Who leaves it waits for its threads for a moment only: going through a large table takes longer.
        """
        control, running = ThreadPoolExecutor(1), list[Future[None]]()
        if self.workers > 1:
            self._pool = ThreadPoolExecutor(self.workers)
        try:
            while self._layers:
                future = control.submit(self._advance, seconds)
                running[:] = [future]
                while not future.done():
                    try:
                        future.result(timeout=seconds)
                    except TimeoutError:
                        yield False
                future.result()
                yield bool(self._layers)
        finally:
            self._stopped = True
            ended = not wait(running, PATIENCE).not_done
            for pool in filter(None, (self._pool, control)):
                pool.shutdown(wait=ended)

    @property
    def effort(self) -> dict[str, int]:
        """States, transitions between them, and the states of the largest layer, so far."""
        return {"states": self._states, "transitions": self._transitions, "peak_states": self._peak}

    @property
    def foreseen(self) -> Peak | None:
        """About how large it will become; None while that is unknown."""
        return peak(self._past, max(self.lowered.covers), self.lowered.last)

    @property
    def done(self) -> float:
        """Which fraction of the layers is behind; those in the middle take longest."""
        return min(1.0, self._layer / max(1, self.lowered.last))

    def save(self) -> State | None:
        """Return the state that `begin` continues from; None if there is no memory for a copy."""
        layers = sorted(self._layers)
        rows = sum(part.states for layer in layers for part in self._layers[layer])
        if self._size(rows) > self.memory.free:
            return None
        numbers = [self.lanes, self._states, self._transitions, self._peak, self._before]
        state: dict[str, Any] = {"numbers": np.array(numbers, np.int64), "layers": np.array(layers, np.int64)}
        for layer in layers:
            tables = [part.table[part.table[:, 0] != 0] for part in self._layers[layer]]
            state[f"{layer}.rows"] = np.concatenate(tables)
        return state

    # -- layer after layer: what follows runs in the control's thread, or in the pool's threads -------------

    def _advance(self, seconds: float) -> None:
        """Expand a layer, and more until that time is over."""
        end = monotonic() + seconds
        while True:
            started = monotonic()
            layer = self._layer = min(self._layers)
            parts = self._layers.pop(layer)
            count = sum(part.states for part in parts)
            self._states += count
            self._peak = max(self._peak, count)
            if self._keep:
                self.kept[layer] = parts
            else:
                self._each(self._shrink, parts)
            if layer == self.lowered.last:
                self.total = self._sum(parts)
            else:
                self._source = parts
                self._one_layer(layer, count)
            if min(self._layers, default=0) > self.lowered.last:  # nothing is in those
                self._layers.clear()
            if not self._keep:
                for part in parts:
                    self.memory.release(part.table)
            self._before = count
            self._past.append(Past(layer, count, self.memory.most(), monotonic() - started))
            if not self._layers or monotonic() >= end:
                break

    def _one_layer(self, layer: int, count: int) -> None:
        guess = int(count * min(GROWTH[1], count / max(1, self._before)) / GUESSED_LOAD / self.workers)
        last = self.lowered.last
        parts = [
            part
            for cells in self.lowered.covers
            for part in self._partitions(layer + cells, guess if layer + cells < last else 0)
        ]
        self._stripes = [
            [Stripe(part, self.workers, worker, self.lowered.scratch) for part in self._source]
            for worker in range(self.workers)
        ]
        self._given = self.lowered.arrays_of(layer)
        self._make_buffers(len(parts))
        before, total = self._transitions, sum(len(part.table) for part in self._source)
        every = [stripe for stripes in self._stripes for stripe in stripes]
        read = 0
        while read < total:
            if self._stopped:
                raise _StoppedError
            self._each(self._expand_block, range(self.workers))
            read = sum(int(stripe.state[layout.NEXT]) for stripe in every)
            self._transitions = before + sum(int(stripe.state[layout.TRANSITIONS]) for stripe in every)
            self._gather_all(parts, read / total)
        self._source, self._stripes = [], []

    def _expand_block(self, worker: int) -> None:
        for stripe in self._stripes[worker]:
            if stripe.state[layout.NEXT] == stripe.last - stripe.first:
                continue
            end = self._expand(
                self._given, stripe.rows, self._buffers[worker], self._sizes[worker],
                np.uint64(self.workers), stripe.state,
            )  # fmt: skip
            if end == FULL:
                return

    def _gather_all(self, parts: list[Partition], read: float) -> None:
        """Empty the buffers; `read` is how much of the layer has been expanded."""
        left = [list(range(self.workers)) for _ in parts]  # whose buffers are still to be gathered

        def gather(partition: int) -> bool:
            return all(
                self._gather_buffer(parts, number, left[number], read)
                for number in range(partition, len(parts), self.workers)
            )

        while not all(self._each(gather, range(self.workers))):
            self._widen()
        for sizes in self._sizes:
            sizes[:] = 0

    def _gather_buffer(self, parts: list[Partition], number: int, left: list[int], read: float) -> bool:
        """Whether the buffers of that number have been gathered; else another lane is needed."""
        part = parts[number]
        while left:
            buffer, count = self._buffers[left[0]][number], self._sizes[left[0]][number]
            while True:
                most = np.uint64(int(len(part.table) * LOAD))
                partitions = np.uint64(self.workers)
                end = self._gather(buffer, count, part.table, partitions, most, part.state)
                if end != FULL:
                    break
                self._grow(part, read)
            if end == OVERFLOW:
                return False
            left.pop(0)
            part.state[layout.NEXT] = 0
        return True

    # -- tables ----------------------------------------------------------------------------------------

    def _partitions(self, layer: int, slots: int) -> list[Partition]:
        """Return the partitions of a layer; new ones have about so many slots."""
        if layer not in self._layers:
            affordable = self.memory.free // (2 * self.workers * self._size(1))
            slots = max(FEWEST_SLOTS, min(slots, affordable))
            self._layers[layer] = [Partition(self._table(slots, "a new table")) for _ in range(self.workers)]
        return self._layers[layer]

    def _grow(self, part: Partition, read: float) -> None:
        """Make a table larger: as large as needed if its states keep coming so fast."""
        slots, states = len(part.table), part.states
        wanted = states / max(read, 0.01) / GUESSED_LOAD if len(self.lowered.covers) == 1 else 2 * slots
        least, most = (int(factor * slots) + 1 for factor in GROWTH)
        self._shrink(part)
        affordable = self.memory.free // self._size(1)
        slots = max(least, min(most, int(wanted), affordable))
        grown = Partition(self._table(slots, f"a table of {states:,} states"))
        while grown.state[layout.NEXT] < states:
            if self._stopped:
                raise _StoppedError
            until = np.uint64(min(states, int(grown.state[layout.NEXT]) + ROWS_AT_ONCE))
            partitions, limit = np.uint64(self.workers), np.uint64(slots)
            self._gather(part.table, until, grown.table, partitions, limit, grown.state)
        self.memory.release(part.table)
        part.table = grown.table

    def _shrink(self, part: Partition) -> None:
        """Turn a table into a list of its rows."""
        self.memory.release(part.table)
        states = int(self._compact(part.table))
        part.table.resize((states, part.table.shape[1]), refcheck=False)  # gives the rest of the memory back
        self.memory.take(part.table.nbytes, "")

    def _restore(self, layer: int, rows: Words) -> None:
        """Put rows in a layer that has none."""
        partition = partition_of(rows[:, : self.lowered.key_words], self.workers)
        parts = self._partitions(layer, int(len(rows) / LOAD) + 1)
        for number, part in enumerate(parts):
            ours = np.ascontiguousarray(rows[partition == number])
            while self._gather(
                ours, np.uint64(len(ours)), part.table, np.uint64(self.workers),
                np.uint64(int(len(part.table) * LOAD)), part.state,
            ) == FULL:  # fmt: skip
                next_row = part.state[layout.NEXT]
                self._grow(part, 1.0)
                part.state[layout.NEXT] = next_row
            part.state[layout.NEXT] = 0

    def _widen(self) -> None:
        """Add a lane everywhere, and carry into it."""
        self.lanes += 1
        for part in (part for layer in (self._source, *self._layers.values()) for part in layer):
            part.table = self._add_lane(part.table)
        self._buffers = [self._add_lane(rows) for rows in self._buffers]

    def _add_lane(self, rows: Words) -> Words:
        wide = self.memory.zeros((*rows.shape[:-1], self._width), "another lane")
        wide[..., :-1] = rows
        wide[..., -2] &= layout.LANE_MASK
        wide[..., -1] = rows[..., -1] >> layout.LANE
        self.memory.release(rows)
        return wide

    def _make_buffers(self, number: int) -> None:
        """So many of each worker, unless they are there."""
        if self._buffers and len(self._sizes[0]) == number:
            return
        block = BLOCK if self.workers == 1 else SHARED_BLOCK
        shape = (number, block + self.lowered.children, self._width)
        self._buffers = [self.memory.zeros(shape, "buffers") for _ in range(self.workers)]
        self._sizes = [np.zeros(number, np.uint64) for _ in range(self.workers)]

    def _sum(self, parts: list[Partition]) -> int:
        """The ways to all complete states that have enough of every piece."""
        total = 0
        for part in parts:
            rows = part.table[part.table[:, 0] != 0]
            ways = rows[self.lowered.final(rows[:, 0]), self.lowered.key_words :]
            total += sum(exact_sum(lane) << number * int(layout.LANE) for number, lane in enumerate(ways.T))
        return total

    def _each(self, function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        return list((map if self._pool is None else self._pool.map)(function, items))

    @property
    def _width(self) -> int:
        """Words of a row."""
        return self.lowered.key_words + self.lanes

    def _size(self, rows: int) -> int:
        return rows * 8 * self._width

    def _table(self, slots: int, what: str) -> Words:
        return self.memory.zeros(
            (slots, self._width),
            f"{what} in layer {self._layer} of {self.lowered.last}, after {self._states:,} states",
        )
