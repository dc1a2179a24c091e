"""Kernel functions for the clues that band 3 still needs, by masks of cells.

The third band's mini-rows (three cells of a row and a box) ask for clues by *active* bits: bit 3 * m + j says
that mini-row m must have a clue in a cell other than its j-th, bit 27 + 3 * m that it must have one at all.

    active 0b011 of a mini-row: one clue will do, in the cell that both pairs share, its last
    active 0b111: two clues, any
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import population_count
from accord_native.clues.layout import BAND, BAND_1, BAND_2, CELLS_3, CLUES, FIRSTS, MINIROW
from accord_native.words import ONE, TWO, ZERO, Words


@register_jitable
def barred_cells(cells: np.uint64, run: Words) -> np.uint64:
    """The cells of bands that have all the clues they may."""
    full = ZERO
    if population_count(cells & BAND) >= run[BAND_1]:
        full |= BAND
    if population_count(cells >> CELLS_3) >= run[BAND_2]:
        full |= BAND << CELLS_3
    return full


@register_jitable
def needed_clues(active: np.uint64) -> np.uint64:
    """How many clues the mini-rows of band 3 need."""
    some = (active | active >> ONE | active >> TWO | active >> CELLS_3) & FIRSTS
    both = active & active >> ONE & active >> TWO & FIRSTS
    return population_count(some) + population_count(both)


@register_jitable
def fits(active: np.uint64, cells: np.uint64, run: Words) -> bool:
    """Whether band 3 can take the clues that its mini-rows need."""
    return needed_clues(active) + population_count(cells) <= run[CLUES]


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
