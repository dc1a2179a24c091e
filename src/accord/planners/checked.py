"""No plan is shown unless a checker has played it: by the declaration, and for FreeCell by the rules."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.errors import AccordError, EngineError
from accord.planners.contract import Asked, Plan
from accord.plans import check

Cards = tuple[tuple[int, int], ...]


def checked(asked: Asked, plan: Plan) -> tuple[tuple[str, ...], Cards | None]:
    """The names of a plan's operators, and its card moves if it is one of FreeCell.

    Raises:
        EngineError: if a checker does not accept it.
    """
    try:
        if isinstance(plan, np.ndarray):
            cards: Cards = tuple((card, destination) for card, destination in plan.tolist())
            return _names(asked, cards), _played(asked, cards)
        names = tuple(plan)
        check.replay(asked.problem, names)
        if asked.puzzle is None or asked.family != "freecell":
            return names, None
        return names, _played(asked, _moves(asked, names))
    except (check.PlanError, _RulesError) as error:
        raise EngineError(f"{asked.backend} gave a plan that is none: {error}") from error


class _RulesError(AccordError):
    """A rules checker does not accept a plan."""


def _played(asked: Asked, cards: Cards) -> Cards:
    from accord.puzzles import freecell
    from accord.puzzles.freecell_rules import RuleError, replay

    assert asked.puzzle is not None, "card moves need a puzzle"
    rules, board = freecell.start(asked.puzzle.spec)
    try:
        end = replay(rules, board, cards)
    except RuleError as error:
        raise _RulesError(str(error)) from error
    left = rules.cards - sum(end.home)
    if left:
        raise _RulesError(f"{left} cards are not home at its end")
    return cards


def _names(asked: Asked, cards: Cards) -> tuple[str, ...]:
    from accord.puzzles import freecell, freecell_problem

    assert asked.puzzle is not None, "card moves need a puzzle"
    return tuple(freecell_problem.names_of(*freecell.start(asked.puzzle.spec), cards))


def _moves(asked: Asked, names: Sequence[str]) -> Cards:
    from accord.puzzles import freecell, freecell_problem

    assert asked.puzzle is not None, "card moves need a puzzle"
    rules, _ = freecell.start(asked.puzzle.spec)
    return tuple(freecell_problem.moves_of(rules, names))
