"""Sets of bits by rows, against their definition."""

import numpy as np
import pytest

from accord.model.arrays import unions


@pytest.mark.parametrize("sizes", [[2, 2, 2], [1, 3, 2], [0, 5, 1], [6], [1, 1, 1, 1, 1, 1]])
def test_unions_of_rows_of_which_minus_one_is_the_last(sizes):
    rows = np.uint64(1) << np.arange(8, dtype=np.uint64).reshape(4, 2)
    number = np.array([-1, 0, 2, -1, 1, -1])
    parts = np.split(number, np.cumsum(sizes)[:-1])
    expected = [np.bitwise_or.reduce(rows[part], axis=0) for part in parts]
    assert unions(rows, number, np.array(sizes)).tolist() == np.array(expected).tolist()
