"""Kernel that finds shortest FreeCell plans by A*, counted in moves of one card, moves home included.

Positions are taken in the order of f = moves made + moves needed at least, those with the most moves made
first. The bounds (`bound`) are not consistent, so a position that is reached again by fewer
moves is searched again, in a new row. A child's f is never less than its parent's: the larger is as good a
bound. All positions with a smaller f than the goal's were searched, so no plan is shorter.

    name     shape       dtype   meaning
    -------  ----------  ------  ------------------------------------------------------------------------
    heads    f, moves    uint32  LONGEST of each: buckets, as the first row of a list, or 0
    deepest  f           uint64  no bucket of this f has more moves
    state    6           uint64  ROWS in use, LEAST f that is not searched out, EXPANDED positions, GOAL row
                                 or 0, REOPENED positions, children that were TOO_LONG

The start is row 1, in a bucket that is no more than its bound, in the table, with ROWS = 2; every card that
can go home safely is home in it. `search` returns DONE: GOAL is the end of a shortest plan of LEAST moves, or
0 if there is no plan of at most `largest` moves (none at all if TOO_LONG is 0); PAUSED after `budget`
positions; FULL when there may be less than MOST_CHILDREN rows left: hand it a copy with more, and a table for
them, and call again. The table has at least 4 places for 3 rows.

If runs move as one (UNLIMITED), a card can leave without a move of its own, so nothing but one move for each
card is asked: CYCLES must be 0.

Example: columns 2C AC, 2D AD, 2H AH, 2S AS: all can go home at once, so the start is the end: LEAST is 8.
"""

from __future__ import annotations

import numpy as np

from accord_native.bits import population_count, prefetch
from accord_native.freecell.layout import NONE
from accord_native.freecell.optimal import layout
from accord_native.freecell.optimal.bound import extra, peel, precede
from accord_native.freecell.optimal.position import children, slot_of, unpack
from accord_native.jit import jit
from accord_native.progress import DONE, FULL, PAUSED
from accord_native.words import ONE, ZERO, HalfRows, Halves, WordRows, Words


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
    heads: HalfRows,
    deepest: Words,
    work: WordRows,
    child: WordRows,
    state: Words,
    largest: np.uint64,
    budget: np.uint64,
) -> np.uint64:
    """Continue; see the top of this module."""
    cards = np.uint64(len(onto))
    deck = (ONE << cards) - ONE
    under, over = work[layout.UNDER], work[layout.OVER]
    after, before = work[layout.AFTER], work[layout.BEFORE]
    f, longest = state[layout.LEAST], np.uint64(layout.LONGEST)
    while f < longest and f <= largest:
        g = deepest[f]
        row = np.uint64(heads[f, g])
        if not row:
            if g:
                deepest[f] = g - ONE
            else:
                f += ONE
                state[layout.LEAST] = f
            continue
        if budget == ZERO:
            return PAUSED
        if state[layout.ROWS] + np.uint64(layout.MOST_CHILDREN) > np.uint64(len(rows)):
            return FULL
        budget -= ONE
        heads[f, g] = np.uint32(rows[row, 3] & layout.LINK)
        prefetch(rows, np.uint64(heads[f, g]))
        if rows[row, 2] & layout.OUTDATED:
            continue
        state[layout.EXPANDED] += ONE
        cells, home, bottoms, clear = unpack(row, rows, places, under, over)
        if home == deck:
            state[layout.GOAL] = row
            return DONE
        twice, rest, core, needed = ZERO, ZERO, ZERO, ZERO
        if knobs[layout.CYCLES]:
            twice, rest = precede(bottoms, under, over, after, before, higher)
            core = peel(rest, after, NONE, ZERO)
            needed = extra(core, after, before, NONE, ZERO, ZERO)
        found = children(
            row, cells, home, bottoms, clear, rows, table, codes, onto, takes, knobs, under, child
        )
        last, own, among, needed_among = NONE, ZERO, ZERO, NONE
        for each in range(found):
            first, second, third = (
                child[each, layout.FIRST],
                child[each, layout.SECOND],
                child[each, layout.THIRD],
            )
            home_then, steps = child[each, layout.HOME_THEN], child[each, layout.STEPS] + g
            card, place = child[each, layout.MOVED] >> layout.CARD, child[each, layout.MOVED] & layout.PLACE
            if card != last:
                last, own = card, ONE << card
                among = core & ~own
                needed_among = needed if among == core else NONE  # NONE: not known yet
            slot = slot_of(child[each, layout.SLOT], first, second, third, rows, table)
            known = np.uint64(table[slot])
            if known and rows[known, 3] >> layout.MOVES <= steps:
                continue
            out = deck & ~home_then
            least = steps + population_count(out)
            if knobs[layout.CYCLES]:
                its, joins = ZERO, False
                if place < cards and own & out:
                    its = after[place] | higher[place]
                    joins = not its & own
                    if not joins:
                        least += ONE
                least += population_count(twice & ~own & out)
                if joins:
                    least += extra((rest | own) & out, after, before, card, own, its)
                elif among & out != among:
                    least += extra(among & out, after, before, NONE, ZERO, ZERO)
                else:
                    if needed_among == NONE:
                        needed_among = extra(among, after, before, NONE, ZERO, ZERO)
                    least += needed_among
            least = max(least, f)
            if least > largest or least >= longest:
                state[layout.TOO_LONG] += ONE
                continue
            if known:
                rows[known, 2] |= layout.OUTDATED
                state[layout.REOPENED] += ONE
            new = state[layout.ROWS]
            state[layout.ROWS] += ONE
            table[slot] = np.uint32(new)
            rows[new, 0] = first
            rows[new, 1] = second
            rows[new, 2] = third | row << layout.PARENT
            rows[new, 3] = steps << layout.MOVES | np.uint64(heads[least, steps])
            heads[least, steps] = np.uint32(new)
            deepest[least] = max(deepest[least], steps)
            if not out and least == f:
                state[layout.GOAL] = new
                return DONE
    return DONE
