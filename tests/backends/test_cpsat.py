"""CP-SAT: kinds that only it takes so far, and the fault that keeps it to one worker."""

import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord import EngineError, Model
from accord.backends import cpsat
from accord.backends.contract import Request
from accord.backends.cpsat import CpSat

TWO_OF_THREE = Model.build(["a", "b"], [["a"], ["a"], ["a"], ["b"], ["b"], ["b"]])  # 9 solutions


@st.composite
def general(draw):
    """Small models of every kind: any demand, amounts of either sign, colours."""
    names = [f"i{i}" for i in range(draw(st.integers(1, 4)))]
    coloured = draw(st.booleans())
    demands = {
        name: draw(st.sampled_from([1, 2, (0, 1), (1, 2), (1, None), (-1, 1), (0, 3)])) for name in names
    }
    if coloured:
        demands["shade"] = (0, 1)

    def gives():
        amounts = draw(st.dictionaries(st.sampled_from(names), st.sampled_from([1, 1, 2, -1]), max_size=3))
        if coloured and draw(st.booleans()):
            amounts["shade"] = draw(st.sampled_from(["red", "blue", 1]))
        return amounts

    return Model.build(demands, [gives() for _ in range(draw(st.integers(0, 7)))])


@settings(max_examples=80, deadline=None)
@given(model=general())
def test_every_kind_of_model(oracle, model):
    found = [solution.options for solution in accord.solutions(model, backend="cpsat")]
    assert sorted(found) == sorted(oracle(model))
    assert accord.count(model, backend="cpsat").count == len(found)


def test_several_workers_enumerate_wrongly_and_claim_completeness():
    """Why `workers` is 1. Should this ever fail, OR-Tools has learned to enumerate in parallel."""

    class Two(CpSat):
        workers = 2

    def total(backend):
        slices = list(backend.search(accord.load("queens-8").model, Request("count", solutions=False)))
        assert slices[-1].complete
        return sum(step.count for step in slices)

    assert total(CpSat()) == 92
    assert total(Two()) != 92


def test_count_only_reads_no_values():
    steps = list(CpSat().search(TWO_OF_THREE, Request("count", solutions=False)))
    assert sum(step.count for step in steps) == 9
    assert all(step.solutions is None for step in steps)


def test_first_stops_at_one_and_does_not_claim_completeness():
    steps = list(CpSat().search(TWO_OF_THREE, Request("first", limit=1)))
    assert sum(step.count for step in steps) == 1
    assert not any(step.complete for step in steps)


def test_closing_stops_a_solver_in_the_middle():
    search = CpSat().search(accord.load("queens-12").model, Request("count", solutions=False))
    assert not next(search).complete
    next(search)
    asked = time.monotonic()
    search.close()
    assert time.monotonic() - asked < 5
    assert threading.active_count() == 1


def test_an_unknown_status_is_an_error(monkeypatch):
    monkeypatch.setattr(cpsat, "EXHAUSTED", set())
    with pytest.raises(EngineError, match="ended with status OPTIMAL"):
        list(CpSat().search(TWO_OF_THREE, Request("count", solutions=False)))


def test_the_order_is_followed_only_where_there_is_one():
    with_order = accord.load("queens-8").model
    assert "fixed search" in CpSat().choice(with_order, Request("count"))[1]
    assert "default search" in CpSat().choice(TWO_OF_THREE, Request("count"))[1]
    assert "one solution" in CpSat().choice(with_order, Request("first", limit=1))[1]
