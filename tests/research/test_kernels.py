"""The kernels of records by themselves: their examples, rows of states, and what does not fit."""

import numpy as np
import pytest
from arrays import words

from accord_research.kernels import merging, singly, skyline
from accord_research.kernels.merging_layout import FULL, OVER

pytestmark = pytest.mark.slow

NOTHING = np.zeros((0, 2, 2), np.uint64)


def searched(rows=NOTHING, sides=((0, 1),), first=(0, 1), cells=2):
    stack = np.zeros((len(first), 2, cells), np.uint64)
    stack[0, 0] = 1 << np.arange(cells)
    starts = np.array(first, np.int64)
    orbits = len(starts) - 1
    return singly.search(words(*sides), starts, 0, orbits, stack, np.zeros(len(stack), np.int64), rows)


def test_two_cells_are_one_part_or_two():
    rows = np.zeros((3, 2, 2), np.uint64)
    assert searched(rows) == 2
    assert rows.tolist() == [[[3, 3], [0, 0]], [[1, 2], [2, 1]], [[0, 0], [0, 0]]]
    assert searched(rows[:1]) == 2  # more than there is room for


def test_four_cells_and_the_orbits_of_their_sides():
    around = ((0, 1), (0, 2), (1, 3), (2, 3))
    nothing = np.zeros((0, 2, 4), np.uint64)
    assert searched(nothing, around, range(5), 4) == 12
    assert searched(nothing, ((0, 1), (2, 3), (0, 2), (1, 3)), (0, 2, 3, 4), 4) == 6  # left and right changed
    assert searched(nothing, around, (0, 4), 4) == 2


def merged(states, ways, tiles, room=4):
    after, counts = np.zeros(room, np.uint64), np.zeros((room, 2), np.uint64)
    scratch = np.zeros(len(tiles) + 1, np.int64), np.zeros(len(tiles) + 1, np.uint64)
    size = merging.merge(words(*states), words(*ways), words(*tiles), after, counts, *scratch)
    return size, after[:size].tolist(), counts[:size].tolist()


def test_dominoes_on_four_cells():
    assert merging.bound(words(0), words(0b11, 0b101)) == 2
    assert merged([0], [[1, 0]], [0b11, 0b101]) == (2, [0b1, 0b10], [[1, 0], [1, 0]])
    assert merged([0b1, 0b10], [[1, 0], [1, 0]], [0b101]) == (2, [0, 0b11], [[1, 0], [1, 0]])
    assert merged([0, 0b11], [[1, 0], [1, 0]], [0b11]) == (1, [1], [[2, 0]])


@pytest.mark.filterwarnings("ignore:overflow")  # of numbers that are not compiled
def test_ways_are_carried_into_the_second_word_and_no_further():
    half = 1 << 63
    assert merged([0b0, 0b11], [[half, 7], [half, 1]], [0b11]) == (1, [1], [[0, 9]])
    assert merged([0b0, 0b11], [[half, half], [half, half - 1]], [0b11])[0] == OVER
    assert merged([0b0, 0b11], [[0, half], [0, half]], [0b11])[0] == OVER


def test_no_state_is_written_beyond_the_room():
    assert merged([0], [[1, 0]], [0b11, 0b101], room=1)[0] == FULL


def laid(bit, heights, used=(0, 0)):
    """How many tilings, how many rectangles that took, and what is left in the arrays that are handed in."""
    side, effort = len(heights), np.zeros(1, np.int64)
    columns, kinds, frames = np.array(heights), words(*used), np.zeros((5, side * side + 1), np.int64)
    found = skyline.search(np.array(bit), columns, kinds, frames, effort)
    assert (columns.tolist(), kinds.tolist()) == ([*heights], [*used])  # as they were
    return found, int(effort[0])


def test_rectangles_on_four_cells():
    unlike = [[-1, -1, -1], [-1, 0, 1], [-1, 1, 2]]  # 1 x 1, two of 1 x 2 that are alike, 2 x 2
    assert laid(unlike, [0, 0]) == (1, 7)  # each of the three others first, then one more; and the square
    assert laid(unlike, [2, 2]) == (1, 0)  # full
    assert laid(unlike, [1, 2]) == (1, 1)
    assert laid(unlike, [1, 2], used=(1, 0)) == (0, 0)
    apart = [[-1, -1, -1], [-1, 64, 65], [-1, 1, 127]]  # in both words; lying and standing are not alike
    assert laid(apart, [0, 2]) == (1, 2)
    assert laid(apart, [0, 2], used=(0, 2)) == (0, 1)
