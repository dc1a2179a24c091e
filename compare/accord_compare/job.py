"""A job: one puzzle counted, or planned, by one backend in a process of its own, which this module is too.

The process reads a job as a line of JSON from stdin and writes a reply as JSON to stdout. SIGTERM asks it to
stop and to reply with what it knows; whatever else ends it is the harness's business. The harness keeps stdin
open: when it closes, the harness is dead, and the process ends too instead of running on unwatched.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from typing import Any

import msgspec

from accord.errors import AccordError
from accord.exits import Code
from accord.planners.planned import Planned
from accord.runner.outcome import Outcome


class Job(msgspec.Struct, frozen=True):
    """What one process does. Times in seconds of wall clock, memory in MiB."""

    puzzle: str
    backend: str
    engine: str | None = None
    variant: str | None = None
    distinct: bool = False
    plans: bool = False  # of a plan problem: how many moves its shortest plan has
    expected: int | None = None  # the count that the model file declares
    digest: bool = True  # walk to every solution, so that the sets can be compared
    time_limit: float | None = None
    memory_limit: int | None = None

    @property
    def question(self) -> tuple[str, str | None, bool]:
        """What is counted: jobs with the same question must give the same answer."""
        return self.puzzle, self.variant, self.distinct

    @property
    def title(self) -> str:
        """The question in words."""
        variant = f" {self.variant}" if self.variant else ""
        what = "shortest plan" if self.plans else "distinct" if self.distinct else "all"
        return f"{self.puzzle}{variant}, {what}"


class Reply(msgspec.Struct, frozen=True):
    """What a process says before it ends: what it found, or the sentence of an error and its exit code."""

    outcome: Outcome | None = None
    planned: Planned | None = None
    error: str = ""
    exit_code: int = Code.DONE
    cpu_seconds: float = 0.0


def perform(job: Job) -> Reply:
    """Do the job here and now."""
    from accord.puzzles.library import load
    from accord.runner.api import run

    asked: Any = {"backend": job.backend, "engine": job.engine, "time_limit": job.time_limit}
    cancel = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: cancel.set())
    try:
        puzzle = load(job.puzzle, job.variant)
        if job.plans:
            from accord.planners.search import plan

            planned = plan(puzzle, mode="optimal", cancel=cancel, **asked)
            return Reply(planned=planned, cpu_seconds=time.process_time())
        outcome = run(puzzle, "count", distinct=job.distinct, with_digest=job.digest, cancel=cancel, **asked)
    except AccordError as error:
        return Reply(error=str(error), exit_code=error.exit_code, cpu_seconds=time.process_time())
    return Reply(outcome=outcome, cpu_seconds=time.process_time())


def _end_with_harness() -> None:
    """Wait until stdin closes, then leave."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(Code.FAILED)


if __name__ == "__main__":
    job = msgspec.json.decode(sys.stdin.buffer.readline(), type=Job)
    threading.Thread(target=_end_with_harness, daemon=True).start()
    answer = perform(job)
    sys.stdout.buffer.write(msgspec.json.encode(answer))
