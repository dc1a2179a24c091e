"""Check a solution that a file states: whether it is a solution, and whether it is the only one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np

from accord.arguments import Arguments, query_of
from accord.errors import StoppedError, UsageError
from accord.model import Model
from accord.model.derive import require, restrict
from accord.puzzles.blocks import Rows
from accord.puzzles.puzzle import Puzzle
from accord.runner.api import first
from accord.runner.limits import Limits
from accord.runner.outcome import Outcome

Verdict: TypeAlias = Literal["right", "wrong", "several", "undecided"]


def verdict(puzzle: Puzzle, outcome: Outcome, found: Sequence[Rows], asked: Mapping[str, Any]) -> Verdict:
    """Return the verdict on the solution that the puzzle's file states.

    Args:
        puzzle: one with a stated solution.
        outcome: of the task `unique`.
        found: its witnesses, in the signs of the file.
        asked: arguments of `accord.first`, for whether a solution is one that was not among the witnesses.

    Returns:
        right: it is the only solution. several: it is one, and there is another. wrong: it is none.
        undecided: a limit came first.
    """
    if outcome.answer in ("unique", "impossible"):
        return "right" if puzzle.stated in found else "wrong"
    holds = True if puzzle.stated in found else fits(puzzle, asked)
    if holds is None:
        return "undecided"
    return "wrong" if not holds else "several" if outcome.answer == "several" else "undecided"


def fits(puzzle: Puzzle, asked: Mapping[str, Any]) -> bool | None:
    """Whether the stated solution is one; None if a limit came first."""
    limits = Limits.of(query_of(Arguments, asked))
    try:
        model = limits.guard("the stated solution was laid").do(_with_stated, puzzle)
    except StoppedError:
        return None
    if model is None:
        return False
    answer = first(model, **{**asked, "time_limit": limits.rest}).answer
    return None if answer == "undecided" else answer == "solved"


def _with_stated(puzzle: Puzzle) -> Model | None:
    """Return the model with the stated solution in it; None where a cell cannot be as it says."""
    try:
        chosen, closed = options(puzzle)
    except UsageError:
        return None
    keep = np.setdiff1d(np.arange(puzzle.model.options), closed)
    if not np.isin(chosen, keep).all():
        return None
    return require(restrict(puzzle.model, keep), np.searchsorted(keep, chosen))[0]


def options(puzzle: Puzzle) -> tuple[list[int], list[int]]:
    """Return the options that the stated solution chooses, and the options that it leaves out.

    Raises UsageError if none is stated, or where a cell cannot be as it says.
    """
    block = puzzle.record.texts.block
    if not puzzle.stated or block is None:
        raise UsageError(f"{puzzle.name}: its file states no solution")
    return block.solution.options(puzzle, puzzle.stated)
