"""Moves that somebody wrote: played from the board of a puzzle, up to the first that cannot be made."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from accord.planners.boards import board
from accord.planners.contract import Played
from accord.planners.table import moves_of
from accord.plans.check import PlanError, missing, states

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle

MOST_FACTS = 5  # of the goal that are told one by one


def played(puzzle: Puzzle, text: str, form: str = "standard") -> Played:
    """The moves of a text, as far as they can be made.

    A family with moves of its own reads all forms in which it writes them; `form` is for those that are not
    told apart. Else the text has names of operators, on lines of their own or with `;` between them. Empty
    lines, and those that begin with #, are passed over.
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
