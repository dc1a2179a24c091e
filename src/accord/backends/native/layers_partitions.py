"""The tables of a layer: partitions, their stripes, and where in them a key belongs.

A layer is a list of partitions, each a hash table of its own; see `accord_native.layers.layout`. While it is
expanded, each worker has a stripe of every partition; while rows are gathered, a partition has one worker.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from accord.backends.native.arrays import Words
from accord_native.layers import layout


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
        key = product ^ word
        product = ((key & layout.LOWER) * layout.LOW_FACTOR) ^ ((key >> layout.HALF) * layout.HIGH_FACTOR)
    return (
        ((product >> layout.HALF ^ product) & layout.LOWER) * np.uint64(partitions) >> layout.HALF
    ).astype(np.int64)


def slot_of(key: int, slots: int) -> int:
    """Where a key belongs in a table that is the only partition; the same with Python's numbers."""
    product = ((key & int(layout.LOWER)) * int(layout.LOW_FACTOR)) ^ ((key >> 32) * int(layout.HIGH_FACTOR))
    return ((product >> 32 ^ product) & int(layout.LOWER)) * slots >> 32


def exact_sum(words: Words) -> int:
    """The sum of less than 2^32 words."""
    return int((words & layout.LOWER).sum()) + (int((words >> layout.HALF).sum()) << 32)
