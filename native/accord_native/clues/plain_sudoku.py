"""Other fillings of a sudoku grid: a small backtracking search, the oracle of `plain` alone.

It is kept apart from the fast kernel on purpose, so that a fault in either shows as a disagreement.

    name    shape         dtype   meaning
    ------  ------------  ------  -----------------------------------------------------------------------
    grid    81            uint8   the digits of the grid, row by row
    kept    2             uint64  the cells whose digits stay, as a set; all others are open
    place   82, 9, 2      uint64  scratch: at each level of the search, where a digit may still stand
    out     capacity, 2   uint64  the sets of cells where a filling differs from the grid

A set of cells is two words: the bits 0..53 of the first are the cells of the upper six rows, the bits 0..26
of the second those of the other three. A digit that has one cell left in a unit (a row, column or box), or a
cell that has one digit left, is placed; otherwise a cell with few digits left is tried, with the grid's own
digit first, so that the first filling that differs does so in few cells.

Example: where only the cells r1c1 r1c4 r2c1 r2c4 are open, and the grid has 1 2 over 2 1 there, one filling
differs, in all four cells: an unavoidable set.
"""

from __future__ import annotations

import numpy as np

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.clues.plain_layout import CELLS, UPPER
from accord_native.jit import jit
from accord_native.words import NINE, ONE, ZERO, Bytes, Words

ALL = np.array([(1 << 54) - 1, (1 << 27) - 1], np.uint64)


def _units() -> Words:
    """The rows, columns and boxes, [27, 2]."""
    units = [0] * 27
    for cell in range(81):
        for unit in (cell // 9, 9 + cell % 9, 18 + cell // 27 * 3 + cell % 9 // 3):
            units[unit] |= 1 << cell
    return np.array([[unit & (1 << 54) - 1, unit >> 54] for unit in units], np.uint64)


def _peers() -> Words:
    """For each cell, those that share a unit with it, [81, 2]."""
    peers = np.zeros((81, 2), np.uint64)
    for cell in range(81):
        for unit in (cell // 9, 9 + cell % 9, 18 + cell // 27 * 3 + cell % 9 // 3):
            peers[cell] |= UNITS[unit]
        peers[cell, cell // 54] ^= np.uint64(1 << cell % 54)
    return peers


UNITS = _units()
PEERS = _peers()


@jit("uint64(uint8[::1], uint64[::1], uint64, uint64[:, :, ::1], uint64[:, ::1])")
def fillings(grid: Bytes, kept: Words, most: np.uint64, place: Words, out: Words) -> np.uint64:
    """Write where fillings differ from the grid, in 1..most cells, until `out` is full; how many."""
    number, level = ZERO, ZERO
    for digit in range(NINE):
        place[ZERO, digit, 0], place[ZERO, digit, 1] = ALL[0] & ~kept[0], ALL[1] & ~kept[1]
    for at in range(CELLS):
        word, bit = np.uint64(at) // UPPER, ONE << (np.uint64(at) % UPPER)
        if kept[word] & bit:
            place[ZERO, np.uint64(grid[at]) - ONE, word] |= bit
    while True:
        alive, changed = True, True
        several0 = several1 = ZERO  # cells with two digits or more
        while alive and changed:
            changed = False
            once0 = once1 = several0 = several1 = ZERO
            for digit in range(NINE):
                a, b = place[level, digit, 0], place[level, digit, 1]
                several0, several1 = several0 | (once0 & a), several1 | (once1 & b)
                once0, once1 = once0 | a, once1 | b
            alive = once0 == ALL[0] and once1 == ALL[1]
            for digit in range(NINE):
                a, b = place[level, digit, 0] & ~several0, place[level, digit, 1] & ~several1
                while a | b:
                    if a:
                        cell = count_trailing_zeros(a)
                        a &= a - ONE
                    else:
                        cell = UPPER + count_trailing_zeros(b)
                        b &= b - ONE
                    if (place[level, digit, 0] & PEERS[cell, 0]) | (place[level, digit, 1] & PEERS[cell, 1]):
                        place[level, digit, 0] &= ~PEERS[cell, 0]
                        place[level, digit, 1] &= ~PEERS[cell, 1]
                        changed = True
            if changed or not alive:
                continue
            for digit in range(NINE):
                for unit in range(np.uint64(27)):
                    a = place[level, digit, 0] & UNITS[unit, 0]
                    b = place[level, digit, 1] & UNITS[unit, 1]
                    cells = population_count(a) + population_count(b)
                    alive = alive and cells != ZERO
                    if cells == ONE and (a & several0) | (b & several1):
                        for other in range(NINE):
                            if other != digit:
                                place[level, other, 0] &= ~a
                                place[level, other, 1] &= ~b
                        changed = True
        same0 = same1 = ZERO  # cells that may still have the grid's digit
        for at in range(CELLS):
            word, bit = np.uint64(at) // UPPER, ONE << (np.uint64(at) % UPPER)
            if place[level, np.uint64(grid[at]) - ONE, word] & bit:
                if word == ZERO:
                    same0 |= bit
                else:
                    same1 |= bit
        differ = CELLS - population_count(same0) - population_count(same1)
        if alive and differ <= most and several0 | several1 == ZERO and differ != ZERO:
            out[number, 0], out[number, 1] = ALL[0] & ~same0, ALL[1] & ~same1
            number += ONE
            if number == np.uint64(len(out)):
                break
        if not alive or differ > most or several0 | several1 == ZERO:
            if level == ZERO:
                break
            level -= ONE  # the digit that was tried is excluded there already
            continue

        chosen, fewest = CELLS, NINE + ONE
        while several0 | several1:
            if several0:
                cell = count_trailing_zeros(several0)
                several0 &= several0 - ONE
            else:
                cell = UPPER + count_trailing_zeros(several1)
                several1 &= several1 - ONE
            digits = ZERO
            for digit in range(NINE):
                digits += place[level, digit, cell // UPPER] >> (cell % UPPER) & ONE
            if digits < fewest:
                chosen, fewest = cell, digits
                if digits <= np.uint64(2):
                    break
        word, bit = chosen // UPPER, ONE << (chosen % UPPER)
        tried = np.uint64(grid[chosen]) - ONE
        if place[level, tried, word] & bit == ZERO:
            tried = ZERO
            while place[level, tried, word] & bit == ZERO:
                tried += ONE
        for digit in range(NINE):
            place[level + ONE, digit, 0] = place[level, digit, 0]
            place[level + ONE, digit, 1] = place[level, digit, 1]
            if digit != tried:
                place[level + ONE, digit, word] &= ~bit
        place[level, tried, word] &= ~bit
        level += ONE
    return number
