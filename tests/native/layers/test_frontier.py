"""The kernels of frontier counting by themselves: their example, not compiled too."""

import numpy as np
from arrays import words

from accord_native.layers import frontier
from accord_native.layers import frontier_layout as layout
from accord_native.layers.gather import gather
from accord_native.layers.layout import NEXT, STATE, STATES, TRANSITIONS
from accord_native.progress import DONE, FULL

ONE, TWO = np.uint64(1), np.uint64(2)
LEAVE = int(layout.UNTOUCHED | layout.PASSED)


def layer(join, leaves, cycles=layout.ONE_CYCLE):
    """One of the example of `frontier_layout`, a loop of a triangle; slots behind two bits."""
    return layout.Given(
        sums=np.zeros((0, layout.SUM), np.int64),
        joins=words([*join, 0]),
        leaves=np.array([[slot, LEAVE] for slot in leaves], np.uint64).reshape(-1, 2),
        slots=words([0, 2], [0, 5], [0, 8]),
        rule=words(1, 7, 1, int(cycles)),
    )


TRIANGLE = [((0, 1), ()), ((0, 2), (0,)), ((1, 2), (1, 2))]


def key(a, b, c, finished=0):
    return 1 | finished << 1 | a << 2 | b << 5 | c << 8


def expanded(given, rows, room=64):
    buffer, size = np.zeros((1, room, 2), np.uint64), words(0)
    state = np.zeros(STATE + layout.scratch(1, 3, 1), np.uint64)
    end = frontier.expand(given, words(*rows), buffer, size, ONE, state)
    return end, [tuple(row) for row in buffer[0, : int(size[0])].tolist()], state


def test_the_example():
    rows, seen = [(key(0, 0, 0), 1)], []
    for join, leaves in TRIANGLE:
        end, rows, _ = expanded(layer(join, leaves), rows)
        assert end == DONE
        seen.append(rows)
    assert seen[0] == [(key(0, 0, 0), 1), (key(2, 2, 0), 1)]
    assert (key(0, 2, 2), 1) in seen[1]
    assert (key(0, 0, 0, finished=1), 1) in seen[2]
    assert [len(rows) for rows in seen] == [2, 2, 2]


def test_no_cycle_where_none_may_be():
    rows = [(key(0, 0, 0), 1)]
    for join, leaves in TRIANGLE:
        _, rows, _ = expanded(layer(join, leaves, layout.NONE), rows)
    assert rows == [(key(0, 0, 0), 1)]


def test_expanding_stops_before_the_buffer_is_full():
    rows = [(key(0, 0, 0), 1), (0, 0), (key(0, 0, 0), 2)]
    end, _, state = expanded(layer(*TRIANGLE[0]), rows, room=3)
    assert (end, state[NEXT], state[TRANSITIONS]) == (FULL, 1, 2)


def test_a_sum_that_is_past_its_bounds_dies_and_safe_ones_are_one():
    """An item of [1, 2] in bits 11 to 13, in which the option gives 2: see `sums`."""
    sums = np.array([[0, 11, 7, 0, 2, 0, 2, 1, 2, 1]])
    given = layer(*TRIANGLE[0])._replace(sums=sums, joins=np.zeros((0, 3), np.uint64))
    _, rows, _ = expanded(given, [(key(0, 0, 0) | sum_ << 11, 1) for sum_ in (0, 1, 2)])
    assert rows == [(key(0, 0, 0) | sum_ << 11, 1) for sum_ in (0, 1, 1, 1)]


def test_keys_of_several_words_are_told_apart_by_each():
    random = np.random.default_rng(0)
    rows = np.stack([random.integers(1, 3, 400), random.integers(0, 9, 400), random.integers(0, 50, 400)])
    rows = rows.T.astype(np.uint64).copy()
    table, state = np.zeros((23, 3), np.uint64), words(*[0] * STATE)
    end = gather.variant(single=False)(TWO, rows, np.uint64(400), table, ONE, np.uint64(22), state)
    assert (end, state[STATES]) == (DONE, 18)
    for first, second, ways in table[table[:, 0] != 0].tolist():
        alike = (rows[:, 0] == first) & (rows[:, 1] == second)
        assert ways == rows[alike, 2].sum()
