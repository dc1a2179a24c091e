"""The kernels for any demands by themselves: worked examples, pauses, and running without compiling."""

import numpy as np
import pytest
from arrays import rows_of, words
from processes import printed

from accord import Model
from accord.backends.contract import Request
from accord.backends.native.bitset import Bitset
from accord.backends.native.general import General
from accord_native.cover import bitset, general, layout
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN

BUDGET = np.uint64(1000)
SEVEN = {(0,), (0, 1), (0, 1, 2, 3), (0, 1, 3), (0, 2), (0, 2, 3), (1, 2)}


def one_sum():
    """The example of `accord_native.cover.general` as its arrays: an item [2, 3], amounts 2, 1, 1 and -1."""
    entry = words([0, 2], [0, 1], [0, 1], [1, 1])
    member = words([0, 2, 0], [0, 1, 1], [0, 1, 2], [1, 1, 3])
    demand = [np.array([2]), np.array([3])]
    state = np.zeros(layout.GENERAL_STATES, np.uint64)
    state[layout.GENERAL_UNMET], state[layout.AIM] = 1, 2
    given = [words(0, 1, 2, 3, 4), entry, words(0, 4), member, words(2, 2), words(1), words(1), *demand]
    changing = [
        words(4, 2),
        np.zeros(1, np.int64),
        words(0),
        words(0),
        np.full(4, layout.UNDECIDED, np.uint8),
    ]
    branch = np.zeros((5, 4), np.uint64)
    return [
        *given, *changing, np.zeros(4, np.uint64), branch, words(1), np.zeros(4, np.int32), state,
        np.uint64(4), np.uint64(1),
    ]  # fmt: skip


def test_example():
    arrays, output = one_sum(), np.zeros((9, 4), np.int32)
    assert general.search(*arrays, output, BUDGET) == DONE
    state = arrays[-3]
    assert (state[SOLUTIONS], state[WRITTEN]) == (7, 7)
    assert rows_of(output[:7]) == [(0,), (0, 1), (0, 1, 2, 3), (0, 1, 3), (0, 2), (0, 2, 3), (1, 2)]
    assert state[NODES] == 9


def test_it_pauses_and_goes_on_at_every_node():
    arrays, output, found, ends = one_sum(), np.zeros((1, 4), np.int32), [], []
    while not ends or ends[-1] != DONE:
        ends.append(general.search(*arrays, output, np.uint64(1)))
        found += rows_of(output) if ends[-1] == FULL else []
    assert len(found) == 7
    assert set(found) == SEVEN
    assert general.search(*arrays, output, BUDGET) == DONE
    assert arrays[-3][WRITTEN] == 0
    arrays, pauses = one_sum(), 0
    while general.search(*arrays, output[:0], np.uint64(1)) == PAUSED:
        pauses += 1
    assert pauses >= 7
    assert arrays[-3][SOLUTIONS] == 7


def test_literals_to_begin_with():
    for literal, count in ((0, 6), (1, 1), (6, 3), (7, 4)):
        arrays, output = one_sum(), np.zeros((9, 4), np.int32)
        arrays[13][literal >> 1], arrays[14][0], arrays[-3][layout.TRAIL] = literal & 1, literal, 1
        assert general.search(*arrays, output, BUDGET) == DONE
        wanted = {row for row in SEVEN if (literal >> 1 in row) == (literal & 1 == 0)}
        assert set(rows_of(output[:count])) == wanted
        assert len(wanted) == count == arrays[-3][SOLUTIONS]


def two_of_three():
    """The example of `bitset`: item a [2, 2] with 0, 1, 2; item b [0, 1] with 2, 3."""
    beside = words([0b1110], [0b1101], [0b0011], [0b0011])
    alive, branch = np.zeros((4, 1), np.uint64), np.zeros((4, 6), np.uint64)
    alive[0, 0], branch[0, layout.UNMET] = 0b1111, 1
    return [
        words([0b0111]), words(0, 0), words(1, 1), beside, words(0, 1, 2, 3, 3), words(0, 0, 0),
        words(2), words(2), alive, words(0), words(0), words(0), branch,
        np.zeros(layout.BITSET_STATES, np.uint64), np.uint64(1),
    ]  # fmt: skip


def test_bitset_example():
    arrays, output = two_of_three(), np.zeros((9, 3), np.int32)
    assert bitset.search.variant()(*arrays, output, BUDGET) == DONE
    state = arrays[-2]
    assert rows_of(output[:4]) == [(0, 1), (0, 1, 3), (0, 2), (1, 2)]
    assert (state[SOLUTIONS], state[WRITTEN], state[NODES]) == (4, 4, 6)


def test_bitset_pauses_and_goes_on_at_every_node():
    arrays, output, found, ends = two_of_three(), np.zeros((1, 3), np.int32), [], []
    while not ends or ends[-1] != DONE:
        ends.append(bitset.search.variant()(*arrays, output, np.uint64(1)))
        found += rows_of(output) if ends[-1] == FULL else []
    assert sorted(found) == [(0, 1), (0, 1, 3), (0, 2), (1, 2)]
    assert PAUSED in ends


def searched(engine, model):
    """The number of solutions, and the nodes."""
    *_, last = steps = [*engine.search(model, Request("all"))]
    return sum(step.count for step in steps), last.effort["nodes"]


def test_bitset_branches_on_the_item_that_can_spare_the_fewest_options():
    model = Model.build({"a": 1, "b": 1}, [["a"], ["a"], ["a"], ["b"]])
    assert searched(Bitset(), model) == (3, 4)  # b has one option; a first: 3 + 3


def test_an_item_that_failed_is_tried_before_others():
    """Five items with two options each, and a sum of twos that is never 3: it soon comes first."""
    items = {f"{number}": 1 for number in range(5)} | {"odd": 3}
    model = Model.build(items, [[f"{number}"] for number in range(5) for _ in range(2)] + [{"odd": 2}] * 4)
    solutions, nodes = searched(General(), model)
    assert solutions == 0
    assert nodes < 40  # 158 where failures do not count


def test_an_item_that_has_too_much_stays_the_aim_until_it_has_less(oracle):
    gives = [
        {"b": 2}, {"a": 2, "b": -1}, {"a": 2, "b": 1}, {"c": -1}, {"c": -1, "a": -3, "b": -2}, {"b": -2},
        {"b": -2, "c": -1, "a": -3}, {"a": 2, "b": 2, "c": 2}, {"a": 3, "b": -1, "c": -1},
    ]  # fmt: skip
    model = Model.build({"a": -1, "b": (1, 2), "c": (-1, 1)}, gives)
    assert searched(General(), model)[0] == len(oracle(model)) == 6


SMALL_SEARCHES = """
from accord import Model
from accord.backends.contract import Request
from accord.backends.native.bitset import Bitset
from accord.backends.native.general import General

def searched(model, taker=General):
    return sum(step.count for step in taker().search(model, Request("all")))

sums = {f"{line}{i}": 2 for line in "rc" for i in range(4)}
matrices = Model.build(sums, [[f"r{r}", f"c{c}"] for r in range(4) for c in range(4)])
assert searched(matrices) == searched(matrices, Bitset) == 90
assert searched(Model.build({"sum": 20}, [{"sum": k} for k in range(1, 21)])) == 64
gives = [{"a": 2, "b": -1}, {"a": -1, "s": "red"}, {"b": 3, "s": "red"}, {"b": -3, "s": "blue"}, {"a": 1}]
assert searched(Model.build({"a": (0, 1), "b": (-1, 2), "s": (0, 1)}, gives)) == COUNT
"""


@pytest.mark.parametrize(
    "flag", ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.slow)]
)
def test_without_compiling_and_with_checked_indices(flag, tmp_path, oracle):
    gives = [{"a": 2, "b": -1}, {"a": -1, "s": "red"}, {"b": 3, "s": "red"}, {"b": -3, "s": "blue"}, {"a": 1}]
    count = len(oracle(Model.build({"a": (0, 1), "b": (-1, 2), "s": (0, 1)}, gives)))
    code = f"COUNT = {count}" + SMALL_SEARCHES
    printed("-W", "error", "-c", code, **{flag: 1, "NUMBA_CACHE_DIR": tmp_path})
