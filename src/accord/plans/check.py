"""Check a plan: replay it step by step on the declaration of its plan problem.

It reads the operators as they were declared and keeps the state as a mapping of names; it shares no code
with the searches, nor with the forms they work on, so that it cannot share their faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from accord.errors import AccordError
from accord.plans.problem import PlanProblem


class PlanError(AccordError):
    """A plan that is none; `step` is the number of the operator that cannot be done, from 1."""

    def __init__(self, step: int, operator: str, reason: str) -> None:
        self.step, self.operator, self.reason = step, operator, reason
        super().__init__(f"step {step}, {operator}: {reason}" if operator else f"after step {step}: {reason}")


def states(problem: PlanProblem, plan: Iterable[str]) -> Iterator[dict[str, str]]:
    """The states that a plan goes through, one by one, the initial one first, by names.

    Raises:
        PlanError: at the first operator that is not applicable.
    """
    declared = {operator.name: operator for operator in problem.operators}
    pairs = zip(problem.variables, problem.values, problem.initial, strict=True)
    state = {name: values[value] for name, values, value in pairs}
    yield dict(state)
    for number, name in enumerate(plan, start=1):
        operator = declared.get(name)
        if operator is None:
            raise PlanError(number, name, "there is no such operator")
        for variable, value in operator.preconditions.items():
            if state[variable] != value:
                raise PlanError(number, name, f"needs {variable}={value}, and it is {state[variable]}")
        state.update(operator.effects)
        for capacity in problem.capacities:
            held = sum(state[variable] == value for variable, value in set(capacity.facts))
            if held > capacity.most:
                raise PlanError(number, name, f"{capacity.name} would hold {held}, at most {capacity.most}")
        yield dict(state)


def missing(problem: PlanProblem, state: Mapping[str, str]) -> list[tuple[str, str]]:
    """The facts of the goal that do not hold in a state, as pairs of a variable and its value."""
    goal = ((problem.variables[v], problem.values[v][value]) for v, value in problem.goal)
    return [(variable, value) for variable, value in goal if state[variable] != value]


def replay(problem: PlanProblem, plan: Sequence[str]) -> list[dict[str, str]]:
    """The states that a plan goes through, the initial one first, by names.

    Raises:
        PlanError: if some operator is not applicable, or the goal does not hold at the end.
    """
    found = list(states(problem, plan))
    for variable, value in missing(problem, found[-1]):
        reason = f"the goal needs {variable}={value}, and it is {found[-1][variable]}"
        raise PlanError(len(plan), "", reason)
    return found


def cost(problem: PlanProblem, plan: Sequence[str]) -> int:
    """Return the cost of the operators of a plan together."""
    costs = {operator.name: operator.cost for operator in problem.operators}
    return sum(costs[name] for name in plan)
