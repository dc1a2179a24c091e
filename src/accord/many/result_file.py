"""The result file of a batch: a heading, then a line per unit; a later run reads it and does the rest.

    {"command":"plan","sources":"0.1.0+61e1...",...,"units":2000,"shard":"1/3","check":"61c0..."}
    {"puzzle":"freecell:1",...,"unit":0,"question":"9f0c...","check":"02ab..."}
    {"puzzle":"freecell:4",...,"unit":3,"question":"9f0c...","check":"77d1..."}

A line ends with its check (`accord.json.with_check`), which older files have not. A file may lie on any file
system. While it is written nothing is shared with other files: `accord.many.merge` puts shards together.
Units of a shard come in any order, each once. Without a shard the heading has `"units":null`: the puzzles are
not counted, and their results stand in their order.

Whole lines are added, and are on the disk before the next are begun. So a process that was killed leaves
whole lines, and perhaps half a line at the end, which a later run cuts off. Two processes never write to one
file, on file systems that know locks.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import IO, Generic, Self, TypeVar

import msgspec

from accord.errors import AccordError, InputError, UsageError
from accord.json import without_check
from accord.many.units import Heading, Result, Shard, short, stamp, unstamp

LONGEST = 1 << 28  # bytes of a line: a result may list millions of puzzles
HEADING_LOST = "it says what was asked, so restore the file, or delete it to start anew"
HELD = (BlockingIOError, PermissionError)  # another process has the lock; other errors: there are no locks


def whole_lines(path: Path) -> Iterator[tuple[str, bytes]]:
    """Return the whole lines of a file, each with its place for messages, as `out.jsonl:7`.

    Raises OSError, and InputError for what is no plain file or has a line that no command writes: one that is
    too long, or was changed.
    """
    with path.open("rb") as file:
        if not S_ISREG(os.fstat(file.fileno()).st_mode):
            raise InputError([f"{path}: is no plain file; expected one that `--output` wrote"])
        for number, line in enumerate(iter(partial(file.readline, LONGEST), b""), start=1):
            if len(line) == LONGEST:
                raise InputError([f"{path}:{number}: found more than {LONGEST:,} bytes in a line"])
            if not line.endswith(b"\n"):
                return
            try:
                without_check(line)
            except ValueError as error:
                what_to_do = "delete the line, and go on by `resume`" if number > 1 else HEADING_LOST
                raise InputError([f"{path}:{number}: the line is damaged: {error}; {what_to_do}"]) from None
            yield f"{path}:{number}", line


class AppendedFile:
    """A file of whole lines, open at its end."""

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
        """Add whole lines, all on the disk when this returns; or raise AccordError, and add none."""
        left, size = memoryview(lines), os.fstat(self._file.fileno()).st_size
        try:
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file.fileno(), size)
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


AResult = TypeVar("AResult", bound=Result)

_HEADING = msgspec.json.Decoder(Heading)


class ResultFile(AppendedFile, Generic[AResult]):
    """A file of results, open at its end; the units in `done` are in it."""

    def __init__(
        self,
        path: Path,
        heading: Heading,
        kind: type[AResult],
        *,
        resume: bool,
        note: Callable[[str, int, AResult], object] = lambda place, unit, result: None,  # noqa: ARG005
    ) -> None:
        """Open it, with its heading alone, or after its last whole line; it stays as it is until all is read.

        Args:
            path: where it is, or is to be.
            heading: of what is asked.
            kind: of the results.
            resume: whether the results that are there stay.
            note: gets each unit that is there: its place in the file, its number, and its result.

        Raises:
            UsageError: if it cannot be written, another process writes to it, or it answers another question.
            InputError: if it holds something else.
        """
        self.done: set[int] = set()
        self._heading, self._shard = heading, Shard.of_text(heading.shard) if heading.shard else None
        self._headed = False  # else it is empty
        self._note = note
        self._result = msgspec.json.Decoder(kind, strict=False)
        super().__init__(path, resume=resume, read=self._read)
        if heading.units is not None:  # a shard that has no units is a file as well
            try:
                self.add(self._unwritten_heading())
            except BaseException:
                self._file.close()
                raise

    @property
    def left(self) -> Iterator[int]:
        """The units of the shard that are not in it yet."""
        assert self._shard is not None
        return (unit for unit in self._shard.units(self._heading.number) if unit not in self.done)

    def write(self, *results: tuple[int, AResult]) -> None:
        """Add units with their results, and have them on the disk before this returns.

        What was cancelled is left out.
        """
        done = [(unit, result) for unit, result in results if result.status != "cancelled"]
        twice = self.done.intersection(unit for unit, _ in done)
        assert not twice, f"units {sorted(twice)} were done"
        if not done:
            return
        lines = [stamp(result, self._heading.question, unit) for unit, result in done]
        self.add(self._unwritten_heading() + b"".join(lines))
        self.done.update(unit for unit, _ in done)

    def _unwritten_heading(self) -> bytes:
        """Return the heading for an empty file, which has one from then on; else nothing."""
        if self._headed:
            return b""
        self._headed = True
        return self._heading.line()

    def _read(self, place: str, line: bytes) -> None:
        """Compare a line with the question."""
        if not self._headed:
            self._check_heading(place, line)
            self._headed = True
            return
        unit, text = unit_of(place, line, self._heading)
        if unit in self.done or not (self._shard is None or self._shard.has(unit)):
            why = "a second time" if unit in self.done else f"which is none of the shard {self._shard}"
            raise InputError([f"{place}: found the unit {unit} {why}; the file is damaged, name another"])
        try:
            result = self._result.decode(text)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            expected = f"expected a result of `accord {self._heading.command}`"
            raise InputError([f"{place}: {error}; {expected}"]) from None
        self.done.add(unit)
        self._note(place, unit, result)

    def _check_heading(self, place: str, line: bytes) -> None:
        """Raise UsageError if a heading is not the expected one, InputError if the line is none."""
        found = heading_of(place, line)
        differs = found.difference(self._heading)
        if differs is None and found.shard != self._heading.shard:
            differs = "shard", found.shard, self._heading.shard
        if differs is not None:
            name, there, now = differs
            way_out = "ask the same, or name another file"
            raise UsageError(
                f"{place}: found {name} {short(there)}; expected {short(now)}, as is asked now; {way_out}"
            )


def heading_of(place: str, line: bytes) -> Heading:
    """The heading that a line is. Raises InputError."""
    try:
        return _HEADING.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        expected = "expected a file of results, which begins with what was asked"
        raise InputError([f"{place}: {error}; {expected}"]) from None


def unit_of(place: str, line: bytes, heading: Heading) -> tuple[int, bytes]:
    """The unit whose result a line is, and the result as JSON. Raises InputError."""
    found = unstamp(line)
    if found is None:
        raise InputError([f"{place}: found no unit; expected a result, with its unit and its question"])
    result, unit, question = found
    if question != heading.question:
        asked = f"expected {heading.question}, as in line 1"
        raise InputError([f"{place}: found the answer to the question {question}; {asked}"])
    if heading.units is not None and unit >= heading.units:
        raise InputError([f"{place}: found the unit {unit}; there are {heading.units:,}, from 0"])
    return unit, result
