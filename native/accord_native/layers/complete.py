"""Kernel that runs layered counting backwards: the number of ways to complete each state.

For arrays see `layout`. The tables are of a count that kept all its layers, in one
partition and with one lane. A call looks at one class only, so at one later layer; completions add up over
the classes. A state that a table does not have cannot be completed. The number of all solutions must be less
than 2^63; then no sum or product here is more.

    name         shape        dtype   meaning
    -----------  -----------  ------  ---------------------------------------------------------------------
    source       slots, 2     uint64  the table of a layer
    completions  slots        uint64  of each of its states; added to
    later        slots, 2     uint64  the table of the later layer
    ahead        slots        uint64  the completions of its states
    placed       cells, 64 W  uint64  by cell and orientation: solutions in which it is placed there; added to

Example: in the one of `layout`, layer 4 has one state, complete: one completion. Both states of
layer 2 have one, too, and the first state has two; each of the four placements is in one solution.
"""

from __future__ import annotations

import numpy as np

from accord_native.bits import count_trailing_zeros
from accord_native.jit import jit
from accord_native.layers import layout
from accord_native.layers.keys import WORD, forbidden, mix, scale
from accord_native.layers.layout import Given
from accord_native.progress import DONE, PAUSED
from accord_native.words import ONE, ZERO, WordRows, Words

WAYS = 1


@jit()
def complete(
    given: Given,
    source: WordRows,
    completions: Words,
    later: WordRows,
    ahead: Words,
    placed: WordRows,
    which: np.uint64,
    budget: np.uint64,
    state: Words,
) -> np.uint64:
    """Continue with the next `budget` slots of the source; returns DONE or PAUSED."""
    cell, orientation = given.cell, given.orientation
    window_bits, state_bits = given.layout[layout.WINDOW_BITS], given.layout[layout.STATE_BITS]
    window_mask = (ONE << window_bits) - ONE
    used_mask = ((ONE << state_bits) - ONE) ^ window_mask
    words, slices = np.uint64(cell.shape[1]) - layout.EXISTS, np.uint64(len(given.shift))
    at, rows, slots = state[layout.NEXT], np.uint64(len(source)), np.uint64(len(later))
    stop = min(rows, at + budget)
    while at < stop:
        key, ways = source[at, 0], source[at, WAYS]
        if key == ZERO:
            at += ONE
            continue
        here = key >> state_bits
        window, used = key & window_mask, key & used_mask
        first, total = cell[here, layout.FIRST], ZERO
        for word in range(words):
            table = cell[here, layout.TABLE] + word
            fits = cell[here, layout.EXISTS + word]
            fits &= ~forbidden(key, ZERO, ZERO, 0, table, words, slices, given)
            while fits != ZERO:
                number = word * WORD + count_trailing_zeros(fits)
                fits &= fits - ONE
                shape = first + number
                if orientation[shape, layout.ORIENTATION_CLASS] != which:
                    continue
                covered = window | orientation[shape, layout.ORIENTATION_CELLS]
                step = count_trailing_zeros(~covered) + ONE
                there = here + step
                child = (
                    there << state_bits | used + orientation[shape, layout.ORIENTATION_USES] | covered >> step
                )
                slot = scale(mix(child), slots) >> layout.HALF
                found = later[slot, 0]
                while found != child and found != ZERO:
                    slot += ONE
                    if slot == slots:
                        slot = ZERO
                    found = later[slot, 0]
                if found == child:
                    total += ahead[slot]
                    placed[here - ONE, number] += ways * ahead[slot]
        completions[at] += total
        at += ONE
    state[layout.NEXT] = at
    return DONE if at == rows else PAUSED
