"""The places of the arrays of the kernel `bitset`, which explains them; compiles nothing."""

from __future__ import annotations

from accord_native.progress import STATE

LEVEL, RESUMING, BASE = 0, 1, STATE  # in the state
STATES = STATE + 1
CHOSEN, WORD, OPEN, OPTION, SPARE, UNMET = range(6)  # of a branch
BRANCH = 6  # places of one
