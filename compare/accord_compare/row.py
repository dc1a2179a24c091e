"""A row of the report: how one job ended. And what several rows with one question say together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from accord import exits
from accord.exits import Code
from accord.planners.planned import Planned
from accord.runner.outcome import Outcome
from accord_compare.child import died
from accord_compare.job import Job, Reply

Ending: TypeAlias = Literal[
    "complete", "time", "memory", "cancelled", "failed", "killed", "not installed", "refused", "bad input"
]
Ended: TypeAlias = Literal["", "time", "memory", "cancelled"]  # by the harness; empty: by itself

EXIT_CODES: dict[Ending, Code] = {
    "complete": Code.DONE,
    "time": Code.OPEN,
    "memory": Code.OPEN,
    "not installed": Code.MISSING,
    "refused": Code.DONE,  # an engine that does not take this puzzle has not failed, and agrees with nobody
    "bad input": Code.INPUT,
    "failed": Code.FAILED,
    "killed": Code.FAILED,
    "cancelled": Code.CANCELLED,
}
ENDING_OF_ERROR: dict[int, Ending] = {
    Code.USAGE: "refused", Code.INPUT: "bad input", Code.MISSING: "not installed",
}  # fmt: skip


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """How a job ended: seconds of wall clock and of CPU, memory in MiB, effort as the engine counts it."""

    job: Job
    ending: Ending
    engine: str = ""
    count: int | None = None  # only if complete
    at_least: int | None = None  # what an incomplete run knows
    digest: str | None = None
    effort: dict[str, int] = {}
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    memory: int = 0
    reason: str = ""
    versions: dict[str, str] = {}


def row_of_reply(job: Job, reply: Reply, seconds: float, memory: int) -> Row:
    """The row of a process that replied before it ended."""
    outcome = reply.outcome or reply.planned
    if outcome is None:
        ending = ENDING_OF_ERROR.get(reply.exit_code, "failed")
        return Row(job=job, ending=ending, reason=reply.error, seconds=seconds, memory=memory)
    count, at_least, digest = _found(outcome)
    return Row(
        job=job,
        ending="failed" if outcome.status == "limit" else outcome.status,  # no job has a limit
        engine=outcome.engine,
        count=count,
        at_least=at_least,
        digest=digest,
        effort=outcome.effort,
        seconds=seconds,
        cpu_seconds=reply.cpu_seconds,
        memory=memory,
        reason=outcome.reason,
        versions=outcome.versions,
    )


def _found(outcome: Outcome | Planned) -> tuple[int | None, int | None, str | None]:
    """The count, or what it is at least, and the digest; of a plan, its moves if no plan has fewer."""
    if isinstance(outcome, Planned):
        shortest = outcome.answer == "shortest"
        return (outcome.moves if shortest else None), (None if shortest else outcome.bound), None
    complete = outcome.status == "complete"
    return (outcome.count if complete else None), (None if complete else outcome.count), outcome.digest


def row_of_end(job: Job, exit_code: int, ended_by: Ended, said: str, seconds: float, memory: int) -> Row:
    """The row of a process that said nothing: stopped by one of our limits, or dead."""
    ending: Ending = "failed"
    reason = said or f"ended with {died(exit_code)} and no reply"
    if ended_by == "memory":
        ending, reason = "memory", f"used {memory} MiB; the limit is {job.memory_limit}"
    elif ended_by:
        ending, reason = ended_by, "did not stop when asked to; killed"
    elif exit_code < 0:
        ending, reason = "killed", died(exit_code)
    return Row(job=job, ending=ending, reason=reason, seconds=seconds, memory=memory)


class Verdict(msgspec.Struct, frozen=True):
    """What the rows of one question say together."""

    question: str
    says: Literal["agree", "DISAGREE", "alone", "nothing"]
    detail: str = ""


def verdict(rows: list[Row]) -> Verdict:
    """Agreement needs two backends that finished, with the same count, digest and declared count."""
    title = rows[0].job.title
    finished = [row for row in rows if row.count is not None]
    expected = rows[0].job.expected
    wrong = [row for row in finished if expected is not None and row.count != expected]
    if wrong:
        return Verdict(title, "DISAGREE", f"expected {expected:,}, but {_counted(wrong)}")
    if len({row.count for row in finished}) > 1:
        return Verdict(title, "DISAGREE", _counted(finished))
    if len({row.digest for row in finished}) > 1:
        digests = ", ".join(f"{row.job.backend} {row.digest}" for row in finished)
        return Verdict(title, "DISAGREE", f"equal counts, but not the same solutions: {digests}")
    if len({row.job.backend for row in finished}) >= 2:
        return Verdict(title, "agree")
    if finished:
        return Verdict(title, "alone", f"only {finished[0].job.backend} finished: no agreement")
    return Verdict(title, "nothing", "no backend finished")


def _counted(rows: list[Row]) -> str:
    return ", ".join(f"{row.job.backend} counted {row.count:,}" for row in rows)


def questions(rows: Iterable[Row]) -> list[list[Row]]:
    """The rows grouped by question, in the order in which questions first appear."""
    groups: dict[tuple[str, str | None, bool], list[Row]] = {}
    for row in rows:
        groups.setdefault(row.job.question, []).append(row)
    return list(groups.values())


def exit_code(rows: list[Row]) -> Code:
    """The worst row decides; a disagreement is a failure."""
    codes = {EXIT_CODES[row.ending] for row in rows}
    if any(verdict(group).says == "DISAGREE" for group in questions(rows)):
        codes.add(Code.FAILED)
    return exits.worst(codes)
