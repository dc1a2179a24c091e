"""The process with d4 in it, seen from outside: a question goes in, an answer comes out, and it is gone."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Generator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from accord import EngineError, StoppedError
from accord.atomic_write import temporary_file
from accord.processes import environment, python

if TYPE_CHECKING:
    import numpy as np

    Stream: TypeAlias = np.ndarray[Any, np.dtype[np.int32]]  # clauses, a 0 behind each

TICK = 0.05  # seconds between two looks at the time
CHUNK = 1 << 20  # bytes read or written at once
PROGRAM = Path(__file__).with_name("asked.py")


@dataclass(frozen=True, slots=True)
class Answer:
    """The number of models; how d4 came to it; and its circuit, if it was asked to compile."""

    count: int
    branches: int
    splits: int
    circuit: bytes


def ask(
    task: Literal["count", "compile"],
    clauses: Stream,
    variables: int,
    engine: str,
    *,
    shown: Sequence[int] = (),
    memory_limit: int | None = None,
) -> Generator[None, None, Answer]:
    """Ask d4 about clauses; yields every few hundredths of a second. Closing it ends the process.

    Models that differ in no variable that is shown are one; without `shown` all are counted.

    Raises StoppedError where it takes more than `memory_limit` bytes, by default half of what is free;
    EngineError where it dies.
    """
    limit = _available() // 2 if memory_limit is None else memory_limit
    with closing(_Process(limit)) as process:
        asked = {"task": task, "engine": engine, "variables": variables}
        asked |= {"shown": list(shown), "integers": len(clauses)}
        yield from process.send(json.dumps(asked).encode() + b"\n" + clauses.tobytes())
        said = bytearray()
        while b"\n" not in said:
            yield from process.receive(said)
        answer = json.loads(said[: said.index(b"\n")])
        del said[: said.index(b"\n") + 1]
        while len(said) < answer["bytes"]:
            yield from process.receive(said)
    return Answer(int(answer["count"]), answer["branches"], answer["splits"], bytes(said))


class _Process:
    """`python asked.py`, until it is closed."""

    def __init__(self, memory_limit: int) -> None:
        self._limit = memory_limit
        self._errors = temporary_file()  # closed by `close`
        self._popen = subprocess.Popen(
            python(str(PROGRAM)),
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,  # Ctrl-C comes to Accord alone
        )

    def send(self, question: bytes) -> Generator[None, None, None]:
        """Hand the question over."""
        assert self._popen.stdin is not None
        with suppress(BrokenPipeError):  # it is dead: who listens is told why
            for begin in range(0, len(question), CHUNK):
                self._popen.stdin.write(question[begin : begin + CHUNK])
                yield
            self._popen.stdin.flush()

    def receive(self, said: bytearray) -> Generator[None, None, None]:
        """Wait for more of the answer, and add it to what was said."""
        assert self._popen.stdout is not None
        output = self._popen.stdout.fileno()
        while not select([output], [], [], TICK)[0]:
            self._look(len(said))
            yield
        self._look(len(said))
        chunk = os.read(output, CHUNK)
        if not chunk:
            raise EngineError(f"d4 ended {_words(self._popen.wait())}{self._last_line()}")
        said += chunk
        yield

    def _look(self, said: int) -> None:
        """Raise StoppedError if it has taken too much memory."""
        taken = said + _resident(self._popen.pid)
        if taken > self._limit:
            raise StoppedError(f"d4 may use {self._limit:,} bytes, and uses {taken:,}; raise `memory_limit`")

    def _last_line(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        lines = [line for line in lines if not line.startswith("c ")]  # what it tells of its search
        return f": {lines[-1]}" if lines else ""

    def close(self) -> None:
        """Kill it, whatever it does."""
        self._popen.kill()
        for pipe in (self._popen.stdin, self._popen.stdout, self._errors):
            assert pipe is not None
            with suppress(BrokenPipeError):  # of what it did not read
                pipe.close()
        self._popen.wait()


def _words(code: int) -> str:
    return f"by signal {-code}" if code < 0 else f"with exit code {code}"


def _resident(pid: int) -> int:
    """Bytes of memory that a process holds; 0 where the system does not tell."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _available() -> int:
    """Bytes that can be had without swapping."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("MemAvailable:")).split()[1]) << 10
    except (OSError, StopIteration):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
