"""The places of the arrays of the kernel `plain` of this folder; compiles nothing."""

from __future__ import annotations

import numpy as np

from accord_native.progress import STATE

LEVEL, PHASE = 0, 1  # in the state
KNOWN, NUMBERED, CHECKS, FRESH, FREE = range(STATE, STATE + 5)
STATES = STATE + 5
GIVEN, ALIVE, TODO, UNHIT = 0, 2, 4, 6  # in the path: the first of two words
PATH = 8  # places of a row of the path
BEGUN = np.uint64(1)  # the phase in which a call goes on; 0: nothing was done yet
TAIL, ROOM = np.uint64(8), np.uint64(128)  # clues that are searched with numbered sets, and how many
KNOWN_ROOM = 4096  # sets that can be known
OPEN, DIGITS, UNITS = 0, 1, 2  # rows of the filler's scratch
FILLER = 3
