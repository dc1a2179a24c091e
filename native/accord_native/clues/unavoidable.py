"""Kernel that finds unavoidable sets of a 9x9 grid: minimal sets of cells where another grid differs.

A *template* of a digit is a way to put it into all nine rows, columns and boxes. A grid is nine disjoint
templates; another grid differs from it in the cells that its moving digits leave. So it is enough to walk
over these: take a template of one that moves; each digit that it covers must move as well, and so on, until
no covered digit stands still. Nothing is met twice: the next digit follows from what was taken, and the first
is the lowest that moves. When a single covered digit is left, it can take the cells that the others left: in
each row, column and box there is just one. A digit covered in k cells moves in max(2, k) cells or more, which
bounds the number of cells; and no digit moves in more than half of a set. What is kept is minimal: of two
sets, one within the other, the larger goes.

    name         shape            dtype   meaning
    -----------  ---------------  ------  ------------------------------------------------------------------
    grid         81               uint8   the digits 1..9, row by row: a valid grid
    within       2                uint64  the cells that may differ
    most_cells   -                uint64  of a set, 0..81
    most_digits  -                uint64  of the digits that its cells have; 9: all sets of so many cells
    lowest       -                uint64  1, 2, ..., 9 in nine calls with the same arrays: those sets are
                                          found whose lowest digit this is
    found        capacity, 2      uint64  the sets so far: see `accord_native.sudoku.layout`
    template     TEMPLATES, 4     uint64  scratch: LOW, HIGH: the cells; COVERS: the other digits (bit d is
                                          digit d) whose cells it takes; MOVES: how many, never 0
    scratch      Scratch          uint64  what the kernel writes for itself; no preparation is needed
      home       10, 2              the cells of each digit; [0] is not used
      rows       9                  the columns, as 9 bits, that a digit may take in each row
      ends       10, 10             templates of a digit begin at [0]; the ones of up to m moves end at [m]
      choice     9, 8               of each row, the columns left, what was known before, the row
      level      10, WALK_LEVEL     of each level, DIGIT: which moves; CURSOR, STOP: its templates not yet
                                    taken; TAKEN_*: cells taken; DIFFERS_*: cells that were left; MOVED:
                                    digits taken, MOVED_CELLS: in how many cells they move; WAITING: digits
                                    that must move; ALLOWED: digits that may be covered
    walked       WALKED           uint64  KNOWN: how many sets `found` has; LOST: sets for which it had no
                                          room; CUT: templates for which there was no space (0, 0: complete)

Only `walked` and `found` say anything between calls that a caller may read.

Example: two rows of a band begin with 12. and 21. . Digit 1 has a template that changes its place in both
rows. It covers digit 2, which is the only one left: it takes the two cells that 1 left. Four cells.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.clues import layout
from accord_native.jit import jit
from accord_native.sudoku.layout import FIRST
from accord_native.words import NINE, ONE, THREE, TWO, ZERO, Bytes, WordRows, Words

BOX = np.uint64(0b111)
WORD = np.uint64(FIRST)
EVERY_DIGIT = np.uint64(0b1111111110)


@register_jitable
def homes(grid: Bytes, home: Words) -> None:
    """The cells of each digit."""
    home[:] = ZERO
    for cell in range(np.uint64(81)):
        digit = np.uint64(grid[cell])
        if cell < WORD:
            home[digit, 0] |= ONE << cell
        else:
            home[digit, 1] |= ONE << (cell - WORD)


@register_jitable
def templates(
    grid: Bytes,
    digit: np.uint64,
    rows: Words,
    most_moves: np.uint64,
    most_digits: np.uint64,
    template: Words,
    begin: np.uint64,
    walked: Words,
    choice: Words,
    ends: Words,
) -> np.uint64:
    """Write the templates of a digit that move it, from `begin` on; returns where they end.

    They come by the cells they take: the ones that take at most m end at `ends[m]`; `ends[0]` is `begin`.
    `most_digits` counts the digit and the digits that it covers. `choice` is scratch, 9 x 8 words.
    """
    ends[:] = ZERO
    # rows where there is no choice come first, as they close columns and boxes for the others
    number = ZERO
    for turn in range(2):
        for row in range(NINE):
            if (population_count(rows[row]) <= ONE) == (turn == 0):
                choice[number, 7] = row
                number += ONE
    end, at = begin, ZERO
    closed, boxes, low, high, covers, moves = ZERO, ZERO, ZERO, ZERO, ZERO, ZERO
    choice[0, 0] = rows[choice[0, 7]]
    while True:
        row = choice[at, 7]
        columns = choice[at, 0]
        if columns == ZERO:
            if at == ZERO:
                break
            at -= ONE
            closed, boxes, low = choice[at, 1], choice[at, 2], choice[at, 3]
            high, covers, moves = choice[at, 4], choice[at, 5], choice[at, 6]
            continue
        choice[at, 0] = columns & (columns - ONE)
        column = count_trailing_zeros(columns)
        cell = NINE * row + column
        other = np.uint64(grid[cell])
        new_covers, new_moves = covers, moves
        if other != digit:
            new_covers |= ONE << other
            new_moves += ONE
            if new_moves > most_moves or population_count(new_covers) >= most_digits:
                continue
        new_low, new_high = low, high
        if cell < WORD:
            new_low |= ONE << cell
        else:
            new_high |= ONE << (cell - WORD)
        if at == np.uint64(8):
            if new_moves != ZERO and end == np.uint64(len(template)):
                walked[layout.CUT] += ONE
            elif new_moves != ZERO:
                template[end, layout.LOW], template[end, layout.HIGH] = new_low, new_high
                template[end, layout.COVERS], template[end, layout.MOVES] = new_covers, new_moves
                end += ONE
                ends[new_moves] += ONE
            continue
        choice[at, 1], choice[at, 2], choice[at, 3] = closed, boxes, low
        choice[at, 4], choice[at, 5], choice[at, 6] = high, covers, moves
        closed |= ONE << column
        boxes |= BOX << (NINE * (row // THREE) + THREE * (column // THREE))
        low, high, covers, moves = new_low, new_high, new_covers, new_moves
        at += ONE
        row = choice[at, 7]
        choice[at, 0] = rows[row] & ~closed & ~(boxes >> (NINE * (row // THREE)))

    order(template, begin, ends)
    return end


@register_jitable
def order(template: Words, begin: np.uint64, ends: Words) -> None:
    """Order templates by their moves, of which `ends` has the numbers; then it has the ends."""
    ends[0] = begin
    for moves in range(ONE, NINE + ONE):
        ends[moves] += ends[moves - ONE]
    for moves in range(ONE, NINE + ONE):
        gap = ends[moves - ONE]
        # ends[m - 1] up to ends[m] are the places for m moves; all below are in place
        for at in range(gap, ends[NINE]):
            if template[at, layout.MOVES] == moves:
                for word in range(np.uint64(4)):
                    template[at, word], template[gap, word] = template[gap, word], template[at, word]
                gap += ONE


@register_jitable
def keep(low: np.uint64, high: np.uint64, found: Words, walked: Words) -> None:
    """Add a set unless a set that is there is part of it; drop all sets that it is part of."""
    at = ZERO
    while at < walked[layout.KNOWN]:
        if found[at, 0] & ~low == ZERO and found[at, 1] & ~high == ZERO:
            return
        if low & ~found[at, 0] == ZERO and high & ~found[at, 1] == ZERO:
            walked[layout.KNOWN] -= ONE
            found[at, 0], found[at, 1] = (
                found[walked[layout.KNOWN], 0],
                found[walked[layout.KNOWN], 1],
            )
        else:
            at += ONE
    if walked[layout.KNOWN] == np.uint64(len(found)):
        walked[layout.LOST] += ONE
        return
    found[walked[layout.KNOWN], 0], found[walked[layout.KNOWN], 1] = low, high
    walked[layout.KNOWN] += ONE


@register_jitable
def walk(
    home: Words,
    template: Words,
    ends: Words,
    lowest: np.uint64,
    most_cells: np.uint64,
    most_digits: np.uint64,
    found: Words,
    walked: Words,
    level: Words,
) -> None:
    """Walk over all ways to move a digit and others, all of them above it."""
    at = ZERO
    level[0, :] = ZERO
    allowed = EVERY_DIGIT >> lowest << lowest
    level[0, layout.DIGIT] = lowest
    level[0, layout.WAITING] = ONE << lowest
    level[0, layout.ALLOWED] = allowed
    level[0, layout.CURSOR], level[0, layout.STOP] = ends[lowest, 0], ends[lowest, 9]
    while True:
        cursor, stop = level[at, layout.CURSOR], level[at, layout.STOP]
        taken_low, taken_high = level[at, layout.TAKEN_LOW], level[at, layout.TAKEN_HIGH]
        unwanted = ~level[at, layout.ALLOWED]
        while cursor < stop and (
            template[cursor, layout.LOW] & taken_low != ZERO
            or template[cursor, layout.HIGH] & taken_high != ZERO
            or template[cursor, layout.COVERS] & unwanted != ZERO
        ):
            cursor += ONE
        if cursor == stop:
            if at == ZERO:
                return
            at -= ONE
            continue
        level[at, layout.CURSOR] = cursor + ONE
        digit = level[at, layout.DIGIT]
        moved = level[at, layout.MOVED] | (ONE << digit)
        waiting = (level[at, layout.WAITING] | template[cursor, layout.COVERS]) & ~moved
        number = population_count(moved | waiting)
        if number > most_digits or waiting == ZERO:
            continue  # none waits: it took the cells left over, and was seen
        cells = level[at, layout.MOVED_CELLS] + template[cursor, layout.MOVES]
        low, high = template[cursor, layout.LOW], template[cursor, layout.HIGH]
        taken_low |= low
        taken_high |= high
        low = level[at, layout.DIFFERS_LOW] | (home[digit, 0] & ~low)
        high = level[at, layout.DIFFERS_HIGH] | (home[digit, 1] & ~high)
        at_least, most, following = cells, ZERO, ZERO
        others = waiting
        while others != ZERO:
            other = count_trailing_zeros(others)
            others &= others - ONE
            covered = population_count(home[other, 0] & taken_low) + population_count(
                home[other, 1] & taken_high
            )
            covered = max(covered, TWO)
            at_least += covered
            if covered < most or most == ZERO:
                most, following = covered, other
        if at_least > most_cells:
            continue
        most += most_cells - at_least  # cells that the next digit may take
        if waiting & (waiting - ONE) == ZERO:
            # the last one takes the cells left over, which always fit: each row, column and box has one
            last_low, last_high = home[following, 0] & taken_low, home[following, 1] & taken_high
            keep(low | last_low, high | last_high, found, walked)
            if number == most_digits or at_least + THREE > most_cells:
                continue
            most -= TWO
        at += ONE
        level[at, layout.DIGIT] = following
        level[at, layout.MOVED] = moved
        level[at, layout.WAITING] = waiting
        level[at, layout.CURSOR] = ends[following, 0]
        level[at, layout.STOP] = ends[following, min(most, NINE)]
        level[at, layout.TAKEN_LOW], level[at, layout.TAKEN_HIGH] = taken_low, taken_high
        level[at, layout.DIFFERS_LOW], level[at, layout.DIFFERS_HIGH] = low, high
        level[at, layout.MOVED_CELLS] = cells
        level[at, layout.ALLOWED] = allowed if number < most_digits else moved | waiting


@jit()
def sets(
    grid: Bytes,
    within: Words,
    most_cells: np.uint64,
    most_digits: np.uint64,
    lowest: np.uint64,
    found: WordRows,
    template: WordRows,
    scratch: layout.Scratch,
    walked: Words,
) -> np.uint64:
    """Find the minimal unavoidable sets in a region whose lowest digit is `lowest`; how many so far."""
    home, rows, choice, ends, level = scratch
    if lowest == ONE:
        homes(grid, home)
        walked[:] = ZERO
        end = ZERO
        for digit in range(ONE, NINE + ONE):
            for row in range(NINE):
                rows[row] = ZERO
                for column in range(NINE):
                    cell = NINE * row + column
                    is_open = within[0] >> cell if cell < WORD else within[1] >> (cell - WORD)
                    if is_open & ONE:
                        rows[row] |= ONE << column
                    elif np.uint64(grid[cell]) == digit:
                        rows[row] = ONE << column
                        break
            end = templates(
                grid, np.uint64(digit), rows, most_cells >> ONE, most_digits, template, end, walked, choice,
                ends[digit],
            )  # fmt: skip
    walk(home, template, ends, lowest, most_cells, most_digits, found, walked, level)
    return walked[layout.KNOWN]
