"""The weights that scans follow, and the places of the arrays of moves; see `moves`. Compiles nothing."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import numpy as np
import numpy.typing as npt

Weights: TypeAlias = Annotated[npt.NDArray[np.int32], 2]
Sides: TypeAlias = Annotated[npt.NDArray[np.int64], 2]
Rooms: TypeAlias = Annotated[npt.NDArray[np.int32], 3]
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
