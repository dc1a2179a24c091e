"""A file to which whole lines are added, and are on the disk before the next are begun.

So a process that was killed leaves whole lines, and perhaps half a line at the end; who goes on with the file
cuts that off. Two processes never write to one file, on file systems that know locks.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import IO, Self

from accord.errors import AccordError, InputError, UsageError

LONGEST = 1 << 28  # bytes of a line: a result may list millions of puzzles
HELD = (BlockingIOError, PermissionError)  # another process has the lock; other errors: there are no locks


def whole_lines(path: Path) -> Iterator[tuple[str, bytes]]:
    """Return the whole lines of a file, each with its place for messages, as `out.jsonl:7`.

    Raises OSError, and InputError for what is no plain file or has a line that no command writes.
    """
    with path.open("rb") as file:
        if not S_ISREG(os.fstat(file.fileno()).st_mode):
            raise InputError([f"{path}: is no plain file; expected one that `--output` wrote"])
        for number, line in enumerate(iter(partial(file.readline, LONGEST), b""), start=1):
            if len(line) == LONGEST:
                raise InputError([f"{path}:{number}: found more than {LONGEST:,} bytes in a line"])
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
        there = os.path.exists(path)  # noqa: PTH110 (a name may be too long for Path)
        if there and not path.is_file():
            raise UsageError(f"{path}: is no file; name one that can be written")
        try:
            self._path, self._new = path, not there
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
        self._drop_if_empty()
        self._file.close()

    def _drop_if_empty(self) -> None:
        """Remove a file that was made for lines of which none came."""
        if self._new and not os.fstat(self._file.fileno()).st_size:
            with suppress(OSError):
                self._path.unlink()

    def add(self, lines: bytes) -> None:
        """Add whole lines, and have them on the disk before this returns. Raises AccordError."""
        left = memoryview(lines)
        try:
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            self._drop_if_empty()
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
