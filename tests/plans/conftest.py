"""Brute force over the sequences of a plan problem's operators."""

import pytest
from plan_problems import applied


@pytest.fixture(scope="session")
def plans():
    """A function: problem, steps -> all plans of just so many steps."""

    def of(problem, steps):
        found, states = [], [(problem.initial, ())]
        for _ in range(steps):
            states = [
                (after, (*path, o))
                for state, path in states
                for o in range(len(problem.operators))
                if (after := applied(problem, state, o)) is not None
            ]
        found += [path for state, path in states if problem.is_goal(state)]
        return [[problem.operators[o].name for o in path] for path in found]

    return of
