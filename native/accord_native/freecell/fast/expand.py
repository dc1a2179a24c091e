"""All moves of a FreeCell position, written into a row of moves; `moves` says what is in one."""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.freecell.fast.batch_layout import Arrays
from accord_native.freecell.fast.layout import (
    CARD,
    HEAD,
    HOMEWARD,
    KIND,
    KINDS,
    LANE,
    LENGTH,
    LENGTHS,
    NOWHERE,
    PARK,
    PART,
    PART_EMPTY,
    RISE_RUN,
    RISE_TOP,
    RUN,
    RUN_EMPTY,
    SIX_BITS,
    SOURCE,
    UNPARK,
    UNPARK_EMPTY,
)
from accord_native.freecell.fast.moves import fall, look, rise, scored, seek
from accord_native.freecell.layout import (
    AT_HOME,
    BUILT,
    CELL,
    CELLS,
    COLUMNS,
    DECK,
    FILL,
    FREE_CELLS,
    HOME,
    LAST,
    NONE,
    TABLE,
    TOP,
    TOPS,
    UNDER,
)
from accord_native.freecell.rules import may_fill, most_together, next_home
from accord_native.freecell.state import column_of, move, safely_home
from accord_native.words import ONE, THREE, TWO, ZERO, Bytes, Words

MOST_FREE = np.uint64(4)


@register_jitable
def expand(at: np.uint64, scan: np.uint64, lap: np.uint64, its: Arrays) -> np.uint64:
    """Write the moves of a position into its row; returns how many."""
    bytes_, words, moves, weights = its.bytes_, its.words, its.moves, its.weights
    run, side = its.run, its.side
    rules, takes, cards = its.deck.rules, its.deck.takes, np.uint64(len(its.deck.onto))
    columns, fill = rules[COLUMNS], rules[FILL]
    home, parked = words[at, AT_HOME], words[at, CELLS]
    movable = look(at, bytes_, words, run, side, columns) | parked
    upcoming = next_home(home, rules[DECK])
    seek(upcoming, at, bytes_, run, side, cards)
    free, empties, gap = rules[FREE_CELLS] - population_count(parked), ZERO, NONE
    for each in range(columns):
        column = np.uint64(each)
        top = np.uint64(bytes_[at, TOP + column])
        if top == NONE:
            empties, gap = empties + ONE, column
            continue
        head = np.uint64(side[column, HEAD])
        rising = rise(top, ONE, column, at, scan, its)
        side[column, RISE_TOP] = side[column, RISE_RUN] = rising
        if head != top:
            length = run[head, LENGTH]
            side[column, RISE_RUN] = rise(head, length, column, at, scan, its)
    room = min(empties, TWO) << THREE | min(free, MOST_FREE)
    limit, n = most_together(free, empties, rules), ZERO
    for each in range(columns):
        column = np.uint64(each)
        top = np.uint64(bytes_[at, TOP + column])
        if top == NONE:
            continue
        fits = takes[top] & movable
        falling = fall(column, at, scan, its) if fits else np.int64(0)
        while fits:
            card = count_trailing_zeros(fits)
            fits &= fits - ONE
            source, kind, score = NOWHERE, UNPARK, falling
            if not parked >> card & ONE:
                source, length, kind = run[card, LANE], run[card, LENGTH], RUN
                if length > limit:
                    continue
                if words[at, BUILT] >> card & ONE:
                    kind = PART
                    score += rise(card, length, source, at, scan, its)
                else:
                    score += side[source, RISE_RUN]
                score += weights[scan, LENGTHS + kind] * np.int64(length)
            moves[at, n] = scored(score, card, kind, source, column, room, at, scan, lap, its)
            n += ONE
        if free:
            score = np.int64(side[column, RISE_TOP])
            moves[at, n] = scored(score, top, PARK, column, NOWHERE, room, at, scan, lap, its)
            n += ONE
    if empties and fill < TWO:
        limit = most_together(free, empties - ONE, rules)
        for each in range(columns):
            column = np.uint64(each)
            card = np.uint64(bytes_[at, TOP + column])
            if card == NONE:
                continue
            head, kind, rising = np.uint64(side[column, HEAD]), RUN_EMPTY, np.int64(side[column, RISE_RUN])
            if run[head, LENGTH] <= limit:
                card = head
            else:
                kind = PART_EMPTY
                while run[card, LENGTH] < limit:
                    card = np.uint64(bytes_[at, UNDER + card])
                rising = rise(card, run[card, LENGTH], column, at, scan, its)
            if np.uint64(bytes_[at, UNDER + card]) == TABLE or not may_fill(card, fill, cards):
                continue
            rising += weights[scan, LENGTHS + kind] * np.int64(run[card, LENGTH])
            moves[at, n] = scored(rising, card, kind, column, gap, room, at, scan, lap, its)
            n += ONE
        rest = parked
        while rest:
            card = count_trailing_zeros(rest)
            rest &= rest - ONE
            if may_fill(card, fill, cards):
                score = np.int64(0)
                moves[at, n] = scored(score, card, UNPARK_EMPTY, NOWHERE, gap, room, at, scan, lap, its)
                n += ONE
    ready = upcoming & (parked | words[at, TOPS])
    while ready:
        card = count_trailing_zeros(ready)
        ready &= ready - ONE
        source, score = NOWHERE, np.int64(0)
        if not parked >> card & ONE:
            source = run[card, LANE]
            score = np.int64(side[source, RISE_TOP])
        moves[at, n] = scored(score, card, HOMEWARD, source, NOWHERE, room, at, scan, lap, its)
        n += ONE
    return n


@register_jitable
def place_of(made: np.uint64, at: np.uint64, bytes_: Bytes) -> np.uint64:
    """What the card of a move will lie on."""
    kind = made >> KIND & KINDS
    if kind == PARK:
        return CELL
    if kind == HOMEWARD:
        return HOME
    top = np.uint64(bytes_[at, TOP + (made & SIX_BITS)])
    return TABLE if top == NONE else top


@register_jitable
def step(made: np.uint64, at: np.uint64, bytes_: Bytes, words: Words, stir: Words) -> None:
    """Make a move in a row, without the safe home moves that follow from it."""
    card, source, target = made >> CARD & SIX_BITS, made >> SOURCE & SIX_BITS, made & SIX_BITS
    below = np.uint64(bytes_[at, UNDER + card])
    place = place_of(made, at, bytes_)
    move(card, place, NONE if source == NOWHERE else source, target, at, bytes_, words, stir)
    words[at, LAST] = card << np.uint64(8) | below


@register_jitable
def sweep(at: np.uint64, bytes_: Bytes, words: Words, needs: Words, stir: Words, deck: np.uint64) -> None:
    """Send all home that safely can."""
    while True:
        card = safely_home(at, words, needs, deck)
        if card == NONE:
            return
        move(card, HOME, column_of(card, at, bytes_, words), NONE, at, bytes_, words, stir)
