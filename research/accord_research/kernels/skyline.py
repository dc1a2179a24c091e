"""Tilings of a square by rectangles no two of which are alike, each found by itself.

Columns are filled from below. The next rectangle lies on the lowest column, the leftmost of them, with its
left edge there; it may be as wide as the columns to the right are as low. So each tiling is found once.

    name     shape               dtype   meaning
    -------  ------------------  ------  ---------------------------------------------------------------
    bit      side + 1, side + 1  int64   of each width and height which rectangle that is, or -1 for none;
                                         two that may not both be laid are one: 128 at most
    heights  side                int64   how far each column is filled; is as it was when the kernel returns
    used     2                   uint64  the rectangles that are laid already, as bits; likewise
    frames   5, depth            int64   scratch, for each rectangle laid: COLUMN, BASE, GAP, WIDE, HIGH
    effort   1                   int64   how many rectangles were laid: added to

Example: side 2, rectangles of width and height 1 or 2, all different: the square of side 2 by itself, and no
other, as two of 1 x 2 would be alike.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from accord_native.jit import jit
from accord_native.words import ONE, ZERO, Integers, Words

IntegerRows = Annotated[Integers, 2]
COLUMN, BASE, GAP, WIDE, HIGH = range(5)


@jit()
def search(
    bit: IntegerRows, heights: Integers, used: Words, frames: IntegerRows, effort: Integers
) -> np.int64:
    """How many tilings come of what is laid already; that may not be all."""
    side = len(heights)
    found, depth, fresh = 0, -1, True
    while True:
        if fresh:  # a place for the next rectangle
            column = 0
            for other in range(1, side):
                if heights[other] < heights[column]:
                    column = other
            base, gap = heights[column], 1
            if base == side:
                found += 1
            else:
                while column + gap < side and heights[column + gap] == base:
                    gap += 1
                depth += 1
                frames[COLUMN, depth], frames[BASE, depth], frames[GAP, depth] = column, base, gap
                frames[WIDE, depth], frames[HIGH, depth] = 1, 0
                fresh = False
        if fresh:  # a tiling: take its last rectangle away
            if depth < 0:
                return np.int64(found)
            fresh = False
            column, base, wide = frames[COLUMN, depth], frames[BASE, depth], frames[WIDE, depth]
            heights[column : column + wide] = base
            kind = bit[wide, frames[HIGH, depth]]
            used[kind >> 6] ^= ONE << np.uint64(kind & 63)

        # -- the next rectangle that fits there
        column, base, wide = frames[COLUMN, depth], frames[BASE, depth], frames[WIDE, depth]
        high = frames[HIGH, depth] + 1
        if high > side - base:
            wide, high = wide + 1, 1
        if wide > frames[GAP, depth]:
            depth -= 1
            if depth < 0:
                return np.int64(found)
            column, base, wide = frames[COLUMN, depth], frames[BASE, depth], frames[WIDE, depth]
            heights[column : column + wide] = base
            kind = bit[wide, frames[HIGH, depth]]
            used[kind >> 6] ^= ONE << np.uint64(kind & 63)
            continue
        frames[WIDE, depth], frames[HIGH, depth] = wide, high
        kind = bit[wide, high]
        if kind < 0 or used[kind >> 6] >> np.uint64(kind & 63) & ONE != ZERO:
            continue
        used[kind >> 6] |= ONE << np.uint64(kind & 63)
        heights[column : column + wide] = base + high
        effort[0] += 1
        fresh = True
