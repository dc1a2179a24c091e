"""Plan problems: what is wrong with them is said at once, and invariants are proved."""

import pytest
from plan_problems import applied

from accord.errors import InputError
from accord.plans.problem import Capacity, Operator, PlanProblem

VARIABLES = {"robot": ["left", "right"], "ball": ["left", "right", "held"]}
GO = Operator("go", {"robot": "left"}, {"robot": "right"})
BACK = Operator("back", {"robot": "right"}, {"robot": "left"})
LIFT = Operator("lift", {"robot": "left", "ball": "left"}, {"ball": "held"})
DROP = Operator("drop", {"robot": "right", "ball": "held"}, {"ball": "right"})
INITIAL = {"robot": "left", "ball": "left"}


def ball(**more):
    given = {"operators": (GO, BACK, LIFT, DROP), "initial": INITIAL, "goal": {"ball": "right"}} | more
    return PlanProblem.build(VARIABLES, **given)


def test_states_and_operators():
    problem = ball()
    assert problem.initial == (0, 0)
    assert applied(problem, (0, 0), problem.operator_index["lift"]) == (0, 2)
    assert applied(problem, (0, 0), problem.operator_index["drop"]) is None
    assert problem.is_goal((0, 1))
    assert problem.unit_costs


def test_a_capacity_forbids():
    problem = ball(capacities=[Capacity("hand", (("ball", "held"),), 0)])
    assert applied(problem, (0, 0), problem.operator_index["lift"]) is None


def test_every_fault_is_told():
    with pytest.raises(InputError) as raised:
        PlanProblem.build(
            {"x": ["a", "a"], "y": [], "p=q": ["r"]},
            [
                Operator("h", {}, {"x": "a"}, 1.5),
                Operator("o", {"z": "a"}, {}, -1),
                Operator("o", {"x": "b"}, {"x": "a"}),
            ],
            {"x": "a"},
            {"x": "c"},
            capacities=[Capacity("k", (("q", "a"),), -1)],
        )
    message = "\n".join(raised.value.faults)
    for part in (
        "'a' twice", "no values", "two operators", "no effect", "costs -1", "costs 1.5", "equals sign",
        "lacks the variable 'y'",
        "'z', which is no variable", "the value 'c'", "is -1; expected 0 or more",
    ):  # fmt: skip
        assert part in message, part


def test_an_invariant_is_proved():
    held = Capacity("places of the ball", tuple(("ball", value) for value in VARIABLES["ball"]), 1)
    assert ball(invariants=[held]).invariants == (held,)


@pytest.mark.parametrize(
    ("facts", "most", "part"),
    [
        ((("robot", "left"), ("ball", "left")), 1, "2 hold initially"),
        ((("robot", "right"), ("ball", "held")), 1, "may be broken by 'go'"),
    ],
)
def test_what_is_no_invariant_is_refused(facts, most, part):
    with pytest.raises(InputError, match=part):
        ball(invariants=[Capacity("wrong", facts, most)])
