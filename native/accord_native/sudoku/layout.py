"""The places of the arrays of the kernels of sudoku, which explain them; compiles nothing."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from accord_native.progress import STATE
from accord_native.words import Bytes, HalfRows

Half: TypeAlias = np.uint32
Board: TypeAlias = HalfRows
Grid: TypeAlias = Bytes

LANES = 16  # of a band; nine have digits
BOARD = 3 * LANES
LEVELS, WIDTH = 83, 2 * BOARD  # 81 guesses at most; the last row is left to callers
SCRATCH = (LEVELS, WIDTH)  # the shape of boards
GRID = LEVELS - 1  # the row in which `other` keeps the board of the grid
CONTRADICTION, OPEN, SOLVED = (np.uint64(n) for n in range(3))  # what `settle` says
UNDECIDED = np.uint64((1 << 64) - 1)  # as a count of `several`

LEVEL, BACK = 0, 1  # in the state of `search`
STATES = STATE

MOST_WAYS = 648  # automorphisms of a grid
WAY = 19  # places of a way
