"""Rows of different lengths, one behind the other, as two arrays; and exact sums by index."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]


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
