"""The places of the arrays that the modules of the `sums` kernel share; see `search`."""

from __future__ import annotations

import numpy as np

from accord_native.progress import STATE

LEVEL, FLOOR = 0, 1  # in the state
(
    TRAIL, IMPLYING, WATCHING, ADDING, HEAP, POOL, CAUSE, ABOUT, CONFLICTS, RESTARTS, RESTART_AT, LEARNT,
    LEARNT_MOST, UNITS, BLOCKED, PROBING, PROBE, QUIET, PROBES, SWEEP,
    ENDED,
) = range(STATE, STATE + 21)  # fmt: skip
STATES = STATE + 21

SLOT, WEIGHT, OPTION = range(3)  # of an entry and a member
REASON, POSITION, DEPTH = range(3)  # of an option that is decided or forced
SIZE, LEVELS, NEXT, LITERALS = 0, 1, 2, 4  # in a clause; NEXT takes two places
BODY, HEAD = np.uint64(LITERALS), np.uint64(NEXT)
IN, OUT, OPEN = np.uint8(0), np.uint8(1), np.uint8(2)

KIND_BITS, KIND_MASK = np.uint64(3), np.uint64(7)  # of a cause
NONE, BINARY, SUM, CLAUSE, SUBSET = (np.uint64(n) for n in range(5))

BOUNDS, SUBSETS, LOOKAHEAD = np.uint64(0), np.uint64(1), np.uint64(2)  # bits of `reasoning`
ACTIVITY, STREAK, SMALLEST = (np.uint64(n) for n in range(3))  # `branching`
