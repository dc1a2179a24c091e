"""CP-SAT: every kind of model against the oracle, the limits of a search, and why there is one worker."""

import threading
import time
from contextlib import closing

import pytest
from accord_doubles.searches import found, queens
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.backends.contract import Request
from accord.backends.cpsat import CpSat, cell_by_cell, rows
from accord.errors import EngineError
from accord.model import Model


class TwoWorkers(CpSat):
    workers = 2


@st.composite
def models(draw):
    """Small models of every kind: any demands, amounts of either sign, colours, free and equal options."""
    colourful = draw(st.integers(0, 2))
    items = {f"s{i}": (0, 1) for i in range(colourful)}
    for i in range(draw(st.integers(0, 4))):
        low = draw(st.integers(-2, 3))
        items[f"i{i}"] = draw(st.sampled_from([(1, 1), (0, 1), (low, None), (low, max(0, low) + 1)]))
    amounts = st.sampled_from([1, 1, 1, 2, -1, 5])
    options = {}
    for o in range(draw(st.integers(0, 8))):
        gives = {}
        for name in draw(st.sets(st.sampled_from(sorted(items)), max_size=3)) if items else ():
            gives[name] = draw(st.sampled_from(["red", "blue", 1]) if name[0] == "s" else amounts)
        options[f"o{o}"] = gives
    order = draw(st.permutations(sorted(items))) if draw(st.booleans()) else []
    return Model.build(items, options, order=order)


@settings(max_examples=120, deadline=None)
@given(models())
def test_solutions_are_those_of_the_oracle(oracle, model):
    solutions, complete, count = found(CpSat(), model)
    assert complete
    assert sorted(solutions) == sorted(oracle(model))
    assert count == len(solutions)
    assert found(CpSat(), model, "count", solutions=False) == ([], True, count)
    first, exhausted, _ = found(CpSat(), model, "first")
    assert exhausted == (not solutions)
    assert set(first) <= set(solutions)
    assert len(first) == min(1, len(solutions))


def test_queens():
    assert found(CpSat(), queens(8), "count", solutions=False) == ([], True, 92)
    assert len(set(found(CpSat(), queens(8))[0])) == 92


def test_uncoloured_option_tolerates_no_other():
    model = Model.build(
        {"s": (0, 1)}, {"a": {"s": "red"}, "b": {"s": "red"}, "c": {"s": 1}, "d": {"s": "blue"}}
    )
    assert sorted(found(CpSat(), model)[0]) == [(), (0,), (0, 1), (1,), (2,), (3,)]


def test_free_options_double_the_count():
    assert found(CpSat(), Model.build({"a": 1}, [["a"], ["a"], [], []]), "count")[2] == 8


def test_item_without_options_makes_it_impossible():
    assert found(CpSat(), Model.build(["a", "b"], [["a"]]), "count") == ([], True, 0)


def test_largest_amounts():
    huge = (1 << 61) - 1000
    model = Model.build({"a": (huge, huge)}, [{"a": huge}, {"a": huge - 1}, {"a": 1}, {"a": -huge}])
    assert sorted(found(CpSat(), model)[0]) == [(0,), (0, 1, 2, 3), (1, 2)]


def test_unique_stops_at_two_different_solutions():
    solutions, complete, _ = found(CpSat(), queens(6), "unique")
    assert len(set(solutions)) == 2
    assert not complete
    assert found(CpSat(), Model.build(["a"], [["a"]]), "unique") == ([(0,)], True, 1)


def test_limit_stops_the_engine():
    solutions, complete, _ = found(CpSat(), queens(8), limit=5)
    assert len(set(solutions)) == 5
    assert not complete


def test_deadline_stops_the_engine_after_it_and_not_complete():
    deadline = time.monotonic() + 0.3
    _, complete, _ = found(CpSat(), queens(14), "count", solutions=False, deadline=deadline)
    assert not complete
    assert 0 <= time.monotonic() - deadline < 1


@pytest.mark.parametrize("slices", [1, 5])
def test_closing_stops_the_thread_and_slices_keep_coming(slices):
    began = time.monotonic()
    with closing(CpSat().search(queens(14), Request("all"))) as search:
        for _ in range(slices):
            next(search)
    assert time.monotonic() - began < 0.1 * slices + 1
    assert not [thread for thread in threading.enumerate() if thread.name == "accord-cpsat"]


def test_a_slow_consumer_holds_the_engine_back(monkeypatch):
    monkeypatch.setattr("accord.backends.cpsat.MOST_WAITING", 1)
    model = Model.build([], [[] for _ in range(3)])
    with closing(CpSat().search(model, Request("all"))) as search:
        assert next(step for step in search if step.count).count == 1
    assert len(set(found(CpSat(), model)[0])) == 8


def test_options_are_tried_cell_by_cell():
    model = Model.build(["a", "b", "c"], [["c"], ["b", "c"], ["a", "b"], ["b"], []], order=["b", "a"])
    assert cell_by_cell(model).tolist() == [1, 2, 3, 0, 4]


def test_printed_values_become_rows():
    assert rows(["[0, 1, 1, 1]", "[1, 0, 0, 0]"], 3).tolist() == [[1, 2], [0, -1]]
    assert rows(["[]"], 0).shape == (1, 0)
    with pytest.raises(EngineError):
        rows(["[0, 1]"], 3)


def test_fault_in_the_thread_is_raised(monkeypatch):
    monkeypatch.setattr("accord.backends.cpsat.lower", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        found(CpSat(), queens(4))


def test_two_workers_enumerate_wrongly():
    """The reason why `workers` is 1: a wrong count that claims to be complete."""
    model = Model.build(["a", "b"], [[item] for item in "aaabbb"])
    assert found(CpSat(), model, "count", solutions=False) == ([], True, 9)
    # now and then, on a busy machine, it does not claim completeness; so look until it does
    claims = (found(TwoWorkers(), model, "count", solutions=False) for _ in range(20))
    assert next(count for _, complete, count in claims if complete) != 9
