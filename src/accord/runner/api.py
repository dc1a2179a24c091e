"""The public functions `accord.count`, `solve`, `solutions` and others: run a task to its end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import msgspec

from accord.arguments import Arguments
from accord.arguments.keywords import asks, runs
from accord.puzzles.puzzle import AnyPuzzle
from accord.runner.outcome import Outcome, Solution
from accord.runner.presolve import PresolvedRun
from accord.tasks import Task

KEPT = 10_000  # solutions that an outcome of `all` holds


@runs(Arguments)
def run(puzzle: AnyPuzzle, task: Task = "count", **more: Any) -> Outcome:
    """Run a task to its end and return the outcome.

    For `all`, the outcome has the first 10,000 solutions, and a warning if there are more: `solutions` yields
    any number.

    Args:
        puzzle: a puzzle from `accord.load`, a problem, or a bare model.
        task: `first` (one solution), `unique` (stops at two), `count`, `all`, or `best` (the best value).
        **more: see below; an unknown name raises UsageError, which suggests the right one.

    Raises:
        UsageError: for arguments that do not fit together; RefusedError if no backend takes the model.
        MissingBackendError: if the named backend is not installed.
        EngineError: if an engine breaks its contract.
        KeyboardInterrupt: on Ctrl-C; its attribute `outcome` has the findings so far.
    """
    one = PresolvedRun(puzzle, task, **more)
    kept: list[Solution] = []
    try:
        with closing(iter(one)) as steps:
            for step in steps:
                some = step.solutions[: KEPT - len(kept)] if task == "all" else ()
                kept += [one.solution(row, number) for number, row in enumerate(some, len(kept) + 1)]
    except KeyboardInterrupt as interrupt:  # it is raised again, or a loop over puzzles could not be left
        partial = _with_solutions(one.outcome, kept)
        interrupt.outcome = partial  # type: ignore[attr-defined]
        interrupt.add_note(f"until then {partial.found}; this exception has the outcome: `outcome`")
        raise
    return _with_solutions(one.outcome, kept)


def _with_solutions(outcome: Outcome, kept: list[Solution]) -> Outcome:
    """The outcome; of `all`, with the solutions that are kept."""
    if outcome.task != "all":
        return outcome
    more_than_kept = f"solutions has {len(kept):,} of {outcome.words}; accord.solutions walks through all"
    warnings = (*outcome.warnings, *([more_than_kept] if len(kept) < outcome.count else []))
    return msgspec.structs.replace(outcome, solutions=tuple(kept), warnings=warnings)


@asks(Arguments)
def solutions(puzzle: AnyPuzzle, **more: Any) -> Iterator[Solution]:
    """Yield the solutions one by one, as they are found; see `run`. Leaving the loop stops the engine.

    Raises StoppedError if a limit comes before the search begins.
    """
    one = PresolvedRun(puzzle, "all", **more)
    one.check_built()
    with closing(iter(one)) as steps:
        number = 0
        for step in steps:
            for row in step.solutions:
                number += 1
                yield one.solution(row, number)


@asks(Arguments)
def count(puzzle: AnyPuzzle, **more: Any) -> Outcome:
    """Count the solutions; see `run`."""
    return run(puzzle, "count", **more)


@asks(Arguments)
def first(puzzle: AnyPuzzle, **more: Any) -> Outcome:
    """Find one solution; see `run`."""
    return run(puzzle, "first", **more)


@asks(Arguments)
def best(puzzle: AnyPuzzle, **more: Any) -> Outcome:
    """Find a solution with the best value of the objective, and prove it; see `run`."""
    return run(puzzle, "best", **more)


@asks(Arguments)
def unique(puzzle: AnyPuzzle, **more: Any) -> Outcome:
    """Find out whether there is exactly one solution; the outcome has up to two; see `run`."""
    return run(puzzle, "unique", **more)
