"""Kernel that merges equal states of a layer and adds up their numbers of ways.

For arrays see `layout`. Where a key belongs in a table that is larger than the caches is not
known to the processor before it is too late, so each row's slot is asked for AHEAD rows before its turn.

A key has one word, or `words`, of which the first is never 0; all of them are compared. In the `single`
kernel, for keys of one word, the loops over them are gone.

Before a layer is expanded, its table is made a list (`compact`).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from accord_native.bits import prefetch
from accord_native.jit import jit, variants
from accord_native.layers.keys import mix, scale
from accord_native.layers.layout import HALF, LANE, LANE_MASK, LOWER, NEXT, STATES
from accord_native.progress import DONE, FULL, OVERFLOW
from accord_native.words import ONE, TWO, ZERO, WordRows, Words

AHEAD = np.uint64(16)


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


@variants(single=(True, False))
def gather(single: bool) -> Callable[..., np.uint64]:
    """Return the kernel for keys of one word, or of several."""

    def gather(
        words: np.uint64,
        rows: WordRows,
        count: np.uint64,
        table: WordRows,
        partitions: np.uint64,
        most: np.uint64,
        state: Words,
    ) -> np.uint64:
        """Continue to gather the first `count` rows.

        Returns DONE; FULL when the next row would make more states than `most`; or OVERFLOW when the last
        lane of the row that was gathered last has got a 64th bit, so that another lane is needed for it.
        """
        length = ONE if single else words
        at, states = state[NEXT], state[STATES]
        slots, last = np.uint64(len(table)), np.uint64(table.shape[1]) - ONE
        end = DONE
        while at < count:
            ahead = at + AHEAD
            if ahead < count:
                key = rows[ahead, 0]
                for word in range(ONE, length):
                    key = mix(key) ^ rows[ahead, word]
                scaled = scale(mix(key), partitions) & LOWER
                prefetch(table, scaled * slots >> HALF)
            first = key = rows[at, 0]
            for word in range(ONE, length):
                key = mix(key) ^ rows[at, word]
            scaled = scale(mix(key), partitions) & LOWER
            slot = scaled * slots >> HALF
            while table[slot, 0] != ZERO:
                difference = table[slot, 0] ^ first
                for word in range(ONE, length):
                    difference |= table[slot, word] ^ rows[at, word]
                if difference == ZERO:
                    break
                slot += ONE
                if slot == slots:
                    slot = ZERO
            if table[slot, 0] == ZERO:
                if states == most:
                    end = FULL
                    break
                states += ONE
                for word in range(length):
                    table[slot, word] = rows[at, word]
            at += ONE
            carry = ZERO
            for lane in range(length, last):
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

    return gather
