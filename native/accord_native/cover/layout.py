"""The places of the arrays of the kernels of this folder, which explain them; compiles nothing."""

from __future__ import annotations

import numpy as np

from accord_native.progress import STATE

LEVEL = 0  # in the state of each; the second place is of its own:
RESUMING = PHASE = CONFLICT = 1  # of bitset and memo; of general; of cells

# bitset and memo
CHOSEN, WORD, OPEN = range(3)  # of a branch
BASE = STATE  # in the state of bitset
BITSET_STATES = STATE + 1
OPTION, SPARE, UNMET = range(3, 6)  # of a branch of bitset
BITSET_BRANCH = 6  # places of one
HITS, KEPT, REPLACED = range(STATE, STATE + 3)  # in the state of memo
MEMO_STATES = STATE + 3
HASH, KEEP = range(3, 5)  # of a branch of memo
MEMO_BRANCH = 5
DIGIT = np.uint64(63)  # bits of a lane: two digits and a carry make no more than a word
LARGEST_DIGIT = np.uint64((1 << 63) - 1)
HEADROOM = np.uint64(62)  # bits of the highest lane, so that the sum of two counts still fits in it

# cells
COUNTED, HEAD, TAIL, TRAILED, DEEP, CELLS_UNMET, NEXT_FREE = range(STATE, STATE + 7)  # in the state
CELLS_STATES = STATE + 7
NEXT, STOP, TO_TRAILED, TO_DEEP, TO_HEAD, TO_TAIL, HINT = range(7)  # in a level
LEVEL_PLACES = 7
MET = np.uint32(1 << 31)  # a bit of a size
NUMBER = np.uint64((1 << 31) - 1)  # the rest of a size

# general
TRAIL, PLACED, GENERAL_UNMET, AIM, CURSOR = range(STATE, STATE + 5)  # in the state
GENERAL_STATES = STATE + 5
SLOT, WEIGHT, OWNER = range(3)  # of an entry and a member; OWNER: its option
MARK, BRANCHED, BRANCH_AIM, BRANCH_CURSOR = range(4)  # of a branch
GENERAL_BRANCH = 4
IN, OUT, UNDECIDED = range(3)  # values of an option
BRANCHING = np.uint64(1)  # the phase in which a call continues; 0: nothing was propagated yet
