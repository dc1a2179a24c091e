"""The file of results: a heading, then a line a unit. A later run reads it, and does the other units.

    {"command":"plan","sources":"0.1.0+61e1...","question":"9f0c...","terms":{...},"units":2000,"shard":"1/3"}
    {"puzzle":"freecell:1",...,"unit":0,"question":"9f0c..."}
    {"puzzle":"freecell:4",...,"unit":3,"question":"9f0c..."}

It may lie on any file system. While it is written nothing is shared with other files: `accord.many.merge`
puts shards together. Units of a shard come in any order, each once. Without a shard the heading has
`"units":null`: nobody has counted the puzzles, and their results stand in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from accord.errors import InputError, UsageError
from accord.many.appended import Appended
from accord.many.ledger import Ledger
from accord.many.units import Heading, Result, Shard, short, stamped, unstamped

AResult = TypeVar("AResult", bound=Result)

_HEADING = msgspec.json.Decoder(Heading)


class ResultFile(Appended, Generic[AResult]):
    """Such a file, open at its end; the units in `done` are in it."""

    def __init__(
        self,
        path: Path,
        heading: Heading,
        kind: type[AResult],
        *,
        resume: bool,
        note: Callable[[str, int, AResult], object] = lambda place, unit, result: None,  # noqa: ARG005
        ledger: Ledger | None = None,
    ) -> None:
        """Open it, with its heading alone, or after its last whole line; it stays as it is until all is read.

        Args:
            path: where it is, or is to be.
            heading: of what is asked.
            kind: of the results.
            resume: whether the results that are there stay.
            note: gets each unit that is there: its place in the file, its number, and its result.
            ledger: reads lines without a heading; None if the file must have one.

        Raises:
            UsageError: if it cannot be written, another process writes to it, or it answers another question.
            InputError: if it holds something else.
        """
        self.done: set[int] = set()
        self._heading, self._shard = heading, Shard.of_text(heading.shard) if heading.shard else None
        self._headed: bool | None = None  # whether the file has a heading; None: it is empty
        self._note, self._ledger = note, ledger
        self._result = msgspec.json.Decoder(kind, strict=False)
        super().__init__(path, resume=resume, read=self._read)
        if heading.units is not None:  # a shard that has no units is a file as well
            self.add(self._unwritten_heading())

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
        if self._headed is False and self._ledger is not None:
            lines = [self._ledger.line(result) for _, result in done]
        else:
            lines = [stamped(result, self._heading.question, unit) for unit, result in done]
        self.add(self._unwritten_heading() + b"".join(lines))
        self.done.update(unit for unit, _ in done)

    def _unwritten_heading(self) -> bytes:
        """Return the heading for an empty file, which has one from then on; else nothing."""
        if self._headed is not None:
            return b""
        self._headed = True
        return self._heading.line()

    def _read(self, place: str, line: bytes) -> None:
        """Compare a line with what is asked."""
        if self._headed is None:
            self._headed = self._is_heading(place, line)
            if self._headed:
                return
        unit, text = unit_of(place, line, self._heading) if self._headed else (len(self.done), line)
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
        if not self._headed and self._ledger is not None:
            self._ledger.check(place, line)

    def _is_heading(self, place: str, line: bytes) -> bool:
        """Whether the first line is a heading, and that of what is asked. Raises UsageError, InputError."""
        try:
            found = heading_of(place, line)
        except InputError:
            if self._ledger is None:
                raise
            return False
        differs = found.difference(self._heading)
        if differs is None and found.shard != self._heading.shard:
            differs = "shard", found.shard, self._heading.shard
        if differs is not None:
            name, there, now = differs
            way_out = "ask the same, or name another file"
            raise UsageError(
                f"{place}: found {name} {short(there)}; expected {short(now)}, as is asked now; {way_out}"
            )
        return True


def heading_of(place: str, line: bytes) -> Heading:
    """The heading that a line is. Raises InputError."""
    try:
        return _HEADING.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        expected = "expected a file of `--shard`, which begins with what was asked"
        raise InputError([f"{place}: {error}; {expected}"]) from None


def unit_of(place: str, line: bytes, heading: Heading) -> tuple[int, bytes]:
    """The unit whose result a line is, and the result as JSON. Raises InputError."""
    found = unstamped(line)
    if found is None:
        raise InputError([f"{place}: found no unit; expected a result, with its unit and its question"])
    result, unit, question = found
    if question != heading.question:
        asked = f"expected {heading.question}, as in line 1"
        raise InputError([f"{place}: found the answer to the question {question}; {asked}"])
    if heading.units is not None and unit >= heading.units:
        raise InputError([f"{place}: found the unit {unit}; there are {heading.units:,}, from 0"])
    return unit, result
