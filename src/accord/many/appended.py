"""A file to which whole lines are added, and are on the disk before the next are begun.

So a process that was killed leaves whole lines, and perhaps half a line at the end; who goes on with the file
cuts that off. Two processes never write to one file, on file systems that know locks.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Self

from accord.errors import AccordError, UsageError

HELD = (BlockingIOError, PermissionError)  # another process has the lock; other errors: there are no locks


def whole_lines(path: Path) -> Iterator[tuple[str, bytes]]:
    """The whole lines of a file, each with its place for messages, as `out.jsonl:7`. Raises OSError."""
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                return
            yield f"{path}:{number}", line


class Appended:
    """Such a file, open at its end."""

    def __init__(
        self,
        path: Path,
        *,
        resume: bool = False,
        read: Callable[[str, bytes], object] = lambda place, line: None,  # noqa: ARG005
    ) -> None:
        """Open a new or an empty file, or one after its last whole line, which stays until all are read.

        Args:
            path: where it is, or is to be.
            resume: whether the lines that are there stay.
            read: is handed each of these and its place; what it raises is raised here.

        Raises:
            UsageError: if it cannot be written, another process writes to it, or it holds something and is
                not resumed.
        """
        if path.exists() and not path.is_file():
            raise UsageError(f"{path}: is no file; name one that can be written")
        try:
            self._path = path
            self._file: IO[bytes] = path.open("ab", buffering=0)
            try:
                self._lock(path)
                if not resume and self._file.tell():
                    found = f"{path}: found {self._file.tell():,} bytes of earlier results"
                    raise UsageError(f"{found}; go on with them by `resume`, or name another file")
                whole = 0
                for place, line in whole_lines(path) if resume else ():
                    read(place, line)
                    whole += len(line)
                os.truncate(path, whole)
            except BaseException:
                self._file.close()
                raise
        except OSError as error:
            raise UsageError(f"{path}: cannot be written: {error.strerror}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, lines: bytes) -> None:
        """Add whole lines, and have them on the disk before this returns. Raises AccordError."""
        left = memoryview(lines)
        try:
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise AccordError(f"{self._path}: cannot be written: {error.strerror}") from error

    def _lock(self, path: Path) -> None:
        """Have the file for this process, until it is closed. Raises UsageError if another one has it."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except HELD:
            raise UsageError(
                f"{path}: another process is writing to it; let it end, or name another file"
            ) from None
        except OSError:  # a file system without locks: that no two shards have one file is up to the user
            pass
