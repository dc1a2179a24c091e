"""Lowering a model for the memo kernel (`accord_native.cover.memo` explains arrays); and its table of counts.

Most arrays are as the bitset kernel has them. The rest says which items an option covers; primary items are
numbered in the model's `order`, the secondary ones after them, from a word of their own on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from accord.backends.native import bitset
from accord.backends.native.arrays import Flags, Ints, Words, bit_of, refuse_amounts, refuse_demands, row_of
from accord.errors import RefusedError
from accord.model import Kind, Model

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
