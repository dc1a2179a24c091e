"""Weights and ratings, and the places of the arrays of the kernels of this folder, which explain them.

Compiles nothing.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from accord_native.freecell.layout import Deck
from accord_native.words import ByteRows, WordRows, Words

Weights: TypeAlias = Annotated[npt.NDArray[np.int32], 2]
Sides: TypeAlias = Annotated[npt.NDArray[np.int64], 2]
Rooms: TypeAlias = Annotated[npt.NDArray[np.int32], 3]
Ratings: TypeAlias = Annotated[npt.NDArray[np.int64], 2]
Links: TypeAlias = npt.NDArray[np.uint32]

# -- moves, and the weights that scans follow ------------------------------------------------------------

MOVES = 160  # a row; 20 columns, 10 cells: 20 * 4 onto a card, 20 to a cell, 30 to an empty column, 4 home
(RUN, PART, RUN_EMPTY, PART_EMPTY, PARK, UNPARK, UNPARK_EMPTY, HOMEWARD) = (np.uint64(n) for n in range(8))
NOWHERE = np.uint64(63)
SCORE, CARD, KIND, SOURCE = (np.uint64(n) for n in (32, 16, 12, 6))  # shifts within a move
KINDS = np.uint64(15)  # bits of a kind, shifted down by KIND
BIAS = np.int64(1 << 30)
HEAD, NEED, SOON, RISE_TOP, RISE_RUN, SIDES = range(6)
SIX_BITS, EIGHT_BITS, BYTE = np.uint64(63), np.uint64(8), np.uint64(255)
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

ROOMS = 24  # 8 * empty columns, at most 2, + free cells, at most 4


def rooms(weights: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Return the weight of each kind of move by free cells and empty columns: [scans, ROOMS, kinds]."""
    table = np.zeros((len(weights), ROOMS, 8), np.int32)
    for room, kind in np.ndindex(ROOMS, 8):
        free, empty = FREE + 5 * kind + min(room % 8, 4), EMPTY + 3 * kind + room // 8
        table[:, room, kind] = weights[:, int(free)] + weights[:, int(empty)]
    return table


# -- the ratings that best-first searches follow, and what they keep -------------------------------------

# Name, number of values, and what they count for.
RATING_LAYOUT: dict[str, tuple[int, str]] = {
    "positions": (1, "how many positions the search may keep"),
    "base": (1, "in every position"),
    "bad": (1, "times the cards in columns that lie on a card they are not built on"),
    "dirty": (1, "times the columns with such a card"),
    "away": (1, "times the cards not home"),
    "above_next": (1, "times the cards that lie on those that go home next"),
    "above_soon": (1, "times the cards that lie on those that go home after these"),
    "inverted": (1, "times the cards that lie on one of lower rank"),
    "moves": (1, "times the moves that led here"),
    "free": (5, "[free cells, at most 4]"),
    "empty": (4, "[empty columns, at most 3]"),
}
RATINGS = sum(size for size, _ in RATING_LAYOUT.values())
POSITIONS, BASE, WRONG, DIRTY, AWAY, ABOVE_NEXT, ABOVE_SOON, LOWER, DEEP, FREE_RATING, EMPTY_RATING = (
    np.uint64(n) for n in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 14)
)
KEEP, WAY, UNDER_WORD = 8, np.uint64(7), np.uint64(8)  # UNDER_WORD: where UNDER is in a row of words
BUCKETS = 4096
FROM, MOVED, PLACE, GONE = (np.uint64(n) for n in (32, 24, 16, 0xFFFF))  # shifts, and the lower bits

# -- the search of one position, and a batch of them -----------------------------------------------------

SOLVED, STATES, SCAN, TURN, LAP, LEFT_OF, BITS, COUNT, DEAD, BEGUN, RATING, KEPT, LOWEST, STATE = range(14)
LEFT, MADE = np.uint64(0), np.uint64(1)  # in a row of the trail: moves left, and the one that was made

FOUND, VISITED, TURNS, FIRST, LENGTH, RESULTS = range(6)  # in the results of a position
NEXT, WRITTEN, BUSY, PROGRESS = range(4)  # in the progress of a batch
TASKS = 64  # rows of the scratch in which runs are carried
MORE = np.uint64((1 << 64) - 1)  # there is no space for the plan


class Arrays(NamedTuple):
    """The arrays of a search of one position, which `search` and `best` explain."""

    words: WordRows
    bytes_: ByteRows
    moves: WordRows
    trail: WordRows
    level: Words
    weights: Weights
    rooms: Rooms
    schedule: WordRows
    table: Words
    deck: Deck
    side: Sides
    kept: WordRows
    kept_bytes: ByteRows
    link: Links
    bucket: Links
    ratings: Ratings
    state: Words
