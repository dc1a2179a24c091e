"""Start a module as a child process that may crash or hang; exchange JSON lines with it (both ends).

It is `python -m` a module of ours. It reads its task as a line of JSON from stdin, and says words, each a
line of JSON on stdout. SIGTERM asks it to stop and to say what it knows. Its parent keeps stdin open: when
that closes, the parent is dead, and the process ends too instead of running on unwatched.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from accord.exits import Code
from accord.processes import environment, python

LEAVING = 10.0  # seconds to end, after the last word
Task = TypeVar("Task")


class Child:
    """The parent's end: a context, with which the process ends, and whatever it has started."""

    def __init__(self, module: str, task: object, errors: IO[bytes] | None = None) -> None:
        """Hand the task over; stderr goes to `errors`."""
        self._process = subprocess.Popen(
            python("-m", module),
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,  # Ctrl-C comes to the parent alone, which then asks for what is known
        )
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it is dead already, and says nothing
            self._process.stdin.write(msgspec.json.encode(task) + b"\n")
            self._process.stdin.flush()

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with suppress(BrokenPipeError):
                stream.close()

    def words(self, tick: float) -> Iterator[bytes | None]:
        """Its words as they come, and None after so many seconds without one, until it says no more."""
        assert self._process.stdout is not None
        stdout, rest = self._process.stdout.fileno(), b""
        while True:
            ended = self._process.poll() is not None  # what it has started may hold stdout open
            if select.select([stdout], [], [], 0 if ended else tick)[0]:
                some = os.read(stdout, 1 << 16)
                *words, rest = (rest + some).split(b"\n")
                yield from words
                ended = not some
            else:
                yield None
            if ended:
                return

    def stop(self) -> None:
        """Ask it to stop."""
        self._process.terminate()

    def wait(self) -> int:
        """Return its exit code after its last word, or minus the signal; kill a process that does not end."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(LEAVING)
        self._process.kill()
        return self._process.wait()

    @property
    def memory(self) -> int:
        """Resident memory in MiB; 0 where the system does not tell (there is then no memory limit)."""
        try:
            pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        except (OSError, IndexError):
            return 0
        return pages * os.sysconf("SC_PAGE_SIZE") >> 20


def describe_exit(code: int) -> str:
    """Return an exit code in words."""
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


# -- the process -----------------------------------------------------------------------------------


def task(kind: type[Task]) -> tuple[Task, threading.Event]:
    """The task that this process was handed, and what is set when it is asked to stop."""
    given = msgspec.json.decode(sys.stdin.buffer.readline(), type=kind)
    cancel = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: cancel.set())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    return given, cancel


def say(word: msgspec.Struct) -> None:
    """Say a word to the parent; if that is dead, this is the end."""
    try:
        sys.stdout.buffer.write(msgspec.json.encode(word) + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os._exit(Code.FAILED)


def _end_with_parent() -> None:
    os.read(sys.stdin.fileno(), 1)
    os._exit(Code.FAILED)
