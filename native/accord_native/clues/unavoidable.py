"""Unavoidable sets of a finished 9x9 grid: the cells where some other grid differs from it.

`sets` takes any region of the grid. `bands` does at once all that a search for clues in two bands wants to
know of a grid: the sets within bands 1 and 2, and those that touch band 3 in a single mini-row (the three
cells that a row and a box share), where two digits change places or all three move on. How they search is
told in `unavoidable_walk`. What they keep is minimal: of two sets, one within the other, the larger goes.

    sets(grid, within, fixed, most_cells, least_digits, most_digits, found, template, scratch, walked)
        -> how many sets
    sets_of(as sets, with `lowest` before `found`)
        -> how many sets so far: the same in nine calls with the same arrays, lowest = 1, 2, ..., 9 in turn
    bands(grid, most_cells, most_digits, most_mixed, most_mixed_digits, found, ids, template, scratch, walked)
        -> how many sets within bands 1 and 2; in all there are walked[SETS]

    name               shape         dtype   meaning
    -----------------  ------------  ------  ------------------------------------------------------------
    grid               81            uint8   the digits 1..9, row by row: a valid grid
    within             2             uint64  the cells that may differ
    fixed              81            uint8   the digits of all cells not in `within`: those of `grid`, or
                                             others, which every set then has to mend: a changed mini-row
    most_cells         -             uint64  of a set, 0..81; those of `fixed` and of band 3 count
    least_digits       -             uint64  of those that the cells of a set have
    most_digits        -             uint64  likewise; 9: all sets of so many cells
    most_mixed         -             uint64  as most_cells, for the sets that touch band 3
    most_mixed_digits  -             uint64  as most_digits, for these
    found              capacity, 2   uint64  the sets: first word cells 0..53, second word cells 54..80
    ids                capacity      uint64  (bands) what a set has of band 3. 3 * minirow + j, 0..26: that
                                             mini-row without its j-th cell; 27 + minirow: all of it;
                                             WITHIN (36): nothing. minirow = 3 * (row - 6) + stack, 0..8
    template           TEMPLATES, 4  uint64  scratch; for `bands` BANDS_TEMPLATES rows are enough
    scratch            SCRATCH       uint64  scratch; needs no preparation, like all the following
    walked             WALKED        uint64  SETS: how many were found; LOST: how many found no room in
                                             `found`; CUT: templates that found none (0, 0: all is there)

`found` is ordered by the number of cells. That of `bands` has first the sets within bands 1 and 2, then the
others mini-row by mini-row, of each its three pairs, then all of it, each of these by the number of cells. A
set with an id is kept only if no other set of that id, none within bands 1 and 2, and (if it has all of the
mini-row) none of that mini-row's pairs is part of it.

What limits cost `bands`, in ms of user CPU, and how many sets they bring (within, mixed; means of five random
grids, six ways each): 14 cells, 4 digits 1.7 (46, 83); 12 cells, 9 digits 2.3 (55, 91); 14 cells, 5 digits
5.4 (82, 156); 16 cells, 5 digits 14 (133, 293). At most 702 sets were found: room for 2048 is ample.

Example: where two rows of a band have 1 and 4 in the same two columns, those four cells are found by `sets`
with most_cells = 4, and least_digits = most_digits = 2.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros
from accord_native.clues.unavoidable_layout import (
    BASE,
    FULL_ROW,
    GROUP,
    OWN,
    SETS,
    WITHIN,
    WORD,
    Number,
)
from accord_native.clues.unavoidable_walk import by_size, homes, templates, walk
from accord_native.jit import jit
from accord_native.words import NINE, ONE, THREE, TWO, ZERO, Bytes, Words

EVERY_DIGIT = np.uint64(0b1111111110)


@register_jitable
def third_row(grid: Bytes, digit: Number, row: Number) -> np.uint64:
    """The column of a digit in a row, as a bit."""
    for column in range(NINE):
        if np.uint64(grid[NINE * row + column]) == digit:
            return ONE << column
    return ZERO


@register_jitable
def moved_to(kind: np.uint64, way: Number, place: Number) -> np.uint64:
    """Where a digit goes in a mini-row: all but the cell `kind` change places, or (3) all move on."""
    if kind == THREE:
        return (place + ONE + way) % THREE
    return THREE - kind - place


@jit(
    "uint64(uint8[::1], uint64[::1], uint8[::1], uint64, uint64, uint64, uint64, uint64[:, ::1],"
    "uint64[:, ::1], uint64[::1], uint64[::1])"
)
def sets_of(
    grid: Bytes,
    within: Words,
    fixed: Bytes,
    most_cells: np.uint64,
    least_digits: np.uint64,
    most_digits: np.uint64,
    lowest: Number,
    found: Words,
    template: Words,
    scratch: Words,
    walked: Words,
) -> np.uint64:
    """The part of `sets` that finds those whose lowest digit is `lowest`; how many there are by now."""
    home, rows, rank = scratch[:20].reshape(10, 2), scratch[20:29], scratch[30:40]
    choice, level = scratch[40:112].reshape(9, 8), scratch[120:230].reshape(10, 11)
    ranks = scratch[230:330].reshape(10, 10)
    if lowest == ONE:
        homes(grid, home)
        walked[:] = ZERO
        must, end = ZERO, ZERO
        for digit in range(ONE, NINE + ONE):
            for row in range(NINE):
                rows[row] = ZERO
                for column in range(NINE):
                    cell = NINE * row + column
                    is_open = within[0] >> cell if cell < WORD else within[1] >> (cell - WORD)
                    if is_open & ONE:
                        rows[row] |= ONE << column
                    elif np.uint64(fixed[cell]) == digit:
                        rows[row] = ONE << column
                        if np.uint64(grid[cell]) != digit:
                            must |= (ONE << digit) | (ONE << np.uint64(grid[cell]))
                        break
            rank[digit] = digit
            end = templates(
                grid, digit, rows, most_cells >> ONE, most_digits, template, end, walked, choice, ranks[digit]
            )  # fmt: skip
        scratch[330] = must
    must = scratch[330]
    if must == ZERO or lowest == ONE:
        # what must move moves at once, whatever its digits are
        start = lowest if must == ZERO else count_trailing_zeros(must)
        allowed = EVERY_DIGIT if must != ZERO else EVERY_DIGIT >> lowest << lowest
        walk(
            home, template, ranks, rank, start, allowed, must, most_cells, least_digits, most_digits,
            found, walked, level,
        )  # fmt: skip
    by_size(found, ZERO, walked[SETS])
    return walked[SETS]


@jit(
    "uint64(uint8[::1], uint64[::1], uint8[::1], uint64, uint64, uint64, uint64[:, ::1], uint64[:, ::1],"
    "uint64[::1], uint64[::1])"
)
def sets(
    grid: Bytes,
    within: Words,
    fixed: Bytes,
    most_cells: np.uint64,
    least_digits: np.uint64,
    most_digits: np.uint64,
    found: Words,
    template: Words,
    scratch: Words,
    walked: Words,
) -> np.uint64:
    """Find the minimal unavoidable sets in a region of a grid, as the head of this file says; how many."""
    for lowest in range(ONE, NINE + ONE):
        sets_of(
            grid, within, fixed, most_cells, least_digits, most_digits, lowest,
            found, template, scratch, walked,
        )  # fmt: skip
    return walked[SETS]


@jit(
    "uint64(uint8[::1], uint64, uint64, uint64, uint64, uint64[:, ::1], uint64[::1], uint64[:, ::1],"
    "uint64[::1], uint64[::1])"
)
def bands(
    grid: Bytes,
    most_cells: np.uint64,
    most_digits: np.uint64,
    most_mixed: np.uint64,
    most_mixed_digits: np.uint64,
    found: Words,
    ids: Words,
    template: Words,
    scratch: Words,
    walked: Words,
) -> np.uint64:
    """Find the sets within bands 1 and 2, and those with a mini-row of band 3; how many are within."""
    home, rows, rank = scratch[:20].reshape(10, 2), scratch[20:29], scratch[30:40]
    choice, level = scratch[40:112].reshape(9, 8), scratch[120:230].reshape(10, 11)
    ranks, lists = scratch[230:930].reshape(70, 10), scratch[930:1020].reshape(10, 9)
    homes(grid, home)
    walked[:] = ZERO
    end, number = ZERO, ZERO
    moves, digits = max(most_cells, most_mixed) >> ONE, max(most_digits, most_mixed_digits)
    rows[:6] = FULL_ROW
    for digit in range(ONE, NINE + ONE):
        for row in range(np.uint64(6), NINE):
            rows[row] = third_row(grid, digit, row)
        end = templates(
            grid, digit, rows, moves, digits, template, end, walked, choice, ranks[number]
        )  # fmt: skip
        rank[digit], lists[digit, :] = number, number
        number += ONE
        for row in range(np.uint64(6), NINE):
            own = rows[row]
            column = count_trailing_zeros(own)
            edge = column - column % THREE
            for other in range(edge, edge + THREE):
                if other != column:
                    rows[row] = ONE << other
                    end = templates(
                        grid, digit, rows, moves, digits, template, end, walked, choice, ranks[number]
                    )  # fmt: skip
                    lists[digit, other] = number
                    number += ONE
            rows[row] = own

    allowed = EVERY_DIGIT
    for digit in range(ONE, NINE + ONE):
        walk(
            home, template, ranks, rank, digit, allowed, ZERO, most_cells, TWO, most_digits,
            found, walked, level,
        )  # fmt: skip
        allowed &= ~(ONE << digit)
    within = walked[SETS]
    by_size(found, ZERO, within)
    ids[:within] = WITHIN
    walked[BASE] = within
    # pair after pair, then the whole mini-rows: a set that needs all three cells may contain one of a pair
    for turn in range(np.uint64(36)):
        minirow = turn // np.uint64(4)
        corner = NINE * (np.uint64(6) + minirow // THREE) + THREE * (minirow % THREE)
        kind = turn % np.uint64(4)
        if kind == ZERO:
            walked[GROUP] = walked[SETS]
        walked[OWN] = walked[SETS]
        begin = walked[SETS]
        for way in range(TWO if kind == THREE else ONE):
            must, start = ZERO, ZERO
            for place in range(THREE):
                if place == kind:
                    continue
                target = moved_to(kind, way, place)
                start = np.uint64(grid[corner + place])
                must |= ONE << start
                rank[start] = lists[start, (corner + target) % NINE]
            walk(
                home, template, ranks, rank, start, EVERY_DIGIT, must, most_mixed, TWO, most_mixed_digits,
                found, walked, level,
            )  # fmt: skip
            for place in range(THREE):
                back = np.uint64(grid[corner + place])
                rank[back] = lists[back, (corner + place) % NINE]
        by_size(found, begin, walked[SETS])
        name = np.uint64(27) + minirow if kind == THREE else THREE * minirow + kind
        ids[begin : walked[SETS]] = name
    return within
