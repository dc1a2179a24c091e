"""The places of the arrays of the kernels `plain` and `plain_sudoku` of this folder; compiles nothing."""

from __future__ import annotations

import numpy as np

from accord_native.progress import STATE

LEVEL, PHASE = 0, 1  # in the state
KNOWN, NUMBERED, CANDIDATES, CHECKS, FRESH, FREE = range(STATE, STATE + 6)
STATES = STATE + 6
GIVEN, ALIVE, TODO, UNHIT = 0, 2, 4, 6  # in the path: the first of two words
PATH = 8  # places of a row of the path
BEGUN = np.uint64(1)  # the phase in which a call goes on; 0: nothing was done yet
TAIL, ROOM = np.uint64(8), np.uint64(128)  # clues that are searched with vectors; sets in them
LEVELS = 82  # of the scratch of `fillings`
CELLS, UPPER = np.uint64(81), np.uint64(54)  # in all; in the first word
