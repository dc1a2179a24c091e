"""One row of a comparison: how a job ended; and whether rows with the same question agree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import msgspec

from accord import exits
from accord.exits import Code
from accord.planners.planned import Planned
from accord.runner.outcome import Outcome
from accord_compare.child import describe_exit
from accord_compare.job import Job, Reply

Ending: TypeAlias = Literal[
    "complete", "horizon", "time", "memory", "cancelled", "failed", "killed", "not installed", "refused",
    "bad input",
]  # fmt: skip
Says: TypeAlias = Literal[
    "agree",  # two engines at least have finished with the same, and none has failed
    "DISAGREE",
    "failed",  # an engine failed or was killed: whatever the others found, no agreement
    "alone",  # only one finished
    "nothing",  # none did
]
Ended: TypeAlias = Literal["", "time", "memory", "cancelled"]  # by the harness; empty: by itself

EXIT_CODES: dict[Ending, Code] = {
    "complete": Code.DONE,
    "horizon": Code.DONE,  # plans were refuted as far as was asked
    "time": Code.OPEN,
    "memory": Code.OPEN,
    "not installed": Code.MISSING,
    "refused": Code.DONE,  # an engine that does not take this puzzle has not failed, and agrees with nobody
    "bad input": Code.INPUT,
    "failed": Code.FAILED,
    "killed": Code.FAILED,
    "cancelled": Code.CANCELLED,
}
FAILED = {ending for ending, code in EXIT_CODES.items() if code == Code.FAILED}
ENDING_OF_ERROR: dict[int, Ending] = {
    Code.USAGE: "refused", Code.INPUT: "bad input", Code.MISSING: "not installed",
    Code.OPEN: "time", Code.CANCELLED: "cancelled",
}  # fmt: skip


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """How a job ended: seconds of wall clock and of CPU, memory in MiB, effort as the engine counts it.

    `seconds` are of the process; of these the run itself took `run_seconds`: without the start of Python,
    and without loading engines.
    """

    job: Job
    ending: Ending
    engine: str = ""
    count: int | None = None  # only if complete
    impossible: bool = False  # of a plan problem: there is no plan, as was proved
    at_least: int | None = None  # what an incomplete run knows
    at_most: int | None = None  # of an incomplete run: the moves of its plan
    no_at: int | None = None  # of a plan problem: there is no plan of at most so many moves
    digest: str | None = None
    example: tuple[int, ...] = ()  # the options of one solution, if solutions were walked to
    effort: dict[str, int] = {}
    seconds: float = 0.0
    run_seconds: float | None = None  # None: the process did not say
    cpu_seconds: float = 0.0
    memory: int = 0
    reason: str = ""
    versions: dict[str, str] = {}

    @property
    def ended(self) -> bool:
        """Whether it has an answer."""
        return self.count is not None or self.impossible


def row_of_reply(job: Job, reply: Reply, seconds: float, memory: int) -> Row:
    """The row of a process that replied before it ended."""
    outcome = reply.outcome or reply.planned
    if outcome is None:
        ending = ENDING_OF_ERROR.get(reply.exit_code, "failed")
        return Row(job=job, ending=ending, reason=reply.error, seconds=seconds, memory=memory)
    at_horizon = outcome.limit == "moves"  # no job has another limit
    return Row(
        job=job,
        ending=outcome.status if outcome.status != "limit" else "horizon" if at_horizon else "failed",
        engine=outcome.engine,
        **(_best_fields(outcome, reply.maximizes) if job.best else _result_fields(outcome)),
        example=reply.example,
        effort=outcome.effort,
        seconds=seconds,
        run_seconds=_run_seconds(outcome),
        cpu_seconds=reply.cpu_seconds,
        memory=memory,
        reason=outcome.reason,
        versions=outcome.versions,
    )


def _result_fields(outcome: Outcome | Planned) -> dict[str, Any]:
    """Return the count, or what it is at least, and the digest; of a plan, its moves if no plan has fewer."""
    if not isinstance(outcome, Planned):
        return {
            "count" if outcome.status == "complete" else "at_least": outcome.count,
            "digest": outcome.digest,
        }
    if outcome.answer == "shortest":
        return {"count": outcome.moves}
    if outcome.answer == "impossible":
        return {"impossible": True}
    return {"at_least": outcome.bound, "at_most": outcome.moves, "no_at": outcome.no_at}


def _best_fields(outcome: Outcome | Planned, maximizes: bool) -> dict[str, Any]:
    """Return the best value, that there is none, or the values between which it is."""
    assert isinstance(outcome, Outcome)
    if outcome.status == "complete":
        return {"impossible": True} if outcome.value is None else {"count": outcome.value}
    ends = (outcome.value, outcome.bound) if maximizes else (outcome.bound, outcome.value)
    return {"at_least": ends[0], "at_most": ends[1]}


def _run_seconds(outcome: Outcome | Planned) -> float:
    if isinstance(outcome, Planned):
        return max(outcome.seconds - outcome.load, 0.0)
    return max(outcome.seconds.total - outcome.seconds.load, 0.0)


def row_of_end(job: Job, exit_code: int, ended_by: Ended, said: str, seconds: float, memory: int) -> Row:
    """The row of a process that said nothing: stopped by one of our limits, or dead."""
    ending: Ending = "failed"
    reason = said or f"ended with {describe_exit(exit_code)} and no reply"
    if ended_by == "memory":
        ending, reason = "memory", f"used {memory} MiB; the limit is {job.memory_limit}"
    elif ended_by:
        ending, reason = ended_by, "did not stop when asked to; killed"
    elif exit_code < 0:
        ending, reason = "killed", describe_exit(exit_code)
    return Row(job=job, ending=ending, reason=reason, seconds=seconds, memory=memory)


class Verdict(msgspec.Struct, frozen=True):
    """The summary of the rows of one question."""

    question: str
    says: Says
    detail: str = ""
    failed: str = ""  # which engines failed or were killed


def verdict(rows: list[Row]) -> Verdict:
    """Agreement needs two engines that finished, with the same count, digest and declared count.

    No engine may have failed. What a run knows that did not finish has to fit to what others found.
    """
    title, job = rows[0].job.title, rows[0].job
    finished = [row for row in rows if row.ended]
    wrong = [row for row in finished if expected_text(job) not in ("-", found_text(row))]
    if wrong:
        return Verdict(title, "DISAGREE", f"expected {expected_text(job)}, but {_found_by(wrong)}")
    if len({found_text(row) for row in finished}) > 1:
        return Verdict(title, "DISAGREE", _found_by(finished))
    odd = [row for row in rows if any(_excludes(row, other) for other in finished)]
    if odd:
        return Verdict(title, "DISAGREE", f"{_found_by(finished)}, but {_found_by(odd)}")
    if len({row.digest for row in finished}) > 1:
        digests = ", ".join(f"{row.job.who} {row.digest}" for row in finished)
        return Verdict(title, "DISAGREE", f"equal counts, but not the same solutions: {digests}")
    failed = [row for row in rows if row.ending in FAILED]
    if failed:
        names = ", ".join(dict.fromkeys(f"{row.job.who} {row.ending}" for row in failed))
        others = f"; {_found_by(finished)}" if finished else ""
        return Verdict(title, "failed", f"{names}{others}: no agreement", names)
    if len({(row.job.backend, row.engine) for row in finished}) >= 2:
        return Verdict(title, "agree")
    refuted = [row for row in rows if row.no_at is not None]
    more = f"; {_found_by(refuted)}" if refuted else ""
    if finished:
        word = " (proved)" if finished[0].impossible else ""
        return Verdict(title, "alone", f"only {_found_by(finished)}{word}{more}: no agreement")
    return Verdict(title, "nothing", f"no engine finished{more}")


def _excludes(row: Row, other: Row) -> bool:
    """Whether what a run knows that did not finish cannot be, by what another found."""
    if other.impossible:
        return row.at_most is not None
    count = other.count
    if count is None or row.ended:
        return False
    too_many = row.at_least is not None and row.at_least > count
    refuted = row.no_at is not None and row.no_at >= count
    return too_many or refuted or (row.at_most is not None and row.at_most < count)


def expected_text(job: Job) -> str:
    """Return what the model file declares, in words."""
    return "impossible" if job.impossible else "-" if job.expected is None else f"{job.expected:,}"


def found_text(row: Row) -> str:
    """Return what a row found, in words."""
    if row.impossible:
        return "impossible"
    if row.count is not None:
        return f"{row.count:,}"
    if row.at_least is not None and row.at_most is not None and row.job.best:
        return f"{row.at_least:,} to {row.at_most:,}"
    if row.at_most is not None:
        return f"at most {row.at_most:,}"
    if row.no_at is not None:
        return f"no plan up to {row.no_at:,}"
    return "-" if row.at_least is None else f"at least {row.at_least:,}"


def _found_by(rows: list[Row]) -> str:
    return ", ".join(
        f"{row.job.who}{' counted' if row.count is not None and not row.job.best else ':'} {found_text(row)}"
        for row in rows
    )


def questions(rows: Iterable[Row]) -> list[list[Row]]:
    """The rows grouped by question, in the order in which questions first appear."""
    groups: dict[tuple[str, str | None, bool, bool], list[Row]] = {}
    for row in rows:
        groups.setdefault(row.job.question, []).append(row)
    return list(groups.values())


def exit_code(rows: list[Row]) -> Code:
    """The worst row decides; a disagreement is a failure."""
    codes = {EXIT_CODES[row.ending] for row in rows}
    if any(verdict(group).says == "DISAGREE" for group in questions(rows)):
        codes.add(Code.FAILED)
    return exits.worst(codes)
