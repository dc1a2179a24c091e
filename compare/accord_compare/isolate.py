"""Running a job in a process of its own, so that a crash or a runaway is a row and not the end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import IO

import msgspec

from accord_compare.job import Job, Reply
from accord_compare.row import Ended, Row, row_of_end, row_of_reply

GRACE = 1.0  # seconds for a process to reply after it was asked to stop
STARTUP = 10.0  # seconds beyond a job's own time limit before it counts as stuck
POLL = 0.02


def isolated(job: Job, cancel: threading.Event) -> Row:
    """Run the job and give the row of the report, however the process ends."""
    started = monotonic()
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "accord_compare.job"],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=errors,
            start_new_session=True,  # Ctrl-C comes to the harness alone, which then asks for a reply
        )
        try:
            _tell(process, job)
            ended_by, peak = _watch(process, job, cancel, started)
        finally:
            _kill(process)
        seconds = monotonic() - started
        reply = _reply(output)
        if reply is not None:
            return row_of_reply(job, reply, seconds, peak)
        return row_of_end(job, process.returncode, ended_by, _last_line(errors), seconds, peak)


def _tell(process: subprocess.Popen[bytes], job: Job) -> None:
    """Hand over the job as a line. The pipe stays open as long as the harness lives; see `job`."""
    assert process.stdin is not None
    with suppress(BrokenPipeError):  # it is dead already, and `_watch` will see that
        process.stdin.write(msgspec.json.encode(job) + b"\n")
        process.stdin.flush()


def _watch(
    process: subprocess.Popen[bytes], job: Job, cancel: threading.Event, started: float
) -> tuple[Ended, int]:
    """Wait for the end; say which limit ended it, if one did, and the peak memory in MiB."""
    peak = 0
    stuck = None if job.time_limit is None else started + job.time_limit + STARTUP
    while process.poll() is None:
        peak = max(peak, _resident(process.pid))
        if cancel.is_set():
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(GRACE)
            return "cancelled", peak
        if job.memory_limit is not None and peak > job.memory_limit:
            return "memory", peak
        if stuck is not None and monotonic() > stuck:
            return "time", peak
        sleep(POLL)
    return "", peak


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the process and whatever it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert process.stdin is not None
    with suppress(BrokenPipeError):
        process.stdin.close()


def _resident(pid: int) -> int:
    """Resident memory in MiB; 0 where the system does not tell (there is then no memory limit)."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


def _reply(output: IO[bytes]) -> Reply | None:
    output.seek(0)
    try:
        return msgspec.json.decode(output.read(), type=Reply)
    except msgspec.DecodeError:
        return None  # it ended before it could say anything


def _last_line(errors: IO[bytes]) -> str:
    errors.seek(0)
    lines = errors.read().decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else ""
