"""Kernel that visits all reachable FreeCell positions: finds a plan, or proves that there is none.

Every legal move is tried from every position, and positions are distinguished by exact keys; only cards that
lose nothing by it go home at once (`position`). So when the search ends without a goal,
there is no plan. To come to a plan early if there is one, the position is taken next for which moves made +
WEIGHT * moves needed is least, by a bound without packed cycles; the last one found before its equals.

    name     shape     dtype   meaning
    -------  --------  ------  -----------------------------------------------------------------------------
    heads    BUCKETS   uint32  buckets of positions that are not searched, by that sum: the first row, or 0
    state    4         uint64  ROWS in use, NEAREST bucket that may have a row, EXPANDED positions, GOAL row
                               or 0

The other arrays are explained in `position`. The start is row 1, in any bucket, in the table,
with ROWS = 2; every card that can go home safely is home in it. `search` returns DONE: GOAL is the end of a
plan, or 0 if there is none; PAUSED after `budget` positions; FULL when there may be less than MOST_CHILDREN
rows left: hand it a copy with more, and a table for them (at least 4 places for 3 rows), and call again.

Example: columns 2C AC, 2D AD, 2H AH, 2S AS: all can go home at once, so the start is the goal.
"""

from __future__ import annotations

import numpy as np

from accord_native.bits import population_count, prefetch
from accord_native.freecell.optimal import layout
from accord_native.freecell.optimal.bound import precede
from accord_native.freecell.optimal.position import children, slot_of, unpack
from accord_native.jit import jit
from accord_native.progress import DONE, FULL, PAUSED
from accord_native.words import ONE, ZERO, Halves, WordRows, Words

WEIGHT = np.uint64(4)


@jit(counted=False)
def search(
    places: WordRows,
    codes: WordRows,
    onto: Words,
    takes: Words,
    higher: Words,
    knobs: Words,
    rows: WordRows,
    table: Halves,
    heads: Halves,
    work: WordRows,
    child: WordRows,
    state: Words,
    budget: np.uint64,
) -> np.uint64:
    """Continue; see the top of this module."""
    cards = np.uint64(len(onto))
    deck = (ONE << cards) - ONE
    under, over = work[layout.UNDER], work[layout.OVER]
    after, before = work[layout.AFTER], work[layout.BEFORE]
    while state[layout.NEAREST] < np.uint64(layout.BUCKETS):
        bucket = state[layout.NEAREST]
        row = np.uint64(heads[bucket])
        if not row:
            state[layout.NEAREST] += ONE
            continue
        if budget == ZERO:
            return PAUSED
        if state[layout.ROWS] + np.uint64(layout.MOST_CHILDREN) > np.uint64(len(rows)):
            return FULL
        budget -= ONE
        heads[bucket] = np.uint32(rows[row, 3] & layout.LINK)
        prefetch(rows, np.uint64(heads[bucket]))
        state[layout.EXPANDED] += ONE
        cells, home, bottoms, clear = unpack(row, rows, places, under, over)
        if home == deck:
            state[layout.GOAL] = row
            return DONE
        twice, _ = precede(bottoms, under, over, after, before, higher)
        found = children(
            row, cells, home, bottoms, clear, rows, table, codes, onto, takes, knobs, under, child
        )
        for each in range(found):
            first, second, third = (
                child[each, layout.FIRST],
                child[each, layout.SECOND],
                child[each, layout.THIRD],
            )
            home_then, steps = child[each, layout.HOME_THEN], child[each, layout.STEPS]
            card, place = child[each, layout.MOVED] >> layout.CARD, child[each, layout.MOVED] & layout.PLACE
            slot = slot_of(child[each, layout.SLOT], first, second, third, rows, table)
            if table[slot]:
                continue
            new = state[layout.ROWS]
            state[layout.ROWS] += ONE
            table[slot] = np.uint32(new)
            rows[new, 0] = first
            rows[new, 1] = second
            rows[new, 2] = third | row << layout.PARENT
            out = deck & ~home_then
            needed = population_count(out) + population_count(twice & ~(ONE << card) & out)
            if place < cards and (after[place] | higher[place]) & out & ONE << card:
                needed += ONE
            steps += rows[row, 3] >> layout.MOVES
            to = min(steps + WEIGHT * needed, np.uint64(layout.BUCKETS - 1))
            rows[new, 3] = steps << layout.MOVES | np.uint64(heads[to])
            heads[to] = np.uint32(new)
            state[layout.NEAREST] = min(state[layout.NEAREST], to)
    return DONE
