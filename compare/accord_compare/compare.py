"""`accord.compare`: count one puzzle by several engines and report whether they agree."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable, Sequence

from accord.arguments.field import refuse_other_types
from accord.errors import UsageError
from accord.puzzles.puzzle import AnyPuzzle, Puzzle, model_of, name_and_variant, puzzle_of
from accord.runner.limits import Show, unseen
from accord.runner.result import Public
from accord_compare.harness import BUILT_IN, engines_of, jobs_of, perform_all
from accord_compare.report import report
from accord_compare.row import Row, Says, verdict


class Comparison(Public, frozen=True, kw_only=True):
    """The rows of several engines, each run in a process of its own; printed they are the report."""

    puzzle: str
    says: Says
    detail: str = ""  # who says what, where they do not agree
    count: int | None = None  # the count, or the moves of a shortest plan, that they agree on
    rows: tuple[Row, ...]

    @property
    def agree(self) -> bool:
        """Whether two engines at least have finished, and all that did found the same."""
        return self.says == "agree"

    def __str__(self) -> str:
        return report(list(self.rows))


def compare(
    puzzle: AnyPuzzle,
    engines: Sequence[str] = BUILT_IN,
    *,
    distinct: bool = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    jobs: int = 1,
    show: Show = unseen,
) -> Comparison:
    """Run several engines on a puzzle, and compare their counts and their sets of solutions.

    Args:
        puzzle: a puzzle from `accord.load`, a problem, or a bare model.
        engines: backends, or engines of them: `["native/sums", "sat/glucose4", "cpsat"]`.
        distinct: count solutions up to symmetry.
        time_limit: seconds for each run.
        memory_limit: bytes for each run.
        jobs: runs at a time.
        show: a function that is called with the current step.

    Raises:
        UsageError: for an unknown engine; for a puzzle of moves that `accord.load` does not find by its name.
    """
    refuse_other_types(
        distinct=(distinct, bool),
        time_limit=(time_limit, float | None),
        memory_limit=(memory_limit, int | None),
        jobs=(jobs, int),
        show=(show, Callable),
    )
    if isinstance(engines, str):
        raise UsageError(f"engines: found the text {engines!r}; expected a list of names")
    refuse_other_types(engines=(engines, tuple[str, ...]))
    strange = next((each for each in engines if not isinstance(each, str)), None)
    if strange is not None:
        raise UsageError(f"engines: found {strange!r} in the list; expected names")
    if jobs < 1:
        raise UsageError(f"jobs: found {jobs}; expected 1 or more")
    known = puzzle_of(puzzle)
    name, variant = name_and_variant(known)
    plans = isinstance(known, Puzzle) and known.is_plan
    if plans and not name:
        raise UsageError("a puzzle of moves is loaded by its name in each process; give it the one of load")
    todo = jobs_of(
        name or "a model", known, engines_of(engines), variant or None, distinct, time_limit, memory_limit
    )
    model = b"" if plans else pickle.dumps(model_of(known))
    cancel, rows = threading.Event(), []
    try:
        for number, row in perform_all(todo, {}, None, cancel, jobs, lambda words: show(words, None), model):
            show(f"{number + 1} of {len(todo)} runs", (number + 1) / len(todo))
            rows.append(row)
    finally:
        cancel.set()  # on Ctrl-C, for those that still run
    found = verdict(rows)
    count = next((row.count for row in rows if row.count is not None), None)
    return Comparison(
        puzzle=name,
        says=found.says,
        detail=found.detail,
        count=count if found.says == "agree" else None,
        rows=tuple(rows),
    )
