"""Tilings by polyominoes that a group fixes, each found by itself: nothing is merged, and no end is dead.

Sides between cells are decided in the order of their orbits under the group: all sides of an orbit are
walls, or none is. A side within a part is open already; one between parts may always be a wall; it may be
open unless that would join two cells that have a wall between them. So each node leads to a tiling.

    name    shape          dtype   meaning
    ------  -------------  ------  -------------------------------------------------------------------------
    sides   sides, 2       uint64  the two cells of each side, orbit after orbit
    first   orbits + 1     int64   where the sides of an orbit begin
    rows    room, 2, cells uint64  states at orbit `stop`: of each cell the set of cells of its part, and that
                                   of those beyond its part's walls; as bits, so for 64 cells at most
    stack   deep, 2, cells uint64  row 0 is the state to begin with; needs a row for each orbit, and one more
    open_   deep           int64   scratch: the orbit with which a row of the stack goes on

Example: two cells, their side one orbit. Row 0 is [[1, 2], [0, 0]]; it leads to two tilings.
"""

from __future__ import annotations

import numpy as np

from accord_native.bits import count_trailing_zeros
from accord_native.jit import jit
from accord_native.words import ONE, ZERO, Integers, WordBlocks, WordRows

PARTS, BEYOND = 0, 1


@jit()
def search(
    sides: WordRows,
    first: Integers,
    begin: np.int64,
    stop: np.int64,
    stack: WordBlocks,
    open_: Integers,
    rows: WordBlocks,
) -> np.int64:
    """How many states at orbit `stop` come of that on the stack at orbit `begin`; rows gets what fits."""
    found, top, orbit = 0, 0, begin
    while True:
        if orbit == stop:
            if found < len(rows):
                rows[found] = stack[top]
            found += 1
            top -= 1
            if top < 0:
                return np.int64(found)
            orbit = open_[top]
            continue
        state = stack[top]
        if state[PARTS, sides[first[orbit], ONE]] >> sides[first[orbit], ZERO] & ONE:
            orbit += 1  # open, and so are its images
            continue

        # -- as no walls, in a row of its own
        joined = stack[top + 1]
        joined[:] = state
        may = True
        for side in range(first[orbit], first[orbit + 1]):
            one, other = sides[side, ZERO], sides[side, ONE]
            here, there = joined[PARTS, one], joined[PARTS, other]
            if here == there:
                continue
            if joined[BEYOND, one] & there:
                may = False
                break
            part, beyond = here | there, joined[BEYOND, one] | joined[BEYOND, other]
            left = part
            while left:
                cell = count_trailing_zeros(left)
                left &= left - ONE
                joined[PARTS, cell] = part
                joined[BEYOND, cell] = beyond

        # -- as walls, in place
        for side in range(first[orbit], first[orbit + 1]):
            one, other = sides[side, ZERO], sides[side, ONE]
            left = state[PARTS, one]
            while left:
                cell = count_trailing_zeros(left)
                left &= left - ONE
                state[BEYOND, cell] |= ONE << other
            left = state[PARTS, other]
            while left:
                cell = count_trailing_zeros(left)
                left &= left - ONE
                state[BEYOND, cell] |= ONE << one
        orbit += 1
        if may:
            open_[top] = orbit
            top += 1
