"""The places of the arrays of the kernels of LRAT, which explain them; compiles nothing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord_native.words import Bytes, Halves, Integers, Numbers, Words

DELETE = np.int32(-(1 << 31))  # begins a step that deletes
LARGEST_VARIABLE = np.int64((1 << 30) - 1)
LARGEST_ID = np.int64((1 << 31) - 1)

AT, STEP, STEPS, WRITTEN, AXIOMS, RAT = range(6)  # in the state of each kernel that has them

# -- check -----------------------------------------------------------------------------------------------

END, SALT, MOVED, SHORT, NEED = range(6, 11)  # what is given, what is to be enlarged
TOP, WASTED, LIVE, ENTRIES, VARIABLES = range(11, 16)  # what is stored
HINT, TAIL, HOLDS, GROUP, PREFIX, FOUND = range(16, 22)  # the step at hand
VERDICT, BLAMED, LAST, LEMMAS, IGNORED, VISITS = range(22, 28)  # what was found
CHECK_STATE = 28  # places
CLAUSE, SIZE, MARK, HEADER = range(4)  # of a stored clause: its places before the literals, and how many
ARENA, TABLE, NAMES = (np.uint64(n) for n in range(3))  # what is SHORT
OPEN, PROVED, ORDER, ABSENT, WIDE, UNMET, STRANGE, TWICE, MISSED = map(np.uint64, range(9))
UNKNOWN, TRUE, FALSE = (np.uint8(n) for n in range(3))  # values of a literal
NONE = np.uint32((1 << 32) - 1)  # an empty place of a table


class CheckArrays(NamedTuple):
    """The arrays of the checker, which `check` explains."""

    number: Numbers
    arena: Halves
    table: Halves
    name: Halves
    places: Halves
    value: Bytes
    seen: Bytes
    times: Halves
    trail: Halves
    state: Words


# -- read ------------------------------------------------------------------------------------------------

LINE, FAULT = range(6, 8)
READ_STATE = 8
WRONG, CUT = (np.uint64(n) for n in range(16, 18))  # beside DONE: what is wrong at FAULT


class ReadArrays(NamedTuple):
    """The arrays of the reader, which `read` explains."""

    data: Bytes
    number: Numbers
    begin: Integers
    state: Words


# -- trim ------------------------------------------------------------------------------------------------

BACK, FRESH, FREED = range(6, 9)
TRIM_STATE = 9


class TrimArrays(NamedTuple):
    """The arrays of the trimmer, which `trim` explains."""

    number: Numbers
    begin: Integers
    step: Halves
    last: Halves
    fresh: Halves
    kept: Numbers
    starts: Integers
    state: Words
