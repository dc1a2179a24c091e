"""The places of the arrays of the kernel `short`, which explains them; compiles nothing."""

from __future__ import annotations

import numpy as np

LEVEL, KEPT, MADE, MET, GOAL, STATES = range(6)  # in the state
COST, PARENT, MOVE = range(3)  # of an offer
OFFER = 3  # places of one
OUT, PARKED, FULL_COLUMNS, JOINTS, WRONG, NEXT, SECOND, WEIGHTS = range(8)  # in the weights
CELLS_OF, COLUMNS_OF, FILL, UNLIMITED, DECK, RULES = range(6)  # in the rules
COSTS = 4096
SOURCE, TARGET, PLACE, LOW = np.uint64(8), np.uint64(16), np.uint64(24), np.uint64(255)  # shifts; a byte
HIGH = np.uint64(32)  # a shift
