"""Kernel function that lists all legal moves of a FreeCell position."""

from __future__ import annotations

import numpy as np

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.freecell import layout as game
from accord_native.freecell.fast import layout
from accord_native.freecell.fast.layout import Arrays
from accord_native.freecell.fast.moves import fall, look, rise, score_of, seek
from accord_native.freecell.rules import may_fill, most_together, next_home
from accord_native.freecell.state import above, column_of, move, safely_home
from accord_native.jit import inline
from accord_native.words import ONE, THREE, TWO, ZERO, Bytes, Words

MOST_FREE = np.uint64(4)


@inline
def expand(at: np.uint64, scan: np.uint64, lap: np.uint64, its: Arrays) -> np.uint64:
    """Write the moves of a position into its row; returns how many."""
    bytes_, words, moves, weights = its.bytes_, its.words, its.moves, its.weights
    side = its.side
    rules, takes, cards = its.deck.rules, its.deck.takes, np.uint64(len(its.deck.onto))
    columns, fill = rules[game.COLUMNS], rules[game.FILL]
    home, parked = words[at, game.AT_HOME], words[at, game.CELLS]
    movable = look(at, bytes_, words, side, columns) | parked
    upcoming = next_home(home, rules[game.DECK])
    seek(upcoming, at, bytes_, side, cards)
    free, empties, gap = rules[game.FREE_CELLS] - population_count(parked), ZERO, game.NONE
    for each in range(columns):
        column = np.uint64(each)
        top = np.uint64(bytes_[at, game.TOP + column])
        if top == game.NONE:
            empties, gap = empties + ONE, column
            continue
        head = np.uint64(side[column, layout.HEAD])
        rising = rise(top, ONE, column, at, scan, its)
        side[column, layout.RISE_TOP] = side[column, layout.RISE_RUN] = rising
        if head != top:
            side[column, layout.RISE_RUN] = rise(head, above(head, at, bytes_) + ONE, column, at, scan, its)
    room = min(empties, TWO) << THREE | min(free, MOST_FREE)
    limit, n = most_together(free, empties, rules), ZERO
    for each in range(columns):
        column = np.uint64(each)
        top = np.uint64(bytes_[at, game.TOP + column])
        if top == game.NONE:
            continue
        fits = takes[top] & movable
        falling = fall(column, at, scan, its) if fits else np.int64(0)
        while fits:
            card = count_trailing_zeros(fits)
            fits &= fits - ONE
            source, kind, score = layout.NOWHERE, layout.UNPARK, falling
            if not parked >> card & ONE:
                source, length, kind = column_of(card, at, bytes_), above(card, at, bytes_) + ONE, layout.RUN
                if length > limit:
                    continue
                if words[at, game.BUILT] >> card & ONE:
                    kind = layout.PART
                    score += rise(card, length, source, at, scan, its)
                else:
                    score += side[source, layout.RISE_RUN]
                score += weights[scan, layout.LENGTHS + kind] * np.int64(length)
            moves[at, n] = score_of(score, card, kind, source, column, room, at, scan, lap, its)
            n += ONE
        if free:
            score = np.int64(side[column, layout.RISE_TOP])
            moves[at, n] = score_of(score, top, layout.PARK, column, layout.NOWHERE, room, at, scan, lap, its)
            n += ONE
    if empties and fill < TWO:
        limit = most_together(free, empties - ONE, rules)
        for each in range(columns):
            column = np.uint64(each)
            card = np.uint64(bytes_[at, game.TOP + column])
            if card == game.NONE:
                continue
            head = np.uint64(side[column, layout.HEAD])
            kind, length = layout.RUN_EMPTY, above(head, at, bytes_) + ONE
            rising = np.int64(side[column, layout.RISE_RUN])
            if length <= limit:
                card = head
            else:
                kind, length = layout.PART_EMPTY, limit
                for _ in range(limit - ONE):
                    card = np.uint64(bytes_[at, game.UNDER + card])
                rising = rise(card, limit, column, at, scan, its)
            if np.uint64(bytes_[at, game.UNDER + card]) == game.TABLE or not may_fill(card, fill, cards):
                continue
            rising += weights[scan, layout.LENGTHS + kind] * np.int64(length)
            moves[at, n] = score_of(rising, card, kind, column, gap, room, at, scan, lap, its)
            n += ONE
        rest = parked
        while rest:
            card = count_trailing_zeros(rest)
            rest &= rest - ONE
            if may_fill(card, fill, cards):
                score = np.int64(0)
                moves[at, n] = score_of(
                    score, card, layout.UNPARK_EMPTY, layout.NOWHERE, gap, room, at, scan, lap, its
                )
                n += ONE
    ready = upcoming & (parked | words[at, game.TOPS])
    while ready:
        card = count_trailing_zeros(ready)
        ready &= ready - ONE
        source, score = layout.NOWHERE, np.int64(0)
        if not parked >> card & ONE:
            source = column_of(card, at, bytes_)
            score = np.int64(side[source, layout.RISE_TOP])
        moves[at, n] = score_of(
            score, card, layout.HOMEWARD, source, layout.NOWHERE, room, at, scan, lap, its
        )
        n += ONE
    return n


@inline
def place_of(made: np.uint64, at: np.uint64, bytes_: Bytes) -> np.uint64:
    """Return what the card of a move will lie on."""
    kind = made >> layout.KIND & layout.KINDS
    if kind == layout.PARK:
        return game.CELL
    if kind == layout.HOMEWARD:
        return game.HOME
    top = np.uint64(bytes_[at, game.TOP + (made & layout.SIX_BITS)])
    return game.TABLE if top == game.NONE else top


@inline
def step(made: np.uint64, at: np.uint64, bytes_: Bytes, words: Words, stir: Words) -> None:
    """Make a move in a row, without the safe home moves that follow from it."""
    card = made >> layout.CARD & layout.SIX_BITS
    source = made >> layout.SOURCE & layout.SIX_BITS
    target = made & layout.SIX_BITS
    below = np.uint64(bytes_[at, game.UNDER + card])
    place = place_of(made, at, bytes_)
    move(card, place, game.NONE if source == layout.NOWHERE else source, target, at, bytes_, words, stir)
    words[at, game.LAST] = card << np.uint64(8) | below


@inline
def sweep(at: np.uint64, bytes_: Bytes, words: Words, needs: Words, stir: Words, deck: np.uint64) -> None:
    """Send all home that safely can."""
    while True:
        card = safely_home(at, words, needs, deck)
        if card == game.NONE:
            return
        move(card, game.HOME, column_of(card, at, bytes_), game.NONE, at, bytes_, words, stir)
