"""What FreeCell's kernels share: where a card can lie, the rows of `state`, and a deck; compiles nothing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord_native.words import WordRows, Words

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
