"""Expanding a layer where orientations are a single word, and a key has four slices.

For arrays and an example see `layout`. A state that nothing fits in is not written, unless the board is
complete. This is `expand` with its loops over words and slices unrolled, which would cost two thirds more.
"""

from __future__ import annotations

import numpy as np

from accord_native.bits import count_trailing_zeros
from accord_native.jit import jit
from accord_native.layers.layout import (
    COMPLETE,
    EXISTS,
    FIRST,
    HALF,
    HIGH_FACTOR,
    LOW_FACTOR,
    LOWER,
    NEXT,
    ORIENTATION_CELLS,
    ORIENTATION_CLASS,
    ORIENTATION_USES,
    PATTERN,
    PATTERN_BITS,
    STATE_BITS,
    TABLE,
    TRANSITIONS,
    WINDOW_BITS,
)
from accord_native.progress import DONE, FULL
from accord_native.words import ONE, TWO, ZERO, Words

WORD = np.uint64(64)
SECOND, THIRD, FOURTH = (np.uint64(n << PATTERN_BITS) for n in (1, 2, 3))  # slices


@jit(
    "uint64(uint64[::1], uint64[::1], uint64[:, ::1], uint64[:, ::1], uint64[::1],"
    "uint64[:, ::1], uint64[:, :, ::1], uint64[::1], uint64, uint64[::1])"
)
def expand(
    tables: Words,
    shift: Words,
    cell: Words,
    orientation: Words,
    layout: Words,
    source: Words,
    buffer: Words,
    size: Words,
    partitions: np.uint64,
    state: Words,
) -> np.uint64:
    """Go on expanding; returns DONE, or FULL when the buffers might not take all that comes of a state."""
    window_bits, state_bits, complete = layout[WINDOW_BITS], layout[STATE_BITS], layout[COMPLETE]
    window_mask = (ONE << window_bits) - ONE
    used_mask = ((ONE << state_bits) - ONE) ^ window_mask
    width = np.uint64(source.shape[1])
    at, rows = state[NEXT], np.uint64(len(source))
    transitions, room = state[TRANSITIONS], np.uint64(buffer.shape[1])
    fullest = ZERO
    for to in range(np.uint64(len(size))):
        fullest = max(fullest, size[to])
    room -= fullest
    end = DONE
    first_shift, second_shift, third_shift, fourth_shift = shift[0], shift[1], shift[2], shift[3]
    while at < rows:
        if room < WORD:
            end = FULL
            break
        key = source[at, 0]
        if key == ZERO:
            at += ONE
            continue
        here = key >> state_bits
        window, used = key & window_mask, key & used_mask
        table, first = cell[here, TABLE], cell[here, FIRST]
        fits = cell[here, EXISTS] & ~(
            tables[table + ((key >> first_shift) & PATTERN)]
            | tables[table + SECOND + ((key >> second_shift) & PATTERN)]
            | tables[table + THIRD + ((key >> third_shift) & PATTERN)]
            | tables[table + FOURTH + ((key >> fourth_shift) & PATTERN)]
        )
        while fits != ZERO:
            number = first + count_trailing_zeros(fits)
            fits &= fits - ONE
            transitions += ONE
            covered = window | orientation[number, ORIENTATION_CELLS]
            step = count_trailing_zeros(~covered) + ONE
            there = here + step
            child = there << state_bits | used + orientation[number, ORIENTATION_USES] | covered >> step
            left = np.uint64(there == complete)
            table = cell[there, TABLE]
            left |= cell[there, EXISTS] & ~(
                tables[table + ((child >> first_shift) & PATTERN)]
                | tables[table + SECOND + ((child >> second_shift) & PATTERN)]
                | tables[table + THIRD + ((child >> third_shift) & PATTERN)]
                | tables[table + FOURTH + ((child >> fourth_shift) & PATTERN)]
            )
            product = ((child & LOWER) * LOW_FACTOR) ^ ((child >> HALF) * HIGH_FACTOR)
            partition = (((product >> HALF) ^ product) & LOWER) * partitions >> HALF
            to = orientation[number, ORIENTATION_CLASS] * partitions + partition
            place = size[to]
            buffer[to, place, 0], buffer[to, place, 1] = child, source[at, 1]
            for lane in range(TWO, width):
                buffer[to, place, lane] = source[at, lane]
            kept = np.uint64(left != ZERO)  # else the next row takes its place
            size[to] = place + kept
            room -= kept
        at += ONE
    state[NEXT], state[TRANSITIONS] = at, transitions
    return end
