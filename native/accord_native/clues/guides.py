"""Kernel functions for what the mini-rows of many bands 3 ask for, as bands 1 and 2 alone decide.

A *guide* is two cells of a mini-row of band 3, or all three, with their digits. If an unavoidable set touches
band 3 in a guide alone, it is one of every grid with these bands 1 and 2 and this guide anywhere in band 3:
the same digits change places there, within a row and a box. A column lacks three digits, so a box has 27
possible mini-rows: number 9 * x + 3 * y + z has digits x, y and z of those that its three columns lack, in
ascending order.

A box has a word with a bit for each guide, at these places; the guides of box b begin at 64 * b:

    whole mini-row                  9 * x + 3 * y + z
    all but its last cell           27 + 9 * x + 3 * y
    all but its second cell         27 + 9 * x + (1, 2 or 4: for z = 0, 1, 2)
    all but its first cell          54 + 3 * y + z

A band 3 has a row of `thirds`, whose places `layout` names. OF_TWO: which of the possible mini-rows it has,
those of boxes 1 and 2, 27 bits each. OF_LAST: those of box 3, twice. From MINIROWS on: the numbers of its
nine mini-rows, row by row.

Example: clues miss a set with the guide of digits x = 1, y = 2. Bit 42 of the box is set; the mini-rows
(1, 2, 0), (1, 2, 1) and (1, 2, 2) ask for a clue in their first two cells.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import population_count
from accord_native.clues.layout import CELLS_3, MINIROWS, OF_LAST, OF_TWO
from accord_native.words import ONE, THREE, TWO, ZERO, WordRows

Asked: TypeAlias = tuple[np.uint64, ...]  # nine words; see `asked_by`

WHOLE = np.uint64((1 << 27) - 1)
LAST, FIRST = np.uint64(27), np.uint64(54)  # where the guides without that cell begin
BY_X_AND_Y = np.uint64(sum(1 << 9 * x + 3 * y for x in range(3) for y in range(3)))
BY_X_AND_FIRST_Z = np.uint64(sum(1 << 9 * x + z for x in range(3) for z in range(2)))
BY_X_AND_LAST_Z = np.uint64(sum(1 << 9 * x + 2 for x in range(3)))
BY_Y_AND_Z = np.uint64(0b111111111)
ALL_X = np.uint64(1 | 1 << 9 | 1 << 18)  # as factors: the same for each
ALL_Y = np.uint64(1 | 1 << 3 | 1 << 6)
ALL_Z = np.uint64(0b111)
HALF = np.uint64(32)


@register_jitable
def asked_in_box(guides: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return what each possible mini-row of a box asks for: words for `active_of`; any clue; two clues."""
    above = guides >> LAST
    last = (above & BY_X_AND_Y) * ALL_Z
    second = (above >> ONE & BY_X_AND_FIRST_Z | above >> TWO & BY_X_AND_LAST_Z) * ALL_Y
    first = (guides >> FIRST & BY_Y_AND_Z) * ALL_X
    whole = guides & WHOLE
    return whole | first << HALF, second | last << HALF, whole | first | second | last, first & second & last


@register_jitable
def asked_by(box_1: np.uint64, box_2: np.uint64, box_3: np.uint64) -> Asked:
    """Return what all possible mini-rows ask for, from the guides of each box, for the functions below."""
    one_a, one_b, any_1, two_1 = asked_in_box(box_1)
    two_a, two_b, any_2, two_2 = asked_in_box(box_2)
    three_a, three_b, any_3, two_3 = asked_in_box(box_3)
    return (
        one_a, two_a, three_a, one_b, two_b, three_b,
        any_1 | any_2 << CELLS_3, two_1 | two_2 << CELLS_3, any_3 | two_3 << CELLS_3,
    )  # fmt: skip


@register_jitable
def clues_asked(asked: Asked, thirds: WordRows, third: np.uint64) -> np.uint64:
    """Return how many clues the mini-rows of this band 3 ask for."""
    of_two = thirds[third, OF_TWO]
    return (
        population_count(asked[6] & of_two)
        + population_count(asked[7] & of_two)
        + population_count(asked[8] & thirds[third, OF_LAST])
    )


@register_jitable
def active_of(asked: Asked, thirds: WordRows, third: np.uint64) -> np.uint64:
    """Return what the mini-rows of this band 3 ask for, as `active` bits; see `masks`."""
    active, at = ZERO, ZERO
    for row in range(3):
        for box in range(3):
            place = thirds[third, MINIROWS + 3 * row + box]
            if box == 0:
                one, other = asked[0] >> place, asked[3] >> place
            elif box == 1:
                one, other = asked[1] >> place, asked[4] >> place
            else:
                one, other = asked[2] >> place, asked[5] >> place
            without = one >> HALF & ONE | (other & ONE) << ONE | (other >> HALF & ONE) << TWO
            active |= (without | (one & ONE) << CELLS_3) << at
            at += THREE
    return active
