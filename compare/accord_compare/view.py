"""`accord.ledger`: read the ledger as rows of plain values, for pandas and similar tools.

pandas.DataFrame(accord.ledger()).groupby("engine").seconds.median()
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from accord.arguments.field import refuse_other_types
from accord.errors import UsageError
from accord_compare.job import Job
from accord_compare.ledger import LedgerError, decode, default_path
from accord_compare.measurement import Measurement
from accord_compare.row import Row

What: TypeAlias = Literal["runs", "benchmark"]

COLUMNS: dict[What, tuple[str, ...]] = {
    "runs": (
        "session", "begun", "machine", "accord", "puzzle", "variant", "distinct", "plans", "backend",
        "engine", "ending", "reason", "count", "at_least", "at_most", "expected", "digest", "work", "work_in",
        "seconds", "run_seconds", "cpu_seconds", "memory", "time_limit", "versions",
    ),
    "benchmark": (
        "taken", "machine", "accord", "code", "section", "instance", "engine", "what", "beside", "clock",
        "count", "their_count", "at_least", "pairs", "ours", "theirs", "ratio", "took", "skipped", "fault",
        "work", "work_in", "versions",
    ),
}  # fmt: skip

QUERIES: dict[What, str] = {
    "runs": "select session, session.started, machine, accord, job, row from job "
    "join session on session.id = session order by session, number",
    "benchmark": "select taken, machine, accord, row from benchmark order by id",
}


def ledger(path: str | Path | None = None, what: What = "runs") -> list[dict[str, Any]]:
    """Return the rows of a ledger as dicts from columns to plain values; see docs/python.md for the columns.

    Args:
        path: the file; by default the ledger of `accord compare` and `accord bench`.
        what: `runs`: the rows of `accord compare`; waiting ones have no `ending`. `benchmark`: the rows of
            `accord bench`.

    Raises:
        UsageError: if there is no such file.
        LedgerError: if the file is not a ledger.
    """
    refuse_other_types(path=(path, str | Path | None), what=(what, str))
    if what not in COLUMNS:
        raise UsageError(f"found {what!r}; expected runs or benchmark")
    file = Path(path or default_path())
    if not file.is_file():
        raise UsageError(f"{file}: there is no such ledger; `accord compare` writes one")
    row = _run if what == "runs" else _measurement
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            found = [row(*values) for values in database.execute(QUERIES[what])]
    except (sqlite3.Error, msgspec.MsgspecError, ValueError) as error:
        raise LedgerError(f"{file}: the ledger cannot be read: {error}") from error
    return [{column: values[column] for column in COLUMNS[what]} for values in found]


def _run(session: int, begun: str, machine: str, accord: str, job: str, text: str | None) -> dict[str, Any]:
    asked = decode(job, Job)
    row = None if text is None else decode(text, Row)
    known = dict.fromkeys(Row.__struct_fields__) if row is None else msgspec.structs.asdict(row)
    return {
        **msgspec.structs.asdict(asked),
        **known,
        "session": session,
        "begun": begun,
        "machine": machine,
        "accord": accord,
        "engine": (row and row.engine) or asked.engine or "",
        "digest": row and row.digest,
        "variant": asked.variant or "",
        **_of_work(row.effort if row else {}),
        "versions": _versions(row.versions if row else {}),
    }


def _measurement(taken: str, machine: str, accord: str, text: str) -> dict[str, Any]:
    row = decode(text, Measurement)
    known = {**msgspec.structs.asdict(row), "taken": taken, "machine": machine, "accord": accord}
    return {**known, **_of_work(row.effort), "versions": _versions(row.versions)}


def _of_work(effort: dict[str, int]) -> dict[str, Any]:
    """The first counter of an engine, and its name: 2058362, nodes."""
    name = next(iter(effort), "")
    return {"work": effort.get(name), "work_in": name}


def _versions(versions: dict[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items())
