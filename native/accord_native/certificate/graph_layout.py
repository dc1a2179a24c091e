"""The places of the arrays of the kernel `graph`, which explains them; compiles nothing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord_native.words import HalfRows, Halves, WordRows, Words

ROW, SPARE_ROW, ROWS, WAITING, NODES, WRITTEN, CLOSED, LOST = range(8)  # places in the state
STATE = 8
WORD, SHIFT, MASK, LOW, HIGH, BIT = range(6)  # columns of an item
ITEM = 6
QUEUE, BEHIND, BUCKET = range(3)  # columns of a link
LINK = 3
NAME, HEAD, TAIL = range(3)  # columns of a queue
QUEUES = 3
LANE = np.uint64(56)  # bits of a number in a word; the last word may have a few more
MUCH = np.uint64(1 << 40)  # of the last word: then another is needed
GROW, LONGER = (np.uint64(n) for n in range(8, 10))  # returned: more rows, or lanes, are needed


class Arrays(NamedTuple):
    """The arrays of the search, which `graph` explains."""

    item: WordRows
    counted: Halves
    wanted: Words
    blocks: WordRows
    adds: WordRows
    step: Halves
    start: Halves
    entry_item: Halves
    entry_amount: Words
    first: Halves
    of: Halves
    of_amount: Words
    state_of: WordRows
    ways: WordRows
    link: HalfRows
    bucket: Halves
    queue: HalfRows
    total: Words
    fitting: Halves
    next_state: Words
    out: Halves
    state: Words
