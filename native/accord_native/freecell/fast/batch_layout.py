"""What a search of one position keeps in its state, and what a batch of them tells; compiles nothing."""

from __future__ import annotations

import numpy as np

SOLVED, STATES, SCAN, TURN, LAP, LEFT_OF, BITS, COUNT, DEAD, BEGUN, RATING, KEPT, LOWEST, STATE = range(14)
LEFT, MADE = np.uint64(0), np.uint64(1)  # in a row of the trail: moves left, and the one that was made

FOUND, VISITED, TURNS, FIRST, LENGTH, RESULTS = range(6)  # in the results of a position
NEXT, WRITTEN, BUSY, PROGRESS = range(4)  # in the progress of a batch
TASKS = 64  # rows of the scratch in which runs are carried
MORE = np.uint64((1 << 64) - 1)  # there is no room for the plan

# the arrays of a search of one position, from `words` to `state`
SIGNATURE = (
    "uint64[:, ::1], uint8[:, ::1], uint64[:, ::1], uint64[:, ::1], uint64[::1], int32[:, ::1],"
    "uint64[:, ::1],"
    "uint64[::1], uint64[::1], uint64[::1], uint64[:, ::1], uint64[:, ::1], uint64[:, ::1], int64[:, ::1],"
    "uint64[::1], uint64[:, ::1], uint8[:, ::1], uint32[::1], uint32[::1], int64[:, ::1], uint64[::1]"
)
