"""Kernel functions that place the last clues of two bands by bit vectors over unavoidable sets.

Each cell has a vector of the sets that it hits; what a choice of cells leaves unhit is a chain of AND-NOTs.
Of the first sets left unhit the one with the fewest open cells is branched on; cells that were tried are
*dead* from then on, so nothing is found twice. With one clue left it must lie in all sets that are unhit.
Each candidate is then tested for what band 3 needs: of the *mixed* sets, which touch band 3 in one mini-row,
a word has one for each mini-row and kind, at the bit of its `active` (see `layout`), so that the OR of all
words of the sets that were not hit is what the mini-rows need.

    name        shape               dtype   meaning
    ----------  ------------------  ------  ---------------------------------------------------------------
    cells       -                   uint64  the clues so far
    dead        -                   uint64  cells that must not be given
    left        -                   uint64  clues to come, at least three
    unhit       two words           uint64  bit i: set i; 64 in a word
    sets        VECTOR              uint64  their open cells, the fewest first
    hits        54, 2               uint64  of each cell the sets it hits
    level       levels, 5           uint64  by clues left: CELLS, DEAD, OPEN: to be tried, two words unhit
    mixed       levels, words       uint64  by clues left: mixed sets unhit, SLOTS words; of several bands 3
                                            as many for each box
    mixed_hits  54, words           uint64  of each cell the mixed sets it hits
    run         RUN                 uint64  see `search`
    thirds      thirds, any         uint64  of several bands 3; see `guides`
    stack       entries, 3          uint64  see `search`; entries are emitted onto it
    state       STATES              uint64  NODES, CANDIDATES and REJECTED grow

Of several bands 3, each that a candidate leaves clues enough for has an entry of its own, with its number.
Returns one more than the height of the stack, or 0 if there was no space; then nothing has changed.

Example: sets 0b0011 and 0b1100 with two clues left. Cell 0 is tried, set 1 is unhit: the last clue is cell 2
or 3. Then cell 0 is dead, and cell 1 is tried: again 2 or 3. Four candidates.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.clues.guides import active_of, asked_by, clues_asked
from accord_native.clues.layout import (
    ALL,
    BEHIND,
    CANDIDATES,
    CELLS,
    CLUES,
    DEAD,
    FROM_TAIL,
    LARGE,
    REJECTED,
    SLOTS,
    WORD,
)
from accord_native.clues.masks import barred_cells, fits
from accord_native.jit import jit
from accord_native.progress import NODES
from accord_native.words import ONE, THREE, TWO, ZERO, WordRows, Words

# sets that are looked at to find the one with the fewest open cells: more cost more than they save
LOOKED_AT, LOOKED_AT_LAST = np.uint64(16), np.uint64(6)  # the latter with two clues left
OPEN, UNHIT_1, UNHIT_2 = 2, 3, 4
SPARE = np.uint64(4096)  # entries of the stack that are left to who branches without vectors


@register_jitable
def smallest(
    unhit_1: np.uint64, unhit_2: np.uint64, alive: np.uint64, sets: Words, most: np.uint64
) -> np.uint64:
    """Return the open cells of the set with the fewest, of the first `most` sets; none if it has none."""
    fewest, branch = LARGE, ZERO
    while unhit_1 and most:
        most -= ONE
        one = sets[count_trailing_zeros(unhit_1)] & alive
        unhit_1 &= unhit_1 - ONE
        size = population_count(one)
        if size < fewest:
            fewest, branch = size, one
            if size < TWO:
                unhit_1 = unhit_2 = ZERO
    while unhit_2 and most:
        most -= ONE
        one = sets[WORD + count_trailing_zeros(unhit_2)] & alive
        unhit_2 &= unhit_2 - ONE
        size = population_count(one)
        if size < fewest:
            fewest, branch = size, one
            if size < TWO:
                unhit_2 = ZERO
    return branch


@register_jitable
def missed_of(
    begin: int, second: np.uint64, last: np.uint64, mixed: WordRows, mixed_hits: WordRows
) -> np.uint64:
    """Return what mini-rows ask for after two cells more, by SLOTS words of mixed sets."""
    missed = ZERO
    for w in range(begin, begin + SLOTS):
        missed |= mixed[2, w] & ~(mixed_hits[second, w] | mixed_hits[last, w])
    return missed


@jit()
def tail(
    cells: np.uint64,
    dead: np.uint64,
    left: np.uint64,
    unhit_1: np.uint64,
    unhit_2: np.uint64,
    sets: Words,
    hits: WordRows,
    level: WordRows,
    mixed: WordRows,
    mixed_hits: WordRows,
    run: Words,
    thirds: WordRows,
    stack: WordRows,
    top: np.uint64,
    state: Words,
) -> np.uint64:
    """All ways to hit the sets; see above."""
    room = np.uint64(len(stack)) - SPARE
    nodes = candidates = kept = ZERO
    words = np.uint64(mixed.shape[1])
    several = len(thirds) > 0
    at = left
    level[at, CELLS], level[at, DEAD], level[at, UNHIT_1], level[at, UNHIT_2] = cells, dead, unhit_1, unhit_2
    level[at, OPEN] = smallest(unhit_1, unhit_2, ~dead, sets, LOOKED_AT)
    while True:
        branch = level[at, OPEN]
        if branch == ZERO:
            if at == left:
                break
            at += ONE
            continue
        cell = count_trailing_zeros(branch)
        bit = branch & (~branch + ONE)
        level[at, OPEN] = branch ^ bit
        dead = level[at, DEAD]
        level[at, DEAD] = dead | bit
        cells = level[at, CELLS] | bit
        unhit_1, unhit_2 = level[at, UNHIT_1] & ~hits[cell, 0], level[at, UNHIT_2] & ~hits[cell, 1]
        nodes += ONE
        if unhit_1 | unhit_2 == ZERO:
            if top >= room:
                return ZERO
            stack[top, 0], stack[top, 1], stack[top, 2] = cells, dead, FROM_TAIL | (at - ONE)
            top += ONE
            continue
        dead |= barred_cells(cells, run)
        branch = smallest(unhit_1, unhit_2, ~dead, sets, LOOKED_AT if at > THREE else LOOKED_AT_LAST)
        if branch == ZERO:
            continue
        for begin in range(ZERO, words, np.uint64(SLOTS)):
            for w in range(SLOTS):
                place = begin + np.uint64(w)
                mixed[at - ONE, place] = mixed[at, place] & ~mixed_hits[cell, place]
        if at > THREE:
            at -= ONE
            level[at, CELLS], level[at, DEAD], level[at, OPEN] = cells, dead, branch
            level[at, UNHIT_1], level[at, UNHIT_2] = unhit_1, unhit_2
            continue
        first_1, first_2 = unhit_1, unhit_2
        while branch:  # two clues are left
            second = count_trailing_zeros(branch)
            bit = branch & (~branch + ONE)
            branch ^= bit
            nodes += ONE
            before = dead
            dead |= bit
            alive = ALL & ~dead
            unhit_1, unhit_2 = first_1 & ~hits[second, 0], first_2 & ~hits[second, 1]
            both = cells | bit
            if unhit_1 | unhit_2 == ZERO:
                if top >= room:
                    return ZERO
                stack[top, 0], stack[top, 1], stack[top, 2] = both, before, FROM_TAIL | ONE
                top += ONE
                continue
            while unhit_1 and alive:
                alive &= sets[count_trailing_zeros(unhit_1)]
                unhit_1 &= unhit_1 - ONE
            while unhit_2 and alive:
                alive &= sets[WORD + count_trailing_zeros(unhit_2)]
                unhit_2 &= unhit_2 - ONE
            if alive:
                alive &= ~barred_cells(both, run)
            while alive:  # one clue is left
                last = count_trailing_zeros(alive)
                bit = alive & (~alive + ONE)
                alive ^= bit
                candidates += ONE
                active = missed_of(0, second, last, mixed, mixed_hits)
                if not several:
                    if fits(active, both | bit, run):
                        if top >= room:
                            return ZERO
                        stack[top, 0], stack[top, 1], stack[top, 2] = both | bit, active, FROM_TAIL
                        top += ONE
                        kept += ONE
                    continue
                if top + np.uint64(len(thirds)) > room:
                    return ZERO
                box_2 = missed_of(SLOTS, second, last, mixed, mixed_hits)
                box_3 = missed_of(2 * SLOTS, second, last, mixed, mixed_hits)
                asked, most = asked_by(active, box_2, box_3), run[CLUES] - population_count(both | bit)
                for number in range(len(thirds)):
                    third = np.uint64(number)
                    if clues_asked(asked, thirds, third) <= most:
                        stack[top, 0], stack[top, 1] = both | bit, active_of(asked, thirds, third)
                        stack[top, 2] = FROM_TAIL | third << BEHIND
                        top += ONE
                        kept += ONE
    state[NODES] += nodes + candidates
    state[CANDIDATES] += candidates
    state[REJECTED] += candidates * np.uint64(max(len(thirds), 1)) - kept
    return top + ONE
