"""The tables of exact positions, their keys, and the way back from a row; compiles nothing."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from accord_native.freecell.layout import CELL, HOME, NONE, TABLE
from accord_native.freecell.tables import built
from accord_native.words import Words


def tables(ranks: int, build: int, under: npt.NDArray[np.uint8]) -> tuple[Words, Words, Words, Words, Words]:
    """The tables `places`, `codes`, `onto`, `takes` and `higher` for a deck and a start; see `position`."""
    cards = 4 * ranks
    places, codes = np.full((cards, 8), NONE, np.uint64), np.zeros((cards, 256), np.uint64)
    higher = np.zeros(cards, np.uint64)
    onto, takes = built(ranks, build)
    for card in range(cards):
        higher[card] = sum(1 << other for other in range(card + 4, cards, 4))
        parents = [other for other in range(cards) if int(onto[card]) >> other & 1]
        for place in (int(HOME), int(CELL), int(TABLE), *parents, int(under[card])):
            if place not in places[card]:
                number = int(np.count_nonzero(places[card] != NONE))
                places[card, number], codes[card, place] = place, number
    return places, codes, onto, takes, higher


def packed(under: npt.NDArray[np.uint8], codes: Words) -> tuple[int, int, int]:
    """The key of a position."""
    words = [0, 0, 0]
    for card, place in enumerate(under):
        words[card // 21] |= int(codes[card, place]) << 3 * (card % 21)
    return words[0], words[1], words[2]


def position(row: Words, places: Words) -> npt.NDArray[np.uint8]:
    """What each card lies on, of a row."""
    words = [int(word) for word in row[:3]]
    numbers = (words[card // 21] >> 3 * (card % 21) & 7 for card in range(len(places)))
    return np.array([places[card, number] for card, number in enumerate(numbers)], np.uint8)
