"""Kernel that finds any FreeCell plan: depth-first scans that take turns, then best-first search.

A *scan* is a depth-first search with a policy of its own: weights that score the moves of a position (see
`moves`), best first; what a scan has seen it does not enter again. A policy is either right
soon or wrong for long, so no scan may continue for long: the schedule says how many states each may visit
before the next has its turn. In the first lap a scan is resumed where it was; 99 of 100 deals are solved
there.

What is left is for the best-first searches (see `best`), one after the other. Of 330 deals that
scans alone did not solve in 60,000 states they solve all but the two that have no plan, in 48,000 each.
Should they find nothing, more laps follow: each scan has one turn in each, and begins anew, with much noise
in its scores, other noise in each lap. RESTART states are enough for most turns; every second lap has four
times as many, every fourth sixteen times, and so on (nearly as in Luby, Sinclair and Zuckerman, 1993), and
more noise.

After each move all cards go home that safely can (Horne; Raymond, where colours alternate). A position is
solved when no card lies on one of lower rank: then all can go home, lowest first.

This search never says that there is no plan: what was seen is known by 64 bits only, a full table forgets,
a scan does not go deeper than its rows, and a best-first search keeps so many positions. It says that it
found none.

    name      shape           dtype   meaning
    --------  --------------  ------  --------------------------------------------------------------------
    words     rows, WORDS     uint64  positions as in `freecell.state`; scan s has the rows s * depth ..., one
                                      for each level; after all scans' rows the start, and a spare row
    bytes     rows, 8 * WORDS uint8   a view of `words`
    moves     rows, MOVES     uint64  moves of a position that were not made yet, in the first places of a row
    trail     rows, 2         uint64  LEFT: how many these are, MADE: the move that led to the next row
    level     scans           uint64  where a scan is: AHEAD before it begins, ENDED when nothing is left
    weights   scans, WEIGHTS  int32   the policies
    schedule  turns, 2        uint64  a scan, and how many states it visits in this turn
    table     2 ** n          uint64  the part from 2 ** BITS to twice that is in use: what was seen; grows
    deck      Deck                    as in `freecell.rules` and `freecell.state`
    side                              as in `moves`
    kept, kept_bytes, link, bucket    as in `best`
    ratings                           as in `best`
    state     STATE           uint64  SOLVED (1), STATES visited, SCAN, TURN of the LAP, LEFT_OF turn, BITS
                                      and COUNT of the table, DEAD scans, BEGUN turns, and the best-first
                                      search: RATING, KEPT, LOWEST; zeros to begin

`search` returns DONE: the start is solved, by the moves MADE of the scan SCAN down to its level, or all scans
have ended; or PAUSED when `budget` states were visited. Called again with the same arrays it continues.

Example: one scan, no ratings, the schedule [[0, 100]]: it visits 100 states, then begins anew and visits
250, and in the next laps 1000, 250, 4000, 250, and so on.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros
from accord_native.freecell.fast import layout
from accord_native.freecell.fast.best import climb
from accord_native.freecell.fast.expand import expand, step, sweep
from accord_native.freecell.fast.layout import Arrays
from accord_native.freecell.fast.table import forget, was_seen
from accord_native.freecell.layout import DECK, HASH, INVERTED
from accord_native.freecell.state import copy
from accord_native.progress import DONE, PAUSED
from accord_native.words import ONE, ZERO, Words

AHEAD, ENDED = np.uint64(1 << 32), np.uint64(1 << 33)  # levels that none is
RESTART = np.uint64(250)  # states
MOST_DOUBLINGS = np.uint64(10)


@register_jitable
def next_turn(state: Words, schedule: Words, level: Words, table: Words) -> None:
    """The next turn of a scan that has not ended, of which there is one; the first if there was none."""
    while True:
        if state[layout.BEGUN]:
            state[layout.TURN] += ONE
        state[layout.BEGUN] += ONE
        if state[layout.TURN] == (np.uint64(len(level)) if state[layout.LAP] else np.uint64(len(schedule))):
            state[layout.TURN] = ZERO
            state[layout.LAP] += ONE
            forget(table, state)
        if state[layout.LAP]:
            state[layout.SCAN] = state[layout.TURN]
            state[layout.LEFT_OF] = RESTART << min(
                count_trailing_zeros(state[layout.LAP]) << ONE, MOST_DOUBLINGS
            )
        else:
            state[layout.SCAN], state[layout.LEFT_OF] = (
                schedule[state[layout.TURN], 0],
                schedule[state[layout.TURN], 1],
            )
        if level[state[layout.SCAN]] != ENDED:
            if state[layout.LAP]:
                level[state[layout.SCAN]] = AHEAD
            return


@register_jitable
def take(moves: Words, trail: Words, at: np.uint64) -> np.uint64:
    """The move with the highest score of a row; it is taken out."""
    left = trail[at, layout.LEFT] - ONE
    best, place = moves[at, 0], ZERO
    for other in range(ONE, left + ONE):
        if moves[at, other] > best:
            best, place = moves[at, other], np.uint64(other)
    moves[at, place] = moves[at, left]
    trail[at, layout.LEFT], trail[at, layout.MADE] = left, best
    return best


@register_jitable
def search(its: Arrays, budget: np.uint64) -> np.uint64:
    """Continue the search; returns DONE or PAUSED."""
    words, bytes_, trail, level = its.words, its.bytes_, its.trail, its.level
    table, state = its.table, its.state
    needs, stir, deck = its.deck.needs, its.deck.stir, its.deck.rules[DECK]
    scans, searches = np.uint64(len(its.weights)), np.uint64(len(its.ratings))
    depth = (np.uint64(len(words)) - np.uint64(2)) // scans
    start, end = scans * depth, state[layout.STATES] + budget
    if state[layout.BITS] == ZERO:
        forget(table, state)
        for scan in range(scans):
            level[scan] = AHEAD
        next_turn(state, its.schedule, level, table)
    while state[layout.SOLVED] == ZERO and state[layout.DEAD] < scans:
        scan, left, states = state[layout.SCAN], state[layout.LEFT_OF], state[layout.STATES]
        if states >= end:
            return PAUSED
        if state[layout.LAP] and state[layout.RATING] < searches:
            over = climb(its, end)
            if over and state[layout.SOLVED] == ZERO:
                state[layout.KEPT] = ZERO
                state[layout.RATING] += ONE
                if state[layout.RATING] == searches:
                    forget(table, state)
                    if level[0] != ENDED:
                        level[0] = AHEAD
            continue
        floor = scan * depth
        if level[scan] == AHEAD:
            level[scan] = ZERO
            copy(start, floor, words)
            sweep(floor, bytes_, words, needs, stir, deck)
            if words[floor, INVERTED] == ZERO:
                state[layout.SOLVED] = ONE
                break
            trail[floor, layout.LEFT] = expand(floor, scan, state[layout.LAP], its)
        at, salt = floor + level[scan], scan << np.uint64(58) | scan << np.uint64(20)
        while left > ZERO and states < end:
            if trail[at, layout.LEFT] == ZERO or at + np.uint64(2) > floor + depth:
                if at == floor:
                    level[scan] = ENDED
                    state[layout.DEAD] += ONE
                    break
                at -= ONE
                continue
            made = take(its.moves, trail, at)
            below = at + ONE
            copy(at, below, words)
            step(made, below, bytes_, words, stir)
            sweep(below, bytes_, words, needs, stir, deck)
            states += ONE
            left -= ONE
            if words[below, INVERTED] == ZERO:
                at = below
                state[layout.SOLVED] = ONE
                break
            if not was_seen(words[below, HASH] ^ salt, table, state):
                at = below
                trail[at, layout.LEFT] = expand(at, scan, state[layout.LAP], its)
        state[layout.STATES], state[layout.LEFT_OF] = states, left
        if level[scan] != ENDED:
            level[scan] = at - floor
        if (
            state[layout.SOLVED] == ZERO
            and state[layout.DEAD] < scans
            and (left == ZERO or level[scan] == ENDED)
        ):
            next_turn(state, its.schedule, level, table)
    return DONE
