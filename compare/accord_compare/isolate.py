"""Run a job in a process of its own, so that a crash becomes a row of the report."""

from __future__ import annotations

import threading
from time import monotonic
from typing import IO

import msgspec

from accord.atomic_write import temporary_file
from accord_compare.child import Child
from accord_compare.job import Job, Order, Reply
from accord_compare.row import Ended, Row, row_of_end, row_of_reply

GRACE = 1.0  # seconds for a process to reply after it was asked to stop
STARTUP = 10.0  # seconds beyond a job's own time limit before it counts as stuck
POLL = 0.02


def run_isolated(job: Job, cancel: threading.Event, model: bytes = b"") -> Row:
    """Run the job and give the row of the report, however the process ends.

    It is of the puzzle of that name, or of a model that is given, pickled.
    """
    started = monotonic()
    until = None if job.time_limit is None else started + job.time_limit + STARTUP
    ended_by: Ended = ""
    said, peak = b"", 0
    with temporary_file() as errors:
        with Child("accord_compare.job", Order(job, model), errors) as child:
            for word in child.words(POLL):
                said += word or b""
                peak = max(peak, child.memory)
                if cancel.is_set() and not ended_by:
                    child.stop()
                    ended_by, until = "cancelled", monotonic() + GRACE
                if not ended_by and job.memory_limit is not None and peak > job.memory_limit:
                    ended_by = "memory"
                    break
                if until is not None and monotonic() > until:
                    ended_by = ended_by or "time"
                    break
            else:
                child.wait()
        seconds = monotonic() - started
        try:
            return row_of_reply(job, msgspec.json.decode(said, type=Reply), seconds, peak)
        except msgspec.DecodeError:  # it ended before it could say anything
            return row_of_end(job, child.wait(), ended_by, _last_line(errors), seconds, peak)


def _last_line(errors: IO[bytes]) -> str:
    errors.seek(0)
    lines = errors.read().decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else ""
