"""The places of the arrays of the kernel `trim`, which explains them; compiles nothing."""

from __future__ import annotations

from typing import NamedTuple

from accord_native.words import Halves, Integers, Numbers, Words

AXIOMS, BACK, STEP, FRESH, WRITTEN, STEPS, FREED, RAT = range(8)  # in the state
STATE = 8  # places


class Arrays(NamedTuple):
    """The arrays of the trimmer, which `trim` explains."""

    number: Numbers
    begin: Integers
    step: Halves
    last: Halves
    fresh: Halves
    kept: Numbers
    starts: Integers
    state: Words
