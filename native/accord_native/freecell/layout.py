"""Places of a card, the rows of `state`, decks and their tables, the arrays of `short`; compiles nothing."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from accord_native.words import ByteRows, WordRows, Words

CELL, TABLE, HOME, NONE = (np.uint64(n) for n in (0xFC, 0xFD, 0xFE, 0xFF))  # what a card lies on, if no card
MOST_CARDS, MOST_COLUMNS = 52, 24
ALTERNATE, SUIT, ANY = range(3)  # how columns are built
SOLVED = np.uint64(3)  # how a search may end, beside DONE, PAUSED and FULL

UNDER, OVER, TOP, BAD, LANE, DEEP = (np.uint64(n) for n in (64, 116, 168, 192, 216, 268))  # in a row of bytes
HASH, CELLS, TOPS, AT_HOME, BUILT, INVERTED, LAST, SPARE = range(8)  # in a row of words
WORDS, OTHERS = 40, 8  # OTHERS: words that are no bytes
RANK = np.uint64(2)  # a card, shifted down by so much
FREE_CELLS, COLUMNS, FILL, UNLIMITED, DECK, RULES = range(6)  # in the rules


class Deck(NamedTuple):
    """The rules, what may be built on what, and random numbers; see `rules` and `state`."""

    rules: Words
    onto: Words
    takes: Words
    needs: WordRows
    stir: WordRows


RED = (False, True, True, False)  # clubs, diamonds, hearts, spades


def fitting_suits(suit: int, build: int) -> list[int]:
    """The suits that a card of a suit may be built on, which are the suits that may be built on it."""
    return [
        other
        for other in range(4)
        if build == ANY
        or (build == SUIT and other == suit)
        or (build == ALTERNATE and RED[other] != RED[suit])
    ]


def build_tables(ranks: int, build: int) -> tuple[Words, Words]:
    """The tables `onto` and `takes` for a deck and a way to build."""
    onto, takes = np.zeros((2, 4 * ranks), np.uint64)
    for card in range(4 * ranks):
        rank, suit = divmod(card, 4)
        fits = fitting_suits(suit, build)
        onto[card] = sum(_bit(ranks, rank + 1, other) for other in fits)
        takes[card] = sum(_bit(ranks, rank - 1, other) for other in fits)
    return onto, takes


@cache
def deck_of(cells: int, columns: int, ranks: int, build: int, fill: int, unlimited: int) -> Deck:
    """The deck of a game, made once: searches share its arrays, and write into none."""
    cards = 4 * ranks
    rules = np.array([cells, columns, fill, unlimited, (1 << cards) - 1], np.uint64)
    onto, takes = build_tables(ranks, build)
    needs = np.zeros((cards, 2), np.uint64)
    for card in range(cards):
        # Horne: all that could be put on it is home. Raymond, where colours alternate: all that could be put
        # on those, but for its own suit, can go home at once.
        needs[card] = takes[card]
        if build == ALTERNATE:
            rank, suit = divmod(card, 4)
            twin = next(other for other in range(4) if other != suit and RED[other] == RED[suit])
            lower = sum(_bit(ranks, rank - 2, other) for other in fitting_suits(suit, build))
            needs[card, 1] = lower + _bit(ranks, rank - 3, twin)
    generator = np.random.default_rng(1995)
    stir = generator.integers(0, 1 << 64, (MOST_CARDS, 64), np.uint64)[:cards].copy()
    return Deck(rules, onto, takes, needs, stir)


def _bit(ranks: int, rank: int, suit: int) -> int:
    return 1 << (4 * rank + suit) if 0 <= rank < ranks else 0


# -- short -----------------------------------------------------------------------------------------------

LEVEL, KEPT, MADE, MET, GOAL, OFFERS, CHEAP, STATES = range(8)  # in the state
COST, PARENT, MOVE = range(3)  # of an offer
OFFER = 3  # places of one
OUT, PARKED, FULL_COLUMNS, JOINTS, WRONG, NEXT, SECOND, WEIGHTS = range(8)  # in the weights
COSTS = 4096
SOURCE, TARGET, PLACE, LOW = np.uint64(8), np.uint64(16), np.uint64(24), np.uint64(255)  # shifts; a byte
HIGH = np.uint64(32)  # a shift


class BeamArrays(NamedTuple):
    """The arrays of a beam, which `short` explains."""

    under: ByteRows
    words: WordRows
    bytes_: ByteRows
    found: WordRows
    tally: Words
    trail: WordRows
    table: Words
    lane: Words
    many: Words
    weights: Words
    deck: Deck
    state: Words
