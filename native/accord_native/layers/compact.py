"""Making a list of a table, whatever its rows hold behind the first word, which is 0 where a slot is free."""

from __future__ import annotations

import numpy as np

from accord_native.jit import jit
from accord_native.words import TWO, ZERO, WordRows


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
