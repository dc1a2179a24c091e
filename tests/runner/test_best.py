"""The task best: the least value by every backend against brute force, and what no engine may do."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from profiles import examples

import accord
from accord import EngineError, Model, RefusedError, UsageError
from accord.runner.counting import Best


@st.composite
def weighed(draw):
    """Small models with an objective: demands of any kind, some options free, weights of either sign."""
    items = {
        f"i{i}": draw(st.sampled_from([1, 1, (0, 1), (1, 2), (0, 2)])) for i in range(draw(st.integers(1, 4)))
    }
    options = draw(st.lists(st.sets(st.sampled_from(sorted(items)), max_size=3), min_size=1, max_size=8))
    weights = draw(st.lists(st.integers(-9, 9), min_size=len(options), max_size=len(options)))
    return Model.build(
        items,
        {f"o{o}": sorted(gives) for o, gives in enumerate(options)},
        minimize={f"o{o}": weight for o, weight in enumerate(weights)},
    )


@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(model=weighed())
def test_the_least_value_is_the_oracles(backend_name, oracle, model):
    values = [sum(model.objective[list(chosen)]) for chosen in oracle(model)]
    outcome = accord.best(model, backend=backend_name)
    assert outcome.answer == ("best" if values else "impossible")
    assert outcome.value == outcome.bound == min(values, default=None)
    assert outcome.exact
    assert outcome.counts_all == (not values)
    if values:
        assert sum(model.objective[list(outcome.solutions[0].options)]) == min(values)


def test_a_run_that_is_stopped_says_solved_and_not_best():
    model = Model.build(
        {"a": (1, None)}, {f"o{o}": ["a"] for o in range(60)}, minimize={f"o{o}": 1 for o in range(60)}
    )
    outcome = accord.best(model, backend="native", node_limit=1000)
    assert (outcome.answer, outcome.status, outcome.bound) == ("solved", "limit", None)


def test_what_best_does_not_take():
    plain = Model.build(["a"], [["a"]])
    with pytest.raises(RefusedError, match="no objective"):
        accord.best(plain)
    weighed_model = Model.build(["a"], {"x": ["a"]}, minimize={"x": 1})
    for more in ({"limit": 2}, {"distinct": True}, {"with_digest": True}):
        with pytest.raises(UsageError, match="best is one solution"):
            accord.best(weighed_model, **more)


def test_an_engine_that_does_not_get_better_is_found_out():
    model = Model.build({"a": (1, 2)}, {"x": ["a"], "y": ["a"]}, minimize={"x": 1, "y": 2})
    one, two = np.array([[0]], np.int32), np.array([[1]], np.int32)
    best = Best(model, strict=True)
    best.select_better(0, one, None)
    with pytest.raises(EngineError, match="no better"):
        best.select_better(0, two, None)
    with pytest.raises(EngineError, match="below the bound"):
        Best(model, strict=True).select_better(0, one, 2)
    lenient = Best(model, strict=False)
    assert [len(lenient.select_better(0, batch, None)) for batch in (two, one, two)] == [1, 1, 0]
    assert lenient.value == 1
