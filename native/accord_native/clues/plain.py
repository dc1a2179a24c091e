"""All clue sets of a sudoku grid, the plain way: hit every unavoidable set, the smallest one first.

A set of cells is *unavoidable* if another sudoku grid differs from this one in just these cells. Clues have
one solution if and only if every unavoidable set has one of them. The search takes a set that is not hit, and
gives each of its cells in turn; cells that were tried are *dead* for what follows, so that every clue set is
come to once (McGuire, Tugemann, Civario, "There is no 16-clue sudoku", 2012). Disjoint sets that are not hit
need a clue each: where there are more of those than clues left, the search turns back. Where all known sets
are hit, `other` looks for another filling of the grid; where it finds one, that is a fresh set, which joins
the others at once. If it finds none while clues are left, any cells that are not dead may be added: the
search is *free*.

While more than TAIL clues are left, all known sets are looked at. At TAIL clues left those that are not hit
are sorted by size and numbered, as far as there is room; from there on sets of them are two words of bits,
and what a cell hits goes in one step. A set of cells is two words too: see `sudoku.sets_layout`.
Nothing else is shared with other kernels, nor the solver: a fault in either shows as a disagreement. So what
this search and `search` of this folder do alike is written twice.

    name    shape            dtype   meaning
    ------  ---------------  ------  ----------------------------------------------------------------------
    grid    81               uint8   the digits of the grid, row by row
    known   KNOWN_ROOM, 2    uint64  unavoidable sets, the smaller ones first; room for fresh ones
    path    levels, PATH     uint64  two words each: the cells GIVEN; those ALIVE, that may still be given;
                                     TODO, those of the branching set still to be tried; UNHIT, of the
                                     numbered sets. At level 0 GIVEN and ALIVE come from outside
    table   ROOM, 2          uint64  the numbered sets
    hits    81, 2            uint64  of a cell: the numbered sets that it is in
    touch   ROOM, 2          uint64  of a numbered set: those that it meets, itself among them
    filler  FILLER, 81       uint64  scratch of `other`
    missed  2                uint64  the set that was missed last
    state   STATES           uint64  LEVEL, PHASE, as in `progress`, then KNOWN: how many sets there are,
                                     NUMBERED: of those at this TAIL, CHECKS: searches for another filling,
                                     FRESH sets found, FREE: the level from which on the search is free, or
                                     more
    output  capacity, width  int32   solutions as cells, padded with -1; no capacity: only count

`low` and `high` say how many clues are wanted. A kernel returns DONE, PAUSED when `budget` nodes were placed,
or FULL when `output` is; called again with the same arrays it goes on. A node is a cell given.

Example: known sets {1 2} {2 3} {3 4}, two clues. {1 2} and {3 4} are disjoint: at least two are needed. With
1 given, {2 3} and {3 4} are left: 3 is in both. With 2 given, and 1 dead, {3 4} is left: 3 or 4. Three sets
of clues, if no other filling is found for them.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.clues.plain_layout import (
    ALIVE,
    BEGUN,
    CHECKS,
    DIGITS,
    FREE,
    FRESH,
    GIVEN,
    KNOWN,
    LEVEL,
    NUMBERED,
    OPEN,
    PHASE,
    ROOM,
    TAIL,
    TODO,
    UNHIT,
    UNITS,
)
from accord_native.jit import jit
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN
from accord_native.sudoku import sets_layout as layout
from accord_native.words import NINE, ONE, THREE, ZERO, Bytes, OptionRows, Options, WordRows, Words

NEVER = np.uint64(1 << 32)
HOPELESS, BRANCH, ALL_HIT = (np.uint64(n) for n in range(3))  # what was found at a level
CELLS, FIRST = np.uint64(layout.CELLS), np.uint64(layout.FIRST)
WORD, EVERY_DIGIT = np.uint64(64), np.uint64(0b111111111)


@register_jitable
def lowest(first: np.uint64, second: np.uint64, width: np.uint64) -> np.uint64:
    """The lowest bit of two words, where the first has so many bits."""
    return count_trailing_zeros(first) if first else width + count_trailing_zeros(second)


@register_jitable
def rest(first: np.uint64, second: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Two words without their lowest bit."""
    return (first & (first - ONE), second) if first else (first, second & (second - ONE))


@register_jitable
def units_of(cell: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64]:
    """The row, the column and the box of a cell, among 27 units."""
    row, column = cell // NINE, cell % NINE
    return row, NINE + column, NINE + NINE + row // THREE * THREE + column // THREE


@jit()
def other(
    grid: Bytes, kept_1: np.uint64, kept_2: np.uint64, most: np.uint64, filler: WordRows, missed: Words
) -> np.uint64:
    """Whether some filling keeps these cells and differs from the grid in 1..most others; `missed`: where.

    The open cell with the fewest digits is filled next, with the grid's own digit first, so that what differs
    is little. Of `filler`, OPEN has the open cells, those that are filled first; DIGITS what is to be tried
    in each of these, above the digit that it has; UNITS the digits that each unit lacks.
    """
    cells, digits, free = filler[OPEN], filler[DIGITS], filler[UNITS]
    number = level = differ = ZERO
    free[:] = ZERO
    for at in range(CELLS):
        cell = np.uint64(at)
        if (kept_1 >> cell if cell < FIRST else kept_2 >> (cell - FIRST)) & ONE == ZERO:
            cells[number] = cell
            number += ONE
            for unit in units_of(cell):
                free[unit] |= ONE << (np.uint64(grid[cell]) - ONE)
    entering = True
    while True:
        if entering and level == number and differ:
            missed[:] = ZERO
            for at in range(number):
                cell = cells[at]
                if digits[at] >> NINE != ONE << (np.uint64(grid[cell]) - ONE):
                    missed[ZERO if cell < FIRST else ONE] |= ONE << (cell if cell < FIRST else cell - FIRST)
            return ONE
        if entering and level < number:
            fewest, place, choice = NINE + ONE, level, ZERO
            for at in range(level, number):
                row, column, box = units_of(cells[at])
                possible = free[row] & free[column] & free[box]
                if population_count(possible) < fewest:
                    fewest, place, choice = population_count(possible), np.uint64(at), possible
                    if fewest <= ONE:
                        break
            cells[level], cells[place] = cells[place], cells[level]
            digits[level] = choice
        else:
            if level == ZERO:
                return ZERO
            level -= ONE
        cell, tried = cells[level], digits[level] >> NINE
        row, column, box = units_of(cell)
        own = ONE << (np.uint64(grid[cell]) - ONE)
        left = digits[level] & EVERY_DIGIT
        if tried:
            free[row], free[column], free[box] = free[row] | tried, free[column] | tried, free[box] | tried
            differ -= ZERO if tried == own else ONE
        digit = left & own
        if left and not digit:  # the lowest of no bits would overflow
            digit = left & (~left + ONE)
        entering = bool(digit != ZERO and (digit == own or differ < most))
        if entering:
            free[row], free[column], free[box] = free[row] ^ digit, free[column] ^ digit, free[box] ^ digit
            differ += ZERO if digit == own else ONE
            digits[level] = (left ^ digit) | digit << NINE
            level += ONE


@register_jitable
def scanned(known: Words, number: np.uint64, node: Words, left: np.uint64) -> np.uint64:
    """Choose the smallest of all sets that are not hit; what was found."""
    disjoint, fewest, used0, used1 = ZERO, CELLS, ZERO, ZERO
    for at in range(number):
        s0, s1 = known[at, 0], known[at, 1]
        if (s0 & node[GIVEN]) | (s1 & node[GIVEN + 1]):
            continue
        s0, s1 = s0 & node[ALIVE], s1 & node[ALIVE + 1]
        if (s0 & used0) | (s1 & used1) == ZERO:
            used0, used1, disjoint = used0 | s0, used1 | s1, disjoint + ONE
        cells = population_count(s0) + population_count(s1)
        if cells < fewest:
            fewest, node[TODO], node[TODO + 1] = cells, s0, s1
    if fewest == CELLS:
        return ALL_HIT
    if disjoint >= left:  # then each clue that is left is in one of them
        for word in range(2):
            node[ALIVE + word] &= used1 if word else used0
            node[TODO + word] &= used1 if word else used0
    return HOPELESS if fewest == ZERO or disjoint > left else BRANCH


@register_jitable
def include(
    number: np.uint64, first: np.uint64, second: np.uint64, table: Words, hits: Words, touch: Words
) -> None:
    """Number a set: note which cells hit it, and which of the sets with lower numbers it meets."""
    word, bit = number // WORD, ONE << (number % WORD)
    table[number, 0], table[number, 1], touch[number] = first, second, ZERO
    while first | second:
        cell = lowest(first, second, FIRST)
        first, second = rest(first, second)
        hits[cell, word] |= bit
        touch[number, 0], touch[number, 1] = (
            touch[number, 0] | hits[cell, 0],
            touch[number, 1] | hits[cell, 1],
        )
    t0, t1 = touch[number, 0], touch[number, 1]
    while t0 | t1:
        touch[lowest(t0, t1, WORD), word] |= bit
        t0, t1 = rest(t0, t1)


@register_jitable
def numbered(
    known: Words, last: np.uint64, node: Words, table: Words, hits: Words, touch: Words
) -> np.uint64:
    """Number the sets that are not hit, those with the fewest cells alive first; how many have room."""
    number = ZERO
    hits[:] = ZERO
    node[UNHIT] = node[UNHIT + 1] = ZERO
    for size in range(ONE, CELLS):
        for at in range(last):
            s0, s1 = known[at, 0] & node[ALIVE], known[at, 1] & node[ALIVE + 1]
            hit = (known[at, 0] & node[GIVEN]) | (known[at, 1] & node[GIVEN + 1])
            if hit == ZERO and population_count(s0) + population_count(s1) == size and number < ROOM:
                include(number, s0, s1, table, hits, touch)
                node[np.uint64(UNHIT) + number // WORD] |= ONE << (number % WORD)
                number += ONE
    return number


@register_jitable
def branched(node: Words, left: np.uint64, table: Words, touch: Words) -> np.uint64:
    """Choose a small numbered set that is not hit, or all of them where one clue is left; what was found."""
    u0, u1 = node[UNHIT], node[UNHIT + 1]
    if u0 | u1 == ZERO:
        return ALL_HIT
    a, b = node[ALIVE], node[ALIVE + 1]
    if left == ONE:
        while u0 | u1 and a | b:
            at = lowest(u0, u1, WORD)
            a, b = a & table[at, 0], b & table[at, 1]
            u0, u1 = rest(u0, u1)
        node[TODO], node[TODO + 1] = a, b
        return BRANCH if a | b else HOPELESS
    disjoint, fewest, used0, used1 = ZERO, CELLS, ZERO, ZERO
    while u0 | u1:
        at = lowest(u0, u1, WORD)
        u0, u1 = u0 & ~touch[at, 0], u1 & ~touch[at, 1]
        s0, s1 = a & table[at, 0], b & table[at, 1]
        used0, used1, disjoint = used0 | s0, used1 | s1, disjoint + ONE
        cells = population_count(s0) + population_count(s1)
        if cells < fewest:
            fewest, node[TODO], node[TODO + 1] = cells, s0, s1
    if disjoint >= left:  # then each clue that is left is in one of them
        node[ALIVE], node[ALIVE + 1] = used0, used1
    return HOPELESS if disjoint > left else BRANCH


@register_jitable
def write(given: Words, into: Options) -> None:
    """Write the cells of a set, ascending."""
    at = ZERO
    a, b = given[0], given[1]
    while a | b:
        into[at] = lowest(a, b, FIRST)
        a, b = rest(a, b)
        at += ONE
    into[at:] = -1


@jit()
def search(
    grid: Bytes,
    known: WordRows,
    path: WordRows,
    table: WordRows,
    hits: WordRows,
    touch: WordRows,
    filler: WordRows,
    missed: Words,
    state: Words,
    low: np.uint64,
    high: np.uint64,
    output: OptionRows,
    budget: np.uint64,
) -> np.uint64:
    """Go on searching; returns DONE, PAUSED or FULL."""
    level, entering = state[LEVEL], state[PHASE] != BEGUN
    solutions, nodes, number, written = state[SOLUTIONS], state[NODES], state[NUMBERED], ZERO
    last_node, capacity = nodes + budget, np.uint64(len(output))
    before = population_count(path[0, GIVEN]) + population_count(path[0, GIVEN + 1])
    clues = high - before  # to be placed here
    tail = clues - TAIL if clues > TAIL else ZERO  # the level where sets get numbers
    if entering:
        state[FREE] = NEVER
    end = DONE
    while True:
        if entering:
            entering = False
            node, left, free = path[level], clues - level, level >= state[FREE]
            if free:
                met = ALL_HIT
            elif level > tail:
                met = branched(node, left, table, touch)
            else:
                met = scanned(known, state[KNOWN], node, left)
                if level == tail and met != HOPELESS:
                    number = numbered(known, state[KNOWN], node, table, hits, touch)
            if met == ALL_HIT and level > tail and not free:  # there may have been no room for its number
                met = scanned(known, state[KNOWN], node, left)
            if met == HOPELESS:
                node[TODO] = node[TODO + 1] = ZERO
            if met == ALL_HIT and not free:
                state[CHECKS] += ONE
                most, kept_1, kept_2 = CELLS, node[GIVEN], node[GIVEN + 1]
                while other(
                    grid, kept_1, kept_2, most, filler, missed
                ):  # a set with no other in it is worth more
                    most = population_count(missed[0]) + population_count(missed[1]) - ONE
                    kept_1, kept_2 = ~missed[0], ~missed[1]
                free = most == CELLS
                if free:
                    state[FREE] = level
                else:
                    state[FRESH] += ONE
                    if state[KNOWN] < np.uint64(len(known)):
                        known[state[KNOWN], 0], known[state[KNOWN], 1] = missed[0], missed[1]
                        state[KNOWN] += ONE
                    if level >= tail and number < ROOM:
                        for above in range(tail, level + ONE):
                            path[above, np.uint64(UNHIT) + number // WORD] |= ONE << (number % WORD)
                        include(number, missed[0], missed[1], table, hits, touch)
                        number += ONE
                    node[TODO], node[TODO + 1] = missed[0] & node[ALIVE], missed[1] & node[ALIVE + 1]
                    if left == ZERO and level > ZERO:  # it holds for the last clues that wait as well
                        path[level - ONE, TODO] &= missed[0]
                        path[level - ONE, TODO + 1] &= missed[1]
            if free:
                node[TODO], node[TODO + 1] = node[ALIVE], node[ALIVE + 1]
                if before + level >= low:
                    solutions += ONE
                    if capacity:
                        write(node, output[written])
                        written += ONE
            if left == ZERO:
                node[TODO] = node[TODO + 1] = ZERO
        if capacity and written == capacity:
            end = FULL
            break
        if nodes >= last_node:
            end = PAUSED
            break

        a, b = path[level, TODO], path[level, TODO + 1]
        if a | b == ZERO:
            if level == ZERO:
                break
            level -= ONE
            if level < state[FREE]:
                state[FREE] = NEVER
            continue
        nodes += ONE
        cell, below = lowest(a, b, FIRST), level + ONE
        a, b = rest(a, b)
        bit0, bit1 = path[level, TODO] ^ a, path[level, TODO + 1] ^ b
        path[level, TODO], path[level, TODO + 1] = a, b
        path[level, ALIVE] &= ~bit0
        path[level, ALIVE + 1] &= ~bit1
        path[below, GIVEN], path[below, GIVEN + 1] = path[level, GIVEN] | bit0, path[level, GIVEN + 1] | bit1
        path[below, ALIVE], path[below, ALIVE + 1] = path[level, ALIVE], path[level, ALIVE + 1]
        path[below, UNHIT] = path[level, UNHIT] & ~hits[cell, 0]
        path[below, UNHIT + 1] = path[level, UNHIT + 1] & ~hits[cell, 1]
        level = below
        entering = True
    state[LEVEL], state[PHASE], state[NUMBERED] = level, BEGUN, number
    state[SOLUTIONS], state[NODES], state[WRITTEN] = solutions, nodes, written
    return end
