"""Kernel that expands a layer of states: places one more orientation in every state that allows it.

    key = "word"      a state is one word
          "short"     the same with four slices, where orientations are a single word: loops over words and
                      slices are unrolled, and most models take three fifths of the time
          "double"    the window is in a word of its own
          "triple"    it is in two

For arrays and an example see `layout`. A state that nothing fits in is not written, unless the board is
complete. Which key it is is known when the kernel is compiled, so that it has nothing of the others.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from accord_native.bits import count_trailing_zeros
from accord_native.jit import variants
from accord_native.layers import layout
from accord_native.layers.keys import WORD, forbidden, mix, scale
from accord_native.layers.layout import DOUBLE, KEYS, SHORT, TRIPLE, Given
from accord_native.progress import DONE, FULL
from accord_native.words import ONE, TWO, ZERO, WordBlocks, WordRows, Words

FULL_WORD = ~ZERO


@variants(key=KEYS)
def expand(key: str) -> Callable[..., np.uint64]:
    """Return the kernel for states of that kind."""
    narrow, double = key == SHORT, key == TRIPLE
    windows = {DOUBLE: 1, TRIPLE: 2}.get(key, 0)
    lanes = np.uint64(1 + windows)  # in a row

    def expand(
        given: Given,
        source: WordRows,
        buffer: WordBlocks,
        size: Words,
        partitions: np.uint64,
        state: Words,
    ) -> np.uint64:
        """Continue to expand; returns DONE, or FULL when the buffers might not take what comes of a state."""
        cell, orientation = given.cell, given.orientation
        window_bits, state_bits, complete = (
            given.layout[layout.WINDOW_BITS],
            given.layout[layout.STATE_BITS],
            given.layout[layout.COMPLETE],
        )
        window_mask = (ONE << window_bits) - ONE
        used_mask = ((ONE << state_bits) - ONE) ^ window_mask
        words = ONE if narrow else np.uint64(cell.shape[1]) - layout.EXISTS
        slices = np.uint64(layout.FEWEST_SLICES if narrow else len(given.shift))
        width = np.uint64(source.shape[1])
        numbers = words << np.uint64(6)
        at, rows = state[layout.NEXT], np.uint64(len(source))
        transitions, room = state[layout.TRANSITIONS], np.uint64(buffer.shape[1])
        fullest = ZERO
        for to in range(np.uint64(len(size))):
            fullest = max(fullest, size[to])
        room -= fullest
        end = DONE
        while at < rows:
            if room < numbers:
                end = FULL
                break
            key = source[at, 0]
            if key == ZERO:
                at += ONE
                continue
            here = key >> state_bits
            window, used, beyond, further = key & window_mask, key & used_mask, ZERO, ZERO
            if windows:
                window = source[at, 1]
            if double:
                beyond = source[at, 2]
            table, first = cell[here, layout.TABLE], cell[here, layout.FIRST]
            for word in range(words):
                fits = cell[here, layout.EXISTS + word]
                fits &= ~forbidden(key, window, beyond, windows, table + word, words, slices, given)
                while fits != ZERO:
                    number = first + word * WORD + count_trailing_zeros(fits)
                    fits &= fits - ONE
                    transitions += ONE
                    covered = window | orientation[number, layout.ORIENTATION_CELLS]
                    there = here
                    if double:
                        further = beyond | orientation[number, layout.ORIENTATION_BEYOND]
                        if covered == FULL_WORD:
                            covered, further, there = further, ZERO, there + WORD
                    step = count_trailing_zeros(~covered) + ONE
                    there += step
                    if windows:
                        child = there << state_bits | used + orientation[number, layout.ORIENTATION_USES]
                        covered = (covered >> ONE) >> (step - ONE)  # no shift may be 64
                        if double:
                            covered |= further << (WORD - step)
                            further = (further >> ONE) >> (step - ONE)
                    else:
                        child = (
                            there << state_bits
                            | used + orientation[number, layout.ORIENTATION_USES]
                            | covered >> step
                        )
                    left = np.uint64(there == complete)
                    for other in range(words):
                        fits_there = cell[there, layout.EXISTS + other]
                        table_there = cell[there, layout.TABLE] + other
                        left |= fits_there & ~forbidden(
                            child, covered, further, windows, table_there, words, slices, given
                        )
                    product = mix(child)
                    if windows:
                        product = mix(product ^ covered)
                    if double:
                        product = mix(product ^ further)
                    partition = scale(product, partitions) >> layout.HALF
                    to = orientation[number, layout.ORIENTATION_CLASS] * partitions + partition
                    place = size[to]
                    if windows:
                        buffer[to, place, 0], buffer[to, place, 1] = child, covered
                        if double:
                            buffer[to, place, 2] = further
                        for lane in range(lanes, width):
                            buffer[to, place, lane] = source[at, lane]
                    else:
                        buffer[to, place, 0], buffer[to, place, 1] = child, source[at, 1]
                        for lane in range(TWO, width):
                            buffer[to, place, lane] = source[at, lane]
                    kept = np.uint64(left != ZERO)  # else the next row takes its place
                    size[to] = place + kept
                    room -= kept
            at += ONE
        state[layout.NEXT], state[layout.TRANSITIONS] = at, transitions
        return end

    return expand
