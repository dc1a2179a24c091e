"""The rows and states of the searches that keep exact positions; see `position`. Compiles nothing."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Links: TypeAlias = npt.NDArray[np.uint32]
Word: TypeAlias = np.uint64

MOST_CHILDREN = 1024
CELLS, COLUMNS, FILL, UNLIMITED, CYCLES = range(5)  # in the rules
UNDER, OVER, AFTER, BEFORE = range(4)  # in the work
FIRST, SECOND, THIRD, HOME_THEN, STEPS, SLOT, MOVED, CHILD = range(8)  # in a child; CHILD: how many these are
CARD, PLACE = np.uint64(8), np.uint64(255)  # of what MOVED, the shift to the card, and the bits of its place

ROW = 4  # words
LAST_KEY = np.uint64((1 << 30) - 1)  # of a row's third word
PARENT, LINK = np.uint64(30), np.uint64(0xFFFFFFFF)
MOVES = np.uint64(32)  # the bit of a row's fourth word where the moves begin
OUTDATED = np.uint64(1 << 63)  # of a row's third word: a better row has the same key
TO_CELL, TO_TABLE, TO_HOME = (np.uint64(n) for n in (60, 61, 62))  # bits of targets beside the cards

ROWS, LEAST, EXPANDED, GOAL, REOPENED, TOO_LONG = range(6)  # in the state of `search`
NEAREST = LEAST  # in that of `exhaust`, which has ROWS, EXPANDED and GOAL where `search` has them
STATES = 6
LONGEST = 512  # no f is as large
BUCKETS = 1024  # of `exhaust`
