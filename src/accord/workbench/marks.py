"""What a person has marked on a board: whether a solution has these marks, and the next step from there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from accord.errors import UsageError
from accord.hints import hint as next_hint
from accord.model.lazy import Cut, with_cuts
from accord.puzzles.puzzle import Puzzle
from accord.runner.api import unique
from accord.workbench.answers import Question
from accord.workbench.ask import Event


def check(question: Question) -> Iterator[Event]:
    """Yield whether some solution has all marks, and whether they are a whole solution."""
    puzzle = question.puzzle()
    chosen, closed = options_of(puzzle, question.ask.known)
    found = unique(with_cuts(puzzle.model, _demands(chosen, closed)), **question.limited)
    words = {
        "impossible": "wrong: no solution has these marks",
        "unique": "right so far: one solution has these marks",
        "several": "right so far: several solutions have these marks",
    }
    whole = found.answer == "unique" and is_whole(puzzle, question.ask.known, found.solutions[0].options)
    yield {
        "event": "marks",
        "answer": found.answer,
        "whole": whole,
        "words": "solved" if whole else words.get(found.answer, f"not decided: {found.reason}"),
    }


def hint(question: Question) -> Iterator[Event]:
    """Yield the next step of a person: in words, with the board after it."""
    puzzle, ask = question.puzzle(), question.ask
    known = ask.known or None
    step = next_hint(puzzle, known=known, after=ask.after, **question.limited)
    if step is None:
        yield {"event": "hint", "words": "solved, or no rule forces the next step"}
        return
    drawings = step.drawings
    yield {"event": "hint", "words": str(step), "svg": drawings[0].svg() if drawings else None}


def options_of(puzzle: Puzzle, known: Mapping[str, Any]) -> tuple[list[int], list[int]]:
    """Return the options that marks choose, and those that they exclude. Raises UsageError."""
    chosen: list[int] = []
    closed: list[int] = []
    for name, value in known.items():
        values = puzzle.variables.get(name)
        if values is None or value not in values:
            raise UsageError(f"marks: found {name}={value}; expected a variable of the puzzle and its value")
        for other, option in values.items():
            if option is not None:
                (chosen if other == value and type(other) is type(value) else closed).append(option)
    return chosen, closed


def is_whole(puzzle: Puzzle, known: Mapping[str, Any], options: tuple[int, ...]) -> bool:
    """Whether marks show all that a solution has, but what is given and what is not there."""
    given, variables = {*puzzle.given}, puzzle.variables
    return all(
        known.get(name) == value
        for name, value in puzzle.values(options).items()
        if value is not False and len(variables[name]) > 1 and variables[name][value] not in given
    )


def _demands(chosen: list[int], closed: list[int]) -> list[Cut]:
    return [Cut("marked", (option,), (1,), 1, None) for option in sorted({*chosen})] + [
        Cut("marked", (option,), (1,), 0, 0) for option in sorted({*closed})
    ]
