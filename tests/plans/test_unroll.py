"""Unrolled problems: their solutions are the plans, one for one."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from plan_problems import faulty, problems, small, starts
from profiles import examples

import accord
from accord.errors import InputError
from accord.plans.check import PlanError, replay
from accord.plans.problem import Capacity, Operator, PlanProblem
from accord.plans.unroll import distances, most_met, plan_of, unroll


@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(problem=problems())
def test_solutions_are_plans(problem, plans):
    horizon = 3
    model = unroll(problem, horizon)
    found = [plan_of(problem, model, s.options) for s in accord.solutions(model, backend="sat")]
    assert sorted(found) == sorted(plan for steps in range(horizon + 1) for plan in plans(problem, steps))


@pytest.mark.parametrize("backend", ["native", "cpsat", "sat"])
def test_every_backend_counts_the_plans(backend, plans):
    problem = accord.load("tiles:2x2:seed=2").plan_problem
    model = unroll(problem, 6)
    expected = sum(len(plans(problem, steps)) for steps in range(7))
    outcome = accord.run(model, "count", backend=backend)
    assert (outcome.count, outcome.exact) == (expected, True)
    assert expected > 0


FAULTY = dict(faulty())


@pytest.mark.parametrize("fault", FAULTY)
def test_an_unrolling_that_overlooks_a_thing_has_other_solutions(fault, plans):
    """And the checker refuses some of them, so that none of these would be shown as a plan."""
    for true in starts(small()):
        wrong = replace(FAULTY[fault], initial=true.initial, goal=())
        if plans(wrong, 1) != plans(true, 1):
            break
    model = unroll(wrong, 1)
    found = [plan_of(true, model, s.options) for s in accord.solutions(model, backend="sat")]
    assert sorted(found) != sorted([*plans(true, 0), *plans(true, 1)])
    refused = 0
    for plan in found:
        try:
            replay(true, plan)
        except PlanError:
            refused += 1
    assert refused


def test_what_leaves_an_invariant_unseen_is_seen():
    """The operator needs nothing of `x`, and so may leave x=a: the invariant is at most 1, not 1."""
    problem = PlanProblem.build(
        {"x": ["a", "b"]},
        [Operator("o", {}, {"x": "b"})],
        {"x": "a"},
        {"x": "b"},
        invariants=[Capacity("only a", (("x", "a"),), 1)],
    )
    assert accord.count(unroll(problem, 1), backend="sat").count == 1


def test_what_one_operator_meets_at_most():
    """Items that count facts of the goal may ask for no more; where it says anything, they do ask."""
    tiles = accord.load("tiles:2x2:seed=2").plan_problem
    assert most_met(tiles) == 2  # a tile and the gap
    cards = accord.load("freecell:1,ranks=2,columns=3,cells=1").plan_problem
    assert most_met(cards) == 1
    model = unroll(cards, 10)
    names = [name for name in model.item_names if name.startswith("goals")]
    assert names == [f"goals, {t}" for t in range(3, 11)]


def test_names_do_not_collide():
    """Whatever variables, operators and capacities are called."""
    names = ["goals", "capacity k", "step 1", "3: x", "invariant k", "capacity k, 1", "goals, 1"]
    odd = ["(idle)", "idle 1", "after 1", *names[3:]]
    problem = PlanProblem.build(
        {name: ["a", "b"] for name in names},
        [Operator(called, {name: "a"}, {name: "b"}) for called, name in zip(odd, names, strict=True)],
        dict.fromkeys(names, "a"),
        {names[0]: "b"},
        capacities=[Capacity("k", (("goals", "a"),), 1)],
    )
    model = unroll(problem, 1)
    assert [plan_of(problem, model, s.options) for s in accord.solutions(model, backend="sat")] == [
        ["(idle)"]
    ]


def test_horizons_that_are_none():
    problem = accord.load("tiles:2x2:seed=2").plan_problem
    with pytest.raises(InputError, match="expected 0 or more"):
        unroll(problem, -1)
    with pytest.raises(InputError, match="at most"):
        unroll(problem, 10_000_000)
    assert accord.count(unroll(problem, 0), backend="cpsat").count == 0


def test_distances_are_those_of_one_variable():
    problem = accord.load("tiles:3x3:1,2,3,4,5,6,7,.,8").plan_problem
    left = distances(problem)
    assert left[problem.fact_index["8", "r3c2"]] == 0
    assert left[problem.fact_index["8", "r1c1"]] == 3
