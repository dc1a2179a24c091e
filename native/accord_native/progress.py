"""What every kernel returns, and the counters that every kernel keeps in its state; compiles nothing."""

from __future__ import annotations

import numpy as np

DONE, PAUSED, FULL = (np.uint64(n) for n in range(3))  # searched all; the budget is used; the output is full
OVERFLOW = np.uint64(3)  # a count does not fit in its lanes

# The first two places of a state are the kernel's own.
SOLUTIONS, NODES, WRITTEN = 2, 3, 4  # so far; so far; solutions written by this call
STATE = 5  # places
