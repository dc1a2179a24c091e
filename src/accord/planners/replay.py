"""Replay a plan, or a list of moves, from the starting board of a puzzle.

No plan is shown unless a checker has played it: by the declaration, and by the family's own rules
(`check_plan`). A plan is shown as boards: the one it begins with, then each move and the board after it
(`boards`). Moves that somebody wrote are played up to the first that cannot be made (`play`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np

from accord.arguments.plan import Form
from accord.errors import EngineError
from accord.planners.contract import Asked, Own, Plan, Played
from accord.planners.planned import Planned
from accord.planners.table import moves_of
from accord.plans import check
from accord.plans.check import PlanError, missing, states
from accord.puzzles.family import Family
from accord.puzzles.puzzle import Puzzle


def check_plan(asked: Asked, plan: Plan) -> tuple[tuple[str, ...], Own | None]:
    """The names of a plan's operators, and its moves in the family's own form if there is one.

    Raises:
        EngineError: if a checker does not accept it.
    """
    own, spec = moves_of(asked.record), asked.puzzle.spec if asked.puzzle is not None else None
    try:
        if isinstance(plan, np.ndarray):
            assert own is not None, "moves of its own need a family that has them"
            moves: Own = tuple((move, destination) for move, destination in plan.tolist())
            names = tuple(own.names(spec, moves))
        else:
            names = tuple(plan)
            check.replay(asked.plan_problem, names)
            if own is None:
                return names, None
            moves = tuple(own.of_names(spec, names))
    except check.PlanError as error:
        raise EngineError(f"{asked.backend} gave a plan that is none: {error}") from error
    wrong = own.check(spec, moves)
    if wrong:
        raise EngineError(f"{asked.backend} gave a plan that is none: {wrong}")
    return names, moves


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


MOST_FACTS = 5  # of the goal that are named one by one


def play(puzzle: Puzzle, text: str, form: str = "standard") -> Played:
    """The moves of a text, as far as they can be made.

    A family with moves of its own reads all forms in which it writes them; `form` is for moves that look
    alike in several. Else the text has names of operators, on lines of their own or with `;` between them.
    Empty lines and lines that begin with # are skipped.
    """
    lines = [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#")]
    own = moves_of(puzzle.record)
    if own is not None:
        return own.play(puzzle.spec, "\n".join(lines), form)
    problem = puzzle.plan_problem
    names = list(_names(lines, {operator.name for operator in problem.operators}))
    made, state, tried, why = 0, dict[str, str](), "", ""
    try:
        for made, state in enumerate(states(problem, names)):  # noqa: B007 (the last ones are wanted)
            pass
    except PlanError as error:
        tried, why = error.operator, error.reason
    facts = [f"{variable}={value}" for variable, value in missing(problem, state)]
    more = f" and {len(facts) - MOST_FACTS} more" if len(facts) > MOST_FACTS else ""
    left = f"the goal lacks {', '.join(facts[:MOST_FACTS])}{more}" if facts else ""
    return Played(made, made, board(puzzle.record, {}, state), left, tried, why)


def _names(lines: Iterable[str], operators: set[str]) -> Iterator[str]:
    for line in lines:
        parts = [line] if line in operators else re.split(r"\s*;\s*", line)
        yield from filter(None, parts)
