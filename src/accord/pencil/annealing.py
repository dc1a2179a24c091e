"""Change the solution of a random puzzle until there is no other, by simulated annealing.

The number of variables that another solution has otherwise must become 0. A change that leaves no more of
them is taken; one that leaves a few more sometimes is, so that the search does not get stuck.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import Any, TypeVar

from accord.pencil.other_solution import open_variables
from accord.problem import Problem

T = TypeVar("T")

RISK, WORSE = 0.3, 6  # how often a change may be for the worse, and by fewer open variables than that


def anneal(
    dice: Random,
    state: T,
    change: Callable[[T, Collection[str]], T | None],
    made: Callable[[T], tuple[Problem, Mapping[str, Any]]],
    moves: int,
) -> T | None:
    """Return a state whose problem has no other solution; None if none is found.

    Args:
        dice: whether a change that leaves more variables open is taken.
        state: the first one.
        change: a state, and the variables that other solutions have otherwise -> another state, or None.
        made: the problem of a state, and its solution: the values of variables.
        moves: how many changes are looked at.
    """
    left = open_variables(*made(state))
    for _ in range(moves):
        if not left:
            return state
        other = change(state, left)
        if other is not None:
            now = open_variables(*made(other))
            if len(now) <= len(left) + (dice.randrange(WORSE) if dice.random() < RISK else 0):
                state, left = other, now
    return None
