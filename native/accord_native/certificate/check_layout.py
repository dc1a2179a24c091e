"""The places of the arrays of the kernel `check`, which explains them; compiles nothing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord_native.words import HalfRows, Halves, Integers, WordRows, Words

# returned beside DONE and PAUSED: what is lacking, or what is wrong with a decision
HUNGRY, FULL, LARGE, NARROW = (np.uint64(n) for n in range(16, 20))
NO_DECISION, DOES_NOT_FIT, LACKS_NOTHING = (np.uint64(n) for n in range(20, 23))
HEAD, FREE, USED, SEEN, READ, KNOWN, TIGHT, OPEN, SPILT, FETCHED, MERGES, TRAILED = range(12)
STATE = 12  # places
WORD, SHIFT, FIELD, SPARE, LOW = range(5)  # columns of an item
ITEM = 5
FIELDS = 1  # column of a part, behind its WORD
PART = 2
LISTED, NEXT, KEY = (np.uint64(n) for n in range(3))  # columns of a row
NUMBER, FIRST, LAST = range(3)  # columns of a target
TARGET = 3
LANE = np.uint64(60)  # bits of a number that are in one word; the last word may have a few more
# with fewer than 2^20 options, the last word has room for all that one decision adds
CROWDED = np.uint64(1 << 40)


class Arrays(NamedTuple):
    """The arrays of the checker, which `check` explains."""

    item: WordRows
    start: Integers
    part: WordRows
    weight: Integers
    guard: Words
    enough: Words
    first: Integers
    giver: Integers
    gives: Words
    column: WordRows
    over: Words
    row: WordRows
    bucket: Halves
    target: HalfRows
    total: Words
    choice: Integers
    child: WordRows
    before: Words
    trail: Halves
    decision: Halves
    state: Words
