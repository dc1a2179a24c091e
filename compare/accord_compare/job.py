"""A job: one puzzle counted by one backend in a process of its own. This module is also that process.

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

import msgspec

from accord.errors import AccordError
from accord.runner.outcome import Outcome


class Job(msgspec.Struct, frozen=True):
    """What one process does. Times in seconds of wall clock, memory in MiB."""

    puzzle: str
    backend: str
    engine: str | None = None
    variant: str | None = None
    distinct: bool = False
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
        return f"{self.puzzle}{variant}, {'distinct' if self.distinct else 'all'}"


class Reply(msgspec.Struct, frozen=True):
    """What a process says before it ends: an outcome, or the sentence of an error and its exit code."""

    outcome: Outcome | None = None
    error: str = ""
    exit_code: int = 0
    cpu_seconds: float = 0.0


def perform(job: Job) -> Reply:
    """Do the job here and now."""
    from accord.puzzles.library import load
    from accord.runner.api import run

    cancel = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: cancel.set())
    try:
        outcome = run(
            load(job.puzzle, job.variant),
            "count",
            distinct=job.distinct,
            backend=job.backend,
            engine=job.engine,
            time_limit=job.time_limit,
            with_digest=job.digest,
            cancel=cancel,
        )
    except AccordError as error:
        return Reply(error=str(error), exit_code=error.exit_code, cpu_seconds=time.process_time())
    return Reply(outcome, cpu_seconds=time.process_time())


def _end_with_harness() -> None:
    """Wait until stdin closes, then leave."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    job = msgspec.json.decode(sys.stdin.buffer.readline(), type=Job)
    threading.Thread(target=_end_with_harness, daemon=True).start()
    answer = perform(job)
    sys.stdout.buffer.write(msgspec.json.encode(answer))
