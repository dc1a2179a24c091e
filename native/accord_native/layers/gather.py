"""Gathering a layer: rows of the same state become one, and the ways that lead there are added.

For arrays see `layout`. Where a key belongs in a table that is larger than the caches is not
known to the processor before it is too late, so each row's slot is asked for AHEAD rows before its turn.
"""

from __future__ import annotations

import numpy as np

from accord_native.jit import jit
from accord_native.layers.layout import HALF, HIGH_FACTOR, LANE, LANE_MASK, LOW_FACTOR, LOWER, NEXT, STATES
from accord_native.layers.prefetch import prefetch
from accord_native.progress import DONE, FULL, OVERFLOW
from accord_native.words import ONE, TWO, ZERO, WordRows, Words

AHEAD = np.uint64(16)


@jit()
def gather(
    rows: WordRows, count: np.uint64, table: WordRows, partitions: np.uint64, most: np.uint64, state: Words
) -> np.uint64:
    """Go on gathering the first `count` rows.

    Returns DONE; FULL when the next row would make more states than `most`; or OVERFLOW when the last lane of
    the row that was gathered last has got a 64th bit, so that another lane is needed for it.
    """
    at, states = state[NEXT], state[STATES]
    slots, last = np.uint64(len(table)), np.uint64(table.shape[1]) - ONE
    end = DONE
    while at < count:
        ahead = at + AHEAD
        if ahead < count:
            key = rows[ahead, 0]
            product = ((key & LOWER) * LOW_FACTOR) ^ ((key >> HALF) * HIGH_FACTOR)
            scaled = (((product >> HALF) ^ product) & LOWER) * partitions & LOWER
            prefetch(table, scaled * slots >> HALF)
        key = rows[at, 0]
        product = ((key & LOWER) * LOW_FACTOR) ^ ((key >> HALF) * HIGH_FACTOR)
        scaled = (((product >> HALF) ^ product) & LOWER) * partitions & LOWER
        slot = scaled * slots >> HALF
        found = table[slot, 0]
        while found != key and found != ZERO:
            slot += ONE
            if slot == slots:
                slot = ZERO
            found = table[slot, 0]
        if found == ZERO:
            if states == most:
                end = FULL
                break
            states += ONE
            table[slot, 0] = key
        at += ONE
        carry = ZERO
        for lane in range(ONE, last):
            total = table[slot, lane] + rows[at - ONE, lane] + carry
            table[slot, lane] = total & LANE_MASK
            carry = total >> LANE
        total = table[slot, last] + rows[at - ONE, last] + carry
        table[slot, last] = total
        if total >> LANE != ZERO:
            end = OVERFLOW
            break
    state[NEXT], state[STATES] = at, states
    return end


@jit()
def compact(table: WordRows) -> np.uint64:
    """Move the rows that are not free to the front; returns how many there are."""
    to = ZERO
    width = np.uint64(table.shape[1])
    for slot in range(np.uint64(len(table))):
        key = table[slot, 0]
        table[to, 0], table[to, 1] = key, table[slot, 1]
        for lane in range(TWO, width):
            table[to, lane] = table[slot, lane]
        to += np.uint64(key != ZERO)  # else the next row takes its place
    return to
