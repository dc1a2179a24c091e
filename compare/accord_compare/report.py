"""The report: disagreement first, then a table of every row, then one line that says what holds."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from accord_compare.row import Row, Verdict, questions, verdict

COLUMNS = (
    "puzzle", "expected", "backend", "engine", "counted", "digest", "effort", "CPU s", "wall s", "verdict",
)  # fmt: skip
RIGHT = [COLUMNS.index(name) for name in ("expected", "counted", "CPU s", "wall s")]


def report(rows: list[Row]) -> str:
    """The whole report as plain text."""
    groups = questions(rows)
    verdicts = [verdict(group) for group in groups]
    loud = [f"DISAGREEMENT in {v.question}: {v.detail}" for v in verdicts if v.says == "DISAGREE"]
    body = [cells for group, says in zip(groups, verdicts, strict=True) for cells in _cells(group, says)]
    return "\n".join(
        [*loud, *([""] if loud else []), *aligned([COLUMNS, *body], RIGHT), "", summary(verdicts)]
    )


def summary(verdicts: list[Verdict]) -> str:
    """One line: how many questions every finished engine agrees on, and what is open."""
    agreed = sum(v.says == "agree" for v in verdicts)
    line = f"{agreed} of {len(verdicts)} agreed on"
    open_ones = [f"{v.question}: {v.detail}" for v in verdicts if v.says in ("alone", "nothing")]
    return "; ".join([line, *open_ones])


def _cells(rows: list[Row], says: Verdict) -> list[tuple[str, ...]]:
    return [
        (
            row.job.title,
            f"{row.job.expected:,}" if row.job.expected is not None else "-",
            row.job.backend,
            row.engine or "-",
            _counted(row),
            row.digest[:8] if row.digest else "-",
            ", ".join(f"{value:,} {name}" for name, value in row.effort.items()) or "-",
            f"{row.cpu_seconds:.2f}" if row.cpu_seconds else "-",
            f"{row.seconds:.2f}",
            _verdict(row, says),
        )
        for row in rows
    ]


def _counted(row: Row) -> str:
    if row.count is not None:
        return f"{row.count:,}"
    return f"at least {row.at_least:,}" if row.at_least is not None else "-"


def _verdict(row: Row, says: Verdict) -> str:
    if row.ending == "complete":
        return says.says
    return f"{row.ending}: {row.reason}" if row.reason else row.ending


def aligned(table: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """The lines of a table; columns of these numbers are aligned to the right."""
    return ["  ".join(cells).rstrip() for cells in padded(table, right)]


def padded(table: Sequence[Sequence[str]], right: Collection[int], least: int = 0) -> list[list[str]]:
    """The cells of a table, as wide as their column, which is so wide at least."""
    widths = [max(least, *map(len, column)) for column in zip(*table, strict=True)]
    return [
        [cell.rjust(widths[i]) if i in right else cell.ljust(widths[i]) for i, cell in enumerate(cells)]
        for cells in table
    ]
