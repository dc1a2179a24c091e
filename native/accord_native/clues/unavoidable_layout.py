"""The places of the arrays that the kernels of unavoidable sets share; compiles nothing."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

Number: TypeAlias = "np.uint64 | int"  # of a loop, which is uint64 when compiled

WITHIN = np.uint64(36)  # the id of a set within bands 1 and 2
TEMPLATES = 9 * 46656  # enough for all templates of all digits
BANDS_TEMPLATES = 63 * 288  # enough for two bands: seven ways to stand in the third for each digit
SCRATCH = 1024

LOW, HIGH, COVERS, MOVES = range(4)  # of a template
TEMPLATE = 4  # places of one
(
    DIGIT,
    CURSOR,
    STOP,
    TAKEN_LOW,
    TAKEN_HIGH,
    DIFFERS_LOW,
    DIFFERS_HIGH,
    MOVED,
    CELLS,
    WAITING,
    ALLOWED,
) = range(11)  # of a level
SETS, GROUP, OWN, BASE, LOST, CUT = range(6)  # of what was walked
WALKED = 6  # places of it

WORD = np.uint64(54)  # cells in the first word
FULL_ROW = np.uint64(0b111111111)
