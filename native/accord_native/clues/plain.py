"""All clue sets of a sudoku grid, the plain way: hit every unavoidable set, the smallest one first.

A set of cells is *unavoidable* if another sudoku grid differs from this one in just these cells. Clues have
one solution if and only if every unavoidable set has one of them. The search takes a set that is not hit, and
gives each of its cells in turn; cells that were tried are *dead* for what follows, so that every clue set is
come to once (McGuire, Tugemann, Civario, "There is no 16-clue sudoku", 2012). Disjoint sets that are not hit
need a clue each: where there are more of those than clues left, the search turns back. When all clues are
placed, or all known sets are hit before, `plain_sudoku` looks for another solution; where it
finds one, that is a fresh set, which joins the others at once, also among the last clues that wait. If it
finds none while clues are left, any cells that are not dead may be added: the search is *free*.

While more than TAIL clues are left each level has a list of its sets, without dead cells. At TAIL clues left
these are sorted by size and numbered; from there on sets of them are two words of bits (ROOM in all), and
what a cell hits goes in one step. A set of cells is two words as well: the bits 0..53 of the first, 0..26 of
the second.

    name    shape               dtype   meaning
    ------  ------------------  ------  -------------------------------------------------------------------
    grid    81                  uint8   the digits of the grid, row by row
    known   known, 2            uint64  unavoidable sets, the smaller ones first; room for fresh ones
    lists   levels, known, 2    uint64  the sets of a level that are not hit, without dead cells
    size    levels              uint64  how many
    path    levels, 8           uint64  two words each: the cells GIVEN; those ALIVE, that may still be given;
                                        TODO, those of the branching set still to be tried; UNHIT, of the
                                        numbered sets. At level 0 GIVEN and ALIVE come from outside
    table   ROOM, 2             uint64  the numbered sets
    hits    81, 2               uint64  of a cell: the numbered sets that it is in
    touch   ROOM, 2             uint64  of a numbered set: those that it meets, itself among them
    place   82, 9, 2            uint64  scratch of the other solutions
    missed  1, 2                uint64  the set that was missed last
    state   STATES              uint64  LEVEL, PHASE, as in `progress`, then KNOWN: how many sets there are,
                                        NUMBERED: of those at this TAIL, CANDIDATES: what was asked about,
                                        CHECKS: of these, the searches for another solution, FRESH sets found,
                                        FREE: the level from which on the search is free, or more
    output  capacity, width     int32   solutions as cells, padded with -1; no capacity: only count

`low` and `high` say how many clues are wanted. A kernel returns DONE, PAUSED when `budget` nodes were placed,
or FULL when `output` is; called again with the same arrays it goes on. A node is a cell given.

Example: known sets {1 2} {2 3} {3 4}, two clues. {1 2} and {3 4} are disjoint: at least two are needed. With
1 given, {2 3} and {3 4} are left: 3 is in both. With 2 given, and 1 dead, {3 4} is left: 3 or 4. Three sets
of clues, if no other solution is found for them.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.clues.plain_layout import (
    ALIVE,
    BEGUN,
    CANDIDATES,
    CELLS,
    CHECKS,
    FREE,
    FRESH,
    GIVEN,
    KNOWN,
    LEVEL,
    NUMBERED,
    PHASE,
    ROOM,
    TAIL,
    TODO,
    UNHIT,
    UPPER,
)
from accord_native.clues.plain_sudoku import ALL, fillings
from accord_native.jit import jit
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN
from accord_native.words import ONE, ZERO, Bytes, Options, Words

NEVER = np.uint64(1 << 32)
HOPELESS, BRANCH, ALL_HIT, UNKNOWN = (np.uint64(n) for n in range(4))  # what was found at a level
WORD = np.uint64(64)


@register_jitable
def cells_of(first: np.uint64, second: np.uint64) -> np.uint64:
    """How many cells a set has."""
    return population_count(first) + population_count(second)


@register_jitable
def lowest(first: np.uint64, second: np.uint64, width: np.uint64) -> np.uint64:
    """The lowest bit of two words, where the first has so many bits."""
    return count_trailing_zeros(first) if first else width + count_trailing_zeros(second)


@register_jitable
def rest(first: np.uint64, second: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Two words without their lowest bit."""
    return (first & (first - ONE), second) if first else (first, second & (second - ONE))


@register_jitable
def listed(
    sets: Words, number: np.uint64, node: Words, left: np.uint64, into: Words, size: Words
) -> np.uint64:
    """List the sets that are not hit, without dead cells, and choose the smallest; what was found."""
    g0, g1, a0, a1 = node[GIVEN], node[GIVEN + 1], node[ALIVE], node[ALIVE + 1]
    count, disjoint, fewest, used0, used1 = ZERO, ZERO, CELLS + ONE, ZERO, ZERO
    for at in range(number):
        s0, s1 = sets[at, 0], sets[at, 1]
        if (s0 & g0) | (s1 & g1):
            continue
        s0, s1 = s0 & a0, s1 & a1
        into[count, 0], into[count, 1] = s0, s1
        count += ONE
        cells = cells_of(s0, s1)
        if cells < fewest:
            fewest, node[TODO], node[TODO + 1] = cells, s0, s1
        if (s0 & used0) | (s1 & used1) == ZERO:
            used0, used1, disjoint = used0 | s0, used1 | s1, disjoint + ONE
    size[0] = count
    if count == ZERO:
        return ALL_HIT
    if disjoint >= left:  # then each clue that is left is in one of them
        node[ALIVE] &= used0
        node[ALIVE + 1] &= used1
        node[TODO] &= used0
        node[TODO + 1] &= used1
    return HOPELESS if fewest == ZERO or disjoint > left else BRANCH


@register_jitable
def include(at: np.uint64, table: Words, hits: Words, touch: Words) -> None:
    """Note which cells hit a numbered set, and which others of a lower number it meets."""
    word, bit = at // WORD, ONE << (at % WORD)
    a, b = table[at, 0], table[at, 1]
    t0 = t1 = ZERO
    while a | b:
        cell = lowest(a, b, UPPER)
        a, b = rest(a, b)
        t0, t1 = t0 | hits[cell, 0], t1 | hits[cell, 1]
        hits[cell, word] |= bit
    touch[at, 0], touch[at, 1] = t0, t1
    touch[at, word] |= bit
    while t0 | t1:
        touch[lowest(t0, t1, WORD), word] |= bit
        t0, t1 = rest(t0, t1)


@register_jitable
def numbered(
    sets: Words, count: np.uint64, node: Words, table: Words, hits: Words, touch: Words
) -> np.uint64:
    """Number the sets by size, as many as there is room for; how many."""
    number, size, seen = ZERO, ONE, ZERO
    hits[:] = ZERO
    node[UNHIT] = node[UNHIT + 1] = ZERO
    while seen < count and number < ROOM:
        for at in range(count):
            if cells_of(sets[at, 0], sets[at, 1]) == size:
                seen += ONE
                if number < ROOM:
                    table[number, 0], table[number, 1] = sets[at, 0], sets[at, 1]
                    include(number, table, hits, touch)
                    node[np.uint64(UNHIT) + number // WORD] |= ONE << (number % WORD)
                    number += ONE
        size += ONE
    return number


@register_jitable
def branched(node: Words, left: np.uint64, table: Words, touch: Words) -> np.uint64:
    """Choose a small set that is not hit, or all of them where one clue is left; what was found."""
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
        used0, used1 = used0 | s0, used1 | s1
        cells = cells_of(s0, s1)
        if cells < fewest:
            fewest, node[TODO], node[TODO + 1] = cells, s0, s1
        disjoint += ONE
    a, b = used0, used1
    if disjoint >= left:  # then each clue that is left is in one of them
        node[ALIVE] &= a
        node[ALIVE + 1] &= b
    return HOPELESS if disjoint > left else BRANCH


@register_jitable
def missing(grid: Bytes, known: Words, node: Words, place: Words, missed: Words, state: Words) -> np.uint64:
    """Find a set that the given cells miss: a known one (BRANCH), or UNKNOWN before; else ALL_HIT."""
    state[CANDIDATES] += ONE
    for at in range(state[KNOWN]):  # there may have been no room for its number
        if (known[at, 0] & node[GIVEN]) | (known[at, 1] & node[GIVEN + 1]) == ZERO:
            missed[0, 0], missed[0, 1] = known[at, 0], known[at, 1]
            return BRANCH
    state[CHECKS] += ONE
    kept = node[GIVEN : GIVEN + 2]
    if fillings(grid, kept, CELLS, place, missed) == ZERO:
        return ALL_HIT
    found = ONE
    while found:  # one that contains no other is worth more
        smaller = cells_of(missed[0, 0], missed[0, 1]) - ONE
        found = fillings(grid, ALL & ~missed[0], smaller, place, missed)
    state[FRESH] += ONE
    if state[KNOWN] < np.uint64(len(known)):
        known[state[KNOWN], 0], known[state[KNOWN], 1] = missed[0, 0], missed[0, 1]
        state[KNOWN] += ONE
    return UNKNOWN


@register_jitable
def joined(
    level: np.uint64, tail: np.uint64, path: Words, lists: Words, size: Words, table: Words, hits: Words,
    touch: Words, missed: Words, number: np.uint64, fresh: np.bool_,
) -> np.uint64:  # fmt: skip
    """Add the missed set to all levels down to this one, which miss it too; how many are numbered."""
    for above in range(min(level, tail) + ONE):
        if fresh and size[above] < np.uint64(lists.shape[1]):
            lists[above, size[above], 0], lists[above, size[above], 1] = missed[0, 0], missed[0, 1]
            size[above] += ONE
    if level < tail or number == ROOM:
        return number
    table[number, 0], table[number, 1] = missed[0, 0], missed[0, 1]
    include(number, table, hits, touch)
    for above in range(tail, level + ONE):
        path[above, np.uint64(UNHIT) + number // WORD] |= ONE << (number % WORD)
    return number + ONE


@register_jitable
def write(given: Words, into: Options) -> None:
    """Write the cells of a set, ascending."""
    at = ZERO
    a, b = given[0], given[1]
    while a | b:
        into[at] = lowest(a, b, UPPER)
        a, b = rest(a, b)
        at += ONE
    into[at:] = -1


@jit(
    "uint64(uint8[::1], uint64[:, ::1], uint64[:, :, ::1], uint64[::1], uint64[:, ::1], uint64[:, ::1],"
    "uint64[:, ::1], uint64[:, ::1], uint64[:, :, ::1], uint64[:, ::1], uint64[::1], uint64, uint64,"
    "int32[:, ::1], uint64)"
)
def search(
    grid: Bytes,
    known: Words,
    lists: Words,
    size: Words,
    path: Words,
    table: Words,
    hits: Words,
    touch: Words,
    place: Words,
    missed: Words,
    state: Words,
    low: np.uint64,
    high: np.uint64,
    output: Options,
    budget: np.uint64,
) -> np.uint64:
    """Go on searching; returns DONE, PAUSED or FULL."""
    level, entering = state[LEVEL], state[PHASE] != BEGUN
    solutions, nodes, number, written = state[SOLUTIONS], state[NODES], state[NUMBERED], ZERO
    last_node, capacity = nodes + budget, np.uint64(len(output))
    before = cells_of(path[0, GIVEN], path[0, GIVEN + 1])
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
                if level == ZERO:
                    met = listed(known, state[KNOWN], node, left, lists[ZERO], size[:1])
                else:
                    above = level - ONE
                    met = listed(lists[above], size[above], node, left, lists[level], size[level:])
                if level == tail and met != HOPELESS:
                    number = numbered(lists[level], size[level], node, table, hits, touch)
            if met == HOPELESS:
                node[TODO] = node[TODO + 1] = ZERO
            if met == ALL_HIT and not free:
                met = missing(grid, known, node, place, missed, state)
                if met != ALL_HIT:
                    number = joined(
                        level, tail, path, lists, size, table, hits, touch, missed, number, met == UNKNOWN
                    )
                    node[TODO], node[TODO + 1] = missed[0, 0] & node[ALIVE], missed[0, 1] & node[ALIVE + 1]
                    if left == ZERO and level > ZERO:  # it holds for the last clues that wait as well
                        path[level - ONE, TODO] &= missed[0, 0]
                        path[level - ONE, TODO + 1] &= missed[0, 1]
                else:
                    free, state[FREE] = True, level
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
        cell, below = lowest(a, b, UPPER), level + ONE
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
