"""The kernels of the plain engine and of canonical forms on tiny cases, also as plain Python."""

import numpy as np

from accord_native.clues.plain import other, search
from accord_native.clues.plain_layout import FILLER, KNOWN, PATH, ROOM, STATES
from accord_native.progress import DONE, FULL, SOLUTIONS
from accord_native.sudoku.canonical import canonical
from accord_native.sudoku.layout import MOST_WAYS, WAY
from accord_native.sudoku.sets_layout import words

GRID = np.array(
    list("123456789456789123798231564234675918815943276967812435379164852582397641641528397"), np.uint8
)


def filler():
    return np.zeros((FILLER, 81), np.uint64)


def test_the_other_filling_of_a_swap_and_of_two():
    for empty in ([], [0], [18, 19], range(27)):
        kept = words(set(range(81)) - set(empty))
        missed = np.zeros(2, np.uint64)
        assert other(GRID, *kept, np.uint64(81), filler(), missed) == (len(empty) > 2)
        assert not (missed & kept).any()
        assert other(GRID, *kept, np.uint64(3), filler(), missed) == 0  # the smallest sets have four cells


def test_all_ways_to_add_two_clues_to_almost_all():
    left = [0, 1, 9, 10]
    known, path = np.zeros((8, 2), np.uint64), np.zeros((4, PATH), np.uint64)
    path[0, :2], path[0, 2:4] = words(set(range(81)) - set(left)), words(left)
    state, output = np.zeros(STATES, np.uint64), np.zeros((2, 79), np.int32)
    table = np.zeros((int(ROOM), 2), np.uint64)
    arrays = (
        GRID, known, path, table, np.zeros((81, 2), np.uint64), table.copy(), filler(),
        np.zeros(2, np.uint64), state, np.uint64(79), np.uint64(79), output,
    )  # fmt: skip
    found = set()
    for _ in range(3):  # six ways, two at a time
        assert search(*arrays, np.uint64(1000)) == FULL
        found |= {tuple(set(left) - set(row)) for row in output.tolist()}
    assert search(*arrays, np.uint64(1000)) == DONE
    assert state[SOLUTIONS] == len(found) == 6
    assert state[KNOWN] == 0


def test_a_grid_in_canonical_form_is_found_to_be():
    least, ways = np.empty(81, np.uint8), np.empty((MOST_WAYS, WAY), np.uint8)
    assert canonical(GRID, least, ways, np.empty(81, np.uint8)) == 1
    assert (least == GRID).all()
    assert ways[0].tolist() == [0, *range(9), *range(9)]
