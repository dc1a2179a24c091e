"""The places of the arrays of `tree` and `graph`, which explain them; compiles nothing.

`check` has its own, in `check_layout`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord_native.words import Bytes, HalfRows, Halves, WordRows, Words

NODES, WRITTEN = range(2)  # in the state of both

# -- tree ------------------------------------------------------------------------------------------------

DEPTH, LACKING, GOES_DOWN, DEAD, SOLUTIONS = range(2, 7)  # in the state
TREE_STATE = 7  # places
DECISION, OPTION, TRIES = range(3)  # columns of a frame
FRAME = 3
NONE = np.uint64((1 << 32) - 1)


class TreeArrays(NamedTuple):
    """The arrays of `tree`, which explains them."""

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


# -- graph -----------------------------------------------------------------------------------------------

ROW, SPARE_ROW, ROWS, WAITING, CLOSED, LOST = range(2, 8)  # in the state
GRAPH_STATE = 8  # places
WORD, SHIFT, MASK, LOW, HIGH, BIT = range(6)  # columns of an item
ITEM = 6
QUEUE, BEHIND, BUCKET = range(3)  # columns of a link
LINK = 3
NAME, HEAD, TAIL = range(3)  # columns of a queue
QUEUES = 3
LANE = np.uint64(56)  # bits of a number in a word; the last word may have a few more
MUCH = np.uint64(1 << 40)  # of the last word: then another is needed
GROW, LONGER = (np.uint64(n) for n in range(8, 10))  # returned: more rows, or lanes, are needed


class GraphArrays(NamedTuple):
    """The arrays of `graph`, which explains them."""

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
