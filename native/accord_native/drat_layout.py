"""The places of the arrays of the kernel `drat`, which explains them; compiles nothing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord_native.words import Bytes, HalfRows, Halves, Numbers, Words

STEP, FIXED, VERDICT, LEMMAS, RAT, IGNORED, VISITS, LOOKED_AT, FOUND = range(9)  # in the state
NOTED, IDS, STAMP, TOLD, CONFLICT = range(9, 14)  # of what is noted
STATE = 14  # places
OPEN, PROVED, REJECTED = (np.uint64(n) for n in range(3))  # verdicts
UNKNOWN, TRUE, FALSE = (np.uint8(n) for n in range(3))  # values of a literal
NONE = np.uint64((1 << 32) - 1)  # no clause


class Arrays(NamedTuple):
    """The arrays of the checker, which `drat` explains."""

    steps: Halves
    bound: HalfRows
    literal: Halves
    group: Halves
    watch: HalfRows
    base: Halves
    size: Halves
    value: Bytes
    reason: Halves
    trail: Halves
    newest: Halves
    below: Halves
    number: Halves
    seen: Halves
    state: Words
    note: Numbers
    spelt: Numbers
    named: Halves
    unit: Halves
    mark: Halves
    loose: Halves
