"""What the kernels of unavoidable sets share: where a digit may go, and the walk over what moves.

A *template* of a digit is a way to put it into all nine rows, columns and boxes. A grid is nine disjoint
templates; another grid differs from it in the cells that its moving digits leave. So it is enough to walk
over these: take a template of one that moves; each digit that it covers must move as well, and so on, until
no covered digit stands still. Nothing is met twice: the next digit follows from what was taken, and the first
is the lowest that moves, or one that moves for sure. When a single covered digit is left, it can take the
cells that the others left: in each row, column and box there is just one. A digit covered in k cells moves in
max(2, k) cells or more, which bounds the number of cells; and no digit moves in more than half of a set.

    name      shape         dtype   meaning
    --------  ------------  ------  -------------------------------------------------------------------
    grid      81            uint8   the digits 1..9, row by row
    home      10, 2         uint64  the cells of each digit; [0] is not used
    rows      9             uint64  the columns, as 9 bits, that the digit may take in each row
    template  capacity, 4   uint64  LOW, HIGH: the cells; COVERS: the other digits (bit d is digit d) whose
                                    cells it takes; MOVES: how many cells it takes from them, never 0
    ranks     lists, 10     uint64  a list of templates begins at [0]; those of up to m moves end at [m]
    rank      10            uint64  which of the lists each digit has
    found     capacity, 2   uint64  sets of cells
    choice    9, 8          uint64  scratch: of each row, the columns left, what was known before, the row
    level     10, 11        uint64  scratch: of each level, DIGIT: which moves; CURSOR, STOP: its templates
                                    not yet taken; TAKEN_*: cells taken; DIFFERS_*: cells that were left;
                                    MOVED: digits taken, CELLS: in how many cells they move; WAITING:
                                    digits that must move; ALLOWED: digits that may be covered
    walked    6             uint64  SETS: how many sets `found` has; LOST: sets for which it had no room;
                                    CUT: templates for which there was none. A new set is compared with
                                    those below BASE and those from GROUP on, and replaces some from OWN on

A set of cells is two words: the cells 0..53 as bits of the first, 54..80 as bits 0..26 of the second.

Example: two rows of a band begin with 12. and 21. . Digit 1 has a template that changes its place in both
rows. It covers digit 2, which is the only one left: it takes the two cells that 1 left. Four cells.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.clues.unavoidable_layout import (
    ALLOWED,
    BASE,
    CELLS,
    COVERS,
    CURSOR,
    CUT,
    DIFFERS_HIGH,
    DIFFERS_LOW,
    DIGIT,
    GROUP,
    HIGH,
    LOST,
    LOW,
    MOVED,
    MOVES,
    OWN,
    SETS,
    STOP,
    TAKEN_HIGH,
    TAKEN_LOW,
    WAITING,
    WORD,
    Number,
)
from accord_native.words import NINE, ONE, THREE, TWO, ZERO, Bytes, Words

BOX = np.uint64(0b111)


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
    digit: Number,
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

    They come by the cells they take: those that take at most m end at `ends[m]`; `ends[0]` is `begin`.
    `most_digits` counts the digit and those that it covers. `choice` is scratch, 9 x 8 words.
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
                walked[CUT] += ONE
            elif new_moves != ZERO:
                template[end, LOW], template[end, HIGH] = new_low, new_high
                template[end, COVERS], template[end, MOVES] = new_covers, new_moves
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
            if template[at, MOVES] == moves:
                for word in range(np.uint64(4)):
                    template[at, word], template[gap, word] = template[gap, word], template[at, word]
                gap += ONE


@register_jitable
def keep(low: np.uint64, high: np.uint64, found: Words, walked: Words) -> None:
    """Add a set unless one of those it is compared with is part of it; drop those that it is part of."""
    for at in range(walked[BASE]):
        if found[at, 0] & ~low == ZERO and found[at, 1] & ~high == ZERO:
            return
    at = walked[GROUP]
    while at < walked[SETS]:
        if found[at, 0] & ~low == ZERO and found[at, 1] & ~high == ZERO:
            return
        if at >= walked[OWN] and low & ~found[at, 0] == ZERO and high & ~found[at, 1] == ZERO:
            walked[SETS] -= ONE
            found[at, 0], found[at, 1] = found[walked[SETS], 0], found[walked[SETS], 1]
        else:
            at += ONE
    if walked[SETS] == np.uint64(len(found)):
        walked[LOST] += ONE
        return
    found[walked[SETS], 0], found[walked[SETS], 1] = low, high
    walked[SETS] += ONE


@register_jitable
def walk(
    home: Words,
    template: Words,
    ranks: Words,
    rank: Words,
    start: Number,
    allowed: np.uint64,
    must: np.uint64,
    most_cells: np.uint64,
    least_digits: np.uint64,
    most_digits: np.uint64,
    found: Words,
    walked: Words,
    level: Words,
) -> None:
    """Walk over all ways to move `start` and the digits in `must`, and none that is not `allowed`."""
    at = ZERO
    level[0, :] = ZERO
    level[0, DIGIT], level[0, WAITING], level[0, ALLOWED] = start, must | (ONE << start), allowed
    level[0, CURSOR], level[0, STOP] = ranks[rank[start], 0], ranks[rank[start], 9]
    while True:
        cursor, stop = level[at, CURSOR], level[at, STOP]
        taken_low, taken_high = level[at, TAKEN_LOW], level[at, TAKEN_HIGH]
        unwanted = ~level[at, ALLOWED]
        while cursor < stop and (
            template[cursor, LOW] & taken_low != ZERO
            or template[cursor, HIGH] & taken_high != ZERO
            or template[cursor, COVERS] & unwanted != ZERO
        ):
            cursor += ONE
        if cursor == stop:
            if at == ZERO:
                return
            at -= ONE
            continue
        level[at, CURSOR] = cursor + ONE
        digit = level[at, DIGIT]
        moved = level[at, MOVED] | (ONE << digit)
        waiting = (level[at, WAITING] | template[cursor, COVERS]) & ~moved
        number = population_count(moved | waiting)
        if number > most_digits or waiting == ZERO:
            continue  # none waits: it took the cells left over, and was seen
        cells = level[at, CELLS] + template[cursor, MOVES]
        low, high = template[cursor, LOW], template[cursor, HIGH]
        taken_low |= low
        taken_high |= high
        low = level[at, DIFFERS_LOW] | (home[digit, 0] & ~low)
        high = level[at, DIFFERS_HIGH] | (home[digit, 1] & ~high)
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
            if number >= least_digits:
                last_low = home[following, 0] & taken_low
                last_high = home[following, 1] & taken_high
                keep(low | last_low, high | last_high, found, walked)
            if number == most_digits or at_least + THREE > most_cells:
                continue
            most -= TWO
        at += ONE
        kind = rank[following]
        level[at, DIGIT], level[at, MOVED], level[at, WAITING] = following, moved, waiting
        level[at, CURSOR], level[at, STOP] = ranks[kind, 0], ranks[kind, min(most, NINE)]
        level[at, TAKEN_LOW], level[at, TAKEN_HIGH] = taken_low, taken_high
        level[at, DIFFERS_LOW], level[at, DIFFERS_HIGH] = low, high
        level[at, CELLS] = cells
        level[at, ALLOWED] = allowed if number < most_digits else moved | waiting


@register_jitable
def by_size(found: Words, begin: np.uint64, end: np.uint64) -> None:
    """Order some of the sets by their number of cells (Shell's sort)."""
    gap = end - begin
    while gap > ONE:
        gap = max(gap * THREE // np.uint64(7), ONE)
        for first in range(begin + gap, end):
            low, high = found[first, 0], found[first, 1]
            size = population_count(low) + population_count(high)
            at = np.uint64(first)
            while at >= begin + gap and (
                population_count(found[at - gap, 0]) + population_count(found[at - gap, 1]) > size
            ):
                found[at, 0], found[at, 1] = found[at - gap, 0], found[at - gap, 1]
                at -= gap
            found[at, 0], found[at, 1] = low, high
