"""Constants of the kernels of LRAT; compiles nothing."""

from __future__ import annotations

import numpy as np

DELETE = np.int32(-(1 << 31))  # begins a step that deletes
LARGEST_VARIABLE = np.int64((1 << 30) - 1)
LARGEST_ID = np.int64((1 << 31) - 1)
