"""What FreeCell's kernels share: where a card can lie, and the rows of `state`; compiles nothing."""

from __future__ import annotations

import numpy as np

CELL, TABLE, HOME, NONE = (np.uint64(n) for n in (0xFC, 0xFD, 0xFE, 0xFF))  # what a card lies on, if no card
MOST_CARDS, MOST_COLUMNS = 52, 24
ALTERNATE, SUIT, ANY = range(3)  # how columns are built
ENDLESS = np.uint64(64)  # more cards than a run can have
SOLVED = np.uint64(3)  # how a search may end, beside DONE, PAUSED and FULL

UNDER, OVER, TOP, BAD = (np.uint64(n) for n in (64, 128, 192, 216))  # in a row of bytes
HASH, CELLS, TOPS, AT_HOME, BUILT, INVERTED, LAST, SPARE = range(8)  # in a row of words
WORDS, OTHERS = 30, 8  # OTHERS: words that are no bytes
RANK = np.uint64(2)  # a card, shifted down by so much
