"""The moves of a FreeCell position with a score each: what a depth-first search tries first.

A move takes one card, or cards that are built on each other, somewhere; those that can go together count as
one move. Its score is a sum of weights, all looked up: they are the policy that one scan of the portfolio
follows. Two cards of each suit are *needed*: the next to go home and the one after it. How much lies on those
tells what digging in a column gains, and what covering it costs.

    name      shape            dtype   meaning
    --------  ---------------  ------  ------------------------------------------------------------------
    moves     rows, MOVES      uint64  from the highest bit: the score plus BIAS, CARD, KIND, the columns
                                       SOURCE and TARGET, or NOWHERE
    weights   scans, WEIGHTS   int32   the weights of a scan; `LAYOUT` says what is where
    run       64, 2            uint64  LANE: the column of a card that can move, LENGTH: how many cards it
                                       takes along, itself included
    side      columns, SIDES   int64   HEAD: the lowest card of the run at the end of a column; NEED, SOON:
                                       bit k is set if k cards lie on a card that is needed now, or next;
                                       RISE_TOP, RISE_RUN: what it gains by losing its top card, its run
    rules     RULES            uint64  FREE_CELLS, COLUMNS, FILL (0 any card, 1 kings, 2 none), UNLIMITED (1
                                       if a run of any length is one move), DECK: all cards, as bits

Kinds: the run at the end of a column goes onto a card (RUN) or to an empty column (RUN_EMPTY); only an upper
part of it does (PART, PART_EMPTY); a top card goes to a cell (PARK), a card from a cell onto a card (UNPARK)
or to an empty column (UNPARK_EMPTY), and a card home that cannot safely be sent there at once (HOMEWARD).

Example: ... 7S 3C 2H with the ace of hearts home. 2H can go home; the ace of clubs is not, so 2H is no safe
move, for it may be wanted to hold it. Parking it gains weights[UNCOVERED_ONTO + ...] if a red 4 is open.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.freecell_state import (
    AT_HOME,
    BAD,
    BUILT,
    CELL,
    CELLS,
    FOUR,
    HASH,
    LAST,
    NONE,
    ONE,
    OVER,
    RANK,
    TABLE,
    TOP,
    TOPS,
    UNDER,
    ZERO,
    Bytes,
    Words,
)

Weights = npt.NDArray[np.int32]
Sides = npt.NDArray[np.int64]

MOVES = 160  # a row; 20 columns, 10 cells: 20 * 4 onto a card, 20 to a cell, 30 to an empty column, 4 home
(RUN, PART, RUN_EMPTY, PART_EMPTY, PARK, UNPARK, UNPARK_EMPTY, HOMEWARD) = (np.uint64(n) for n in range(8))
NOWHERE = np.uint64(63)
SCORE, CARD, KIND, SOURCE = (np.uint64(n) for n in (32, 16, 12, 6))  # shifts within a move
BIAS = np.int64(1 << 30)
LANE, LENGTH = np.uint64(0), np.uint64(1)
HEAD, NEED, SOON, RISE_TOP, RISE_RUN, SIDES = range(6)
FREE_CELLS, COLUMNS, FILL, UNLIMITED, DECK, RULES = range(6)
EVERY_RANK = np.uint64(0x1111111111111)
SIX_BITS, EIGHT_BITS, BYTE = np.uint64(63), np.uint64(8), np.uint64(255)
TWO, THREE, FIVE, SIX, SEVEN, NOISE_SHIFT = (np.uint64(n) for n in (2, 3, 5, 6, 7, 24))
HALF, MIX = np.uint64(0xFFFFFFFF), np.uint64(0x9E3779B1)  # a half word; a half word that mixes another
ODD_NOISE, EVEN_NOISE = np.int64(1000), np.int64(3000)  # added to the weight of noise in laps but the first

# Name, number of weights, and what selects one of them. k: kind, f: free cells (at most 4), e: empty columns
# (at most 2), d: cards on the nearest needed card (at most 6; 7: none needed there), b: badly placed cards
# (at most 5).
LAYOUT: dict[str, tuple[int, str]] = {
    "free": (40, "[k, f] in every move"),
    "empty": (24, "[k, e] in every move"),
    "left_bad": (6, "[b] of the source after the move"),
    "empties": (1, "the source becomes an empty column"),
    "near": (8, "[d] of the source after the move, to a card needed now"),
    "several": (1, "more than one of these is left in the source"),
    "several_soon": (1, "more than one card needed next is left in the source"),
    "uncovered_home": (1, "the card uncovered can go home"),
    "uncovered_onto": (1, "it could go onto a top card"),
    "uncovered_from_cell": (1, "a card in a cell could go onto it"),
    "uncovered_takes": (1, "a top card could go onto it"),
    "cover": (8, "[d] of the target, to a card needed now"),
    "cover_several": (1, "more than one of these is in the target"),
    "cover_several_soon": (1, "more than one card needed next is in the target"),
    "onto_bad": (6, "[b] of the target"),
    "length": (4, "[k] times the number of cards that move"),
    "rank": (8, "[k] times the rank of the card"),
    "wait": (8, "[k] times how many of its suit go home before the card"),
    "same": (1, "the top of the source was uncovered by the move before"),
    "again": (1, "the card moved in the move before"),
    "noise": (1, "times a random number of 0 to 1, the same whenever the position is in that lap"),
    "breaks": (1, "the card lay well where it was"),
    "frees_lower": (1, "it lay on a card of lower rank"),
    "uncovered_wait": (1, "times how many of its suit go home before the uncovered card"),
    "near_soon": (8, "[d] of the source after the move, to a card needed next"),
    "cover_soon": (8, "[d] of the target, to a card needed next"),
}


def _starts() -> dict[str, np.uint64]:
    starts, at = {}, 0
    for name, (size, _) in LAYOUT.items():
        starts[name] = np.uint64(at)
        at += size
    return starts


START = _starts()
WEIGHTS = sum(size for size, _ in LAYOUT.values())
(
    FREE, EMPTY, LEFT_BAD, EMPTIES, NEAR, SEVERAL, SEVERAL_SOON, UNCOVERED_HOME, UNCOVERED_ONTO,
    UNCOVERED_FROM_CELL, UNCOVERED_TAKES, COVER, COVER_SEVERAL, COVER_SEVERAL_SOON, ONTO_BAD, LENGTHS, RANKS,
    WAIT, SAME, AGAIN, NOISE, BREAKS, FREES_LOWER, UNCOVERED_WAIT, NEAR_SOON, COVER_SOON,
) = START.values()  # fmt: skip


@register_jitable
def waits(card: np.uint64, home: np.uint64) -> np.int64:
    """How many cards of its suit must go home before this one, and one more."""
    return np.int64(card >> RANK) - np.int64(population_count(home & EVERY_RANK << (card & THREE)))


@register_jitable
def depth(bits: np.uint64) -> np.uint64:
    """How many cards lie on the nearest needed card, at most 6; 7 if there is none."""
    return min(count_trailing_zeros(bits), SIX) if bits else SEVEN


@register_jitable
def rise(
    card: np.uint64,
    taken: np.uint64,
    column: np.uint64,
    at: np.uint64,
    bytes_: Bytes,
    words: Words,
    weights: Weights,
    scan: np.uint64,
    side: Sides,
    onto: Words,
    takes: Words,
) -> np.int64:
    """What a column gains by losing its upper `taken` cards, of which `card` is the lowest."""
    below = np.uint64(bytes_[at, UNDER + card])
    if below == TABLE:
        return np.int64(weights[scan, EMPTIES])
    score, bad = np.int64(0), np.uint64(bytes_[at, BAD + column])
    if words[at, BUILT] >> card & ONE:
        score += weights[scan, BREAKS]
    else:
        bad -= ONE
        if below >> RANK < card >> RANK:
            score += weights[scan, FREES_LOWER]
    score += weights[scan, LEFT_BAD + min(bad, FIVE)]
    need, soon = np.uint64(side[column, NEED]) >> taken, np.uint64(side[column, SOON]) >> taken
    score += weights[scan, NEAR + depth(need)] + weights[scan, NEAR_SOON + depth(soon)]
    if need and need & (need - ONE):
        score += weights[scan, SEVERAL]
    if soon and soon & (soon - ONE):
        score += weights[scan, SEVERAL_SOON]
    home, tops = words[at, AT_HOME], words[at, TOPS]
    if below < FOUR or home >> (below - FOUR) & ONE:
        score += weights[scan, UNCOVERED_HOME]
    if onto[below] & tops:
        score += weights[scan, UNCOVERED_ONTO]
    if takes[below] & words[at, CELLS]:
        score += weights[scan, UNCOVERED_FROM_CELL]
    if takes[below] & tops:
        score += weights[scan, UNCOVERED_TAKES]
    score += weights[scan, UNCOVERED_WAIT] * waits(below, home)
    if words[at, LAST] & BYTE == np.uint64(bytes_[at, TOP + column]):
        score += weights[scan, SAME]
    return score


@register_jitable
def fall(
    column: np.uint64, at: np.uint64, bytes_: Bytes, weights: Weights, scan: np.uint64, side: Sides
) -> np.int64:
    """What it means for a column to be covered by another card."""
    need, soon = np.uint64(side[column, NEED]), np.uint64(side[column, SOON])
    score = np.int64(weights[scan, ONTO_BAD + min(np.uint64(bytes_[at, BAD + column]), FIVE)])
    score += weights[scan, COVER + depth(need)] + weights[scan, COVER_SOON + depth(soon)]
    if need and need & (need - ONE):
        score += weights[scan, COVER_SEVERAL]
    if soon and soon & (soon - ONE):
        score += weights[scan, COVER_SEVERAL_SOON]
    return score


@register_jitable
def scored(
    score: np.int64,
    card: np.uint64,
    kind: np.uint64,
    source: np.uint64,
    target: np.uint64,
    room: np.uint64,
    at: np.uint64,
    words: Words,
    weights: Weights,
    scan: np.uint64,
    stir: Words,
    lap: np.uint64,
) -> np.uint64:
    """A move as a number, its score with what every move has; `room` is 8 * empty columns + free cells."""
    score += weights[scan, FREE + kind * FIVE + (room & SEVEN)]
    score += weights[scan, EMPTY + kind * THREE + (room >> THREE)]
    score += weights[scan, RANKS + kind] * np.int64(card >> RANK)
    score += weights[scan, WAIT + kind] * waits(card, words[at, AT_HOME])
    if words[at, LAST] >> EIGHT_BITS == card:
        score += weights[scan, AGAIN]
    bits = words[at, HASH] ^ stir[card, kind]
    noise = ((bits ^ bits >> SCORE ^ lap) & HALF) * MIX >> NOISE_SHIFT & BYTE
    most = np.int64(weights[scan, NOISE])
    if lap:
        most += ODD_NOISE if lap & ONE else EVEN_NOISE
    score += most * np.int64(noise) >> np.int64(8)
    return np.uint64(score + BIAS) << SCORE | card << CARD | kind << KIND | source << SOURCE | target


@register_jitable
def look(
    at: np.uint64, bytes_: Bytes, words: Words, run: Words, side: Sides, columns: np.uint64
) -> np.uint64:
    """Fill `run` and the first of `side`; returns the cards that can move out of columns, as bits."""
    movable = ZERO
    for column in range(columns):
        side[column, NEED] = 0
        side[column, SOON] = 0
        card, cards = np.uint64(bytes_[at, TOP + column]), ONE
        if card == NONE:
            continue
        while True:
            movable |= ONE << card
            run[card, LANE] = column
            run[card, LENGTH] = cards
            if not words[at, BUILT] >> card & ONE:
                break
            card = np.uint64(bytes_[at, UNDER + card])
            cards += ONE
        side[column, HEAD] = card
    return movable


@register_jitable
def seek(
    upcoming: np.uint64, at: np.uint64, bytes_: Bytes, run: Words, side: Sides, cards: np.uint64
) -> None:
    """Find the needed cards in the columns: NEED for those that go home next, SOON for those after them."""
    while upcoming:
        card = count_trailing_zeros(upcoming)
        upcoming &= upcoming - ONE
        for which in range(NEED, SOON + 1):
            if card < cards and np.uint64(bytes_[at, UNDER + card]) != CELL:
                above, top = ZERO, card
                while np.uint64(bytes_[at, OVER + top]) != NONE:
                    top = np.uint64(bytes_[at, OVER + top])
                    above += ONE
                side[run[top, LANE], which] |= np.int64(ONE << above)
            card += FOUR
