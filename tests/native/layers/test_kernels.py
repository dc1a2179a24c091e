"""The kernels of layered counting by themselves: their example, full tables and lanes, not compiled."""

import numpy as np
import pytest
from arrays import words
from processes import printed

from accord_native.layers import complete as layers_complete
from accord_native.layers import expand as layers_expand
from accord_native.layers import gather as layers_gather
from accord_native.layers import layout as layers
from accord_native.layers.layout import NEXT, PATTERNS, STATE, STATES, TRANSITIONS
from accord_native.progress import DONE, FULL, OVERFLOW, PAUSED

ONE = np.uint64(1)


def dominoes(width=1):
    """The example of `accord_native.layers.layout` as its arrays: dominoes on a board of 2 x 2."""
    slices = layers.FEWEST_SLICES
    tables = np.zeros((slices, PATTERNS, width), np.uint64)
    tables[0, 1::2, 0] = 0b01  # the next cell is occupied: nothing lies across
    shift = words(0, 63, 63, 63)
    none = [0] * (width - 1)
    cell = words(*([0, 0, exists, *none] for exists in (0, 0b11, 0b10, 0b01, 0b00, 0)))
    orientation = np.zeros((64 * width, 3), np.uint64)
    orientation[:2, 0] = 0b01, 0b10
    return layers.Given(tables.ravel(), shift, cell, orientation, words(1, 1, 5))


EXPAND = layers_expand.expand.variant(key=layers.WORD)
KERNELS = [(layers_expand.expand.variant(key=layers.SHORT), 1), (EXPAND, 1), (EXPAND, 2)]
GATHER = layers_gather.gather.variant(single=True)


@pytest.mark.parametrize(("expand", "width"), KERNELS)
def test_expanding_the_example(expand, width):
    rows = {(0b1_0, 1)}
    transitions = 0
    for expected in ({(0b11_0, 1), (0b10_1, 1)}, {(0b101_0, 1)}):
        buffer, size, state = np.zeros((1, 256, 2), np.uint64), words(0), words(*[0] * STATE)
        assert expand(dominoes(width), words(*sorted(rows)), buffer, size, ONE, state) == DONE
        rows = {tuple(row) for row in buffer[0, : int(size[0])].tolist()}
        assert rows == expected
        transitions += int(state[TRANSITIONS])
    assert (transitions, size) == (4, 2)


@pytest.mark.parametrize(("expand", "width"), KERNELS)
def test_expanding_stops_before_the_buffer_is_full_and_passes_over_free_rows(expand, width):
    source = words([0, 0], [0b1_0, 5], [0, 0], [0b1_0, 7])
    buffer, size, state = np.zeros((1, 64 * width + 1, 2), np.uint64), words(0), words(*[0] * STATE)
    assert expand(dominoes(width), source, buffer, size, ONE, state) == FULL
    assert (size.tolist(), state[NEXT]) == ([2], 2)
    size[:] = 0
    assert expand(dominoes(width), source, buffer, size, ONE, state) == DONE
    assert buffer[0, :2].tolist() == [[0b11_0, 7], [0b10_1, 7]]


def test_every_key_goes_to_one_partition_and_both_get_some():
    partitions = np.uint64(2)
    buffer, size, state = np.zeros((2, 256, 2), np.uint64), words(0, 0), words(*[0] * STATE)
    source = words(*([0b1_0, 1] for _ in range(50)), *([0b11_0, 1] for _ in range(50)))
    assert EXPAND(dominoes(), source, buffer, size, partitions, state) == DONE
    keys = [set(buffer[i, : int(size[i]), 0].tolist()) for i in range(2)]
    assert not keys[0] & keys[1]
    assert keys[0] | keys[1] == {0b11_0, 0b10_1, 0b101_0}


def gathered(rows, slots=8, lanes=1, most=7):
    table, state = np.zeros((slots, 1 + lanes), np.uint64), words(*[0] * STATE)
    ends = [GATHER(ONE, rows, np.uint64(len(rows)), table, ONE, np.uint64(most), state)]
    return ends[0], table, state


def test_gathering_adds_rows_of_the_same_key():
    random = np.random.default_rng(0)
    rows = np.stack([random.integers(1, 8, 500), random.integers(0, 100, 500)], axis=1).astype(np.uint64)
    end, table, state = gathered(rows)
    assert (end, state[STATES]) == (DONE, 7)
    sums = {key: int(rows[rows[:, 0] == key, 1].sum()) for key in range(1, 8)}
    assert {key: ways for key, ways in table.tolist() if key} == sums
    assert layers_gather.compact(table) == 7
    assert dict(table[:7].tolist()) == sums


def test_a_full_table_takes_no_row_and_goes_on_when_it_has_grown():
    rows = words([1, 1], [2, 1], [1, 1], [3, 1])
    end, table, state = gathered(rows, most=2)
    assert (end, state[NEXT], state[STATES]) == (FULL, 3, 2)
    assert GATHER(ONE, rows, np.uint64(4), table, ONE, np.uint64(3), state) == DONE
    assert {key: ways for key, ways in table.tolist() if key} == {1: 2, 2: 1, 3: 1}


@pytest.mark.parametrize("lanes", [1, 2, 3])
def test_ways_carry_from_lane_to_lane_and_the_last_keeps_what_is_too_much(lanes):
    most = 2**63 - 1
    rows = words([1] + [most] * lanes, [1, 1] + [0] * (lanes - 1), [1, 5] + [0] * (lanes - 1))
    end, table, state = gathered(rows, lanes=lanes)
    assert (end, state[NEXT]) == (OVERFLOW, 2)
    row = table[table[:, 0] == 1][0].tolist()
    assert sum(lane << 63 * i for i, lane in enumerate(row[1:])) == 2 ** (63 * lanes)


def test_completing_the_example():
    layer, completions = [words([0b1_0, 1], [0, 0]), words([0b11_0, 1], [0b10_1, 1]), words([0b101_0, 2])], []
    tables = []
    for rows in layer:
        table, state = np.zeros((5, 2), np.uint64), words(*[0] * STATE)
        count = int((rows[:, 0] != 0).sum())
        GATHER(ONE, rows, np.uint64(count), table, ONE, np.uint64(4), state)
        tables.append(table)
        completions.append(np.zeros(5, np.uint64))
    completions[2][:] = tables[2][:, 0] != 0
    placed = np.zeros((4, 64), np.uint64)
    for i in (1, 0):
        state, ends = words(*[0] * STATE), []
        while not ends or ends[-1] != DONE:
            ends.append(
                layers_complete.complete(
                    dominoes(),
                    tables[i],
                    completions[i],
                    tables[i + 1],
                    completions[i + 1],
                    placed,
                    np.uint64(0),
                    ONE,
                    state,
                )
            )
        assert ends == [PAUSED] * 4 + [DONE]
    assert sorted(completions[0].tolist()) == [0, 0, 0, 0, 2]
    assert sorted(completions[1].tolist()) == [0, 0, 0, 1, 1]
    assert placed[:, :2].tolist() == [[1, 1], [0, 1], [1, 0], [0, 0]]
    assert placed.sum() == 4


# -- in a process of its own -----------------------------------------------------------------------

SMALL_COUNTS = """
from accord import Model
from accord.backends.contract import Request
from accord.backends.native.distribution import Distribution
from accord.backends.native.layers import Layers

def counted(model):
    request = Request("count", solutions=False, workers=2)
    assert Layers().refusal(model, request) is None
    return sum(step.count for step in Layers().search(model, request))

pairs = [(i, i + k + 1, 14 + k - 1) for k in range(1, 8) for i in range(14 - k - 1)]
items = [f"i{n}" for n in range(21)]
langford = Model.build(items, [[items[n] for n in pair] for pair in pairs], order=items[:14])
masks = [[f"c{n}" for n in range(8) if m >> n & 1] for m in range(1, 256) if 2 <= m.bit_count() <= 5]
wide = Model.build([f"c{n}" for n in range(8)], masks, order=[f"c{n}" for n in range(8)])
assert [counted(langford), counted(wide)] == [52, 686]
assert [Distribution(langford).total, Distribution(wide).total] == [52, 686]
assert sum(Distribution(langford).frequencies()) == 52 * 7
"""


@pytest.mark.slow
def test_without_compiling_everything_runs_and_nothing_overflows():
    printed("-W", "error", "-c", SMALL_COUNTS, NUMBA_DISABLE_JIT="1")


@pytest.mark.slow
def test_no_index_is_out_of_bounds(tmp_path):
    printed("-c", SMALL_COUNTS, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=tmp_path)
