"""What the kernels of the search for clues share: names of places, and functions on masks; compiles nothing.

The third band's mini-rows (three cells of a row and a box) ask for clues by *active* bits: bit 3 * m + j says
that mini-row m must have a clue in a cell other than its j-th, bit 27 + 3 * m that it must have one at all.

    active 0b011 of a mini-row: one clue will do, in the cell that both pairs share, its last
    active 0b111: two clues, any
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba.extending import register_jitable

from accord_native.bits import population_count
from accord_native.progress import STATE

Words = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]

# places of the state: the kernel's own (TOP: entries of the stack, LEVEL: 1 + that of band 3, or 0) ...
TOP, LEVEL = 0, 1
# ... and after those of `progress` how many there are of each, what was counted, and what the last tail left:
# how many sets were beside its vectors (NEAR_), how many there were at all (MARK_), its clues, and where in
# the near others to look on
(
    SETS, MIXED, OTHERS, FRESH, CANDIDATES, REJECTED, CHECKS,
    NEAR_SETS, NEAR_MIXED, NEAR_OTHERS, MARK_SETS, MARK_MIXED, MARK_OTHERS, TAIL_CELLS, PLACE,
) = range(STATE, STATE + 15)  # fmt: skip
STATES = STATE + 15
# of a run
CLUES, MOST, LEAST, BAND_1, BAND_2, GIVEN_3, BARRED_3 = range(7)
RUN = 7
# of an entry of the stack
CELLS, DEAD, LEFT = range(3)
COUNT, VALID, FROM_TAIL = np.uint64(63), np.uint64(64), np.uint64(128)  # in LEFT
# of a level of band 3
THIRD, BARRED, BRANCH, LISTED, PROVED, MISSING = range(6)
BASE = 31  # the level that holds the clues of bands 1 and 2

ZERO, ONE, TWO, THREE, NINE, CELLS_3 = (np.uint64(n) for n in (0, 1, 2, 3, 9, 27))
WORD, LARGE = np.uint64(64), np.uint64(99)
ALL, ALL_3 = np.uint64((1 << 54) - 1), np.uint64((1 << 27) - 1)
BAND = ALL_3
MINIROW, FIRSTS = np.uint64(7), np.uint64(0o111111111)

TAIL = np.uint64(5)  # the last clues of bands 1 and 2, which are searched by bit vectors
VECTOR = np.uint64(128)  # sets in them
SLOTS = 8  # sets of a mini-row and a kind in them
LISTS = np.uint64(512)  # sets of a level of band 3
FEW = np.uint64(32)  # of them from `others`, to begin with
UNKNOWN = np.uint64(1 << 20)  # added to NEAR_OTHERS: not those of the last tail


@register_jitable
def barred(cells: np.uint64, run: Words) -> np.uint64:
    """The cells of bands that have all the clues they may."""
    full = ZERO
    if population_count(cells & BAND) >= run[BAND_1]:
        full |= BAND
    if population_count(cells >> CELLS_3) >= run[BAND_2]:
        full |= BAND << CELLS_3
    return full


@register_jitable
def needed(active: np.uint64) -> np.uint64:
    """How many clues the mini-rows of band 3 need."""
    some = (active | active >> ONE | active >> TWO | active >> CELLS_3) & FIRSTS
    both = active & active >> ONE & active >> TWO & FIRSTS
    return population_count(some) + population_count(both)


@register_jitable
def fits(active: np.uint64, cells: np.uint64, run: Words) -> bool:
    """Whether band 3 can take the clues that its mini-rows need."""
    return needed(active) + population_count(cells) <= run[CLUES]


@register_jitable
def useful(active: np.uint64) -> np.uint64:
    """The cells of band 3 that can be given where its mini-rows get no clue more than they need."""
    some = (active | active >> ONE | active >> TWO | active >> CELLS_3) & FIRSTS
    both = active & active >> ONE & active >> TWO & FIRSTS
    return (
        (some & ~active | both)
        | (some & ~(active >> ONE) | both) << ONE
        | (some & ~(active >> TWO) | both) << TWO
    )


@register_jitable
def asking(active: np.uint64) -> np.uint64:
    """The cells of all mini-row pairs, and of all mini-rows that must have a clue."""
    second, third = active >> ONE, active >> TWO
    two = (active & second | active & third | second & third) & FIRSTS
    return useful(active) | two * MINIROW
