"""`accord.compare`: count one puzzle by several engines and report whether they agree.

A comparison is printed so: disagreements first, then a row per question, then one line of summary.
"""

from __future__ import annotations

import pickle
import textwrap
import threading
from collections.abc import Callable, Iterator, Sequence

from accord.arguments.field import refuse_other_types
from accord.errors import UsageError
from accord.puzzles.puzzle import AnyPuzzle, Puzzle, model_of, name_and_variant, puzzle_of
from accord.puzzles.words import pad
from accord.runner.limits import Show, unseen
from accord.runner.result import Public
from accord_compare.harness import BUILT_IN, engines_of, jobs_of, perform_all
from accord_compare.repeats import are_repeated
from accord_compare.repeats import summary as summary_of_engines
from accord_compare.row import Row, Says, Verdict, expected_text, found_text, questions, verdict

COLUMNS = ("  backend", "engine", "counted", "digest", "CPU s", "wall s", "effort")
RIGHT = [COLUMNS.index(name) for name in ("counted", "CPU s", "wall s")]
LEAST = 20  # characters of the effort beside the rest of its row


def report(rows: list[Row], width: int = 80) -> str:
    """The whole report as plain text, as wide as that if it can be."""
    groups = questions(rows)
    verdicts = [verdict(group) for group in groups]
    loud = [f"DISAGREEMENT in {v.question}: {v.detail}" for v in verdicts if v.says == "DISAGREE"]
    head, *body = pad([COLUMNS[:-1], *(_cells(row)[:-1] for group in groups for row in group)], RIGHT)
    lines = [*_wrap("  ".join(head), COLUMNS[-1], width)]
    rest = iter(body)
    for group, says in zip(groups, verdicts, strict=True):
        wanted = expected_text(group[0].job)
        known = "" if wanted == "-" else f", expected {wanted}"
        lines += textwrap.wrap(f"{says.question}{known}: {says.failed or says.says}", width)
        for row in group:
            lines += _wrap("  ".join(next(rest)), _cells(row)[-1], width)
        if are_repeated(group):
            lines += ["", *summary_of_engines(group)]
    return "\n".join([*loud, *([""] if loud else []), *lines, "", *textwrap.wrap(summary(verdicts), width)])


def _wrap(row: str, effort: str, width: int) -> Iterator[str]:
    """Yield a row with its effort behind it, or below it if there is no room."""
    room, margin = width - len(row) - 2, len(row) + 2
    if room < LEAST:
        yield row.rstrip()
        yield from textwrap.wrap(effort, width, initial_indent=" " * 6, subsequent_indent=" " * 6)
        return
    first, *more = textwrap.wrap(effort, room)
    yield f"{row}  {first}"
    yield from (" " * margin + line for line in more)


def summary(verdicts: list[Verdict]) -> str:
    """One line: on how many questions the engines agree, in how many an engine failed, and what is open."""
    agreed, failed = (sum(v.says == says for v in verdicts) for says in ("agree", "failed"))
    broken = f", {failed} with an engine that failed" if failed else ""
    open_ones = [f"{v.question}: {v.detail}" for v in verdicts if v.says in ("failed", "alone", "nothing")]
    return "; ".join([f"{agreed} of {len(verdicts)} agreed on{broken}", *open_ones])


def _cells(row: Row) -> tuple[str, ...]:
    """Return the cells of a row, by column; with the effort stands how it ended, if it did not complete."""
    effort = ", ".join(f"{value:,} {name}" for name, value in row.effort.items())
    ending = "" if row.ending == "complete" else ": ".join(filter(None, [row.ending, row.reason]))
    return (
        f"  {row.job.backend}",
        row.engine or "-",
        found_text(row),
        row.digest[:8] if row.digest else "-",
        f"{row.cpu_seconds:.2f}" if row.cpu_seconds else "-",
        f"{row.seconds:.2f}",
        "; ".join(filter(None, [ending, effort])) or "-",
    )


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
