"""All clue sets of a 9x9 sudoku grid, the plain way: hit every unavoidable set, the smallest one first.

What Accord finds by bands is compared with this. It shares no search with Accord and no solver; of
`accord_native` it takes the compiler and single instructions.

    >>> grid = "123456789456789123789123456234567891567891234891234567345678912678912345912345678"
    >>> clue_sets(grid, 79, must=range(2, 81)).sets == {frozenset(range(2, 81))}
    True

A set of cells is *unavoidable* if another sudoku grid differs from this one in just these cells. Clues have
one solution if and only if every unavoidable set has one of them. The search takes a set that is not hit, and
gives each of its cells in turn; cells that were tried are *dead* for what follows, so that every clue set is
found once (McGuire, Tugemann, Civario, "There is no 16-clue sudoku", 2012). Disjoint sets that are not hit
need a clue each: where there are more of those than clues left, the search turns back. Where all known sets
are hit, `other` looks for another filling of the grid; where it finds one, that is a fresh set, which joins
the others at once. If it finds none while clues are left, any cells that are not dead may be added: the
search is *free*.

While more than TAIL clues are left, all known sets are looked at. At TAIL clues left those that are not hit
are sorted by size and numbered, as far as there is room; from there on sets of them are two words of bits,
and what a cell hits goes in one step. A set of cells is two words too: bit c of the first is cell c, for 0 to
53; bit c of the second is cell 54 + c.

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
    totals  4                uint64  KNOWN: how many sets there are; CHECKS: searches for another filling;
                                     FRESH sets found; NODES: cells given

Example: known sets {1 2} {2 3} {3 4}, two clues. {1 2} and {3 4} are disjoint: at least two are needed. With
1 given, {2 3} and {3 4} are left: 3 is in both. With 2 given, and 1 dead, {3 4} is left: 3 or 4. Three sets
of clues, if no other filling is found for them.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.jit import jit
from accord_native.words import NINE, ONE, THREE, ZERO, Bytes, WordRows, Words
from grids import BOXES, COLUMNS, ROWS, UNITS

GIVEN, ALIVE, TODO, UNHIT = 0, 2, 4, 6  # in the path: the first of two words
PATH = 8  # places of a row of the path
KNOWN, CHECKS, FRESH, NODES = range(4)  # in the totals
TAIL, ROOM = np.uint64(8), np.uint64(128)  # clues that are searched with numbered sets, and how many
KNOWN_ROOM = 4096  # sets that can be known
OPEN, DIGITS, FREE = 0, 1, 2  # rows of the filler's scratch
FILLER = 3
FEWEST_PARTS = 64  # into which the search is cut: later ones know the sets that earlier ones found

NEVER = np.uint64(1 << 32)  # a level that is not reached
HOPELESS, BRANCH, ALL_HIT = (np.uint64(n) for n in range(3))  # what was found at a level
CELLS, FIRST = np.uint64(81), np.uint64(54)
WORD, EVERY_DIGIT = np.uint64(64), np.uint64(0b111111111)


class Found(NamedTuple):
    """Clue sets, and the work they took: cells given, searches for another filling, sets found by these."""

    sets: set[frozenset[int]]
    nodes: int
    checks: int
    fresh: int


def clue_sets(grid, clues, must=(), allowed=range(81)):
    """Return all sets of so many clues, or of (least, most), with these cells and none but those allowed."""
    low, high = clues if isinstance(clues, tuple) else (clues, clues)
    digits = np.array([*map(int, grid)], np.uint8)
    known = sorted(swaps(grid), key=by_size)
    sets, totals = set(), np.zeros(4, np.uint64)
    if not set(must) <= set(allowed) or len(must) > high:
        return Found(sets, 0, 0, 0)
    for given, alive in parts([bits_of(cells) for cells in known], bits_of(must), bits_of(allowed), high):
        levels = high - given.bit_count() + 2
        room, path = np.zeros((KNOWN_ROOM, 2), np.uint64), np.zeros((levels, PATH), np.uint64)
        room[: len(known)] = [words_of(bits_of(cells)) for cells in known]
        path[0, :TODO] = [*words_of(given), *words_of(alive)]
        totals[KNOWN] = len(known)
        tables = [np.zeros(shape, np.uint64) for shape in ((int(ROOM), 2), (81, 2), (int(ROOM), 2))]
        filler, missed = np.zeros((FILLER, 81), np.uint64), np.zeros(2, np.uint64)
        found = search(digits, room, path, *tables, filler, missed, totals, np.uint64(low), np.uint64(high))
        more = [cells_of(*row) for row in found.tolist()]
        assert len({*more}) == len(more)
        assert sets.isdisjoint(more)
        sets.update(more)
        known = sorted({cells_of(*row) for row in room[: int(totals[KNOWN])].tolist()}, key=by_size)
    return Found(sets, int(totals[NODES]), int(totals[CHECKS]), int(totals[FRESH]))


def parts(sets, must, allowed, high):
    """Return cells given and cells alive, as bits: disjoint parts of the search that are all of it."""
    found = [(must, allowed & ~must)]
    while 0 < len(found) < FEWEST_PARTS:
        grown = [part for given, alive in found for part in branches(sets, given, alive, high)]
        if grown == found:
            break
        found = grown
    return found


def branches(sets, given, alive, high):
    """Yield the parts of a part, by which cell of its smallest set that is not hit is given first."""
    unhit = [cells & alive for cells in sets if not cells & given]
    if not unhit or given.bit_count() >= high:
        yield given, alive
        return
    left = min(unhit, key=int.bit_count)
    while left:
        cell = left & -left
        left ^= cell
        alive ^= cell
        yield given | cell, alive


def swaps(grid):
    """Return unavoidable sets in which two digits change places, or two lines within their boxes."""
    found = set()
    for pair in combinations("123456789", 2):
        found |= components([[cell for cell in unit if grid[cell] in pair] for unit in UNITS])
    for lines in (ROWS, COLUMNS):
        for one, two in combinations(lines, 2):
            across = [*zip(one, two, strict=True)]
            if all(any({*pair} <= {*box} for box in BOXES) for pair in across):
                equal = [[cell for cell in (*one, *two) if grid[cell] == digit] for digit in "123456789"]
                found |= components([*across, *equal])
    return found


def components(links):
    """Return the parts that links join, each a set of cells."""
    whole = []
    for link in map(frozenset, links):
        joined = [part for part in whole if part & link]
        whole = [part for part in whole if not part & link] + [link.union(*joined)]
    return set(whole)


def by_size(cells):
    """Return what sets are sorted by."""
    return len(cells), sorted(cells)


def bits_of(cells):
    """Return a set of cells as the bits of a number."""
    return sum(1 << cell for cell in cells)


def words_of(bits):
    """Return the two words of such a number."""
    return bits & (1 << 54) - 1, bits >> 54


def cells_of(first, second):
    """Return the cells of two words."""
    return frozenset(cell for cell in range(81) if (first | second << 54) >> cell & 1)


# -- kernels ---------------------------------------------------------------------------------------


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
    in each of these, above the digit that it has; FREE the digits that each unit lacks.
    """
    cells, digits, free = filler[OPEN], filler[DIGITS], filler[FREE]
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
    totals: Words,
    low: np.uint64,
    high: np.uint64,
) -> WordRows:
    """The clue sets that have the cells given at level 0, and others of those alive there."""
    level, entering, free_from, number, written = ZERO, True, NEVER, ZERO, 0
    found = np.empty((64, 2), np.uint64)
    before = population_count(path[0, GIVEN]) + population_count(path[0, GIVEN + 1])
    clues = high - before  # to be placed here
    tail = clues - TAIL if clues > TAIL else ZERO  # the level where sets get numbers
    while True:
        if entering:
            entering = False
            node, left, free = path[level], clues - level, level >= free_from
            if free:
                met = ALL_HIT
            elif level > tail:
                met = branched(node, left, table, touch)
            else:
                met = scanned(known, totals[KNOWN], node, left)
                if level == tail and met != HOPELESS:
                    number = numbered(known, totals[KNOWN], node, table, hits, touch)
            if met == ALL_HIT and level > tail and not free:  # there may have been no room for its number
                met = scanned(known, totals[KNOWN], node, left)
            if met == HOPELESS:
                node[TODO] = node[TODO + 1] = ZERO
            if met == ALL_HIT and not free:
                totals[CHECKS] += ONE
                most, kept_1, kept_2 = CELLS, node[GIVEN], node[GIVEN + 1]
                while other(
                    grid, kept_1, kept_2, most, filler, missed
                ):  # a set with no other in it is worth more
                    most = population_count(missed[0]) + population_count(missed[1]) - ONE
                    kept_1, kept_2 = ~missed[0], ~missed[1]
                free = most == CELLS
                if free:
                    free_from = level
                else:
                    totals[FRESH] += ONE
                    if totals[KNOWN] < np.uint64(len(known)):
                        known[totals[KNOWN], 0], known[totals[KNOWN], 1] = missed[0], missed[1]
                        totals[KNOWN] += ONE
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
                    if written == len(found):
                        more = np.empty((2 * written, 2), np.uint64)
                        more[:written] = found
                        found = more
                    found[written, 0], found[written, 1] = node[GIVEN], node[GIVEN + 1]
                    written += 1
            if left == ZERO:
                node[TODO] = node[TODO + 1] = ZERO

        a, b = path[level, TODO], path[level, TODO + 1]
        if a | b == ZERO:
            if level == ZERO:
                return found[:written]
            level -= ONE
            if level < free_from:
                free_from = NEVER
            continue
        totals[NODES] += ONE
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
