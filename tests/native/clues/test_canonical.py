"""The kernel of canonical forms on a tiny case, also as plain Python."""

import numpy as np

from accord_native.sudoku.canonical import canonical
from accord_native.sudoku.layout import MOST_WAYS, WAY, WAY_BYTES, WAY_WORDS

GRID = np.array(
    list("123456789456789123798231564234675918815943276967812435379164852582397641641528397"), np.uint8
)


def test_a_grid_in_canonical_form_is_found_to_be():
    least, ways = np.empty(81, np.uint8), np.empty((MOST_WAYS, WAY), np.uint8)
    scratch, lists = np.empty(WAY_BYTES, np.uint8), np.empty(WAY_WORDS, np.uint64)
    assert canonical(GRID, least, ways, scratch, lists) == 1
    assert (least == GRID).all()
    assert ways[0].tolist() == [0, *range(9), *range(9)]
