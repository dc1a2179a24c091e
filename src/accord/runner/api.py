"""The public functions: run a task to its end, or walk through solutions as they are found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from accord.runner.limits import Cancel
from accord.runner.run import Run

if TYPE_CHECKING:
    from accord.backends.contract import Task
    from accord.model import Model
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.outcome import Outcome, Solution


class Arguments(TypedDict, total=False):
    """What can be asked of a run, beside the puzzle and the task."""

    distinct: bool  # solutions up to the model's symmetry group
    method: str | None  # how: split, filter or burnside
    backend: str  # auto, native, cpsat, sat, or one that an entry point adds
    engine: str | None  # one of the backend's engines
    root: str | None  # the item to be placed first, by name
    reduce: bool  # drop options that no solution has before the search; default True
    limit: int | None  # stop after so many solutions
    time_limit: float | None  # stop after so many seconds, building the model included
    node_limit: int | None  # stop, within a slice, after so many nodes
    memory_limit: int | None  # bytes that engines which trade memory for time may take
    seed: int  # for engines that draw random numbers
    workers: int | None  # threads, or processes (then guard a script by its `__name__`); None: what is best
    encoding: str | None  # how demands are written as clauses, for SAT solvers
    branch: str | None  # how an engine chooses what it tries next: see the engine
    propagate: str | None  # how far it reasons before it tries
    hint: Sequence[int]  # options that a solution may well have: a guess, for `first` and `best`
    with_digest: bool  # walk to every solution and take the digest
    checkpoint: str | Path | None  # a file to write to, and to go on from if it exists
    checkpoint_every: float  # seconds
    cancel: Cancel | None  # once its is_set() is true, the run stops within a slice


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
