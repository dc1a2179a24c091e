"""The places of the arrays of the kernel `bitset`, which explains them; compiles nothing."""

from __future__ import annotations

from accord_native.progress import STATE

LEVEL, RESUMING = 0, 1  # in the state
STATES = STATE
CHOSEN, WORD, OPEN, OPTION, UNMET = range(5)  # of a branch
BRANCH = 5  # places of one
