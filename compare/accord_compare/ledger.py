"""The ledger: an SQLite file with every job of every comparison, written as it happens.

session   one call of the harness: when, on what machine, with which version of Accord
job       a job of a session; `row` is null until it ended, so that a session can be resumed
benchmark a row of `accord bench`, as it was printed; the columns are for queries

`accord.ledger` returns it as rows of plain values, for pandas and similar tools:

pandas.DataFrame(accord.ledger()).groupby("engine").seconds.median()
"""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec
from platformdirs import user_state_path

from accord.arguments.field import refuse_other_types
from accord.errors import AccordError, UsageError
from accord.exits import Code
from accord.json import with_check, without_check
from accord.versions import version_of
from accord_compare.job import Job
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


Kind = TypeVar("Kind", Job, Row, Measurement)

SCHEMA = """
create table if not exists session (
    id integer primary key, started text not null, machine text not null, accord text not null
);
create table if not exists job (
    session integer not null references session (id), number integer not null,
    job text not null, started text, ended text, row text,
    primary key (session, number)
);
create table if not exists benchmark (
    id integer primary key, taken text not null, machine text not null, accord text not null,
    instance text not null, engine text not null, peer text not null,
    ours real, theirs real, ratio real, nodes integer, versions text not null, row text not null
);
"""


def default_path() -> Path:
    """Return the file of the ledger where no other is named."""
    return Path(os.environ.get("ACCORD_LEDGER") or user_state_path("accord") / "ledger.sqlite")


class Ledger:
    """One session's view of the ledger file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._session = 0
        self.begun = ""  # when the session was, UTC
        self.elsewhere = False  # it was begun on another machine
        with self._faults("opened"):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, check_same_thread=False)
            try:
                self._database.executescript(SCHEMA)
            except sqlite3.Error:
                self._database.close()
                raise

    def begin(self, jobs: list[Job]) -> None:
        """Start a session with all its jobs waiting."""
        with self._faults("written"), self._database:  # all of it, or nothing
            self.begun, self.elsewhere = _now(), False
            cursor = self._database.execute(
                "insert into session (started, machine, accord) values (?, ?, ?)",
                (self.begun, _machine(), version_of("accord")),
            )
            self._session = cursor.lastrowid or 0
            self._database.executemany(
                "insert into job (session, number, job) values (?, ?, ?)",
                [(self._session, number, _text(job)) for number, job in enumerate(jobs)],
            )

    def resume(self) -> tuple[list[Job], dict[int, Row]]:
        """Take up the last session: its jobs, and the rows of those that were not cut short."""
        with self._faults("read"):
            (sound,) = self._database.execute("pragma integrity_check").fetchone()
            if sound != "ok":
                raise ValueError(sound.splitlines()[0])
            last = self._database.execute(
                "select id, started, machine, accord from session order by id desc limit 1"
            ).fetchone()
            if last is None:
                raise UsageError("there is no session to resume; run without --resume first")
            self._session, self.begun, machine, accord = last
            self.elsewhere = machine != _machine()
            if accord != version_of("accord"):
                raise UsageError(
                    f"the last session was run by accord {accord}, this is {version_of('accord')}; start anew"
                )
            stored = self._database.execute(
                "select number, job, row from job where session = ? order by number", (self._session,)
            ).fetchall()
            if not stored or [number for number, _, _ in stored] != [*range(len(stored))]:
                raise ValueError("jobs of the last session are missing")
            jobs = [decode(job, Job) for _, job, _ in stored]
            rows = {number: decode(row, Row) for number, _, row in stored if row}
            return jobs, {
                number: row for number, row in rows.items() if row.ending not in ("cancelled", "killed")
            }

    def times(self, rows: Sequence[Row]) -> list[list[float]]:
        """For each row the seconds of every run like it, of all sessions on this machine; its own are one.

        Such runs were complete and had the same question, engine, versions and answer.
        """
        known: dict[bytes, list[float]] = {}
        with self._faults("read"):
            stored = self._database.execute(
                "select row from job join session on session = id "
                "where machine = ? and accord = ? and row is not null order by session, number",
                (_machine(), version_of("accord")),
            )
            for (text,) in stored:
                row = decode(text, Row)
                if row.ending == "complete" and row.run_seconds is not None:
                    known.setdefault(_alike(row), []).append(row.run_seconds)
        own = [[] if row.run_seconds is None else [row.run_seconds] for row in rows]
        return [
            known.get(_alike(row), one) if row.ending == "complete" else one
            for row, one in zip(rows, own, strict=True)
        ]

    def start_job(self, number: int) -> None:
        """Note that a job runs now."""
        self._update("update job set started = ?, ended = null, row = null", _now(), number)

    def end_job(self, number: int, row: Row) -> None:
        """Note how a job ended."""
        self._update("update job set ended = ?, row = ?", _now(), number, _text(row))

    def add_measurement(self, row: Measurement) -> None:
        """Keep a row of the benchmark; it belongs to no session."""
        work, versions = row.work, msgspec.json.encode(row.versions).decode()
        values = (
            row.taken, row.machine, version_of("accord"), row.instance, row.engine, row.beside,
            row.ours, row.theirs, row.ratio, work[0] if work else None, versions, _text(row),
        )  # fmt: skip
        with self._faults("written"), self._database:
            self._database.execute(
                "insert into benchmark (taken, machine, accord, instance, engine, peer, "
                "ours, theirs, ratio, nodes, versions, row) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            )

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _update(self, change: str, now: str, number: int, *more: str) -> None:
        values = (now, *more, self._session, number)
        with self._faults("written"), self._database:
            cursor = self._database.execute(f"{change} where session = ? and number = ?", values)
        assert cursor.rowcount == 1, f"session {self._session} has no job {number}"

    @contextmanager
    def _faults(self, done: str) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error, msgspec.MsgspecError, ValueError) as error:
            said = str(error).partition("\n")[0]  # SQLite may repeat a whole statement
            raise LedgerError(
                f"{self._path}: the ledger cannot be {done} ({said}); name another with --ledger"
            ) from error


class LedgerError(AccordError):
    """The ledger file cannot be used."""

    exit_code = Code.INPUT


def _machine() -> str:
    return f"{platform.node()} {platform.machine()} {os.cpu_count()} processors {platform.platform()}"


def _alike(row: Row) -> bytes:
    """Return what runs share whose times may be compared."""
    job = row.job
    same = (*job.question, job.plans, job.backend, row.engine, row.count, row.impossible, row.digest)
    return msgspec.json.encode((same, sorted(row.versions.items())))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _text(value: Job | Row | Measurement) -> str:
    return with_check(msgspec.json.encode(value)).decode()


def decode(text: str, kind: type[Kind]) -> Kind:
    """Return what a text of the ledger says. Raises ValueError or MsgspecError if it was changed."""
    return msgspec.json.decode(without_check(text.encode()), type=kind)
