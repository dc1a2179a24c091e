"""Kernel that lists entries: pairs of bands in order, with the bands 3 whose grids are their own forms.

What an entry, a case and a form are: `accord.families.sudoku.entries`. The kernel takes the canonical band
of a class as the first, and many second bands. A pair is in order if no way to the canonical form of its
first band makes a lesser second band of it; if both bands have one rank, nor in the other order. A way that
changes nothing in the pair exchanges bands 3: the least of them counts. A band 3 is listed if the ranks of
bands and stacks of its grid fit the case, and if the grid is its own form. Nearly always no other order of
its bands or stacks has the same ranks, and then it is. Else its form is computed.

A *way* permutes the rows, boxes and columns of a band and renames its digits: it is a list of the columns,
and a name of each digit. The rows are then sorted. The first row of a canonical band is 123456789. So a way
is known by the row that becomes the first one, and by the columns: 3 x 1296 choices. Nearly all of them fail
at the first columns of the second row.

    name          shape      dtype   meaning
    ------------  ---------  ------  ------------------------------------------------------------------------
    first         27         uint8   the first band, canonical, row by row; digits 1..9
    seconds       n, 27      uint8   second bands, their rows sorted
    roles         3          uint64  of the bands of a grid: which one of the entry form each is, from 0
    keys          forms      uint64  reduced forms of bands, ascending: `band_classes` has them
    rank_of_form  forms      uint64  of each the rank of its class
    least         416, 27    uint8   of each rank the canonical band
    state         STATE      uint64  see `layout`; zeroes at the beginning, and back for the next call
    of_entry      most       uint64  of each band 3 that is listed: the second band, as its row
    numbers       most       uint64  its number among those that no symmetry exchanges, from 1
    thirds        most, 27   uint8   its digits, their rows sorted
    space         SPACE      uint8   scratch; needs no preparation; likewise all below
    words         WORDS      uint64  ranks of bands and stacks; of each row of band 3 its digits so far
    own_columns   ways, 9    uint8   of each way of the first band the old column of each new one
    own_names     ways, 10   uint8   of each way the name of each digit
    columns       ways, 9    uint8   likewise of another band; and names
    kept_columns  2 ways, 9  uint8   likewise of the ways that change nothing in a pair; and kept_names

Example: first 123456789 457189263 896327145, a second band 264893571 318574926 579261438 of the same class:
the pair is in order, and one of its 28 bands 3 is listed.
"""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
from numba.extending import register_jitable

from accord_native.jit import jit
from accord_native.sudoku.layout import (
    BAND,
    BOARD_AT,
    ENTRIES,
    FORM_AT,
    LACK_AT,
    MOST_THIRDS,
    NAME_AT,
    NEXT,
    PAIRS,
    TRIED_AT,
    WRITTEN,
)  # fmt: skip
from accord_native.words import NINE, ONE, THREE, TWO, ZERO, ByteRows, Bytes, Words

_WITHIN = [*permutations(range(3))]
COLUMNS = np.array(
    [
        [3 * box + column for box, order in zip(boxes, orders, strict=True) for column in order]
        for boxes in _WITHIN
        for orders in product(_WITHIN, repeat=3)
    ],
    np.uint8,
)  # of each arrangement the old column of each new one
PLACES = np.argsort(COLUMNS, axis=1).astype(np.uint8)  # of each old column the new one
ORDERS = np.array(_WITHIN, np.uint64)
NINTHS, BOX = np.uint64(9**9), np.uint64(729)
LESS, EQUAL, MORE = ZERO, ONE, TWO
SIX = np.uint64(6)


@register_jitable
def rank_at(
    space: Bytes, board: np.uint64, down: np.uint64, across: np.uint64, keys: Words, rank_of_form: Words
) -> np.uint64:
    """Return the rank of the band whose first cell is at `board`; rows are `down` apart, columns `across`."""
    for row in range(THREE):
        for column in range(THREE):
            space[NAME_AT + space[board + row * down + column * across]] = row * THREE + column
    key, other = ZERO, ZERO
    for box in range(ONE, THREE):
        low, middle, high = ZERO, ZERO, ZERO
        for column in range(THREE):
            at = board + (box * THREE + column) * across
            code = np.uint64(space[NAME_AT + space[at]]) * np.uint64(81)
            code += np.uint64(space[NAME_AT + space[at + down]]) * NINE
            code += np.uint64(space[NAME_AT + space[at + down + down]])
            if column == ZERO:
                low = code
            elif column == ONE:
                middle = code
                if middle < low:
                    low, middle = middle, low
            else:
                high = code
                if high < middle:
                    middle, high = high, middle
                    if middle < low:
                        low, middle = middle, low
        other, key = key, (low * BOX + middle) * BOX + high
    if other > key:
        key, other = other, key
    key += other * NINTHS
    low, high = ZERO, np.uint64(len(keys)) - ONE
    while low < high:
        middle = (low + high) >> ONE
        if keys[middle] < key:
            low = middle + ONE
        else:
            high = middle
    return rank_of_form[low]


@register_jitable
def find_ways(
    space: Bytes, board: np.uint64, down: np.uint64, across: np.uint64,
    least: ByteRows, rank: np.uint64, columns: ByteRows, names: ByteRows,
) -> np.uint64:  # fmt: skip
    """Write the ways from a band, placed as in `rank_at`, to the canonical band of its rank; how many."""
    number = ZERO
    for top in range(THREE):
        one, two = board + (top + ONE) % THREE * down, board + (top + TWO) % THREE * down
        for column in range(NINE):
            space[NAME_AT + space[board + top * down + column * across]] = column
        for way in range(np.uint64(len(COLUMNS))):
            begin = COLUMNS[way, 0] * across
            first = PLACES[way, space[NAME_AT + space[one + begin]]]
            other = PLACES[way, space[NAME_AT + space[two + begin]]]
            second, third = (one, two) if first < other else (two, one)
            if min(first, other) + ONE != least[rank, NINE]:
                continue
            same = True
            for at in range(ONE, NINE):
                place = COLUMNS[way, at] * across
                if PLACES[way, space[NAME_AT + space[second + place]]] + ONE != least[rank, NINE + at]:
                    same = False
                    break
            if not same:
                continue
            for at in range(NINE):
                place = COLUMNS[way, at] * across
                if PLACES[way, space[NAME_AT + space[third + place]]] + ONE != least[rank, NINE + NINE + at]:
                    same = False
                    break
            if same:
                for at in range(NINE):
                    columns[number, at] = COLUMNS[way, at]
                    names[number, space[board + top * down + COLUMNS[way, at] * across]] = at + ONE
                number += ONE
    return number


@register_jitable
def compare_image(
    space: Bytes, board: np.uint64, down: np.uint64, across: np.uint64,
    columns: ByteRows, names: ByteRows, way: np.uint64, target: np.uint64,
) -> np.uint64:  # fmt: skip
    """Return whether a band after a way, its rows sorted, is less than the band at `target`, or equal."""
    one, two, three = board, board + down, board + down + down
    begin = columns[way, 0] * across
    first = names[way, space[one + begin]]
    second = names[way, space[two + begin]]
    third = names[way, space[three + begin]]
    if second < first:
        one, two, first, second = two, one, second, first
    if third < second:
        two, three, second, third = three, two, third, second
        if second < first:
            one, two = two, one
    for row in range(THREE):
        begin = one if row == ZERO else two if row == ONE else three
        for column in range(NINE):
            digit = names[way, space[begin + columns[way, column] * across]]
            goal = space[target + row * NINE + column]
            if digit != goal:
                return LESS if digit < goal else MORE
    return EQUAL


@register_jitable
def write_image(
    space: Bytes, board: np.uint64, down: np.uint64, across: np.uint64,
    columns: ByteRows, names: ByteRows, way: np.uint64, target: np.uint64,
) -> None:  # fmt: skip
    """Write a band after a way, its rows sorted, to `target`."""
    for row in range(THREE):
        begin = board + row * down
        first = names[way, space[begin + columns[way, 0] * across]]
        place = ZERO  # of the row among the three
        for other in range(THREE):
            if names[way, space[board + other * down + columns[way, 0] * across]] < first:
                place += ONE
        for column in range(NINE):
            space[target + place * NINE + column] = names[way, space[begin + columns[way, column] * across]]


@register_jitable
def is_own_form(
    space: Bytes, roles: Words, ranks: Words, least: ByteRows, columns: ByteRows, names: ByteRows
) -> bool:
    """Whether the grid at `BOARD_AT` is its own form in the list of a case.

    `ranks` are of its bands and of its stacks. Those of its bands fit their roles, and no stack has a lower
    one.
    """
    own_one = own_two = ZERO
    for place in range(THREE):
        if roles[place] == ZERO:
            own_one = ranks[place]
        if roles[place] == ONE:
            own_two = ranks[place]
    alike = ZERO
    for choice in range(TWO * SIX):
        base, order = np.uint64(choice) // SIX * THREE, np.uint64(choice) % SIX
        one, two = ranks[base + ORDERS[order, 0]], ranks[base + ORDERS[order, 1]]
        three = ranks[base + ORDERS[order, 2]]
        if one == own_one and one <= two and two <= three:
            if two < own_two:
                return False
            if two == own_two:
                alike += ONE
    if alike == ONE:
        return True

    known = False
    for choice in range(TWO * SIX):
        side, order = np.uint64(choice) // SIX, np.uint64(choice) % SIX
        one, two, three = ORDERS[order, 0], ORDERS[order, 1], ORDERS[order, 2]
        base = side * THREE
        if ranks[base + one] != own_one or ranks[base + two] != own_two:
            continue
        if ranks[base + three] < own_two:
            continue
        down, across = (NINE, ONE) if side == ZERO else (ONE, NINE)
        apart = BAND if side == ZERO else THREE
        ways = find_ways(
            space, BOARD_AT + one * apart, down, across, least, own_one, columns, names
        )  # fmt: skip
        for way in range(ways):
            which = np.uint64(way)
            second, third = BOARD_AT + two * apart, BOARD_AT + three * apart
            is_less = not known
            if known:
                compared = compare_image(space, second, down, across, columns, names, which, FORM_AT + BAND)
                if compared == EQUAL:
                    compared = compare_image(
                        space, third, down, across, columns, names, which, FORM_AT + BAND + BAND
                    )
                is_less = compared == LESS
            if is_less:
                known = True
                write_image(space, second, down, across, columns, names, which, FORM_AT + BAND)
                write_image(space, third, down, across, columns, names, which, FORM_AT + BAND + BAND)
    for cell in range(BAND):
        space[FORM_AT + cell] = least[own_one, cell]

    own_first = FORM_AT + roles[0] * BAND
    ways = find_ways(space, own_first, NINE, ONE, least, ranks[0], columns, names)
    same = False
    for way in range(ways):
        which = np.uint64(way)
        compared = compare_image(
            space, FORM_AT + roles[1] * BAND, NINE, ONE, columns, names, which, BOARD_AT + BAND
        )
        if compared == EQUAL:
            compared = compare_image(
                space, FORM_AT + roles[2] * BAND, NINE, ONE, columns, names, which, BOARD_AT + BAND + BAND
            )
        if compared == LESS:
            return False
        same |= compared == EQUAL
    return same


@register_jitable
def keep_ways(
    space: Bytes, ways: np.uint64, board: np.uint64, target: np.uint64, kept: np.uint64,
    columns: ByteRows, names: ByteRows, kept_columns: ByteRows, kept_names: ByteRows,
) -> tuple[bool, np.uint64]:  # fmt: skip
    """Keep the ways that turn the band at `board` into the one at `target`; whether none makes it less."""
    for way in range(ways):
        compared = compare_image(space, board, NINE, ONE, columns, names, np.uint64(way), target)
        if compared == LESS:
            return False, kept
        if compared == EQUAL:
            kept_columns[kept] = columns[way]
            kept_names[kept] = names[way]
            kept += ONE
    return True, kept


@jit()
def list_entries(
    first: Bytes, seconds: ByteRows, roles: Words, keys: Words, rank_of_form: Words, least: ByteRows,
    state: Words, of_entry: Words, numbers: Words, thirds: ByteRows,
    space: Bytes, words: Words, own_columns: ByteRows, own_names: ByteRows, columns: ByteRows,
    names: ByteRows, kept_columns: ByteRows, kept_names: ByteRows,
) -> bool:  # fmt: skip
    """List entries until no second band is left, or no space for those of the next; whether all are."""
    ranks, used = words[:SIX], words[SIX:]
    second_at, third_at = BOARD_AT + BAND, BOARD_AT + BAND + BAND
    for cell in range(BAND):
        space[BOARD_AT + cell] = first[cell]
    ranks[0] = rank_at(space, BOARD_AT, NINE, ONE, keys, rank_of_form)
    own_ways = find_ways(space, BOARD_AT, NINE, ONE, least, ranks[0], own_columns, own_names)
    exchanged = roles[1] == ONE  # the two bands may be, if they have one rank
    while state[NEXT] < np.uint64(len(seconds)):
        if state[WRITTEN] + MOST_THIRDS > np.uint64(len(thirds)):
            return False
        entry = state[NEXT]
        state[NEXT] += ONE
        for cell in range(BAND):
            space[second_at + cell] = seconds[entry, cell]
        ranks[1] = rank_at(space, second_at, NINE, ONE, keys, rank_of_form)
        if ranks[1] < ranks[0]:
            continue
        in_order, kept = keep_ways(
            space, own_ways, second_at, second_at, ZERO,
            own_columns, own_names, kept_columns, kept_names,
        )  # fmt: skip
        if in_order and exchanged and ranks[0] == ranks[1]:
            ways = find_ways(space, second_at, NINE, ONE, least, ranks[1], columns, names)
            in_order, kept = keep_ways(
                space, ways, BOARD_AT, second_at, kept, columns, names, kept_columns, kept_names
            )
        if not in_order:
            continue
        state[PAIRS] += ONE
        before, number = state[WRITTEN], ZERO

        for at in range(NINE):
            lacking = LACK_AT + at * THREE
            for digit in range(ONE, NINE + ONE):
                there = False
                for row in range(SIX):
                    there |= space[BOARD_AT + row * NINE + at] == digit
                if not there:
                    space[lacking] = digit
                    lacking += ONE
        for row in range(THREE):
            space[third_at + row * NINE] = space[LACK_AT + row]
            used[row] = ONE << np.uint64(space[LACK_AT + row])
        column = ONE
        space[TRIED_AT + column] = 0
        while column > ZERO:
            if column == NINE:  # all of band 3
                column -= ONE
                is_least = True
                for way in range(kept if kept > ONE else ZERO):
                    compared = compare_image(
                        space, third_at, NINE, ONE, kept_columns, kept_names, np.uint64(way), third_at
                    )
                    if compared == LESS:
                        is_least = False
                        break
                if not is_least:
                    continue
                number += ONE
                ranks[2] = rank_at(space, third_at, NINE, ONE, keys, rank_of_form)
                smallest = ranks[0]
                fits = True
                for place in range(THREE):
                    for other in range(THREE):
                        fits &= roles[place] >= roles[other] or ranks[place] <= ranks[other]
                    if roles[place] == ZERO:
                        smallest = ranks[place]
                for stack in range(THREE):
                    if fits:
                        ranks[THREE + stack] = rank_at(
                            space, BOARD_AT + stack * THREE, ONE, NINE, keys, rank_of_form
                        )
                        fits = ranks[THREE + stack] >= smallest
                if fits and is_own_form(space, roles, ranks, least, columns, names):
                    written = state[WRITTEN]
                    of_entry[written], numbers[written] = entry, number
                    for cell in range(BAND):
                        thirds[written, cell] = space[third_at + cell]
                    state[WRITTEN] += ONE
                continue
            order = np.uint64(space[TRIED_AT + column])
            if order == SIX:
                column -= ONE
                continue
            space[TRIED_AT + column] += 1
            clash = False
            for row in range(THREE):
                new = space[LACK_AT + column * THREE + ORDERS[order, row]]
                bit = ONE << np.uint64(new)
                above = used[(column - ONE) * THREE + row]
                clash |= above & bit != ZERO
                used[column * THREE + row] = above | bit
                space[third_at + row * NINE + column] = new
            if not clash:
                column += ONE
                if column < NINE:
                    space[TRIED_AT + column] = 0
        state[ENTRIES] += ONE if state[WRITTEN] > before else ZERO
    return True
