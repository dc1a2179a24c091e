"""Sum up runs of engines that were repeated: medians and PAR-2; and all rows as CSV.

PAR-2 is the mean time of all runs, where one that did not end counts as twice its time limit. It is how
solvers are ranked in competitions.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from statistics import fmean, median

from accord.puzzles.words import pad
from accord_compare.row import Row, found_text

COLUMNS = ("  backend", "engine", "runs", "ended", "median s", "PAR-2 s", "median CPU s")
FIELDS = (
    "puzzle", "variant", "task", "backend", "engine", "seed", "repetition", "ending", "found", "run_seconds",
    "cpu_seconds", "seconds", "memory", "time_limit",
)  # fmt: skip


def are_repeated(rows: Sequence[Row]) -> bool:
    """Whether an engine was asked one question more than once."""
    asked = {(row.job.question, row.job.who) for row in rows}
    return len(asked) < len(rows)


def summary(rows: Sequence[Row]) -> list[str]:
    """A line for each engine that was asked a question: its runs, medians and PAR-2."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.job.who, []).append(row)
    cells = [COLUMNS, *(_cells(group) for group in groups.values())]
    return ["  ".join(line).rstrip() for line in pad(cells, range(2, len(COLUMNS)))]


def _cells(rows: Sequence[Row]) -> tuple[str, ...]:
    ended = [row for row in rows if row.ended and row.run_seconds is not None]
    cpu = [row.cpu_seconds for row in ended]
    times = [_seconds_with_penalty(row) for row in rows]
    known = [time for time in times if time is not None]
    engine = next((row.engine for row in ended), rows[0].job.engine or "-")
    return (
        f"  {rows[0].job.backend}",
        engine,
        f"{len(rows)}",
        f"{len(ended)}",
        f"{median(row.run_seconds or 0.0 for row in ended):.3f}" if ended else "-",
        f"{fmean(known):.3f}" if len(known) == len(times) else "-",
        f"{median(cpu):.3f}" if cpu else "-",
    )


def _seconds_with_penalty(row: Row) -> float | None:
    """The seconds of a run, or twice its limit if it did not end; None where it had no limit."""
    if row.ended and row.run_seconds is not None:
        return row.run_seconds
    return None if row.job.time_limit is None else 2 * row.job.time_limit


def as_csv(rows: Sequence[Row]) -> str:
    """All rows as CSV, with a line of names."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(FIELDS)
    for row in rows:
        job = row.job
        task = "plan" if job.plans else "best" if job.best else "distinct" if job.distinct else "all"
        found = row.count if row.count is not None else found_text(row)
        writer.writerow(
            [
                job.puzzle, job.variant or "", task, job.backend, row.engine or job.engine or "", job.seed,
                job.repetition, row.ending, found, row.run_seconds, row.cpu_seconds, row.seconds, row.memory,
                job.time_limit,
            ]
        )  # fmt: skip
    return text.getvalue()
