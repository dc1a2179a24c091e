"""The places of the arrays of the kernel `read`, which explains them; compiles nothing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord_native.words import Bytes, Integers, Numbers, Words

AT, LINE, WRITTEN, STEPS, FAULT = range(5)  # in the state
STATE = 5  # places
WRONG, CUT = (np.uint64(n) for n in range(16, 18))  # beside DONE: what is wrong at FAULT


class Arrays(NamedTuple):
    """The arrays of the reader, which `read` explains."""

    data: Bytes
    number: Numbers
    begin: Integers
    state: Words
