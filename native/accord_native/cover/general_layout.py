"""The places of the arrays of the kernel `general`, which explains them; compiles nothing."""

from __future__ import annotations

import numpy as np

from accord_native.progress import STATE

LEVEL, PHASE = 0, 1  # in the state
TRAIL, PLACED, UNMET, AIM, CURSOR = range(STATE, STATE + 5)
STATES = STATE + 5
SLOT, WEIGHT, OPTION = range(3)  # of an entry and a member
MARK, BRANCHED, BRANCH_AIM, BRANCH_CURSOR = range(4)  # of a branch
BRANCH = 4  # places of one
IN, OUT, OPEN = range(3)  # values of an option
BRANCHING = np.uint64(1)  # the phase in which a call goes on; 0: nothing was propagated yet
