"""The hints of a puzzle: steps as its family sees them, and in its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from accord.deduce import Reasoner, Step, words
from accord.deduce.reason import never
from accord.puzzles.puzzle import Puzzle


def reasoner(
    puzzle: Puzzle,
    chosen: Sequence[int] = (),
    closed: Sequence[int] = (),
    *,
    stop: Callable[[], bool] = never,
) -> Reasoner:
    """A person at work on a puzzle, from what it gives and what else is known; see `Reasoner`."""
    seen_as = puzzle.record.shown.seen_as
    same = partial(seen_as, puzzle.spec, puzzle.model) if seen_as else None
    return Reasoner(puzzle.model, [*chosen, *puzzle.given], closed, stop=stop, seen_as=same)


def sentence(puzzle: Puzzle, step: Step) -> str:
    """A step in the words of the puzzle's family, if it has some."""
    family = puzzle.record.shown.words
    return family(puzzle.spec, puzzle.model, step) if family else words(puzzle.model, step)


def about(step: Step) -> tuple[int, ...]:
    """The items to look at to see a step: those that force it, or the one that could not be met."""
    return step.items[-1:] if step.rule == "lookahead" else step.items
