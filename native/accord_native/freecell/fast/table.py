"""Hash table of the positions that a fast FreeCell search has seen: 64-bit keys; it grows, or forgets.

    name   shape   dtype   meaning
    -----  ------  ------  ---------------------------------------------------------------------------
    table  2 ** n  uint64  open addressing; the part from 2 ** BITS to twice that is in use, 0 is free
    state  STATE   uint64  as in `search`; BITS and COUNT are the table's

Example: BITS = 10: a key's place is 1024 + its first 10 bits, or the next free one after that.
"""

from __future__ import annotations

import numpy as np

from accord_native.freecell.fast import layout
from accord_native.jit import inline
from accord_native.words import ONE, ZERO, Words

FIRST_BITS = np.uint64(10)  # of the table
FULL_STEPS = np.uint64(64)  # places looked at before one in a full table is overwritten
WORD = np.uint64(64)


@inline
def clear(table: Words, bits: np.uint64) -> None:
    """Empty a part of the table."""
    size = ONE << bits
    for place in range(size, size + size):
        table[place] = ZERO


@inline
def forget(table: Words, state: Words) -> None:
    """Begin with an empty table."""
    state[layout.BITS], state[layout.COUNT] = FIRST_BITS, ZERO
    clear(table, FIRST_BITS)


@inline
def grow(table: Words, bits: np.uint64) -> None:
    """Move what is in a part of the table to the next one, which is twice as large."""
    clear(table, bits + ONE)
    size, last = ONE << bits, (ONE << (bits + ONE)) - ONE
    for place in range(size, size + size):
        key = table[place]
        if key:
            slot = key >> (WORD - bits - ONE)
            while table[last + ONE + slot]:
                slot = (slot + ONE) & last
            table[last + ONE + slot] = key


@inline
def was_seen(key: np.uint64, table: Words, state: Words) -> bool:
    """Whether a key is in the table; it is from now on."""
    size = ONE << state[layout.BITS]
    if state[layout.COUNT] << ONE > size and size << ONE < np.uint64(len(table)):
        grow(table, state[layout.BITS])
        state[layout.BITS] += ONE
        size <<= ONE
    slot, steps = key >> (WORD - state[layout.BITS]), ZERO
    while table[size + slot] and steps < FULL_STEPS:
        if table[size + slot] == key:
            return True
        steps += ONE
        slot = (slot + ONE) & (size - ONE)
    if steps < FULL_STEPS:
        state[layout.COUNT] += ONE
    table[size + slot] = key
    return False
