"""Gathering a layer: rows of one state become one, and the ways that lead there are added; to be compiled.

For arrays see `layout`. Where a key belongs in a table that is larger than the caches is not
known to the processor before it is too late, so each row's slot is asked for AHEAD rows before its turn.

A key has one word, or `words`, of which the first is never 0; all of them are compared. `narrow` is compiled
for keys of one word, so that its loops over them are gone.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from accord_native.jit import jit
from accord_native.layers.layout import HALF, HIGH_FACTOR, LANE, LANE_MASK, LOW_FACTOR, LOWER, NEXT, STATES
from accord_native.layers.prefetch import prefetch
from accord_native.progress import DONE, FULL, OVERFLOW
from accord_native.words import ONE, ZERO, WordRows, Words

AHEAD = np.uint64(16)


def compiled(narrow: bool) -> Callable[..., np.uint64]:
    """The kernel."""

    @jit()
    def gather(
        words: np.uint64,
        rows: WordRows,
        count: np.uint64,
        table: WordRows,
        partitions: np.uint64,
        most: np.uint64,
        state: Words,
    ) -> np.uint64:
        """Go on gathering the first `count` rows.

        Returns DONE; FULL when the next row would make more states than `most`; or OVERFLOW when the last
        lane of the row that was gathered last has got a 64th bit, so that another lane is needed for it.
        """
        length = ONE if narrow else words
        at, states = state[NEXT], state[STATES]
        slots, last = np.uint64(len(table)), np.uint64(table.shape[1]) - ONE
        end = DONE
        while at < count:
            ahead = at + AHEAD
            if ahead < count:
                key = rows[ahead, 0]
                for word in range(ONE, length):
                    key = ((key & LOWER) * LOW_FACTOR) ^ ((key >> HALF) * HIGH_FACTOR) ^ rows[ahead, word]
                product = ((key & LOWER) * LOW_FACTOR) ^ ((key >> HALF) * HIGH_FACTOR)
                scaled = (((product >> HALF) ^ product) & LOWER) * partitions & LOWER
                prefetch(table, scaled * slots >> HALF)
            first = key = rows[at, 0]
            for word in range(ONE, length):
                key = ((key & LOWER) * LOW_FACTOR) ^ ((key >> HALF) * HIGH_FACTOR) ^ rows[at, word]
            product = ((key & LOWER) * LOW_FACTOR) ^ ((key >> HALF) * HIGH_FACTOR)
            scaled = (((product >> HALF) ^ product) & LOWER) * partitions & LOWER
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
