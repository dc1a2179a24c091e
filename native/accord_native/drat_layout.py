"""The places of the arrays of the kernel `drat`, which explains them; compiles nothing."""

from __future__ import annotations

import numpy as np

STEP, FIXED, VERDICT, LEMMAS, RAT, IGNORED, VISITS, LOOKED_AT, FOUND = range(9)  # in the state
STATE = 9  # places
OPEN, PROVED, REJECTED = (np.uint64(n) for n in range(3))  # verdicts
UNKNOWN, TRUE, FALSE = (np.uint8(n) for n in range(3))  # values of a literal
NONE = np.uint64((1 << 32) - 1)  # no clause
