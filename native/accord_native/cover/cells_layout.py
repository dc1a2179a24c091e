"""The places of the arrays of the kernel `cells`, which explains them; compiles nothing."""

from __future__ import annotations

import numpy as np

from accord_native.progress import STATE

LEVEL, CONFLICT = 0, 1  # in the state
TOLD, HEAD, TAIL, TRAILED, DEEP, UNMET, NEXT_FREE = range(STATE, STATE + 7)
STATES = STATE + 7
NEXT, STOP, TO_TRAILED, TO_DEEP, TO_HEAD, TO_TAIL, HINT = range(7)  # in a level
LEVEL_PLACES = 7
MET = np.uint32(1 << 31)  # a bit of a size
NUMBER = np.uint64((1 << 31) - 1)  # the rest of a size
