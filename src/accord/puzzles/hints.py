"""Find the hint steps of a puzzle, and put them in the words of its family."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from accord.deduce import Reasoner, Step, words
from accord.deduce.reason import Seek, never
from accord.model import Model
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.words import join_words


def reasoner(
    puzzle: Puzzle | Model,
    chosen: Sequence[int] = (),
    closed: Sequence[int] = (),
    *,
    stop: Callable[[], bool] = never,
    seek: Seek | None = None,
) -> Reasoner:
    """A person at work on a puzzle, from what it gives and what else is known; see `Reasoner`."""
    if isinstance(puzzle, Model):
        return Reasoner(puzzle, chosen, closed, stop=stop, seek=seek)
    seen_as = puzzle.record.shown.seen_as
    same = partial(_seen_as, puzzle, seen_as) if seen_as else None
    named = partial(item_words, puzzle)
    given = [*chosen, *puzzle.given]
    return Reasoner(puzzle.model, given, closed, stop=stop, seen_as=same, seek=seek, called=named)


def _seen_as(puzzle: Puzzle, seen_as: Callable[[Any, Model, int], object], item: int) -> object:
    """Return what an item is seen as; a lazy one, which the family does not know, is seen as itself."""
    return seen_as(puzzle.spec, puzzle.model, item) if item < puzzle.model.items else (item,)


def item_words(puzzle: Puzzle, model: Model, item: int) -> str:
    """Return the words for an item of the reasoner's model: its rules, or else its name."""
    known_by = puzzle.record.shown.known_by
    rules = known_by(puzzle.spec, model)[item] if known_by else ()
    return join_words(rules) if rules else model.item_names[item]


def sentence(puzzle: Puzzle | Model, model: Model, step: Step) -> str:
    """A step in the words of the puzzle's family, if it has some; `model` is the reasoner's."""
    if isinstance(puzzle, Model):
        return words(model, step)
    family = puzzle.record.shown.words
    own = puzzle.record.shown.known_by or all(item < puzzle.model.items for item in step.items)
    return family(puzzle.spec, model, step) if family and own else words(model, step)


def about(puzzle: Puzzle, step: Step) -> tuple[int, ...]:
    """Items of the puzzle that show a step: those that force it, or the one that could not be met."""
    items = step.items[-1:] if step.rule == "lookahead" else step.items
    return tuple(item for item in items if item < puzzle.model.items)
