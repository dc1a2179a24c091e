"""The sums kernel by itself: its parts, the worked example, pauses, and running without compiling."""

import numpy as np
import pytest
from arrays import halves, rows_of
from processes import printed

from accord import Model
from accord.backends.contract import Request
from accord.backends.native import sums
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN
from accord_native.sums import layout
from accord_native.sums.heap import bump, insert, take
from accord_native.sums.search import luby
from accord_native.sums.search import search as variants

BUDGET = np.uint64(1000)
search = variants.variant()
SEVEN = {(0,), (0, 1), (0, 1, 2, 3), (0, 1, 3), (0, 2), (0, 2, 3), (1, 2)}
OPTIONS = 4


def one_sum():
    """The worked example as arrays: an item [2, 3], amounts 2, 1, 1 and -1; by name."""
    state = np.zeros(layout.STATES, np.uint64)
    state[layout.HEAP], state[layout.POOL], state[layout.SWEEP] = OPTIONS, 1, 1
    state[layout.LEARNT_MOST], state[layout.RESTART_AT] = 100, 10
    order = np.arange(OPTIONS)
    return {
        "start": halves(0, 1, 2, 3, 4),
        "entry": halves([0, 2], [0, 1], [0, 1], [1, 1]),
        "first": halves(0, 4),
        "member": halves([0, 2, 0], [0, 1, 1], [0, 1, 2], [1, 1, 3]),
        "top": halves(2, 2),
        "spread": np.array([1], np.uint64),
        "slack": np.array([4, 2], np.uint64),
        "implied_start": np.zeros(2 * OPTIONS + 1, np.uint32),
        "implied": np.zeros(0, np.uint32),
        "choice_start": np.zeros(OPTIONS + 1, np.uint32),
        "choice": np.zeros(0, np.uint32),
        "rival_start": np.zeros(1, np.uint32),
        "rival": np.zeros(0, np.uint32),
        "room": np.array([4, 2], np.uint64),
        "value": np.full(OPTIONS, layout.OPEN, np.uint8),
        "trail": np.zeros(OPTIONS, np.uint32),
        "about": np.zeros((OPTIONS, 3), np.uint32),
        "marks": np.zeros(OPTIONS + 1, np.uint32),
        "heap": np.stack([order, order], axis=1).astype(np.uint32),
        "activity": np.ones(OPTIONS + 1),
        "phase": np.zeros(OPTIONS, np.uint8),
        "pool": np.zeros(1000, np.uint32),
        "watch": np.zeros(2 * OPTIONS, np.uint32),
        "units": np.zeros(2 * OPTIONS, np.uint32),
        "changed": np.array([3], np.uint8),
        "calm": np.zeros(2 * OPTIONS, np.uint64),
        "stamps": np.zeros(OPTIONS + 1, np.uint64),
        "seen": np.zeros(OPTIONS, np.uint8),
        "why": np.zeros(OPTIONS + 1, np.uint32),
        "learnt": np.zeros(OPTIONS + 1, np.uint32),
        "reach": np.zeros((OPTIONS + 2, 1), np.uint64),
        "state": state,
    }


def record(arrays):
    """Arrays by name as the kernel takes them."""
    given = {name: arrays[name] for name in layout.Given._fields}
    return layout.Arrays(layout.Given(**given), **{name: arrays[name] for name in layout.Arrays._fields[1:]})


@pytest.mark.parametrize("reasoning", [0, 1, 2, 3])
@pytest.mark.parametrize("branching", [0, 1, 2])
class TestExample:
    def test_all_at_once(self, reasoning, branching):
        arrays, output = one_sum(), np.zeros((9, OPTIONS), np.int32)
        ways = np.uint64(reasoning), np.uint64(branching)
        assert search(record(arrays), *ways, output, BUDGET) == DONE
        state = arrays["state"]
        assert (state[SOLUTIONS], state[WRITTEN]) == (7, 7)
        assert set(rows_of(output[:7])) == SEVEN
        assert search(record(arrays), *ways, output, BUDGET) == DONE
        assert (state[SOLUTIONS], state[WRITTEN]) == (7, 0)

    def test_it_pauses_and_goes_on_at_every_node(self, reasoning, branching):
        arrays, output, found, ends = one_sum(), np.zeros((1, OPTIONS), np.int32), [], []
        ways = np.uint64(reasoning), np.uint64(branching)
        while not ends or ends[-1] != DONE:
            ends.append(search(record(arrays), *ways, output, np.uint64(1)))
            found += rows_of(output[: int(arrays["state"][WRITTEN])])
        assert len(found) == 7
        assert set(found) == SEVEN
        assert FULL in ends
        arrays, pauses = one_sum(), 0
        while search(record(arrays), *ways, output[:0], np.uint64(1)) == PAUSED:
            pauses += 1
        assert pauses >= arrays["state"][NODES] - 1 > 0
        assert arrays["state"][SOLUTIONS] == 7

    def test_literals_to_begin_with(self, reasoning, branching):
        for literal, count in ((0, 6), (1, 1), (6, 3), (7, 4)):
            arrays, output = one_sum(), np.zeros((9, OPTIONS), np.int32)
            arrays["value"][literal >> 1], arrays["trail"][0] = literal & 1, literal
            arrays["state"][layout.TRAIL] = 1
            ways = np.uint64(reasoning), np.uint64(branching)
            assert search(record(arrays), *ways, output, BUDGET) == DONE
            wanted = {row for row in SEVEN if (literal >> 1 in row) == (literal & 1 == 0)}
            assert set(rows_of(output[:count])) == wanted
            assert len(wanted) == count == arrays["state"][SOLUTIONS]


def one_of_three():
    """A fourth option, and three of which exactly one is chosen: a choice, and a clause at place 1."""
    arrays = one_sum()
    arrays |= {
        "start": halves(0, 0, 0, 0, 0),
        "entry": np.zeros((0, 2), np.uint32),
        "first": halves(0),
        "member": np.zeros((0, 3), np.uint32),
        "top": halves(),
        "choice_start": halves(0, 1, 2, 3, 3),
        "choice": halves(0, 0, 0),
        "rival_start": halves(0, 3),
        "rival": halves(0, 1, 2),
    }
    for name in ("spread", "slack", "room", "changed"):
        arrays[name] = arrays[name][:0]
    arrays["pool"][1:8] = [3, 0, 0, 0, 0, 2, 4]
    arrays["watch"][[0, 2]] = 1
    arrays["state"][layout.POOL] = 8
    return arrays


@pytest.mark.parametrize("reasoning", [0, 1, 2, 3])
@pytest.mark.parametrize("branching", [0, 1, 2])
@pytest.mark.parametrize("budget", [1, 1000])
def test_choices_and_clauses_of_the_model(reasoning, branching, budget):
    arrays, output, found = one_of_three(), np.zeros((9, OPTIONS), np.int32), []
    ways = np.uint64(reasoning), np.uint64(branching), output, np.uint64(budget)
    while search(record(arrays), *ways) != DONE:
        found += rows_of(output[: int(arrays["state"][WRITTEN])])
    found += rows_of(output[: int(arrays["state"][WRITTEN])])
    assert len(found) == 6
    assert set(found) == {(0,), (0, 3), (1,), (1, 3), (2,), (2, 3)}


def test_luby():
    terms = [int(luby(np.uint64(n))) for n in range(1, 16)]
    assert terms == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]


def test_heap():
    random = np.random.default_rng(1)
    size = 50
    heap, activity = np.full((size, 2), size, np.uint32), np.append(random.random(size), 10.0)
    state = np.zeros(layout.STATES, np.uint64)
    for option in random.permutation(size):
        insert(heap, activity, state, np.uint64(option))
        insert(heap, activity, state, np.uint64(option))
    for option in random.integers(0, size, 30):
        bump(heap, activity, np.uint64(option))
    taken = [int(take(heap, activity, state)) for _ in range(size)]
    assert sorted(taken) == list(range(size))
    assert (np.diff(activity[taken]) <= 0).all()
    assert state[layout.HEAP] == 0


@pytest.mark.parametrize("propagate", sums.PROPAGATIONS)
def test_sums_wider_than_a_word(propagate, oracle):
    """What the options can give is a row of bits, of several words."""
    amounts = (3, 7, 20, 41, 55, 64, 66, 70, 75, 79, 81, 90, 100, 127, 130, 131)
    model = Model.build({"sum": 200}, [{"sum": amount} for amount in amounts])
    found = sum(step.count for step in sums.Sums().search(model, Request("all", propagate=propagate)))
    assert found == len(oracle(model)) == 16


def test_what_is_learnt_is_dropped_only_where_it_is_much(monkeypatch):
    """Six pigeons in five holes: with clauses that are dropped at each restart the search is longer."""
    items = {f"pigeon {i}": 1 for i in range(6)} | {f"hole {j}": (0, 1) for j in range(5)}
    model = Model.build(items, [[f"pigeon {i}", f"hole {j}"] for i in range(6) for j in range(5)])
    nodes = []
    for most in (0, 1_000_000):
        monkeypatch.setattr(sums, "CLAUSES_AT_FIRST", most)
        *_, last = sums.Sums().search(model, Request("all", propagate="bounds", branch="activity"))
        nodes.append(last.effort["nodes"])
    assert nodes[0] > nodes[1]


SMALL_SEARCHES = """
from accord import Model
from accord.backends.contract import Request
from accord.backends.native import sums
from accord.backends.native.general import General

def searched(taker, model, **more):
    return sum(step.count for step in taker.search(model, Request("all", **more)))

gives = [{"a": 2, "b": -1, "p": 1}, {"a": -1, "p": -1}, {"b": 3, "q": 1}, {"b": -3, "q": 1}]
gives += [{"a": 1}, {"a": 5}]
small = Model.build({"a": (0, 6), "b": (-1, 2), "p": (0, 1), "q": (0, 1)}, gives)
large = Model.build({"sum": 20}, [{"sum": k} for k in range(1, 15)])
matrix = {f"{line}{i}": 2 for line in "rc" for i in range(4)}
matrix = Model.build(matrix, [[f"r{r}", f"c{c}"] for r in range(4) for c in range(4)])
assert searched(sums.Sums(), matrix) == 90
for pool in (60, 1000):
    sums.LEAST_POOL = sums.MOST_POOL = pool
    for propagate in sums.PROPAGATIONS:
        for branch in sums.BRANCHINGS:
            for model in (small, large):
                truth = searched(General(), model)
                assert searched(sums.Sums(), model, propagate=propagate, branch=branch) == truth > 5
"""


@pytest.mark.full
@pytest.mark.parametrize(
    "flag", ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.slow)]
)
def test_without_compiling_and_with_checked_indices(flag, tmp_path):
    printed("-W", "error", "-c", SMALL_SEARCHES, **{flag: 1, "NUMBA_CACHE_DIR": tmp_path})
