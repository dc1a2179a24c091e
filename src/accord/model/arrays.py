"""Rows of different lengths, one behind the other, as two arrays; exact sums by index; numbers mixed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]


def starts(sizes: npt.ArrayLike) -> Ints:
    """Where rows of these sizes begin, and where the last one ends: [rows + 1]."""
    return np.append(0, np.cumsum(sizes, dtype=np.int64))


def ranges(first: npt.NDArray[Any], sizes: npt.NDArray[Any]) -> Ints:
    """first[0], first[0] + 1, ... (sizes[0] numbers), then those from first[1] on, and so on."""
    return np.repeat(first - starts(sizes)[:-1], sizes) + np.arange(int(sizes.sum()))


def totals(index: npt.NDArray[Any], amount: npt.NDArray[Any], number: int) -> Ints:
    """The sum of the amounts at each index: [number]."""
    sums = np.zeros(number, np.int64)
    np.add.at(sums, index, amount)
    return sums


def padded(rows: Collection[Sequence[int]]) -> npt.NDArray[np.int32]:
    """Rows of different lengths as a batch: [rows, the longest], padded with -1 at the right."""
    batch = np.full((len(rows), max(map(len, rows), default=0)), -1, np.int32)
    for place, row in zip(batch, rows, strict=True):
        place[: len(row)] = row
    return batch


def mixed(values: Words) -> Words:
    """Every bit of each number spread over all others: the finaliser of splitmix64."""
    found = values.copy()
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        found ^= found >> np.uint64(shift)
        found *= np.uint64(factor)
    found ^= found >> np.uint64(31)
    return found
