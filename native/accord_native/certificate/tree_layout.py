"""The places of the arrays of the kernel `tree`, which explains them; compiles nothing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord_native.words import Bytes, HalfRows, Halves, WordRows, Words

# places in the state; the first ones are where the search stands
DEPTH, LACKING, GOES_DOWN, DEAD, NODES, SOLUTIONS, WRITTEN = range(7)
STATE = 7
DECISION, OPTION, TRIES = range(3)  # columns of a frame
FRAME = 3
NONE = np.uint64((1 << 32) - 1)


class Arrays(NamedTuple):
    """The arrays of the search, which `tree` explains."""

    start: Halves
    item: Halves
    amount: Words
    mask: WordRows
    single: Bytes
    least: Words
    low: Words
    high: Words
    given: Words
    lacking: Halves
    lacking_at: Halves
    active: WordRows
    reach: WordRows
    frame: HalfRows
    out: Halves
    state: Words
