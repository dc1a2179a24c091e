"""The public functions: run a task to its end, or walk through solutions as they are found."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Unpack

from accord.runner.run import Run

if TYPE_CHECKING:
    from accord.backends.contract import Task
    from accord.model import Model
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.asked import Arguments
    from accord.runner.outcome import Outcome, Solution


def run(puzzle: Puzzle | Model, task: Task = "count", **more: Unpack[Arguments]) -> Outcome:
    """Run a task to its end and return the outcome.

    Args:
        puzzle: a puzzle from `accord.load`, or a bare model.
        task: `first` (one solution), `unique` (stops at two), `count`, `all`, or `best` (the least value).
        **more: see `Arguments`.

    Raises:
        UsageError: for what cannot be asked; RefusedError if no backend takes the model.
        MissingBackendError: if the named backend is not installed.
        EngineError: if an engine breaks its contract.
    """
    one = Run(puzzle, task, **more)
    with closing(iter(one)) as steps:
        for _ in steps:
            pass
    return one.outcome


def solutions(puzzle: Puzzle | Model, **more: Unpack[Arguments]) -> Iterator[Solution]:
    """The solutions one by one, as they are found; see `run`. Leaving the loop stops the engine."""
    one = Run(puzzle, "all", **more)
    with closing(iter(one)) as steps:
        number = 0
        for step in steps:
            for row in step.solutions:
                number += 1
                yield one.solution(row, number)


def count(puzzle: Puzzle | Model, **more: Unpack[Arguments]) -> Outcome:
    """How many solutions there are; see `run`."""
    return run(puzzle, "count", **more)


def first(puzzle: Puzzle | Model, **more: Unpack[Arguments]) -> Outcome:
    """One solution; see `run`."""
    return run(puzzle, "first", **more)


def best(puzzle: Puzzle | Model, **more: Unpack[Arguments]) -> Outcome:
    """A solution of the least value under the model's objective; see `run`."""
    return run(puzzle, "best", **more)


def unique(puzzle: Puzzle | Model, **more: Unpack[Arguments]) -> Outcome:
    """Whether there is exactly one solution, with up to two witnesses and where they differ; see `run`."""
    return run(puzzle, "unique", **more)
