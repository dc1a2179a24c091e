"""The places of the arrays that the modules of the `sums` kernel share; see `search`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord_native.progress import STATE
from accord_native.words import Bytes, Floats, HalfRows, Halves, WordRows, Words

LEVEL, FLOOR = 0, 1  # in the state
(
    TRAIL, IMPLYING, WATCHING, ADDING, HEAP, POOL, CAUSE, ABOUT, CONFLICTS, RESTARTS, RESTART_AT, LEARNT,
    LEARNT_MOST, UNITS, BLOCKED, PROBING, PROBE, QUIET, PROBES, SWEEP,
    ENDED,
) = range(STATE, STATE + 21)  # fmt: skip
STATES = STATE + 21

SLOT, WEIGHT, OPTION = range(3)  # of an entry and a member
REASON, POSITION, DEPTH = range(3)  # of an option that is decided or forced
SIZE, LEVELS, NEXT, LITERALS = 0, 1, 2, 4  # in a clause; NEXT takes two places
BODY, HEAD = np.uint64(LITERALS), np.uint64(NEXT)
IN, OUT, OPEN = np.uint8(0), np.uint8(1), np.uint8(2)

KIND_BITS, KIND_MASK = np.uint64(3), np.uint64(7)  # of a cause
NONE, BINARY, SUM, CLAUSE, SUBSET = (np.uint64(n) for n in range(5))

BOUNDS, SUBSETS, LOOKAHEAD = np.uint64(0), np.uint64(1), np.uint64(2)  # bits of `reasoning`
ACTIVITY, STREAK, SMALLEST = (np.uint64(n) for n in range(3))  # `branching`


class Given(NamedTuple):
    """The arrays that depend on the model only."""

    start: Halves
    entry: HalfRows
    first: Halves
    member: HalfRows
    top: Halves
    spread: Words
    slack: Words
    implied_start: Halves
    implied: Halves
    choice_start: Halves
    choice: Halves
    rival_start: Halves
    rival: Halves


class Arrays(NamedTuple):
    """The arrays of a search, which `search` explains."""

    given: Given
    room: Words
    value: Bytes
    trail: Halves
    about: HalfRows
    marks: Halves
    heap: HalfRows
    activity: Floats
    phase: Bytes
    pool: Halves
    watch: Halves
    units: Halves
    changed: Bytes
    calm: Words
    stamps: Words
    seen: Bytes
    why: Halves
    learnt: Halves
    reach: WordRows
    state: Words
