"""The tables of measurements, and the page that holds them.

`accord bench` prints the tables; with `--write` they replace what stands between two marks in a page, and
nothing else. What is written by hand around them is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from accord.errors import InputError
from accord_compare.measurement import Measurement, figures
from accord_compare.report import padded

BEGIN, END = "<!-- measured: begin (written by accord bench) -->", "<!-- measured: end -->"

HEADINGS = {
    "peers": "Beside peers",
    "general": "General engines",
    "overhead": "What Accord adds: eight queens",
    "ourselves": "Beside ourselves",
    "rates": "Each engine alone",
    "modelling": "Problems of tutorials: CP-SAT through Accord and through CPMpy",
    "flattening": "From a problem to a model",
}
COLUMNS = {
    "peers": ("instance", "solutions", "ours", "seconds", "peer", "seconds", "theirs / ours", "our work"),
    "general": ("instance", "solutions", "ours", "seconds", "peer", "theirs", "theirs / ours", "pairs"),
    "overhead": ("ours", "seconds", "beside", "theirs", "difference", "ours / theirs"),
    "ourselves": ("instance", "clock", "this", "seconds", "beside", "seconds", "ratio"),
    "rates": ("instance", "engine", "seconds", "work", "ns a piece of work"),
    "modelling": (
        "problem",
        "task",
        "answer",
        "model",
        "theirs",
        "solving",
        "theirs",
        "ours / theirs",
        "process",
        "theirs",
        "ours / theirs",
    ),
    "flattening": ("instance", "rules", "ours", "seconds", "peer", "seconds", "theirs / ours"),
}
LEFT = {"problem", "task", "instance", "ours", "peer", "clock", "this", "beside", "engine"}


def tables(rows: Sequence[Measurement]) -> str:
    """Markdown: what they were taken on, faults first, then a table for each section that has rows."""
    faults = [f"DISAGREEMENT in {row.title}: {row.fault}" for row in rows if row.fault]
    parts = [*faults, _taken(rows)]
    for section, heading in HEADINGS.items():
        body = [_cells(row) for row in rows if row.section == section]
        if body:
            parts += [f"### {heading}", _table(COLUMNS[section], body)]
    return "\n\n".join(parts)


def check(page: Path) -> None:
    """See, before anything is timed, that the page can be written to. Raises InputError."""
    _around(page)


def write(page: Path, rows: Sequence[Measurement]) -> None:
    """Put the tables between the marks of a page. Raises InputError if it does not have them."""
    before, after = _around(page)
    page.write_text(f"{before}{BEGIN}\n\n{tables(rows)}\n\n{END}{after}", encoding="utf-8")


def _around(page: Path) -> tuple[str, str]:
    try:
        text = page.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError([f"{page}: cannot be read ({error})"]) from error
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end) or BEGIN in after or END in after:
        raise InputError([f"{page}: expected the lines {BEGIN} and {END}, once each and in this order"])
    return before, after


def _taken(rows: Sequence[Measurement]) -> str:
    versions = {name: number for row in rows for name, number in sorted(row.versions.items())}
    said = ", ".join(f"{name} {versions[name]}" for name in sorted(versions))
    days = sorted({row.taken[:10] for row in rows})
    pairs = max(row.pairs for row in rows)
    return (
        f"{rows[0].machine}; {' to '.join(dict.fromkeys((days[0], days[-1])))}; "
        f"medians of {pairs} {'pair' if pairs == 1 else 'pairs'}.{f' Versions: {said}.' if said else ''}"
    )


def _cells(row: Measurement) -> tuple[str, ...]:
    why = row.fault or row.skipped
    ours, theirs = why or _seconds(row.ours), "" if why else _seconds(row.theirs)
    ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
    work = "" if row.work is None else f"{row.work[0]:,} {row.work[1]}"
    who = " ".join(word for word in (row.engine, row.what) if word)
    if row.section == "peers":
        return row.instance, f"{row.count:,}", who, ours, row.beside, theirs, ratio, work
    if row.section == "general":
        if row.at_least is not None:
            theirs, ratio = f"at least {row.at_least:,} in {theirs}", f"> {ratio}"
        return row.instance, f"{row.count:,}", who, ours, row.beside, theirs, ratio, str(row.pairs)
    if row.section == "overhead":
        more = "" if row.ours is None or row.theirs is None else f"{row.ours - row.theirs:+.4f}"
        return who, ours, row.beside, theirs, more, f"{1 / row.ratio:.2f}" if row.ratio else ""
    if row.section == "modelling":
        return _modelling(row, ours, theirs)
    if row.section == "flattening":
        return row.instance, f"{row.count:,}", who, ours, row.beside, theirs, ratio
    if row.section == "ourselves":
        return row.instance, row.clock, who, ours, row.beside, theirs, ratio
    return row.instance, who, ours, work, "" if row.rate is None else f"{row.rate:.1f}"


def _modelling(row: Measurement, ours: str, theirs: str) -> tuple[str, ...]:
    """Model, solving and whole process, of both; solving stands for both parts in its ratio."""
    if not row.parts:
        return row.instance, row.what, f"{row.count:,}", *[""] * 5, ours, "", ""
    at_least = "" if row.at_least is None else "< "
    times = [sum(sides) for sides in zip(*row.parts.values(), strict=True)]
    seconds = [figures(side) for name in ("model", "solving") for side in row.parts[name]]
    whole = f"{at_least}{1 / row.ratio:.2f}" if row.ratio else ""
    part = f"{at_least}{times[0] / max(times[1], 1e-9):.2f}"
    return row.instance, row.what, f"{row.count:,}", *seconds, part, ours, theirs, whole


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else figures(seconds)


def _table(columns: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    """Padded, so that it can be read as it is."""
    right = [i for i, name in enumerate(columns) if name not in LEFT]
    head, *rows = padded([columns, *body], right, least=3)
    rule = ["-" * (len(cell) - 1) + (":" if i in right else "-") for i, cell in enumerate(head)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rule, *rows))
