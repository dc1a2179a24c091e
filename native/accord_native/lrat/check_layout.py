"""The places of the arrays of the kernel `check`, which explains them; compiles nothing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord_native.words import Bytes, Halves, Numbers, Words

# in the state
AT, END, AXIOMS, SALT, MOVED, SHORT, NEED = range(7)  # what is read, what is given, what is to be enlarged
TOP, WASTED, LIVE, ENTRIES, VARIABLES = range(7, 12)  # what is stored
HINT, TAIL, HOLDS, GROUP, PREFIX, FOUND = range(12, 18)  # the step at hand
VERDICT, BLAMED, LAST, STEP, LEMMAS, RAT, IGNORED, VISITS = range(18, 26)  # what was found
STATE = 26  # places

CLAUSE, SIZE, MARK, HEADER = range(4)  # of a stored clause: its places before the literals, and how many
ARENA, TABLE, NAMES = (np.uint64(n) for n in range(3))  # what is SHORT
OPEN, PROVED, ORDER, ABSENT, WIDE, UNMET, STRANGE, TWICE, MISSED = map(np.uint64, range(9))
UNKNOWN, TRUE, FALSE = (np.uint8(n) for n in range(3))  # values of a literal
NONE = np.uint32((1 << 32) - 1)  # an empty place of a table


class Arrays(NamedTuple):
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
