"""Data of a count in layers: the lowered model, the partitioned tables, their memory, and a forecast of it.

A layer is a list of partitions, each a hash table of its own; see `accord_native.layers.layout`. While it is
expanded, each worker has a stripe of every partition; while rows are gathered, a partition has one worker.

The number of states grows ever more slowly from layer to layer. So the logarithm of the growth is drawn on as
a line, by its last slope, to where nothing grows, or to where most layers are behind. That is rough: once
there are some million states, the forecast of the peak is right within a factor of two or so. Before, that
slope is mostly chance, and the line is drawn to where most layers are behind; the forecast is then right
within a factor of five or so, and rather too small.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp, log
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from accord.backends.native.arrays import Flags, Words
from accord.backends.native.engine import MemoryLimitError
from accord_native.layers import layout


class Layered(Protocol):
    """A lowered model to be counted in layers, with the kernels that know its states.

    Kernels are called as `accord_native.layers.expand` and `accord_native.layers.gather` are.
    """

    @property
    def engine(self) -> str:
        """Whose it is, for errors."""

    @property
    def expand(self) -> tuple[str, dict[str, str]]:
        """The module of the kernel `expand`, and the parameters of its variant."""

    @property
    def key_words(self) -> int:
        """The words of a key; the first is never 0."""

    @property
    def first_key(self) -> int:
        """The first word of the state that the count begins with; the others are 0."""

    @property
    def last(self) -> int:
        """The number of the last layer; the first is 0."""

    @property
    def covers(self) -> Sequence[int]:
        """By class of rows, how many layers further on they belong."""

    @property
    def children(self) -> int:
        """The rows of one class that a state may be expanded into, at most."""

    @property
    def scratch(self) -> int:
        """Places of the state of `expand` beyond the ones in `layout`."""

    def arrays_of(self, layer: int) -> Any:
        """Return the arrays of `expand` for the states of a layer."""

    def final(self, keys: Words) -> Flags:
        """By the first words of their keys, which states of the last layer count."""


class Partition:
    """A hash table, and how far the rows that it gathers now have been read."""

    def __init__(self, table: Words) -> None:
        self.table = table
        self.state = np.zeros(layout.STATE, np.uint64)

    @property
    def states(self) -> int:
        """The rows in the table."""
        return int(self.state[layout.STATES])


class Stripe:
    """A worker's share of a partition, and how far it is expanded."""

    def __init__(self, part: Partition, workers: int, worker: int, scratch: int) -> None:
        self.part = part
        slots = len(part.table)
        self.first, self.last = slots * worker // workers, slots * (worker + 1) // workers
        self.state = np.zeros(layout.STATE + scratch, np.uint64)

    @property
    def rows(self) -> Words:
        """The rows of the share."""
        return self.part.table[self.first : self.last]


def partition_of(keys: Words, partitions: int) -> npt.NDArray[np.int64]:
    """The partition of each key, [keys, words], as the kernels have it."""
    product = np.zeros(len(keys), np.uint64)
    for word in keys.T:
        product = layout.mix(product ^ word)
    return (layout.scale(product, np.uint64(partitions)) >> layout.HALF).astype(np.int64)


def slot_of(key: int, slots: int) -> int:
    """Return the slot of a key in a table that is the only partition."""
    return int(layout.scale(layout.mix(np.uint64(key)), np.uint64(slots)) >> layout.HALF)


def exact_sum(words: Words) -> int:
    """The sum of less than 2^32 words."""
    return int((words & layout.LOWER).sum()) + (int((words >> layout.HALF).sum()) << 32)


class Memory:
    """The bytes of all arrays that were made here and not released; threads may share it."""

    def __init__(self, limit: int | None, engine: str) -> None:
        """`limit` is in bytes; without one, half of what can be had. The engine is named in errors."""
        self.engine = engine
        self.limit = memory_available() // 2 if limit is None else limit
        self.taken = self._most = 0
        self._lock = Lock()

    @property
    def free(self) -> int:
        """Bytes that may still be taken."""
        return max(0, self.limit - self.taken)

    def zeros(self, shape: tuple[int, ...], what: str) -> Words:
        """An array, for that purpose. Raises MemoryLimitError."""
        size = 8
        for length in shape:
            size *= length
        self.take(size, what)
        return np.zeros(shape, np.uint64)

    def take(self, size: int, what: str) -> None:
        """Account for so many bytes. Raises MemoryLimitError."""
        with self._lock:
            if self.taken + size > self.limit:
                raise MemoryLimitError(
                    f"{self.engine} may use {self.limit:,} bytes, and uses {self.taken:,}; "
                    f"{what}, needs {size:,} more"
                )
            self.taken += size
            self._most = max(self._most, self.taken)

    def most(self) -> int:
        """Bytes that were taken at a time, at most, since this was asked last."""
        with self._lock:
            most, self._most = self._most, self.taken
            return most

    def release(self, rows: Words) -> None:
        """An array will not be used any more."""
        with self._lock:
            self.taken -= rows.nbytes


def memory_available() -> int:
    """Bytes that can be had without swapping."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
    except OSError:
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 4 << 30


FEWEST = 4_000_000  # states of a layer: before, the last slope says little
EARLY = 50_000  # states of a layer: before, nothing is foreseen
RISING = 0.6  # of all layers: later, nothing grows any more


@dataclass(frozen=True, slots=True)
class Past:
    """A layer that is behind."""

    layer: int
    states: int
    memory: int  # bytes that were taken at a time while it was expanded, at most
    seconds: float = 0.0  # that it took


@dataclass(frozen=True, slots=True)
class Peak:
    """A forecast."""

    states: int  # of the largest layer
    memory: int  # bytes
    rest: float  # seconds until then, from the last layers on that were looked at
    early: bool  # whether few states were seen so far, so that it is rougher still


def peak(past: Sequence[Past], step: int, last: int) -> Peak | None:
    """The peak of a count, or None while it cannot be foreseen.

    Args:
        past: layers, in order.
        step: into how many layers beyond itself a layer may be expanded: so many are looked at together.
        last: the number of the last layer.
    """
    blocks = _blocks(past, step)
    if len(blocks) < 3 or max(each.states for each in blocks[-1]) < EARLY:
        return None
    counts = [sum(each.states for each in block) for block in blocks[-3:]]
    states, memory = (max(getattr(each, name) for each in blocks[-1]) for name in ("states", "memory"))
    left = int((RISING * last - blocks[-1][-1].layer) / step) + 1
    before, rate = log(counts[1] / counts[0]), log(counts[2] / counts[1])
    slope = rate - before
    if states < FEWEST or (rate > 0 and slope >= 0):
        slope = -rate / max(1, left)
    rises = list(accumulate(max(0.0, rate + ahead * slope) for ahead in range(1, left + 1))) or [0.0]
    seconds = sum(each.seconds for each in blocks[-1]) * sum(map(exp, rises)) if left > 0 else 0.0
    grown = exp(rises[-1])
    return Peak(int(states * grown), int(memory * grown), seconds, early=states < FEWEST)


def _blocks(past: Sequence[Past], step: int) -> list[list[Past]]:
    """Layers by so many, as far as they are complete."""
    found: dict[int, list[Past]] = {}
    for each in past:
        found.setdefault(each.layer // step, []).append(each)
    if any(each.layer % step for each in past):
        found.popitem()
    return list(found.values())
