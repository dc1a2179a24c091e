"""Array helpers: ragged rows as two arrays, exact sums by index, unique values, bit sets, mixed bits."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

MOST_FLAGS = 1 << 22  # above, numbers are sorted
MOST_STEPS = 32  # rows of a union, up to which it is made row by row


def starts(sizes: npt.ArrayLike) -> Ints:
    """Return the places at which rows of these sizes begin, and the end of the last one: [rows + 1]."""
    return np.append(0, np.cumsum(sizes, dtype=np.int64))


def ranges(first: npt.NDArray[Any], sizes: npt.NDArray[Any]) -> Ints:
    """first[0], first[0] + 1, ... (sizes[0] numbers), then those from first[1] on, and so on."""
    return np.repeat(first - starts(sizes)[:-1], sizes) + np.arange(int(sizes.sum()))


def by_number(numbers: npt.NDArray[Any], below: int) -> Ints:
    """The places of numbers from 0 up to `below`, by number; of equal ones the first comes first."""
    # numpy sorts narrow numbers by radix, ten times as fast
    return np.argsort(numbers.astype(np.uint16) if below <= 1 << 16 else numbers, kind="stable")


def unique_values(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the different values, sorted; `np.unique` imports masked arrays for that, which takes 10 ms."""
    ordered = np.sort(values, axis=None)
    is_first = np.ones(len(ordered), np.bool_)
    is_first[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_first]


def unique_rows(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the different rows, sorted."""
    return np.unique(rows, axis=0, return_counts=True)[0]


def equal_rows(rows: npt.NDArray[Any]) -> list[Ints]:
    """Return the places of equal rows, ascending, for each different row: [rows, columns], columns > 0."""
    order = np.lexsort(rows.T)
    changes = (rows[order[1:]] != rows[order[:-1]]).any(axis=1)
    return np.split(order, np.flatnonzero(changes) + 1) if len(order) else []


def distinct(numbers: npt.NDArray[Any], below: int) -> tuple[Ints, Ints]:
    """Which numbers from 0 up to `below` there are, ascending; and of each given one its place there."""
    if below > MOST_FLAGS:
        return np.unique(numbers, return_inverse=True)
    there = np.zeros(below, np.bool_)
    there[numbers] = True
    return np.flatnonzero(there), (np.cumsum(there) - 1)[numbers]


def bits(rows: int, row: npt.NDArray[Any], number: npt.NDArray[Any], below: int) -> Words:
    """Sets of numbers from 0 up to `below`, one a row: [rows, words]; each pair is in it."""
    width = -(-below // 64)
    place = row.astype(np.int64) * (64 * width) + number
    if 64 * rows * width > MOST_FLAGS:
        words = np.zeros(rows * width, np.uint64)
        np.bitwise_or.at(words, place >> 6, np.uint64(1) << (place & 63).astype(np.uint64))
        return words.reshape(rows, width)
    flags = np.zeros(64 * rows * width, np.bool_)
    flags[place] = True
    packed = np.packbits(flags, bitorder="little").view("<u8").astype(np.uint64, copy=False)
    return packed.reshape(rows, width)


def unions(rows: Words, number: npt.NDArray[Any], sizes: Ints) -> Words:
    """The unions, bit by bit, of `sizes` of the rows `number` each, in turn; -1 stands for the last row."""
    found = np.zeros((len(sizes), rows.shape[1]), np.uint64)
    first, most = starts(sizes)[:-1], int(sizes.max(initial=0))
    if most * len(sizes) <= 2 * len(number) and most <= MOST_STEPS:
        least = int(sizes.min(initial=most))
        room = np.empty_like(found)  # new pages are dearer than what is written to them
        for step in range(most):
            if step < least:
                found |= rows.take(number[first + step], axis=0, out=room, mode="wrap")
            else:
                some = np.flatnonzero(sizes > step)
                found[some] |= rows.take(number[first[some] + step], axis=0)
    elif len(number):
        some = np.flatnonzero(sizes)
        found[some] = np.bitwise_or.reduceat(rows.take(number, axis=0), first[some], axis=0)
    return found


def totals(index: npt.NDArray[Any], amount: npt.NDArray[Any], number: int) -> Ints:
    """The sum of the amounts at each index: [number]."""
    sums = np.zeros(number, np.int64)
    np.add.at(sums, index, amount)
    return sums


def least_connected(group: npt.NDArray[Any], member: npt.NDArray[Any], groups: int, members: int) -> Ints:
    """The least member to which groups connect each one: [members]; member[n] is in group[n]."""
    root = np.arange(members)  # of each member one that it is connected to, the least in the end
    while True:
        least = np.full(groups, members)
        np.minimum.at(least, group, root[member])
        joined = root.copy()
        np.minimum.at(joined, root[member], least[group])
        while (joined[joined] != joined).any():
            joined = joined[joined]
        if np.array_equal(joined, root):
            return root
        root = joined


def pad_rows(rows: Collection[Sequence[int]]) -> npt.NDArray[np.int32]:
    """Rows of different lengths as a batch: [rows, the longest], padded with -1 at the right."""
    batch = np.full((len(rows), max(map(len, rows), default=0)), -1, np.int32)
    for place, row in zip(batch, rows, strict=True):
        place[: len(row)] = row
    return batch


def join_batches(batches: Sequence[npt.NDArray[np.int32]]) -> npt.NDArray[np.int32]:
    """Return batches of different widths as one: [all rows, the widest], padded with -1 at the right."""
    rows = np.full((sum(map(len, batches)), max((b.shape[1] for b in batches), default=0)), -1, np.int32)
    at = 0
    for batch in batches:
        rows[at : at + len(batch), : batch.shape[1]] = batch
        at += len(batch)
    return rows


def mix_bits(values: Words) -> Words:
    """Every bit of each number spread over all others: the finaliser of splitmix64."""
    found = values.copy()
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        found ^= found >> np.uint64(shift)
        found *= np.uint64(factor)
    found ^= found >> np.uint64(31)
    return found
