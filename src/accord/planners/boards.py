"""A plan as boards: the one it begins with, then each move and the board after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from accord.arguments.plan import Form
from accord.planners.planned import Planned
from accord.planners.table import moves_of

if TYPE_CHECKING:
    from accord.puzzles.family import Family
    from accord.puzzles.puzzle import Puzzle


def boards(planned: Planned, puzzle: Puzzle, form: Form = "standard") -> Iterator[str]:
    """Boards and moves in turn, as texts; nothing if there is no plan.

    A family with moves of its own has boards of its own. One that shows no states has what changed in place
    of boards: the facts that a move brings.
    """
    plan = planned.operators
    if plan is None:
        return
    own = moves_of(puzzle.record)
    if own is not None and planned.cards is not None:
        yield from own.boards(puzzle.spec, planned.cards, "standard" if form == "cards" else form)
        return
    from accord.plans.check import replay

    states = replay(puzzle.plan_problem, plan)
    yield board(puzzle.record, {}, states[0])
    for name, before, state in zip(plan, states, states[1:], strict=False):
        yield name
        yield board(puzzle.record, before, state)


def board(family: Family, before: dict[str, str], state: dict[str, str]) -> str:
    """A state as text: the board, or the facts that were not there before."""
    if family.shown.state is not None:
        return family.shown.state(state)
    return "\n".join(f"{name} = {value}" for name, value in state.items() if before.get(name) != value)
