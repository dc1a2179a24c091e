"""Kernel functions that place the clues of the third band and test each puzzle for uniqueness.

To be hit are the mini-row pairs that mixed sets ask for, the sets within band 3, and all other sets that the
clues of bands 1 and 2 miss. What the mini-rows need, and one clue for each set that is disjoint from their
pairs and from each other, must not be more than there are; if it is all, only cells that save clues are open.

A level has those sets that its cells do not hit. Branching is on the one with the fewest open cells; cells
tried are dead from then on. Sets that are disjoint need a clue each: if there are as many as clues left, only
their cells are open. A set with one open cell is hit at once, and the last clue lies in all sets that are
left. When nothing is left to be hit, the solver is asked; a second grid is a fresh set. Where
there is none, all cells that are open make further puzzles.

    name    shape            dtype   meaning
    ------  ---------------  ------  ------------------------------------------------------------------------
    level   32, 6            uint64  THIRD: clues in band 3; BARRED: dead cells; BRANCH: cells to be tried;
                                     LISTED: how many sets `lists` has; PROVED: whether there is no second
                                     grid; MISSING: clues to come. level[BASE, 0]: the clues of bands 1 and 2
    lists   32, LISTS        uint64  of each level: sets to be hit, their cells in band 3

All other arrays are as in `search`. Returns DONE, or PAUSED when there are `budget` nodes in all, or FULL.
At level 0 stands one cell that does not exist, so that the first cells are no special case.

Example: with two clues to come, {0 1}, {3 4} and {1 4} to be hit: the first two are disjoint, so only these
four cells are open. Cell 0 leaves {3 4} and {1 4}: cell 4. Cell 1 leaves {3 4}: cells 3 and 4. So three are
shown.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.clues import layout
from accord_native.clues.layout import Arrays
from accord_native.clues.masks import asking, needed_clues, useful
from accord_native.jit import inline, jit
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN
from accord_native.sudoku.search import other
from accord_native.words import NINE, ONE, SEVEN, THREE, TWO, ZERO, OptionRows, WordRows, Words

FIRST_OF_3 = np.uint64(54)
SIX = np.uint64(6)
MOST = layout.LISTS - np.uint64(64)  # sets beside the mini-rows', to begin with


@inline
def keep(low: np.uint64, high: np.uint64, its: Arrays) -> None:
    """Note a fresh set that touches band 3, where there is space."""
    mixed, ids, others, state = its.mixed, its.ids, its.others, its.state
    minirow = ZERO
    while minirow < NINE and high & ~(layout.MINIROW << (THREE * minirow)):
        minirow += ONE
    if minirow < NINE and state[layout.MIXED] < np.uint64(len(mixed)):
        part = high >> (THREE * minirow)
        place = layout.CELLS_3 if part == SEVEN else count_trailing_zeros(~part)
        mixed[state[layout.MIXED]], ids[state[layout.MIXED]] = low, THREE * minirow + place
        state[layout.MIXED] += ONE
    elif state[layout.OTHERS] < np.uint64(len(others)):
        others[state[layout.OTHERS], 0], others[state[layout.OTHERS], 1] = low, high
        state[layout.OTHERS] += ONE


@inline
def missed_in(w: np.uint64, more: np.uint64, near_hits: WordRows) -> np.uint64:
    """The sets of a word that the clues of the last tail miss, and so do these cells."""
    missed = near_hits[w, layout.MISSED]
    while more:
        missed &= ~near_hits[w, count_trailing_zeros(more)]
        more &= more - ONE
    return missed


@inline
def clues_known(cells: np.uint64, third: np.uint64, its: Arrays) -> np.uint64:
    """A set known before that is not hit, its cells in band 3; or 0."""
    near_others, near_hits, state = its.near_others, its.near_hits, its.state
    more = cells & ~state[layout.TAIL_CELLS]
    for place in range(state[layout.PLACE], state[layout.MARK_OTHERS], layout.WORD):
        missed = missed_in(place >> SIX, more, near_hits)
        while missed:
            high = near_others[place + count_trailing_zeros(missed), 1]
            if high & third == ZERO:
                return high
            missed &= missed - ONE
    return ZERO


@inline
def write(cells: np.uint64, third: np.uint64, output: npt.NDArray[np.int32], state: Words) -> None:
    """Write a solution as cells, padded with -1."""
    state[SOLUTIONS] += ONE
    if len(output) == 0:
        return
    row = state[WRITTEN]
    width = ZERO
    while cells:
        output[row, width] = np.int32(count_trailing_zeros(cells))
        cells &= cells - ONE
        width += ONE
    while third:
        output[row, width] = np.int32(count_trailing_zeros(third) + FIRST_OF_3)
        third &= third - ONE
        width += ONE
    for place in range(width, output.shape[1]):
        output[row, place] = -1
    state[WRITTEN] += ONE


@inline
def begin_third(cells: np.uint64, active: np.uint64, its: Arrays) -> bool:
    """List what band 3 has to hit; False if it takes more clues than are left, by disjoint sets."""
    run, others, near_others, level, lists = its.run, its.others, its.near_others, its.level, its.lists
    near_hits, state = its.near_hits, its.state
    spare = run[layout.CLUES] - population_count(cells) - needed_clues(active)
    covered, saving = asking(active), useful(active)
    alive = layout.ALL_3 & ~(run[layout.BARRED_3] | run[layout.GIVEN_3])
    if spare == ZERO:
        alive &= saving
    threes = active >> layout.CELLS_3 & ~(active | active >> ONE | active >> TWO) & layout.FIRSTS
    pairs = active & layout.ALL_3
    more, number = cells & ~state[layout.TAIL_CELLS], population_count(threes) + population_count(pairs)
    few = number + layout.FEW
    missed, place, near = ZERO, ZERO, state[layout.MARK_OTHERS]
    fresh, stop = near, state[layout.OTHERS]
    while True:
        if missed:
            high = near_others[place - layout.WORD + count_trailing_zeros(missed), 1]
            missed &= missed - ONE
        elif place < near and number < few:
            missed = missed_in(place >> SIX, more, near_hits)
            place += layout.WORD
            continue
        elif fresh < stop and number < MOST:
            low, high = others[fresh, 0], others[fresh, 1]
            fresh += ONE
            if low & cells:
                continue
        else:
            break
        lists[0, number] = high
        number += ONE
        high &= alive
        if high & covered == ZERO:
            if spare == ZERO or high == ZERO:
                return False
            spare -= ONE
            covered |= high
            saving |= high
            if spare == ZERO:
                alive &= saving
    state[layout.PLACE] = place
    place = ZERO
    while pairs:
        missing = count_trailing_zeros(pairs)
        lists[0, place] = layout.MINIROW << (missing - missing % THREE) ^ ONE << missing
        pairs &= pairs - ONE
        place += ONE
    while threes:
        lists[0, place] = layout.MINIROW << count_trailing_zeros(threes)
        threes &= threes - ONE
        place += ONE
    dead = layout.ALL_3 & ~alive
    level[layout.BASE, 0] = cells
    level[0, layout.THIRD] = ZERO
    level[0, layout.BARRED] = dead
    level[0, layout.BRANCH] = ONE << layout.CELLS_3
    level[0, layout.LISTED], level[0, layout.PROVED] = number, ZERO
    level[0, layout.MISSING] = run[layout.CLUES] - population_count(cells) + ONE
    state[layout.LEVEL] = ONE
    return True


@jit(counted=False)
def search_third(its: Arrays, budget: np.uint64, output: OptionRows) -> np.uint64:
    """Continue with the third band; see above."""
    grid, run, sets, level, lists, asked = its.grid, its.run, its.sets, its.level, its.lists, its.asked
    scratch, state = its.scratch, its.state
    cells, given = level[layout.BASE, 0], run[layout.GIVEN_3]
    at = state[layout.LEVEL] - ONE
    while True:
        branch = level[at, layout.BRANCH]
        if branch == ZERO:
            if at == ZERO:
                break
            at -= ONE
            continue
        if state[NODES] >= budget:
            state[layout.LEVEL] = at + ONE
            return PAUSED
        bit = branch & (~branch + ONE)
        level[at, layout.BRANCH] = branch ^ bit
        dead = level[at, layout.BARRED]
        level[at, layout.BARRED] = dead | bit
        third, placed = (level[at, layout.THIRD] | bit) & layout.ALL_3, bit
        proved, left = level[at, layout.PROVED], level[at, layout.MISSING] - ONE
        state[NODES] += ONE
        source, listed, fits = at, level[at, layout.LISTED], True
        while True:  # once more after the cells of all sets with a single open cell
            alive = layout.ALL_3 & ~(dead | third)
            number = disjoint = covered = best = forced = ZERO
            fewest, common = layout.LARGE, alive
            for i in range(listed):
                one = lists[source, i]
                if one & placed == ZERO:
                    lists[at + ONE, number] = one
                    number += ONE
                    one &= alive
                    common &= one
                    size = population_count(one)
                    if size <= ONE:
                        forced |= one
                    if size < fewest:
                        fewest, best = size, one
                    if one & covered == ZERO:
                        covered |= one
                        disjoint += ONE
                        if disjoint > left:
                            break
            fits = bool(disjoint <= left and fewest > ZERO)
            if not fits or number == ZERO:
                break
            if left == ONE:
                best, fits = common, bool(common != ZERO)
                break
            if disjoint == left:
                alive = covered
                dead |= layout.ALL_3 & ~covered
                fewest, forced = layout.LARGE, ZERO
                for i in range(number):
                    one = lists[at + ONE, i] & alive
                    size = population_count(one)
                    if size <= ONE:
                        forced |= one
                    if size < fewest:
                        fewest, best = size, one
                fits = bool(fewest > ZERO)
            if not fits or forced == ZERO:
                break
            size = population_count(forced)
            if size > left:
                fits = False
                break
            third |= forced
            left -= size
            source, listed, placed = at + ONE, number, forced
        if not fits:
            continue
        if number == ZERO and proved == ZERO:
            high = clues_known(cells, third | given, its)
            if high == ZERO:
                state[layout.CHECKS] += ONE
                asked[0, 0], asked[0, 1] = cells, third | given
                if other(grid, asked[0], asked[1], scratch):
                    state[layout.FRESH] += ONE
                    low, high = asked[1, 0], asked[1, 1]
                    if high == ZERO:
                        if state[layout.SETS] < np.uint64(len(sets)):
                            sets[state[layout.SETS]] = low
                            state[layout.SETS] += ONE
                        break  # no clues of band 3 mend that
                    keep(low, high, its)
                else:
                    proved = ONE
            if high:
                for i in range(at + ONE):
                    if level[i, layout.LISTED] < layout.LISTS:
                        lists[i, level[i, layout.LISTED]] = high
                        level[i, layout.LISTED] += ONE
                lists[at + ONE, 0] = high
                number, best = ONE, high & alive
        if number == ZERO:
            if left == ZERO:
                write(cells, third | given, output, state)
                if len(output) and state[WRITTEN] == np.uint64(len(output)):
                    state[layout.LEVEL] = at + ONE
                    return FULL
                continue
            best = alive
        if left == ZERO:
            continue
        at += ONE
        level[at, layout.THIRD], level[at, layout.BARRED], level[at, layout.BRANCH] = third, dead, best
        level[at, layout.LISTED], level[at, layout.PROVED], level[at, layout.MISSING] = number, proved, left
    state[layout.LEVEL] = ZERO
    return DONE
