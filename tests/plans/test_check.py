"""The checker of plans agrees with brute force, and one that overlooks anything is noticed."""

from dataclasses import replace
from itertools import product

import pytest
from plan_problems import faulty, small, starts

import accord
from accord.plans.check import PlanError, cost, missing, replay, states


def accepted(problem, length):
    """The sequences of operators that the checker accepts."""
    names = [operator.name for operator in problem.operators]
    found = set()
    for plan in product(names, repeat=length):
        try:
            replay(problem, plan)
        except PlanError:
            continue
        found.add(plan)
    return found


@pytest.mark.parametrize("length", [1, 2, 3])
@pytest.mark.parametrize("goal", [True, False])
def test_it_agrees_with_brute_force(length, goal, plans):
    problem = small() if goal else replace(small(), goal=())
    assert accepted(problem, length) == {tuple(plan) for plan in plans(problem, length)}


FAULTY = dict(faulty())


@pytest.mark.parametrize("true", starts(small()), ids=str)
def test_it_agrees_with_brute_force_from_everywhere(true, plans):
    assert accepted(true, 1) == {tuple(plan) for plan in plans(true, 1)}


@pytest.mark.parametrize("fault", FAULTY)
def test_one_that_overlooks_a_thing_accepts_other_plans(fault, plans):
    """So the test above would fail for a checker that skips it."""
    wrong = [replace(FAULTY[fault], initial=true.initial, goal=()) for true in starts(small())]
    pairs = zip(wrong, starts(small()), strict=True)
    assert any(accepted(one, 1) != {tuple(plan) for plan in plans(true, 1)} for one, true in pairs)


def test_one_that_overlooks_the_goal_accepts_other_plans():
    assert accepted(replace(small(), goal=()), 2) != accepted(small(), 2)


def test_the_step_and_the_reason_are_told():
    problem = small()
    with pytest.raises(PlanError, match="step 2, drop ball right: needs robot=right, and it is left"):
        replay(problem, ["lift ball left", "drop ball right"])
    with pytest.raises(PlanError, match="step 3, lift box right: hand would hold 2, at most 1"):
        replay(problem, ["lift ball left", "go", "lift box right"])
    with pytest.raises(PlanError, match="after step 1: the goal needs ball=right, and it is left"):
        replay(problem, ["go"])
    with pytest.raises(PlanError, match="step 1, fly: there is no such operator"):
        replay(problem, ["fly"])
    assert cost(problem, ["lift ball left", "go", "drop ball right"]) == 4


def test_states_come_until_the_first_step_that_cannot_be_done():
    problem = small()
    walk = states(problem, ["lift ball left", "fly", "go"])
    first, second = next(walk), next(walk)
    assert (first["ball"], second["ball"]) == ("left", "held")
    with pytest.raises(PlanError, match="step 2, fly"):
        next(walk)
    assert missing(problem, first) == [("ball", "right")]


@pytest.mark.parametrize("name", ["tiles:2x2:seed=2", "freecell:1,ranks=2,columns=4,cells=1"])
def test_a_plan_with_a_step_left_out_is_none(name):
    problem = accord.load(name).plan_problem
    planned = accord.plan(problem, mode="optimal")
    replay(problem, planned.plan)
    assert planned.moves
    for left_out in range(planned.moves):  # it is the shortest, so nothing can be spared
        with pytest.raises(PlanError):
            replay(problem, planned.plan[:left_out] + planned.plan[left_out + 1 :])
