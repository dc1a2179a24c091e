"""Sets of bits by rows, against their definition."""

import numpy as np
import pytest

from accord.model.arrays import join_batches, least_connected, unions


@pytest.mark.parametrize("sizes", [[2, 2, 2], [1, 3, 2], [0, 5, 1], [6], [1, 1, 1, 1, 1, 1]])
def test_unions_of_rows_of_which_minus_one_is_the_last(sizes):
    rows = np.uint64(1) << np.arange(8, dtype=np.uint64).reshape(4, 2)
    number = np.array([-1, 0, 2, -1, 1, -1])
    parts = np.split(number, np.cumsum(sizes)[:-1])
    expected = [np.bitwise_or.reduce(rows[part], axis=0) for part in parts]
    assert unions(rows, number, np.array(sizes)).tolist() == np.array(expected).tolist()


def test_batches_of_any_width_become_one():
    batches = [np.array([[1, 2]], np.int32), np.zeros((0, 5), np.int32), np.array([[3], [4]], np.int32)]
    assert join_batches(batches).tolist() == [[1, 2, -1, -1, -1], [3, *[-1] * 4], [4, *[-1] * 4]]
    assert join_batches([]).shape == (0, 0)


def test_members_are_connected_by_the_groups_that_they_share():
    """Three groups join 5, 1, 4 and 2, each by one member that it shares; a group of one joins nothing."""
    group, member = np.array([0, 0, 1, 1, 2, 2, 3, 4, 4]), np.array([5, 1, 5, 4, 4, 2, 0, 3, 6])
    assert least_connected(group, member, 6, 8).tolist() == [0, 1, 1, 3, 1, 1, 3, 7]
