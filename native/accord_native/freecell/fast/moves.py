"""Kernel functions that score the moves of a FreeCell position, so that a depth-first search can order them.

A move takes one card, or cards that are built on each other, somewhere; cards that can go together count as
one move. Its score is a sum of weights, all looked up: they are the policy that one scan of the portfolio
follows. Two cards of each suit are *needed*: the next to go home and the one after it. How much lies on those
says what digging in a column gains, and what covering it costs.

    name      shape            dtype   meaning
    --------  ---------------  ------  ------------------------------------------------------------------
    moves     rows, MOVES      uint64  from the highest bit: the score plus BIAS, CARD, KIND, the columns
                                       SOURCE and TARGET, or NOWHERE
    weights   scans, WEIGHTS   int32   the weights of a scan; `LAYOUT` says what is where
    side      columns, SIDES   int64   HEAD: the lowest card of the run at the end of a column; NEED, SOON:
                                       bit k is set if k cards lie on a card that is needed now, or next;
                                       RISE_TOP, RISE_RUN: what it gains by losing its top card, its run

Kinds: the run at the end of a column goes onto a card (RUN) or to an empty column (RUN_EMPTY); only an upper
part of it does (PART, PART_EMPTY); a top card goes to a cell (PARK), a card from a cell onto a card (UNPARK)
or to an empty column (UNPARK_EMPTY), and a card home that cannot safely be sent there at once (HOMEWARD).

Example: ... 7S 3C 2H with the ace of hearts home. 2H can go home; the ace of clubs is not, so 2H is no safe
move, for it may be wanted to hold it. Parking it gains weights[UNCOVERED_ONTO + ...] if a red 4 is open.
"""

from __future__ import annotations

import numpy as np

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.freecell import layout as game
from accord_native.freecell.fast import layout
from accord_native.freecell.fast.layout import Arrays, Sides
from accord_native.freecell.state import above, column_of
from accord_native.jit import inline
from accord_native.words import FOUR, ONE, SEVEN, THREE, ZERO, Bytes, Words

EVERY_RANK = np.uint64(0x1111111111111)
FIVE, SIX, NOISE_SHIFT = (np.uint64(n) for n in (5, 6, 24))
HALF, MIX = np.uint64(0xFFFFFFFF), np.uint64(0x9E3779B1)  # a half word; a half word that mixes another
ODD_NOISE, EVEN_NOISE = np.int64(1000), np.int64(3000)  # added to the weight of noise in laps but the first


@inline
def waits(card: np.uint64, home: np.uint64) -> np.int64:
    """How many cards of its suit must go home before this one, and one more."""
    return np.int64(card >> game.RANK) - np.int64(population_count(home & EVERY_RANK << (card & THREE)))


@inline
def depth(bits: np.uint64) -> np.uint64:
    """How many cards lie on the nearest needed card, at most 6; 7 if there is none."""
    return min(count_trailing_zeros(bits), SIX) if bits else SEVEN


@inline
def rise(
    card: np.uint64, taken: np.uint64, column: np.uint64, at: np.uint64, scan: np.uint64, its: Arrays
) -> np.int64:
    """Return what a column gains by losing its upper `taken` cards, of which `card` is the lowest."""
    bytes_, words, weights, side = its.bytes_, its.words, its.weights, its.side
    onto, takes = its.deck.onto, its.deck.takes
    below = np.uint64(bytes_[at, game.UNDER + card])
    if below == game.TABLE:
        return np.int64(weights[scan, layout.EMPTIES])
    score, bad = np.int64(0), np.uint64(bytes_[at, game.BAD + column])
    if words[at, game.BUILT] >> card & ONE:
        score += weights[scan, layout.BREAKS]
    else:
        bad -= ONE
        if below >> game.RANK < card >> game.RANK:
            score += weights[scan, layout.FREES_LOWER]
    score += weights[scan, layout.LEFT_BAD + min(bad, FIVE)]
    need, soon = np.uint64(side[column, layout.NEED]) >> taken, np.uint64(side[column, layout.SOON]) >> taken
    score += weights[scan, layout.NEAR + depth(need)] + weights[scan, layout.NEAR_SOON + depth(soon)]
    if need and need & (need - ONE):
        score += weights[scan, layout.SEVERAL]
    if soon and soon & (soon - ONE):
        score += weights[scan, layout.SEVERAL_SOON]
    home, tops = words[at, game.AT_HOME], words[at, game.TOPS]
    if below < FOUR or home >> (below - FOUR) & ONE:
        score += weights[scan, layout.UNCOVERED_HOME]
    if onto[below] & tops:
        score += weights[scan, layout.UNCOVERED_ONTO]
    if takes[below] & words[at, game.CELLS]:
        score += weights[scan, layout.UNCOVERED_FROM_CELL]
    if takes[below] & tops:
        score += weights[scan, layout.UNCOVERED_TAKES]
    score += weights[scan, layout.UNCOVERED_WAIT] * waits(below, home)
    if words[at, game.LAST] & layout.BYTE == np.uint64(bytes_[at, game.TOP + column]):
        score += weights[scan, layout.SAME]
    return score


@inline
def fall(column: np.uint64, at: np.uint64, scan: np.uint64, its: Arrays) -> np.int64:
    """Return the cost for a column of being covered by another card."""
    bytes_, weights, side = its.bytes_, its.weights, its.side
    need, soon = np.uint64(side[column, layout.NEED]), np.uint64(side[column, layout.SOON])
    score = np.int64(weights[scan, layout.ONTO_BAD + min(np.uint64(bytes_[at, game.BAD + column]), FIVE)])
    score += weights[scan, layout.COVER + depth(need)] + weights[scan, layout.COVER_SOON + depth(soon)]
    if need and need & (need - ONE):
        score += weights[scan, layout.COVER_SEVERAL]
    if soon and soon & (soon - ONE):
        score += weights[scan, layout.COVER_SEVERAL_SOON]
    return score


@inline
def score_of(
    score: np.int64,
    card: np.uint64,
    kind: np.uint64,
    source: np.uint64,
    target: np.uint64,
    room: np.uint64,
    at: np.uint64,
    scan: np.uint64,
    lap: np.uint64,
    its: Arrays,
) -> np.uint64:
    """A move as a number, its score with what every move has; `room` is 8 * empty columns + free cells."""
    words, weights = its.words, its.weights
    score += its.rooms[scan, room, kind]
    score += weights[scan, layout.RANKS + kind] * np.int64(card >> game.RANK)
    score += weights[scan, layout.WAIT + kind] * waits(card, words[at, game.AT_HOME])
    if words[at, game.LAST] >> layout.EIGHT_BITS == card:
        score += weights[scan, layout.AGAIN]
    bits = words[at, game.HASH] ^ its.deck.stir[card, kind]
    noise = ((bits ^ bits >> layout.SCORE ^ lap) & HALF) * MIX >> NOISE_SHIFT & layout.BYTE
    most = np.int64(weights[scan, layout.NOISE])
    if lap:
        most += ODD_NOISE if lap & ONE else EVEN_NOISE
    score += most * np.int64(noise) >> np.int64(8)
    return (
        np.uint64(score + layout.BIAS) << layout.SCORE
        | card << layout.CARD
        | kind << layout.KIND
        | source << layout.SOURCE
        | target
    )


@inline
def look(at: np.uint64, bytes_: Bytes, words: Words, side: Sides, columns: np.uint64) -> np.uint64:
    """Fill the first of `side`; returns the cards that can move out of columns, as bits."""
    movable = ZERO
    for column in range(columns):
        side[column, layout.NEED] = 0
        side[column, layout.SOON] = 0
        card = np.uint64(bytes_[at, game.TOP + column])
        if card == game.NONE:
            continue
        while True:
            movable |= ONE << card
            if not words[at, game.BUILT] >> card & ONE:
                break
            card = np.uint64(bytes_[at, game.UNDER + card])
        side[column, layout.HEAD] = card
    return movable


@inline
def seek(upcoming: np.uint64, at: np.uint64, bytes_: Bytes, side: Sides, cards: np.uint64) -> None:
    """Find the needed cards in the columns: NEED for the next ones home, SOON for the ones after them."""
    while upcoming:
        card = count_trailing_zeros(upcoming)
        upcoming &= upcoming - ONE
        for which in range(layout.NEED, layout.SOON + 1):
            if card < cards and np.uint64(bytes_[at, game.UNDER + card]) != game.CELL:
                side[column_of(card, at, bytes_), which] |= np.int64(ONE << above(card, at, bytes_))
            card += FOUR
