"""Exact covers of ordered cells, cell by cell: states are kept sorted, and what comes of them is merged.

A state is the set of cells from the next one on that are covered already, bit 0 for the next one. If that is
covered, the state moves on; else each tile that has the cell as its first and meets no covered one is laid.
A tile adds its bits to a state that has none of them, so what comes of sorted states by one tile is sorted
again: the states after the cell are a merger of as many sorted sequences as there are tiles, and one more.
Nothing is hashed, and memory is only read and written in order.

    name    shape        dtype   meaning
    ------  -----------  ------  -------------------------------------------------------------------------
    states  states       uint64  sets of covered cells, in order, none twice
    ways    states, 2    uint64  in how many ways each comes up: low word, high word
    tiles   tiles        uint64  those whose first cell is the next one, as sets; bit 0 is in each
    after   room         uint64  the states after this cell, with the cell after it as bit 0
    counts  room, 2      uint64  in how many ways each of these comes up
    at      tiles + 1    int64   scratch: where each sequence is; the last one is that of covered cells
    heads   tiles + 1    uint64  scratch: what is next in each

Returns how many states there are afterwards; FULL if they do not fit in the room, OVER if ways do not fit in
two words. The room needs to be no more than `bound` says.

Example: dominoes on 2 x 2, cells 0 1 above 2 3. State 0 in one way, tiles 0b11 and 0b101: then 0b1 and 0b10.
"""

from __future__ import annotations

import numpy as np

from accord_native.jit import jit
from accord_native.words import ONE, ZERO, Integers, WordRows, Words
from accord_research.kernels.merging_layout import FULL, OVER

END = ~ZERO  # of a sequence; no state, as bit 0 is shifted out


@jit()
def bound(states: Words, tiles: Words) -> np.int64:
    """How many states can come of these: the lengths of all sequences."""
    total = 0
    for state in states:
        if state & ONE:
            total += 1
            continue
        for tile in tiles:
            if not state & tile:
                total += 1
    return np.int64(total)


@jit()
def merge(
    states: Words, ways: WordRows, tiles: Words, after: Words, counts: WordRows, at: Integers, heads: Words
) -> np.int64:
    """The states after a cell; see the head of this module."""
    last, size, written = len(tiles), len(states), 0
    for sequence in range(last + 1):
        at[sequence] = -1
        heads[sequence] = ZERO  # no state yet, so each is looked for
    least = ZERO
    while True:
        # -- move each sequence on that has just been read: at first all
        for sequence in range(last + 1):
            if heads[sequence] != least or at[sequence] == size:
                continue
            place = at[sequence] + 1
            if sequence == last:
                while place < size and not states[place] & ONE:
                    place += 1
            else:
                while place < size and states[place] & (tiles[sequence] | ONE):
                    place += 1
            at[sequence] = place
            heads[sequence] = END
            if place < size:
                tile = ZERO if sequence == last else tiles[sequence]
                heads[sequence] = (states[place] | tile) >> ONE

        # -- the least of what is next, with the ways of all that have it
        least = END
        for sequence in range(last + 1):
            least = min(least, heads[sequence])
        if least == END:
            return np.int64(written)
        low, high = ZERO, ZERO
        for sequence in range(last + 1):
            if heads[sequence] == least:
                more = low + ways[at[sequence], 0]
                carried = high + ways[at[sequence], 1]
                above = carried + (ONE if more < low else ZERO)
                if carried < high or above < carried:
                    return np.int64(OVER)
                low, high = more, above
        if written == len(after):
            return np.int64(FULL)
        after[written] = least
        counts[written, 0], counts[written, 1] = low, high
        written += 1
