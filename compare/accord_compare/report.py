"""Print a comparison: disagreements first, then a row per question, then one line of summary."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from accord.puzzles.words import pad
from accord_compare.repeats import are_repeated
from accord_compare.repeats import summary as summary_of_engines
from accord_compare.row import Row, Verdict, expected_text, found_text, questions, verdict

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
