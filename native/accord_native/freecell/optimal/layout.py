"""The rows and states of the searches that keep exact positions, their tables and keys; compiles nothing.

`position` explains the arrays.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from accord_native.freecell.layout import CELL, HOME, NONE, TABLE, build_tables
from accord_native.words import Words

Links: TypeAlias = npt.NDArray[np.uint32]
Word: TypeAlias = np.uint64

MOST_CHILDREN = 1024
CELLS, COLUMNS, FILL, UNLIMITED, CYCLES = range(5)  # in the rules
UNDER, OVER, AFTER, BEFORE = range(4)  # in the work
FIRST, SECOND, THIRD, HOME_THEN, STEPS, SLOT, MOVED, CHILD = range(8)  # in a child; CHILD: how many these are
CARD, PLACE = np.uint64(8), np.uint64(255)  # of what MOVED, the shift to the card, and the bits of its place

ROW = 4  # words
LAST_KEY = np.uint64((1 << 30) - 1)  # of a row's third word
PARENT, LINK = np.uint64(30), np.uint64(0xFFFFFFFF)
MOVES = np.uint64(32)  # the bit of a row's fourth word where the moves begin
OUTDATED = np.uint64(1 << 63)  # of a row's third word: a better row has the same key
TO_CELL, TO_TABLE, TO_HOME = (np.uint64(n) for n in (60, 61, 62))  # bits of targets beside the cards

ROWS, LEAST, EXPANDED, GOAL, REOPENED, TOO_LONG = range(6)  # in the state of `search`
NEAREST = LEAST  # in the state of `exhaust`, which has ROWS, EXPANDED and GOAL where `search` has them
STATES = 6
LONGEST = 512  # no f is as large
BUCKETS = 1024  # of `exhaust`


def tables(ranks: int, build: int, under: npt.NDArray[np.uint8]) -> tuple[Words, Words, Words, Words, Words]:
    """The tables `places`, `codes`, `onto`, `takes` and `higher` for a deck and a start; see `position`."""
    cards = 4 * ranks
    places, codes = np.full((cards, 8), NONE, np.uint64), np.zeros((cards, 256), np.uint64)
    higher = np.zeros(cards, np.uint64)
    onto, takes = build_tables(ranks, build)
    for card in range(cards):
        higher[card] = sum(1 << other for other in range(card + 4, cards, 4))
        parents = [other for other in range(cards) if int(onto[card]) >> other & 1]
        for place in (int(HOME), int(CELL), int(TABLE), *parents, int(under[card])):
            if place not in places[card]:
                number = int(np.count_nonzero(places[card] != NONE))
                places[card, number], codes[card, place] = place, number
    return places, codes, onto, takes, higher


def pack_key(under: npt.NDArray[np.uint8], codes: Words) -> tuple[int, int, int]:
    """The key of a position."""
    words = [0, 0, 0]
    for card, place in enumerate(under):
        words[card // 21] |= int(codes[card, place]) << 3 * (card % 21)
    return words[0], words[1], words[2]


def position(row: Words, places: Words) -> npt.NDArray[np.uint8]:
    """Return what each card lies on, from a row."""
    words = [int(word) for word in row[:3]]
    numbers = (words[card // 21] >> 3 * (card % 21) & 7 for card in range(len(places)))
    return np.array([places[card, number] for card, number in enumerate(numbers)], np.uint8)
