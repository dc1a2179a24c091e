"""Kernel functions of best-first search in FreeCell: expand the best-rated position next.

It is for the deals that no scan solves soon. A scan that went wrong early stays wrong;
here every wrong turn is left as soon as another position looks better. What is expanded costs more than in a
scan, for each position is kept, and set up again when its turn comes.

    name        shape             dtype   meaning
    ----------  ----------------  ------  ----------------------------------------------------------------
    kept        capacity, KEEP    uint64  positions met: what each card lies on, as bytes in the first
                                          words; then (WAY) from the highest bit: the row of the one before
                                          it, the card that moved, the place it came to, and how many moves
                                          led here
    kept_bytes  capacity, 8*KEEP  uint8   a view of `kept`
    link        capacity          uint32  1 + the next position of the same rating, or 0
    bucket      BUCKETS           uint32  1 + the latest position of a rating, or 0
    ratings     n, RATINGS        int64   what each of the searches that follow each other counts for what:
                                          `RATING_LAYOUT`
    state       STATE             uint64  as in `search`: RATING: which search, KEPT: positions kept,
                                          LOWEST: no bucket below it has any

Of equally rated positions the latest goes first. A search is over when its `kept` is full or nothing is left.
Rows 0 and 1 of `words` are its own meanwhile; the plan found is written as scan 0 writes its plan.

Example: ratings with only `away` = 2: each card not home counts 1 (ratings are halved); the search becomes
one for home moves.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import population_count
from accord_native.freecell import layout as game
from accord_native.freecell.fast import layout
from accord_native.freecell.fast.expand import expand, place_of, step, sweep
from accord_native.freecell.fast.layout import Arrays
from accord_native.freecell.fast.table import forget, was_seen
from accord_native.freecell.rules import next_home
from accord_native.freecell.state import column_of, copy, count_above, lay
from accord_native.jit import inline
from accord_native.words import FOUR, ONE, THREE, ZERO

NOTHING = np.uint64((1 << 64) - 1)


@inline
def rate(at: np.uint64, gone: np.uint64, its: Arrays) -> np.uint64:
    """The bucket of a position, to which so many moves led."""
    bytes_, words, rules = its.bytes_, its.words, its.deck.rules
    ratings, which = its.ratings, its.state[layout.RATING]
    wrong, dirty, empties, home, parked = ZERO, ZERO, ZERO, words[at, game.AT_HOME], words[at, game.CELLS]
    for each in range(rules[game.COLUMNS]):
        column = np.uint64(each)
        if np.uint64(bytes_[at, game.TOP + column]) == game.NONE:
            empties += ONE
        elif bytes_[at, game.BAD + column]:
            dirty += ONE
            wrong += np.uint64(bytes_[at, game.BAD + column])
    upcoming = next_home(home, rules[game.DECK])
    soon = upcoming << FOUR & rules[game.DECK]
    free = rules[game.FREE_CELLS] - population_count(parked)
    score = ratings[which, layout.BASE] + ratings[which, layout.WRONG] * np.int64(wrong)
    score += ratings[which, layout.DIRTY] * np.int64(dirty)
    score += ratings[which, layout.AWAY] * np.int64(population_count(rules[game.DECK] & ~home))
    score += ratings[which, layout.ABOVE_NEXT] * np.int64(count_above(upcoming & ~parked, at, bytes_))
    score += ratings[which, layout.ABOVE_SOON] * np.int64(count_above(soon & ~parked, at, bytes_))
    score += ratings[which, layout.LOWER] * np.int64(words[at, game.INVERTED])
    score += ratings[which, layout.DEEP] * np.int64(gone)
    score += (
        ratings[which, layout.FREE_RATING + min(free, FOUR)]
        + ratings[which, layout.EMPTY_RATING + min(empties, THREE)]
    )
    return np.uint64(min(max(score >> np.int64(1), np.int64(0)), np.int64(layout.BUCKETS - 1)))


@inline
def keep(way: np.uint64, at: np.uint64, its: Arrays) -> None:
    """Add the position of a row, to which that way led."""
    words, kept, bucket, state = its.words, its.kept, its.bucket, its.state
    rating = rate(at, way & layout.GONE, its)
    to = state[layout.KEPT]
    for each in range(layout.WAY):
        word = np.uint64(each)
        kept[to, word] = words[at, layout.UNDER_WORD + word]
    kept[to, layout.WAY] = way
    its.link[to] = bucket[rating]
    bucket[rating] = np.uint32(to + ONE)
    state[layout.KEPT] = to + ONE
    state[layout.LOWEST] = min(state[layout.LOWEST], rating)


@register_jitable
def retrace(way: np.uint64, start: np.uint64, its: Arrays) -> None:
    """Write the moves that led to a position as the trail of scan 0, in its rows."""
    words, bytes_, trail, state = its.words, its.bytes_, its.trail, its.state
    needs, stir, deck = its.deck.needs, its.deck.stir, its.deck.rules[game.DECK]
    moves = way & layout.GONE
    its.level[0] = moves
    state[layout.SCAN] = ZERO
    for each in range(moves):
        trail[moves - np.uint64(each) - ONE, layout.MADE] = way
        way = its.kept[way >> layout.FROM, layout.WAY]
    copy(start, ZERO, words)
    sweep(ZERO, bytes_, words, needs, stir, deck)
    for each in range(moves):
        at = np.uint64(each)
        card = trail[at, layout.MADE] >> layout.MOVED & layout.BYTE
        place = trail[at, layout.MADE] >> layout.PLACE & layout.BYTE
        kind, target = layout.RUN, layout.NOWHERE
        source = min(column_of(card, at, bytes_), layout.NOWHERE)
        if place == game.HOME:
            kind = layout.HOMEWARD
        elif place == game.CELL:
            kind = layout.PARK
        elif place == game.TABLE:
            target = ZERO
            while np.uint64(bytes_[at, game.TOP + target]) != game.NONE:
                target += ONE
        else:
            target = column_of(place, at, bytes_)
        trail[at, layout.MADE] = card << layout.CARD | kind << layout.KIND | source << layout.SOURCE | target
        copy(at, at + ONE, words)
        step(trail[at, layout.MADE], at + ONE, bytes_, words, stir)
        sweep(at + ONE, bytes_, words, needs, stir, deck)


@register_jitable
def climb(its: Arrays, end: np.uint64) -> bool:
    """Continue with the search RATING until `end` states; returns whether it is over, with a plan or not."""
    words, bytes_, trail, level = its.words, its.bytes_, its.trail, its.level
    table, state = its.table, its.state
    kept, bucket, needs, stir = its.kept, its.bucket, its.deck.needs, its.deck.stir
    deck = its.deck.rules[game.DECK]
    depth = (np.uint64(len(words)) - np.uint64(2)) // np.uint64(len(its.weights))
    start = np.uint64(len(its.weights)) * depth
    capacity = min(np.uint64(len(kept)), np.uint64(its.ratings[state[layout.RATING], layout.POSITIONS]))
    if state[layout.KEPT] == ZERO:
        forget(table, state)
        for rating in range(np.uint64(layout.BUCKETS)):
            bucket[rating] = 0
        state[layout.LOWEST] = np.uint64(layout.BUCKETS)
        copy(start, ZERO, words)
        sweep(ZERO, bytes_, words, needs, stir, deck)
        keep(ZERO, ZERO, its)
        level[0] = NOTHING  # here: the row of `kept` under expansion
        trail[0, layout.LEFT] = ZERO
    while state[layout.STATES] < end:
        if trail[0, layout.LEFT] == ZERO:
            while state[layout.LOWEST] < np.uint64(layout.BUCKETS) and bucket[state[layout.LOWEST]] == 0:
                state[layout.LOWEST] += ONE
            if state[layout.LOWEST] == np.uint64(layout.BUCKETS):
                return True
            level[0] = np.uint64(bucket[state[layout.LOWEST]]) - ONE
            bucket[state[layout.LOWEST]] = its.link[level[0]]
            if (kept[level[0], layout.WAY] & layout.GONE) + np.uint64(2) < depth:
                lay(its.kept_bytes, level[0], ZERO, bytes_, words, its.deck.onto, stir)
                trail[0, layout.LEFT] = expand(ZERO, ZERO, ZERO, its)
            continue
        left = trail[0, layout.LEFT] - ONE
        made, trail[0, layout.LEFT] = its.moves[0, left], left
        card, place = made >> layout.CARD & layout.SIX_BITS, place_of(made, ZERO, bytes_)
        gone = (kept[level[0], layout.WAY] & layout.GONE) + ONE
        way = level[0] << layout.FROM | card << layout.MOVED | place << layout.PLACE | gone
        copy(ZERO, ONE, words)
        step(made, ONE, bytes_, words, stir)
        sweep(ONE, bytes_, words, needs, stir, deck)
        state[layout.STATES] += ONE
        if words[1, game.INVERTED] == ZERO:
            state[layout.SOLVED] = ONE
            retrace(way, start, its)
            return True
        if was_seen(words[1, game.HASH], table, state):
            continue
        if state[layout.KEPT] == capacity:
            return True
        keep(way, ONE, its)
    return False
