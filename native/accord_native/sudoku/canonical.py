"""Kernel that finds the canonical form of a 9x9 sudoku grid: the least equivalent grid, and all ways to it.

A way is: transpose or not, permute the bands and the rows within each, likewise the stacks and columns, and
rename the digits. The first row of the least grid is 123456789, so a choice of a row for it and of an order
of the columns names the digits; the other rows then only have to be sorted. That makes 2 * 9 * 6^4 grids to
compare, and nearly all of them lose within a few digits of the second row.

    name     shape      dtype   meaning
    -------  ---------  ------  ----------------------------------------------------------------------------
    grid     81         uint8   the digits 1..9, row by row
    least    81         uint8   the least grid
    ways     most, 19   uint8   a way to it: whether transposed, then of each new row and column the old one;
                                as many are written as there is space for
    scratch  WAY_BYTES  uint8   the grid, transposed or not; the name of each digit; of each old row its first
                                new digit; needs no preparation
    lists    WAY_WORDS  uint64  of each new row and column the old one; needs no preparation

Several ways to the least grid differ by automorphisms of the grid: there are as many ways as automorphisms.

Example: the grid 123456789 456789123 ... with 648 automorphisms is reached in 648 ways from any grid of its
class, and in one way from most other grids.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from accord_native.jit import jit
from accord_native.words import NINE, ONE, THREE, ZERO, ByteRows, Bytes, Words

ORDERS = np.array(list(permutations(range(3))), np.uint64)
BANDS = np.uint64(6)  # orders of three things


@jit()
def canonical(grid: Bytes, least: Bytes, ways: ByteRows, scratch: Bytes, lists: Words) -> np.uint64:
    """Find the least grid and write the ways to it; how many there are."""
    number = ZERO
    least[:] = 255
    board, name, lead = scratch[:81], scratch[81:91], scratch[91:]
    row, column = lists[:9], lists[9:]
    for transposed in range(np.uint64(2)):
        for at in range(np.uint64(81)):
            board[at] = grid[at % NINE * NINE + at // NINE] if transposed else grid[at]
        for choice in range(NINE * BANDS * BANDS * BANDS * BANDS):
            rest = np.uint64(choice)
            top = rest // (BANDS * BANDS * BANDS * BANDS)
            stacks = rest % BANDS
            for stack in range(THREE):
                rest //= BANDS
                for each in range(THREE):
                    column[stack * THREE + each] = ORDERS[stacks, stack] * THREE + ORDERS[rest % BANDS, each]
            for at in range(NINE):
                name[board[top * NINE + column[at]]] = at + ONE
            band = top // THREE * THREE
            second, third = band + (top - band + ONE) % THREE, band + (top - band + ONE + ONE) % THREE
            if name[board[second * NINE + column[0]]] > name[board[third * NINE + column[0]]]:
                second, third = third, second
            behind = ahead = False  # of the least so far, by the second row
            for at in range(NINE):
                digit = name[board[second * NINE + column[at]]]
                if digit != least[NINE + at]:
                    behind, ahead = digit > least[NINE + at], digit < least[NINE + at]
                    break
            if behind:
                continue

            row[0], row[1], row[2] = top, second, third
            for at in range(NINE):
                lead[at] = name[board[at * NINE + column[0]]]
            place = THREE
            for other in range(THREE):
                if other != top // THREE:
                    for at in range(THREE):
                        row[place + at] = other * THREE + at
                    for step in range(THREE):  # sort the three rows by their first digits
                        upper = place + (ONE if step == ONE else ZERO)
                        if lead[row[upper]] > lead[row[upper + ONE]]:
                            row[upper], row[upper + ONE] = row[upper + ONE], row[upper]
                    place += THREE
            if lead[row[3]] > lead[row[6]]:
                for at in range(THREE):
                    row[THREE + at], row[BANDS + at] = row[BANDS + at], row[THREE + at]
            if not ahead:
                for at in range(NINE, NINE * NINE):
                    digit = name[board[row[at // NINE] * NINE + column[at % NINE]]]
                    if digit != least[at]:
                        behind, ahead = digit > least[at], digit < least[at]
                        break
            if behind:
                continue
            if ahead:
                number = ZERO
                for at in range(NINE * NINE):
                    least[at] = name[board[row[at // NINE] * NINE + column[at % NINE]]]
            if number < np.uint64(len(ways)):
                ways[number, 0] = transposed
                for at in range(NINE):
                    ways[number, ONE + at] = row[at]
                    ways[number, ONE + NINE + at] = column[at]
            number += ONE
    return number
