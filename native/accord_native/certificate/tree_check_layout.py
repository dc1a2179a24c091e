"""The places of the arrays of the kernel `tree_check`, which explains them; compiles nothing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord_native.words import Halves, Integers, WordRows, Words

# verdicts on a decision, beside DONE and PAUSED
HUNGRY, WIDER, NO_DECISION, DOES_NOT_FIT, LACKS_NOTHING = (np.uint64(n) for n in range(16, 21))
DEPTH, DOWN, SEEN, SOLUTIONS, READ, KNOWN, TIGHT = range(7)  # places in the state
STATE = 7
WORD, SHIFT, FIELD, SPARE, LOW = range(5)  # columns of an item
ITEM = 5
CHOICE, BEGIN, AT, STOP = range(4)  # columns of an open decision
OPEN = 4


class Arrays(NamedTuple):
    """The arrays of the checker, which `tree_check` explains."""

    item: WordRows
    option: WordRows
    guard: Words
    enough: Words
    first: Integers
    giver: Integers
    gives: Words
    left: Words
    given: WordRows
    open: WordRows
    choice: Integers
    decision: Halves
    state: Words
