"""All moves of a FreeCell position, written into a row of moves; `moves` says what is in one."""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.freecell.fast.layout import (
    CARD,
    COLUMNS,
    DECK,
    FILL,
    FREE_CELLS,
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
    UNLIMITED,
    UNPARK,
    UNPARK_EMPTY,
    Sides,
    Weights,
)
from accord_native.freecell.fast.moves import fall, look, rise, scored, seek
from accord_native.freecell.layout import (
    AT_HOME,
    BUILT,
    CELL,
    CELLS,
    HOME,
    LAST,
    NONE,
    TABLE,
    TOP,
    TOPS,
    UNDER,
)
from accord_native.freecell.state import column_of, move, safely_home
from accord_native.words import FOUR, ONE, THREE, TWO, ZERO, Bytes, Words

EVERYTHING = np.uint64(32)  # a limit that no run reaches
MOST_FREE = np.uint64(4)


@register_jitable
def most(free: np.uint64, empties: np.uint64, rules: Words) -> np.uint64:
    """How many cards can move together through these cells and empty columns."""
    if rules[UNLIMITED]:
        return EVERYTHING
    return (free + ONE) << min(empties, FOUR) if rules[FILL] == ZERO else free + ONE


@register_jitable
def expand(
    at: np.uint64,
    bytes_: Bytes,
    words: Words,
    moves: Words,
    weights: Weights,
    scan: np.uint64,
    run: Words,
    side: Sides,
    onto: Words,
    takes: Words,
    stir: Words,
    rules: Words,
    lap: np.uint64,
) -> np.uint64:
    """Write the moves of a position into its row; returns how many."""
    columns, cards = rules[COLUMNS], np.uint64(len(onto))
    home, parked = words[at, AT_HOME], words[at, CELLS]
    movable = look(at, bytes_, words, run, side, columns) | parked
    upcoming = (home << FOUR | np.uint64(15)) & ~home & rules[DECK]
    seek(upcoming, at, bytes_, run, side, cards)
    free, empties, gap = rules[FREE_CELLS] - population_count(parked), ZERO, NONE
    for each in range(columns):
        column = np.uint64(each)
        top = np.uint64(bytes_[at, TOP + column])
        if top == NONE:
            empties, gap = empties + ONE, column
            continue
        head = np.uint64(side[column, HEAD])
        rising = rise(top, ONE, column, at, bytes_, words, weights, scan, side, onto, takes)
        side[column, RISE_TOP] = side[column, RISE_RUN] = rising
        if head != top:
            length = run[head, LENGTH]
            side[column, RISE_RUN] = rise(
                head, length, column, at, bytes_, words, weights, scan, side, onto, takes
            )
    room = min(empties, TWO) << THREE | min(free, MOST_FREE)
    limit, n = most(free, empties, rules), ZERO
    for each in range(columns):
        column = np.uint64(each)
        top = np.uint64(bytes_[at, TOP + column])
        if top == NONE:
            continue
        fits = takes[top] & movable
        falling = fall(column, at, bytes_, weights, scan, side) if fits else np.int64(0)
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
                    score += rise(card, length, source, at, bytes_, words, weights, scan, side, onto, takes)
                else:
                    score += side[source, RISE_RUN]
                score += weights[scan, LENGTHS + kind] * np.int64(length)
            moves[at, n] = scored(
                score, card, kind, source, column, room, at, words, weights, scan, stir, lap
            )
            n += ONE
        if free:
            moves[at, n] = scored(
                np.int64(side[column, RISE_TOP]), top, PARK, column, NOWHERE, room, at, words, weights,
                scan, stir, lap,
            )  # fmt: skip
            n += ONE
    if empties and rules[FILL] < TWO:
        limit = most(free, empties - ONE, rules)
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
                rising = rise(
                    card, run[card, LENGTH], column, at, bytes_, words, weights, scan, side, onto, takes
                )
            if np.uint64(bytes_[at, UNDER + card]) == TABLE or (rules[FILL] and card + FOUR < cards):
                continue
            rising += weights[scan, LENGTHS + kind] * np.int64(run[card, LENGTH])
            moves[at, n] = scored(rising, card, kind, column, gap, room, at, words, weights, scan, stir, lap)
            n += ONE
        rest = parked
        while rest:
            card = count_trailing_zeros(rest)
            rest &= rest - ONE
            if rules[FILL] == ZERO or card + FOUR >= cards:
                moves[at, n] = scored(
                    np.int64(0), card, UNPARK_EMPTY, NOWHERE, gap, room, at, words, weights, scan, stir, lap
                )
                n += ONE
    ready = upcoming & (parked | words[at, TOPS])
    while ready:
        card = count_trailing_zeros(ready)
        ready &= ready - ONE
        source, score = NOWHERE, np.int64(0)
        if not parked >> card & ONE:
            source = run[card, LANE]
            score = np.int64(side[source, RISE_TOP])
        moves[at, n] = scored(
            score, card, HOMEWARD, source, NOWHERE, room, at, words, weights, scan, stir, lap
        )
        n += ONE
    return n


@register_jitable
def step(made: np.uint64, at: np.uint64, bytes_: Bytes, words: Words, stir: Words) -> None:
    """Make a move in a row, without the safe home moves that follow from it."""
    card, kind = made >> CARD & SIX_BITS, made >> KIND & KINDS
    source, target = made >> SOURCE & SIX_BITS, made & SIX_BITS
    below = np.uint64(bytes_[at, UNDER + card])
    if kind == PARK:
        place = CELL
    elif kind == HOMEWARD:
        place = HOME
    else:
        place = np.uint64(bytes_[at, TOP + target])
        if place == NONE:
            place = TABLE
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
