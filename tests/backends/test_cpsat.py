"""CP-SAT: every kind of model against the oracle, the limits of a search, and why there is one worker."""

import threading
from contextlib import closing
from copy import copy
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from accord_doubles.cpsat import CpSatPresolving, CpSatTwoWorkers
from hypothesis import given, settings
from hypothesis import strategies as st
from models import queens, two_values
from processes import printed
from profiles import examples
from searches import found
from waiting import Clock

import accord
from accord.backends.contract import Request
from accord.backends.cpsat import CpSat, solving
from accord.backends.cpsat.lowering import cell_by_cell, full, rows_of
from accord.backends.cpsat.parameters import Setting, attempts, set_parameters
from accord.errors import EngineError
from accord.model import Model

ordered_queens = partial(queens, ordered=True)


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
    weights = st.none() | st.fixed_dictionaries({name: st.integers(-3, 3) for name in options})
    return Model.build(items, options, order=order, minimize=draw(weights))


@settings(max_examples=examples(120))
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
    assert found(CpSat(), ordered_queens(8), "count", solutions=False) == ([], True, 92)
    assert len(set(found(CpSat(), ordered_queens(8))[0])) == 92


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


@settings(max_examples=examples(40))
@given(models(), st.sampled_from([None, 1, 2]))
def test_unique_is_exact_with_any_workers(oracle, model, workers):
    """Free options and negative amounts make solutions that contain one another: none may be forbidden."""
    solutions, complete, count = found(CpSat(), model, "unique", workers=workers)
    expected = oracle(model)
    assert count == len(set(solutions)) == min(2, len(expected))
    assert set(solutions) <= expected
    # on sums one search looks for both, and may have seen that there is no third
    assert complete if len(expected) < 2 else not complete or len(expected) == 2


def values(model, solutions):
    """The value of each solution; 0 where the model has no objective."""
    return [sum(model.objective[list(row)].tolist()) if len(model.objective) else 0 for row in solutions]


@settings(max_examples=examples(60))
@given(models(), st.sampled_from([None, 2]))
def test_best_falls_to_the_least(oracle, model, workers):
    every = values(model, oracle(model))
    with closing(CpSat().search(model, Request("best", workers=workers))) as search:
        steps = list(search)
    assert [step.complete for step in steps] == [False] * (len(steps) - 1) + [True]
    rows = [[o for o in row if o >= 0] for step in steps if step.count for row in step.solutions.tolist()]
    falling = values(model, rows)
    assert falling[-1:] == ([min(every)] if every else [])
    if len(model.objective):
        assert falling == sorted(set(falling), reverse=True)
        assert all(step.bound is None or step.bound <= min(every) for step in steps if every)
        assert not every or steps[-1].bound == min(every)


def test_weights_beyond_doubles_are_left_to_others():
    weights = {"x": (1 << 56) + 5, "y": (1 << 56) + 4, "z": 1 << 57}
    model = Model.build(["a", "b"], {"x": ["a"], "y": ["a"], "z": ["b"]}, minimize=weights)
    assert "doubles" in CpSat().refusal(model, Request("best"))
    assert accord.best(model, backend="cpsat").value == weights["y"] + weights["z"]
    assert CpSat().refusal(model, Request("count")) is None


@settings(max_examples=examples(40))
@given(models(), st.data())
def test_hints_change_no_answer(oracle, model, data):
    hint = tuple(data.draw(st.sets(st.sampled_from(range(model.options))))) if model.options else ()
    expected = oracle(model)
    assert set(found(CpSat(), model, "all", hint=hint)[0]) == expected
    assert found(CpSat(), model, "unique", hint=hint)[2] == min(2, len(expected))
    least = [values(model, found(CpSat(), model, "best", hint=given)[0])[-1:] for given in (hint, ())]
    assert least[0] == least[1]


def test_a_hint_is_followed():
    wanted = found(CpSat(), ordered_queens(12), "all", limit=3)[0][2]
    assert found(CpSat(), ordered_queens(12), "first")[0] != [wanted]
    assert found(CpSat(), ordered_queens(12), "first", hint=wanted)[0] == [wanted]


@settings(max_examples=examples(60))
@given(models())
def test_no_solution_contains_another_where_all_options_are_full(oracle, model):
    solutions = [set(row) for row in oracle(model)]
    if full(model).all():
        assert not any(one < other for one in solutions for other in solutions)


def test_several_workers_take_over_where_one_finds_nothing(monkeypatch):
    monkeypatch.setattr("accord.backends.cpsat.parameters.os.cpu_count", lambda: 2)
    first, then = attempts(ordered_queens(14), Request("first"))
    impatient = tuple(replace(s, value=0) if s.name == "max_deterministic_time" else s for s in first)
    monkeypatch.setattr("accord.backends.cpsat.backend.attempts", lambda *_: (impatient, then))
    assert found(CpSat(), ordered_queens(14), "unique")[2] == 2


def test_unique_stops_at_two_different_solutions():
    solutions, complete, _ = found(CpSat(), ordered_queens(6), "unique")
    assert len(set(solutions)) == 2
    assert not complete
    assert found(CpSat(), Model.build(["a"], [["a"]]), "unique") == ([(0,)], True, 1)


def test_limit_stops_the_engine():
    solutions, complete, _ = found(CpSat(), ordered_queens(8), limit=5)
    assert len(set(solutions)) == 5
    assert not complete


def test_deadline_stops_the_engine_after_it_and_not_complete(monkeypatch):
    """CP-SAT keeps its time by a clock of its own; where that is ahead, the last slice waits for ours."""
    clock, waited = Clock(), []

    def wait(seconds):
        waited.append(seconds)
        clock.now += seconds

    monkeypatch.setattr(solving, "monotonic", clock)
    monkeypatch.setattr(solving, "sleep", wait)
    deadline = clock.now + 0.3
    _, complete, _ = found(CpSat(), ordered_queens(14), "count", solutions=False, deadline=deadline)
    assert not complete
    assert waited == pytest.approx([0.3])
    assert clock.now == pytest.approx(deadline)


@pytest.mark.parametrize("slices", [1, 5])
def test_closing_stops_the_thread_and_slices_keep_coming(slices):
    with closing(CpSat().search(ordered_queens(14), Request("all"))) as search:
        assert not any(next(search).complete for _ in range(slices))
    assert not [thread for thread in threading.enumerate() if thread.name == "accord-cpsat"]


def test_a_slow_consumer_holds_the_engine_back(monkeypatch):
    monkeypatch.setattr("accord.backends.cpsat.solving.MOST_WAITING", 1)
    model = Model.build([], [[] for _ in range(3)])
    with closing(CpSat().search(model, Request("all"))) as search:
        assert next(step for step in search if step.count).count == 1
    assert len(set(found(CpSat(), model)[0])) == 8


def test_options_are_tried_cell_by_cell():
    model = Model.build(["a", "b", "c"], [["c"], ["b", "c"], ["a", "b"], ["b"], []], order=["b", "a"])
    assert cell_by_cell(model).tolist() == [2, 1, 3, 0, 4]  # c is not in the order, and a comes after b


def test_printed_values_become_rows():
    assert rows_of(["[0, 1, 1, 1]", "[1, 0, 0, 0]"], 3).tolist() == [[1, 2], [0, -1]]
    assert rows_of(["[]"], 0).shape == (1, 0)
    with pytest.raises(EngineError):
        rows_of(["[0, 1]"], 3)


def test_fault_in_the_thread_is_raised(monkeypatch):
    monkeypatch.setattr("accord.backends.cpsat.solving.lowering", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        found(CpSat(), ordered_queens(4))


COUNTS = [
    {"task": "count"},
    {"task": "count", "workers": 2},
    {"task": "count", "distinct": True},
    {"task": "count", "distinct": True, "method": "burnside"},
    {"task": "count", "distinct": True, "method": "filter", "workers": 2},
    {"task": "all", "workers": 2},
    {"task": "unique", "distinct": True, "method": "filter", "workers": 2},
    {"task": "first", "distinct": True, "method": "filter", "workers": 2},
]


@pytest.mark.parametrize("arguments", COUNTS)
def test_nothing_public_counts_with_more_than_one_worker(arguments, monkeypatch):
    used = []

    def watched(chosen, parameters):
        set_parameters(chosen, parameters)
        used.append((parameters.enumerate_all_solutions, parameters.num_workers))

    def here(backend, parts, request, workers, finished=(), nodes=None):  # what a worker process would do
        from accord.backends import table
        from accord.runner.search import one_by_one

        return one_by_one(table.backend(backend), parts, request, finished, nodes=nodes)

    monkeypatch.setattr(CpSat, "set_parameters", staticmethod(watched))
    monkeypatch.setattr("accord.runner.workers.in_parallel", here)
    task, more = arguments["task"], {k: v for k, v in arguments.items() if k != "task"}
    for _ in (run := accord.runner.run.Run(accord.load("queens:6"), task, backend="cpsat", **more)):
        pass
    assert run.outcome.status == "complete"
    assert used
    assert all(workers == 1 for enumerates, workers in used if enumerates)


@pytest.mark.parametrize("task", ["count", "all"])
@pytest.mark.parametrize("workers", [None, 1, 8])
def test_counting_has_one_attempt_with_one_worker(task, workers):
    (settings,) = attempts(ordered_queens(4), Request(task, workers=workers))
    assert {s.name: s.value for s in settings}["num_workers"] == 1
    assert not CpSat().parallel(Request(task, workers=workers))


@pytest.mark.parametrize("task", ["first", "unique", "best"])
def test_workers_that_are_asked_for_are_used(task):
    teams = [
        {s.name: s.value for s in chosen} for chosen in attempts(ordered_queens(4), Request(task, workers=5))
    ]
    assert [team["num_workers"] for team in teams] == [1, 5]
    assert len(attempts(ordered_queens(4), Request(task, workers=1))) == 1
    assert CpSat().parallel(Request(task))


def sums(item):
    """Two items of three options each; the demand and the amounts of one of them are given."""
    demand, amount = item
    return Model.build({"a": demand, "b": 1}, [{"a": amount}] * 3 + [["b"]] * 3)


@pytest.mark.parametrize(
    ("task", "item", "level"),
    [
        pytest.param("count", (1, 1), 0, id="a cover is walked through"),
        pytest.param("all", ((2, 3), 2), 0, id="and so are sums"),
        pytest.param("first", (1, 1), None, id="a relaxation of a cover prunes"),
        pytest.param("unique", (1, 1), None, id="of any cover"),
        pytest.param("first", (2, 1), 0, id="one of multiplicities costs more than it prunes"),
        pytest.param("unique", ((2, 5), 2), 0, id="and so does one of sums"),
        pytest.param("best", (1, 1), 2, id="the best needs a bound"),
        pytest.param("best", ((2, 5), 2), 2, id="of sums too"),
    ],
)
def test_how_much_is_relaxed(task, item, level):
    from ortools.sat.python import cp_model

    default = cp_model.CpSolver().parameters.linearization_level
    assert default == 1
    for chosen in attempts(sums(item), Request(task, workers=2)):
        parameters = cp_model.CpSolver().parameters
        set_parameters(chosen, parameters)
        assert parameters.linearization_level == (default if level is None else level)


@pytest.mark.parametrize(
    ("weighted", "rest", "level"),
    [
        pytest.param("n", 3, 1, id="values of numbers"),
        pytest.param("n", 60, 2, id="few of the options"),
        pytest.param("o", 3, 2, id="options that are no values"),
    ],
)
def test_sums_of_numbers_bound_what_is_made_of_them(weighted, rest, level):
    gives = {f"n{i} {v}": {f"n{i}": 1, "sum": v} for i in range(3) for v in range(1, 6)}
    gives |= {f"o{i}": {"sum": 1} for i in range(rest)}
    items = {f"n{i}": 1 for i in range(3)} | {"sum": (4, None)}
    minimize = {name: i for i, name in enumerate(gives, start=1) if name[0] == weighted}
    for chosen in attempts(Model.build(items, gives, minimize=minimize), Request("best")):
        assert {s.name: s.value for s in chosen}["linearization_level"] == level


def test_parameters_that_count_wrongly_are_never_set():
    from ortools.sat.python import cp_model

    (settings,) = attempts(ordered_queens(4), Request("count"))
    for name, value, says in [("num_workers", 2, "wrongly"), ("cp_model_presolve", True, "loses")]:
        with pytest.raises(AssertionError, match=says):
            set_parameters((*settings, Setting(name, value, "a fault")), cp_model.CpSolver().parameters)


def test_every_setting_is_told_with_a_reason():
    _, why = CpSat().choice(ordered_queens(4), Request("count"))
    assert why.startswith("fixed search along the order; num_workers 1, linearization_level 0")
    for task in ("first", "unique", "best", "count", "all"):
        assert all(setting.why for chosen in attempts(ordered_queens(4), Request(task)) for setting in chosen)


def test_unknown_status_raises(monkeypatch):
    from ortools.sat.python import cp_model

    for task in ("count", "first", "best"):
        monkeypatch.setattr(cp_model.CpSolver, "solve", lambda *_: cp_model.MODEL_INVALID)
        with pytest.raises(EngineError, match="MODEL_INVALID"):
            found(CpSat(), ordered_queens(4), task)


def test_the_seed_decides_the_solution_of_one_worker():
    request = {"seed": 7, "workers": 1}
    assert found(CpSat(), ordered_queens(12), "first", **request) == found(
        CpSat(), ordered_queens(12), "first", **request
    )


def test_building_can_be_stopped(monkeypatch):
    steps = []

    def long(*_, **__):
        for _ in range(5000):
            steps.append(solving.sleep(0.001))
            yield

    assert sum(1 for _ in solving.lowering(ordered_queens(60), fixed=True, objective=False)) > 5
    monkeypatch.setattr(solving, "lowering", long)
    with closing(CpSat().search(ordered_queens(20), Request("count"))) as search:
        next(search)
    assert 0 < len(steps) < 5000
    assert not [thread for thread in threading.enumerate() if thread.name == "accord-cpsat"]


def test_only_a_search_imports_or_tools():
    code = "import sys; from accord.backends.cpsat import CpSat as C; C().versions(); print(*sys.modules)"
    assert "ortools" not in printed("-c", code).split()


def test_two_workers_enumerate_wrongly():
    """The reason why there is one worker: a wrong count that claims to be complete."""
    model = Model.build(["a", "b"], [[item] for item in "aaabbb"])
    assert found(CpSat(), model, "count", solutions=False) == ([], True, 9)
    # which of the two is faster is chance, and so is what they count and claim; so look until it is wrong
    claims = (found(CpSatTwoWorkers(), model, "count", solutions=False) for _ in range(50))
    assert any(complete and count != 9 for _, complete, count in claims)


def test_presolved_sums_lose_solutions():
    """The reason why nothing is presolved: a wrong count that claims to be complete."""
    model = Model.build(*two_values())
    assert found(CpSatPresolving(), model, "count", solutions=False) == ([], True, 62)


@pytest.mark.parametrize("shuffled", [False, True])
def test_no_order_and_no_seed_loses_solutions(shuffled):
    items, gives = two_values()
    names = sorted(gives)
    for seed in range(40):
        order = Random(seed).sample(names, len(names)) if shuffled else list(gives)
        model = Model.build(items, {name: gives[name] for name in order})
        assert found(CpSat(), model, "count", solutions=False, seed=seed) == ([], True, 64)


@pytest.mark.parametrize("task", ["first", "unique", "count", "all", "best"])
@pytest.mark.parametrize("model", [ordered_queens(4), Model.build(*two_values())], ids=["cover", "sums"])
def test_no_search_presolves(model, task):
    for chosen in attempts(model, Request(task)):
        assert {s.name: s.value for s in chosen}["cp_model_presolve"] is False


@pytest.mark.parametrize("largest", [1 << 34, 1 << 40, 1 << 44])
def test_bounds_that_floats_round_are_never_too_high(largest):
    """CP-SAT divides weights by what divides all that vary; its floats then miss a constant by some bits."""
    draw = Random(largest)
    for common in (3, 7, 9, 11):
        options = {f"{i} {o}": [f"item {i}"] for i in range(8) for o in range(3)}
        weights = {name: common * draw.randrange(-largest, largest) for name in options}
        for clash in range(6):
            for name in draw.sample(sorted(options), 5):
                options[name] = [*options[name], f"clash {clash}"]
        items = {f"item {i}": 1 for i in range(8)} | {f"clash {c}": (0, 1) for c in range(6)} | {"forced": 1}
        options["constant"], weights["constant"] = ["forced"], largest // 3 + 1
        model = Model.build(items, options, minimize=weights)
        outcome = accord.best(model, backend="cpsat", reduce=False)
        right = accord.best(model, backend="native")
        assert (outcome.answer, outcome.value) == (right.answer, right.value)


ENFORCED = """
import accord
from accord.model import Model
of_item = {
    (7, 7): [0, 1, 2, 6, 8, 11, 12, 14, 15], (6, 7): [0, 1, 2, 4, 6, 8, 11],
    (4, 7): [0, 1, 3, 5, 8, 9, 10], (2, 3): [5, 11, 12, 14, 15],
    (5, 7): [0, 1, 4, 5, 6, 7, 9, 10, 12, 15], (7, 8): [3, 6, 7, 8, 11, 12, 13, 15],
    (5, 8): [1, 2, 8, 10, 11, 13, 15], (3, 3): [0, 8, 9, 10, 13],
}
options = [{str(item): 1 for item, its in of_item.items() if o in its} for o in range(16)]
model = Model.build({str(item): item for item in of_item}, options)
print([accord.count(model, backend=name, reduce=False).count for name in ("cpsat", "native")])
"""


@pytest.mark.full
def test_nothing_is_added_that_resolution_of_sums_ends_the_process_at():
    """CP-SAT 9.15 aborts: "Check failed: enforcement_id_ < 0, Enforcement literals are not supported"."""
    assert printed("-c", ENFORCED) == "[22, 22]\n"


def test_a_model_that_is_asked_again_is_lowered_once_and_nothing_stays_forbidden(monkeypatch):
    made = []
    own = solving.lowering

    def counted(model, **more):
        made.append(more)
        return own(model, **more)

    model = accord.load("queens:6").model
    fresh = [accord.run(copy(model), task, backend="cpsat") for task in ("unique", "first", "count")]
    monkeypatch.setattr(solving, "lowering", counted)
    lowered = []
    for _ in range(3):
        again = [accord.run(model, task, backend="cpsat") for task in ("unique", "first", "count")]
        assert [(each.count, each.effort) for each in again] == [(each.count, each.effort) for each in fresh]
        lowered.append(len(made))
    assert len({*lowered}) == 1
