"""Which cards may be built on which, and what else searches look up of a deck; compiles nothing."""

from __future__ import annotations

from functools import cache

import numpy as np

from accord_native.freecell.layout import ALTERNATE, ANY, MOST_CARDS, SUIT, Deck
from accord_native.words import Words

RED = (False, True, True, False)  # clubs, diamonds, hearts, spades


def fitting(suit: int, build: int) -> list[int]:
    """The suits that a card of a suit may be built on, which are those that may be built on it."""
    return [
        other
        for other in range(4)
        if build == ANY
        or (build == SUIT and other == suit)
        or (build == ALTERNATE and RED[other] != RED[suit])
    ]


def built(ranks: int, build: int) -> tuple[Words, Words]:
    """The tables `onto` and `takes` for a deck and a way to build."""
    onto, takes = np.zeros((2, 4 * ranks), np.uint64)
    for card in range(4 * ranks):
        rank, suit = divmod(card, 4)
        fits = fitting(suit, build)
        onto[card] = sum(_bit(ranks, rank + 1, other) for other in fits)
        takes[card] = sum(_bit(ranks, rank - 1, other) for other in fits)
    return onto, takes


@cache
def deck_of(cells: int, columns: int, ranks: int, build: int, fill: int, unlimited: int) -> Deck:
    """The deck of a game, made once: searches share its arrays, and write into none."""
    cards = 4 * ranks
    rules = np.array([cells, columns, fill, unlimited, (1 << cards) - 1], np.uint64)
    onto, takes = built(ranks, build)
    needs = np.zeros((cards, 2), np.uint64)
    for card in range(cards):
        # Horne: all that could be put on it is home. Raymond, where colours alternate: all that could be put
        # on those, but for its own suit, can go home at once.
        needs[card] = takes[card]
        if build == ALTERNATE:
            rank, suit = divmod(card, 4)
            twin = next(other for other in range(4) if other != suit and RED[other] == RED[suit])
            lower = sum(_bit(ranks, rank - 2, other) for other in fitting(suit, build))
            needs[card, 1] = lower + _bit(ranks, rank - 3, twin)
    generator = np.random.default_rng(1995)
    stir = generator.integers(0, 1 << 64, (MOST_CARDS, 64), np.uint64)[:cards].copy()
    return Deck(rules, onto, takes, needs, stir)


def _bit(ranks: int, rank: int, suit: int) -> int:
    return 1 << (4 * rank + suit) if 0 <= rank < ranks else 0
