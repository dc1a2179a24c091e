"""Kernel that finds all k-clue puzzles of a 9x9 sudoku grid: clues of two bands first, then the third.

A clue set has one solution if it hits every unavoidable set. The cells of bands 1 and 2 are chosen so that
they hit the sets within these bands: branching on the set with the fewest open cells, where cells tried are
*dead* from then on, so that nothing is found twice; a band that has all clues it may is dead. The
last five to seven, as soon as the sets that are left fit into the vectors, are searched by bit vectors
(`tail`); what band 3 cannot complete is dropped there. The rest is completed in band 3 (`third`) and shown
to the solver; its second solutions are fresh sets, which count for everything still on the stack. The method
is McGuire's (2012), by bands blue's and champagne's (2019).

If all known sets are hit early, and the solver finds no second grid with all of band 3, any open cell may be
given, and is tried; and these clues may be all of bands 1 and 2 (where LEAST permits). Completeness never
depends on which sets are known.

    name         shape          dtype   meaning
    -----------  -------------  ------  ----------------------------------------------------------------------
    grid         81             uint8   digits, row by row
    run          RUN            uint64  CLUES: how many, without those given in band 3; MOST, LEAST: in bands
                                        1 and 2; BAND_1, BAND_2: most in each; GIVEN_3, BARRED_3: cells of
                                        band 3 that are given, that must not be
    sets         room           uint64  unavoidable sets within bands 1 and 2: cells 0..53 as bits
    mixed, ids   room           uint64  others that touch one mini-row of band 3: cells 0..53; bit of
                                        `active`, or, of several bands 3 together, place of the guide
    others       room, 2        uint64  all others: cells 0..53, cells 54..80
    near_sets    as sets        uint64  of each kind those that the vectors of the last tail lack; of mixed
    near_mixed   room, 2        uint64    also the bit
    near_others  as others      uint64  the others, those with the fewest cells in band 3 first; without the
                                        UNSORTED ones that were found last
    near_hits    words, 55      uint64  of each cell those in near_others that it hits, as bits; MISSED: those
                                        that the clues of the last tail miss
    stack        entries, 3     uint64  CELLS: clues; DEAD: cells that must not be given, or (nothing left)
                                        what is known of `active`; LEFT: clues to come in bands 1 and 2,
                                        + VALID: no other grid has these and band 3, + FROM_TAIL: of the
                                        last tail, or found under what that emitted
    unhit        levels, room   uint64  by clues to come: the sets that the last clues there missed, and
    listed       levels, 2      uint64    how many, out of how many that were known; see `unhit_of`
    order        2, room        uint64  scratch: open cells of sets; counts by size
    vectors      VECTOR         uint64  scratch; also hits, steps, slots, slot_hits: see `tail`
    level        32, 6          uint64  of band 3, also lists: see `third`
    asked        2, 2           uint64  scratch: clues, a second grid's differences
    thirds       thirds, THIRD_WORDS   of several bands 3, the mini-rows of each; see `guides`
                                uint64
    whole        thirds, rows, 3       of several bands 3, what is emitted for each: an entry of the stack, by
                                uint64 which a search for this band 3 completes it
    emitted      thirds         uint64  how many there are
    scratch      of the solver  uint32
    state        STATES         uint64  see `layout` and `progress`
    output       capacity, any  int32   solutions as cells, padded with -1; no capacity: only count

To begin, the stack has what is to be searched, TOP how much that is, and SETS, MIXED and OTHERS say how many
are known. Sets that given cells hit need not be there; mixed ones that a given cell of band 3 hits must not.
The kernel returns DONE, PAUSED after `budget` nodes, or FULL; called again it continues.

Several bands 3 can share a search of bands 1 and 2, as an *entry*: the kernel then emits whole choices of
clues into `whole`, at most EMITTED for a band 3, and completes none. It returns FULL when these are ENOUGH.
They are completed by a search for a single band 3 that has them as its stack: LEFT is then FROM_TAIL, and
from bit BEHIND on the tail's clues, so that what these miss is listed once for all choices of a tail.

Example: 17 clues, 11 of them in bands 1 and 2, at most 6 in each of them: CLUES 17, MOST and LEAST 11, the
others 6; one entry (0, 0, 11).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.clues import layout
from accord_native.clues.guides import active_of, asked_by, clues_asked
from accord_native.clues.layout import Arrays
from accord_native.clues.masks import barred_cells, fits
from accord_native.clues.tail import tail
from accord_native.clues.third import begin_third, search_third
from accord_native.jit import inline, variants
from accord_native.progress import DONE, FULL, NODES, PAUSED, WRITTEN
from accord_native.sudoku.search import other
from accord_native.words import ONE, ZERO, OptionRows

SIZES = np.uint64(20)  # of sets that are distinguished
LAST_BIT, SIX = np.uint64(63), np.uint64(6)


@inline
def vectors_of(number: np.uint64, its: Arrays) -> None:
    """Sort the open cells of sets, order[0], by size; the first ones go into the vectors."""
    near_sets, order, vectors, hits, state = its.near_sets, its.order, its.vectors, its.hits, its.state
    for place in range(SIZES + ONE):
        order[1, place] = ZERO
    for i in range(number):
        order[1, min(population_count(order[0, i]), SIZES - ONE) + ONE] += ONE
    for place in range(SIZES):
        order[1, place + ONE] += order[1, place]
    hits[:] = ZERO
    for i in range(number):
        one = order[0, i]
        size = min(population_count(one), SIZES - ONE)
        at = order[1, size]
        order[1, size] += ONE
        if at >= layout.VECTOR:
            near_sets[at - layout.VECTOR] = one
        else:
            vectors[at] = one
            while one:
                hits[count_trailing_zeros(one), at >> SIX] |= ONE << (at & LAST_BIT)
                one &= one - ONE
    state[layout.NEAR_SETS] = number - min(number, layout.VECTOR)


@inline
def slots_of(cells: np.uint64, alive: np.uint64, left: np.uint64, its: Arrays) -> None:
    """Put the mixed sets that are unhit into words, one of each id in each, the first ones first."""
    mixed, ids, near_mixed, order, slots = its.mixed, its.ids, its.near_mixed, its.order, its.slots
    slot_hits, state = its.slot_hits, its.state
    slot_hits[:] = ZERO
    slots[left, :] = ZERO
    order[1, : layout.GUIDES] = ZERO
    near = ZERO
    for i in range(state[layout.MIXED]):
        one, at = mixed[i], ids[i]
        if one & cells == ZERO:
            w, bit = order[1, at], ONE << (at & LAST_BIT)
            if w < np.uint64(layout.SLOTS):
                order[1, at] = w + ONE
                w += (at >> SIX) * np.uint64(layout.SLOTS)
                slots[left, w] |= bit
                one &= alive
                while one:
                    slot_hits[count_trailing_zeros(one), w] |= bit
                    one &= one - ONE
            else:
                near_mixed[near, 0], near_mixed[near, 1] = one, bit
                near += ONE
    state[layout.NEAR_MIXED] = near


@inline
def mixed_behind(cells: np.uint64, its: Arrays) -> None:
    """List the mixed sets that a tail's clues miss and that found no place in its words; see `slots_of`."""
    mixed, ids, near_mixed, order, state = its.mixed, its.ids, its.near_mixed, its.order, its.state
    order[1, :64] = ZERO
    near = ZERO
    for i in range(state[layout.MARK_MIXED]):
        if mixed[i] & cells == ZERO:
            order[1, ids[i]] += ONE
            if order[1, ids[i]] > np.uint64(layout.SLOTS):
                near_mixed[near, 0], near_mixed[near, 1] = mixed[i], ONE << ids[i]
                near += ONE
    state[layout.NEAR_MIXED] = near


@inline
def index_others(its: Arrays) -> None:
    """Sort the other sets by their cells in band 3, the fewest first; note which of them each cell hits."""
    others, near_others, near_hits = its.others, its.near_others, its.near_hits
    order, state = its.order, its.state
    stop = state[layout.OTHERS]
    order[1, :32] = ZERO
    for i in range(stop):
        order[1, population_count(others[i, 1]) + ONE] += ONE
    for place in range(layout.CELLS_3 + ONE):
        order[1, place + ONE] += order[1, place]
    near_hits[: (stop + LAST_BIT) >> SIX] = ZERO
    for i in range(stop):
        size = population_count(others[i, 1])
        at = order[1, size]
        order[1, size] = at + ONE
        near_others[at, 0], near_others[at, 1] = others[i, 0], others[i, 1]
        w, bit, one = at >> SIX, ONE << (at & LAST_BIT), others[i, 0]
        while one:
            near_hits[w, count_trailing_zeros(one)] |= bit
            one &= one - ONE
    state[layout.MARK_OTHERS] = stop


@inline
def others_missed(cells: np.uint64, its: Arrays) -> None:
    """Note which of the other sets, as they are sorted, these clues miss."""
    near_hits, state = its.near_hits, its.state
    number = state[layout.MARK_OTHERS]
    for w in range((number + LAST_BIT) >> SIX):
        left, missed = cells, ~ZERO
        while left:
            missed &= ~near_hits[w, count_trailing_zeros(left)]
            left &= left - ONE
        rest = number - (np.uint64(w) << SIX)
        near_hits[w, layout.MISSED] = missed if rest >= layout.WORD else missed & ((ONE << rest) - ONE)
    state[layout.NEAR_OTHERS] = number


@inline
def asks(cells: np.uint64, active: np.uint64, flags: np.uint64, its: Arrays) -> np.uint64:
    """Return the clues that mini-rows need; all bits where a set within bands 1 and 2 is missed."""
    sets, mixed, ids, near_sets, near_mixed = its.sets, its.mixed, its.ids, its.near_sets, its.near_mixed
    state = its.state
    first_set = first_mixed = ZERO
    missed = False
    if flags & layout.FROM_TAIL:
        first_set, first_mixed = state[layout.MARK_SETS], state[layout.MARK_MIXED]
        for i in range(state[layout.NEAR_SETS]):
            missed |= near_sets[i] & cells == ZERO
        for i in range(state[layout.NEAR_MIXED]):
            active |= near_mixed[i, 1] & (ZERO - np.uint64(near_mixed[i, 0] & cells == ZERO))  # no branch
    if flags & layout.VALID == ZERO:
        for i in range(first_set, state[layout.SETS]):
            missed |= sets[i] & cells == ZERO
    if missed:
        return ~ZERO
    for i in range(first_mixed, state[layout.MIXED]):
        if mixed[i] & cells == ZERO:
            active |= ONE << ids[i]
    return active


@inline
def last_of(cells: np.uint64, alive: np.uint64, top: np.uint64, its: Arrays) -> np.uint64:
    """Put on the stack each cell as the last clue, beside which band 3 has clues enough for its mini-rows."""
    mixed, ids, order, stack, state, run = its.mixed, its.ids, its.order, its.stack, its.state, its.run
    number = ZERO
    for i in range(state[layout.MIXED]):
        order[0, number], order[1, number] = mixed[i], ONE << ids[i]
        number += np.uint64(mixed[i] & cells == ZERO)
    while alive:
        cell, bit = count_trailing_zeros(alive), alive & (~alive + ONE)
        alive ^= bit
        active = ZERO
        for i in range(number):
            active |= order[1, i] * (order[0, i] >> cell & ONE ^ ONE)
        state[NODES] += ONE
        if fits(active, cells | bit, run):
            stack[top, layout.CELLS], stack[top, layout.DEAD] = cells | bit, active
            stack[top, layout.LEFT] = layout.VALID | layout.FROM_TAIL
            top += ONE
    return top


@inline
def missed_by(cells: np.uint64, flags: np.uint64, its: Arrays) -> bool:
    """Whether a whole choice misses a set within bands 1 and 2."""
    sets, near_sets, state = its.sets, its.near_sets, its.state
    first, missed = ZERO, False
    if flags & layout.FROM_TAIL:
        first = state[layout.MARK_SETS]
        for i in range(state[layout.NEAR_SETS]):
            missed |= near_sets[i] & cells == ZERO
    for i in range(first, state[layout.SETS]):
        missed |= sets[i] & cells == ZERO
    return missed


@inline
def emit_for(third: np.uint64, cells: np.uint64, active: np.uint64, its: Arrays) -> None:
    """Write a whole choice for a band 3, with the clues of the last tail."""
    whole, emitted, state = its.whole, its.emitted, its.state
    row = emitted[third]
    behind = cells if state[layout.TAIL_CELLS] & ~cells else state[layout.TAIL_CELLS]
    whole[third, row, layout.CELLS], whole[third, row, layout.DEAD] = cells, active
    whole[third, row, layout.LEFT] = layout.FROM_TAIL | behind << layout.BEHIND if behind else ZERO
    emitted[third] = row + ONE
    state[layout.EMITTED] = max(state[layout.EMITTED], row + ONE)


@inline
def emit_for_all(cells: np.uint64, its: Arrays) -> None:
    """Write a whole choice for each band 3 that has clues enough for it."""
    mixed, ids, thirds, order = its.mixed, its.ids, its.thirds, its.order
    order[1, : layout.BOXES] = ZERO
    for i in range(its.state[layout.MIXED]):
        if mixed[i] & cells == ZERO:
            order[1, ids[i] >> SIX] |= ONE << (ids[i] & LAST_BIT)
    asked = asked_by(order[1, 0], order[1, 1], order[1, 2])
    most = its.run[layout.CLUES] - population_count(cells)
    for number in range(len(thirds)):
        third = np.uint64(number)
        if clues_asked(asked, thirds, third) <= most:
            emit_for(third, cells, active_of(asked, thirds, third), its)


@inline
def all_last(cells: np.uint64, alive: np.uint64, top: np.uint64, its: Arrays) -> np.uint64:
    """Put on the stack each cell as the last clue, for all bands 3."""
    stack, state = its.stack, its.state
    while alive:
        bit = alive & (~alive + ONE)
        alive ^= bit
        stack[top, layout.CELLS], stack[top, layout.DEAD] = cells | bit, ZERO
        stack[top, layout.LEFT] = layout.VALID
        top += ONE
        state[NODES] += ONE
    return top


@inline
def unhit_of(cells: np.uint64, above: np.uint64, at: np.uint64, its: Arrays) -> np.uint64:
    """List the sets that these clues miss, from the list of the clues above and what was learned since.

    The stack is left in the order of a tree: when an entry is taken up, the last list written with one clue
    more to come is the one of the entry it was made from. Where none was written, all sets are looked at.
    """
    sets, unhit, listed, state = its.sets, its.unhit, its.listed, its.state
    number, known = ZERO, state[layout.SETS]
    for i in range(listed[above, 0]):
        one = unhit[above, i]
        unhit[at, number] = one
        number += np.uint64(one & cells == ZERO)
    for i in range(listed[above, 1], known):
        one = sets[i]
        unhit[at, number] = one
        number += np.uint64(one & cells == ZERO)
    listed[at, 0], listed[at, 1] = number, known
    return number


@variants(counted=False, profile=(False, True), several=(False, True))
def search(profile: bool, several: bool) -> Callable[..., np.uint64]:
    """Return the kernel.

    Args:
        profile: count what tests let through: the state has PROFILED places.
        several: search bands 1 and 2 only, and emit for which bands 3 what was found is to be completed.
    """

    def search(its: Arrays, budget: np.uint64, output: OptionRows) -> np.uint64:
        """Search what is on the stack; see above."""
        grid, run, sets, stack, order, vectors = (
            its.grid,
            its.run,
            its.sets,
            its.stack,
            its.order,
            its.vectors,
        )
        hits, steps, slots, slot_hits, asked = its.hits, its.steps, its.slots, its.slot_hits, its.asked
        unhit, scratch, state = its.unhit, its.scratch, its.state
        state[WRITTEN] = ZERO
        budget += state[NODES]
        tested, missed = ZERO, False  # of the last whole choice of a tail, for several bands 3
        while True:
            if several:
                if state[layout.EMITTED] >= state[layout.ENOUGH]:
                    return FULL
            elif state[layout.LEVEL]:
                if profile:
                    state[layout.NODES_3] -= state[NODES]
                end = search_third(its, budget, output)
                if profile:
                    state[layout.NODES_3] += state[NODES]
                if end != DONE:
                    return end
            if state[layout.TOP] == ZERO:
                return DONE
            if state[NODES] >= budget:
                return PAUSED
            top = state[layout.TOP] - ONE
            state[layout.TOP] = top
            cells, dead, left = stack[top, layout.CELLS], stack[top, layout.DEAD], stack[top, layout.LEFT]
            flags, left = left, left & layout.COUNT
            valid = flags & layout.VALID
            if left == ZERO:
                if profile:
                    state[layout.WHOLE] += ONE
                if several:
                    if flags & layout.VALID:
                        emit_for_all(cells, its)
                        continue
                    if cells != tested or flags & layout.FROM_TAIL == ZERO:
                        tested, missed = cells, missed_by(cells, flags, its)
                    if missed:
                        continue
                    if flags & layout.FROM_TAIL:
                        emit_for(flags >> layout.BEHIND, cells, dead, its)
                    else:
                        emit_for_all(cells, its)
                    continue
                behind = flags >> layout.BEHIND
                if behind and behind != state[layout.TAIL_CELLS]:
                    state[layout.NEAR_OTHERS], state[layout.TAIL_CELLS] = layout.UNKNOWN, behind
                    mixed_behind(behind, its)
                active = asks(cells, dead, flags, its)
                if active == ~ZERO or not fits(active, cells, run):
                    continue
                if state[layout.TAIL_CELLS] & ~cells:
                    state[layout.NEAR_OTHERS], state[layout.TAIL_CELLS] = layout.UNKNOWN, cells
                known = state[layout.MARK_OTHERS]
                if known == ZERO or state[layout.OTHERS] > known + layout.UNSORTED:
                    index_others(its)
                    state[layout.NEAR_OTHERS] = layout.UNKNOWN
                if state[layout.NEAR_OTHERS] >= layout.UNKNOWN:
                    others_missed(state[layout.TAIL_CELLS], its)
                begin_third(cells, active, its)
                if profile:
                    state[layout.FITTING] += ONE
                    state[layout.BEGUN] += state[layout.LEVEL]
                continue
            dead |= barred_cells(cells, run)
            alive = layout.ALL & ~(dead | cells)
            number = branch = ZERO
            if valid == ZERO:
                above = layout.LONGEST if flags & layout.FROM_TAIL else left + ONE
                number = unhit_of(cells, above, left, its)
                fewest = layout.LARGE
                for i in range(number):
                    one = unhit[left, i] & alive
                    order[0, i] = one
                    size = population_count(one)
                    if size < fewest:
                        fewest, branch = size, one
                if fewest == ZERO:
                    continue
            if number == ZERO:
                if valid == ZERO:
                    state[layout.CHECKS] += ONE
                    asked[0, 0], asked[0, 1] = cells, layout.ALL_3
                    if other(grid, asked[0], asked[1], scratch):
                        state[layout.FRESH] += ONE
                        if state[layout.SETS] < np.uint64(len(sets)):
                            sets[state[layout.SETS]] = asked[1, 0]
                            state[layout.SETS] += ONE
                        branch = asked[1, 0] & alive
                    else:
                        valid = layout.VALID
                if valid:
                    branch = alive
                    if population_count(cells) >= run[layout.LEAST]:
                        stack[top, layout.CELLS] = cells
                        stack[top, layout.DEAD] = ZERO
                        stack[top, layout.LEFT] = layout.VALID
                        top += ONE
                    if left == ONE:
                        if several:
                            state[layout.TOP] = all_last(cells, alive, top, its)
                        else:
                            state[layout.TOP] = last_of(cells, alive, top, its)
                        continue
            elif left == layout.TAIL or (layout.TAIL < left <= layout.LONGEST and number <= layout.VECTOR):
                vectors_of(number, its)
                slots_of(cells, alive, left, its)
                state[layout.MARK_SETS], state[layout.MARK_MIXED] = state[layout.SETS], state[layout.MIXED]
                state[layout.NEAR_OTHERS], state[layout.TAIL_CELLS] = layout.UNKNOWN, cells
                used = min(number, layout.VECTOR)
                unhit_1 = ~ZERO if used >= layout.WORD else (ONE << used) - ONE
                unhit_2 = ZERO
                if used > layout.WORD:
                    unhit_2 = ~ZERO >> (layout.VECTOR - used)
                height = tail(
                    cells, dead, left, unhit_1, unhit_2, vectors, hits, steps, slots, slot_hits, run,
                    its.thirds, stack, top, state,
                )  # fmt: skip
                tested = ZERO
                if height:
                    state[layout.TOP] = height - ONE
                    continue
            left -= ONE
            while branch:
                bit = branch & (~branch + ONE)
                branch ^= bit
                stack[top, layout.CELLS], stack[top, layout.DEAD] = cells | bit, dead if left else ZERO
                stack[top, layout.LEFT] = left | valid
                top += ONE
                dead |= bit
                state[NODES] += ONE
            state[layout.TOP] = top

    return search
