"""The places of the arrays of the kernel `memo`, which explains them; compiles nothing."""

from __future__ import annotations

import numpy as np

from accord_native.progress import STATE

LEVEL, RESUMING = 0, 1  # in the state
HITS, KEPT, REPLACED = range(STATE, STATE + 3)
STATES = STATE + 3
CHOSEN, WORD, OPEN, HASH, KEEP = range(5)  # of a branch
BRANCH = 5  # places of one
DIGIT = np.uint64(63)  # bits of a lane: two digits and a carry make no more than a word
LARGEST_DIGIT = np.uint64((1 << 63) - 1)
HEADROOM = np.uint64(62)  # bits of the highest lane, so that the sum of two counts still has room in it
