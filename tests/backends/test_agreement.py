"""The same suite over every backend: known counts, the oracle's solution sets, and relations that must hold.

`pytest --backend sat` runs it over one.
"""

import threading

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from profiles import examples

import accord
from accord import Model
from accord.backends import table
from accord.backends.contract import Request

ZOO = [  # puzzle, variant, all, distinct; small enough for every backend
    ("pentomino-3x20", None, 8, 2),
    ("queens:6", None, 4, 1),
    ("queens:7", None, 40, 6),
    ("langford:7", None, 52, 26),
    ("langford-8", None, 300, 150),
    ("queens-8", None, 92, 12),
    ("template", None, None, None),  # whatever it declares
]
SLOW_ZOO = [
    ("pentomino-4x15", "hoyt", 402, 402),
    ("soma", None, 11520, 240),
    ("soma", "rotations", 11520, 480),
    ("pentomino-4x15", None, 1472, 368),
    ("pentomino-8x8-centre", None, 520, 65),
]
few = settings(max_examples=examples(40), suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def covers(draw):
    """Small exact covers with primary and secondary items, equal options, and options in no primary item."""
    items = draw(st.integers(1, 5))
    demands = {f"i{i}": draw(st.sampled_from([1, 1, (0, 1)])) for i in range(items)}
    options = draw(st.lists(st.sets(st.sampled_from(list(demands)), min_size=0, max_size=3), max_size=9))
    order = [name for name, demand in demands.items() if demand == 1]
    return Model.build(demands, [sorted(option) for option in options], order=order)


def solution_set(model, backend_name, **more):
    found = [solution.options for solution in accord.solutions(model, backend=backend_name, **more)]
    assert len(found) == len(set(found))
    return set(found)


def declared(name, variant, which, count):
    counts = accord.load(name, variant).counts
    return counts[which].count if count is None else count


@pytest.mark.parametrize(("name", "variant", "everything", "distinct"), ZOO)
def test_zoo(backend_name, name, variant, everything, distinct):
    check_counts(backend_name, name, variant, everything, distinct)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "everything", "distinct"), SLOW_ZOO)
def test_slow_zoo(backend_name, name, variant, everything, distinct):
    check_counts(backend_name, name, variant, everything, distinct)


def check_counts(backend_name, name, variant, everything, distinct):
    puzzle = accord.load(name, variant)
    refusal = table.backend(backend_name).refusal(puzzle.model, Request("count"))
    if refusal:
        pytest.skip(refusal)
    outcome = accord.count(puzzle, backend=backend_name)
    assert outcome.exact
    assert outcome.count == declared(name, variant, "all", everything)
    if distinct is not None or "distinct" in puzzle.counts:
        classes = accord.count(puzzle, backend=backend_name, distinct=True)
        assert classes.count == declared(name, variant, "distinct", distinct)


@few
@given(model=covers())
def test_solution_sets_are_the_oracles(backend_name, oracle, model):
    expected = oracle(model)
    assert solution_set(model, backend_name) == expected
    assert accord.count(model, backend=backend_name).count == len(expected)


@few
@given(model=covers())
def test_first_and_unique(backend_name, oracle, model):
    number = len(oracle(model))
    answers = {0: "impossible", 1: "unique"}
    assert accord.unique(model, backend=backend_name).answer == answers.get(number, "several")
    assert accord.first(model, backend=backend_name).answer == ("solved" if number else "impossible")


@few
@given(model=covers(), data=st.data())
def test_order_of_items_and_options_does_not_matter(backend_name, model, data):
    if not model.options:
        return
    options = data.draw(st.permutations(range(model.options)))
    items = data.draw(st.permutations(range(model.items)))
    place = np.argsort(items)
    shuffled = Model.from_arrays(
        [model.item_names[i] for i in items],
        np.concatenate([[0], np.cumsum(np.diff(model.start)[options])]),
        np.concatenate([place[model.items_of(o)] for o in options]),
        low=model.low[items],
        high=model.high[items],
    )
    one = accord.count(model, backend=backend_name, with_digest=True)
    other = accord.count(shuffled, backend=backend_name, with_digest=True)
    assert (one.count, one.digest) == (other.count, other.digest)


@few
@given(model=covers())
def test_a_free_option_doubles_the_count(backend_name, model):
    freer = Model.from_arrays(
        model.item_names, np.append(model.start, model.start[-1]), model.item, low=model.low, high=model.high
    )
    assert (
        accord.count(freer, backend=backend_name).count == 2 * accord.count(model, backend=backend_name).count
    )


def test_an_item_without_options_makes_it_impossible(backend_name):
    assert accord.count(Model.build(["a", "b"], [["a"]]), backend=backend_name).answer == "impossible"


def test_nothing_to_choose_has_one_solution(backend_name):
    assert accord.count(Model.build({"a": (0, 1)}, []), backend=backend_name).count == 1
    assert accord.count(Model.build([], []), backend=backend_name).count == 1


def test_distinct_methods_agree_on_queens(backend_name):
    puzzle = accord.load("queens-8")
    counts = {
        method: accord.count(puzzle, distinct=True, method=method, backend=backend_name).count
        for method in ("filter", "burnside")
    }
    assert counts == {"filter": 12, "burnside": 12}


@pytest.mark.parametrize(("name", "answer"), [("queens:4", "unique"), ("queens:5", "several")])
@pytest.mark.parametrize("method", [None, "filter"])
def test_unique_up_to_symmetry(backend_name, name, answer, method):
    puzzle = accord.load(name)
    assert accord.unique(puzzle, distinct=True, method=method, backend=backend_name).answer == answer
    assert accord.first(puzzle, distinct=True, method=method, backend=backend_name).answer == "solved"


def test_distinct_digests_are_the_same_on_every_backend(backend_name):
    puzzle = accord.load("pentomino-3x20")
    outcome = accord.count(puzzle, distinct=True, backend=backend_name, with_digest=True)
    reference = accord.count(puzzle, distinct=True, backend="native", with_digest=True)
    assert outcome.digest == reference.digest is not None


def test_workers_give_the_same_digest(backend_name):
    puzzle = accord.load("langford:7")
    alone = accord.count(puzzle, backend=backend_name, with_digest=True)
    together = accord.count(puzzle, backend=backend_name, with_digest=True, workers=2)
    assert (alone.count, alone.digest) == (together.count, together.digest)


def test_time_limit_ends_a_hard_count(backend_name):
    outcome = accord.count(accord.load("one-sided-5x18"), backend=backend_name, time_limit=0.5)
    assert (outcome.status, outcome.exact) == ("time", False)


def test_leaving_the_loop_leaves_no_thread_behind(backend_name):
    before = set(threading.enumerate())
    for _ in accord.solutions(accord.load("queens-8"), backend=backend_name):
        break
    assert set(threading.enumerate()) <= before


def test_closing_the_search_stops_it(backend, backend_name):
    search = backend.search(accord.load("queens-12").model, Request("all"))
    next(search)
    search.close()
    with pytest.raises(StopIteration):
        next(search)
