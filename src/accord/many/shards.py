"""The file of one shard: a heading, then a line a result, which a later run goes on with.

    {"command":"plan","sources":"0.1.0+61e1...","question":"9f0c...","terms":{...},"units":2000,"shard":"1/3"}
    {"puzzle":"freecell:1",...,"unit":0,"question":"9f0c..."}
    {"puzzle":"freecell:4",...,"unit":3,"question":"9f0c..."}

It may lie on any file system. While it is written nothing is shared with other shards: `accord.many.merge`
puts them together. Units come in any order, each once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from accord.errors import InputError, UsageError
from accord.many.appended import Appended
from accord.many.units import Heading, Result, Shard, short, stamped, unstamped

AResult = TypeVar("AResult", bound=Result)

_HEADING = msgspec.json.Decoder(Heading)


class ShardFile(Appended, Generic[AResult]):
    """Such a file, open at its end; the units in `done` are in it."""

    def __init__(
        self,
        path: Path,
        heading: Heading,
        kind: type[AResult],
        *,
        resume: bool,
        note: Callable[[int, AResult], object] = lambda unit, result: None,  # noqa: ARG005
    ) -> None:
        """Open it, with its heading alone, or after its last whole line; it stays as it is until all is read.

        Args:
            path: where it is, or is to be.
            heading: of what is asked, for a shard.
            kind: of the results.
            resume: whether the results that are there stay.
            note: is told each unit that is there, and its result.

        Raises:
            UsageError: if it cannot be written, another process writes to it, or it answers another question.
            InputError: if it holds something else.
        """
        self.done: set[int] = set()
        self._heading, self._shard, self._found = heading, Shard.of_text(heading.shard), False
        self._note, self._result = note, msgspec.json.Decoder(kind, strict=False)
        super().__init__(path, resume=resume, read=self._read)
        if not self._found:
            self.add(heading.line())

    @property
    def left(self) -> Iterator[int]:
        """The units of the shard that are not in it yet."""
        return (unit for unit in self._shard.units(self._heading.units) if unit not in self.done)

    def write(self, *results: tuple[int, AResult]) -> None:
        """Add units with their results, and have them on the disk before this returns.

        What was cancelled is left out.
        """
        kept = [(unit, result) for unit, result in results if result.status != "cancelled"]
        twice = self.done.intersection(unit for unit, _ in kept)
        assert not twice, f"units {sorted(twice)} were done"
        self.add(b"".join(stamped(result, self._heading.question, unit) for unit, result in kept))
        self.done.update(unit for unit, _ in kept)

    def _read(self, place: str, line: bytes) -> None:
        """Hold a line against what is asked."""
        if not self._found:
            self._refuse(heading_of(place, line), place)
            self._found = True
            return
        unit, text = unit_of(place, line, self._heading)
        if unit in self.done or not self._shard.has(unit):
            why = "a second time" if unit in self.done else f"which is none of the shard {self._shard}"
            raise InputError([f"{place}: found the unit {unit} {why}; the file is damaged, name another"])
        try:
            result = self._result.decode(text)
        except msgspec.MsgspecError as error:
            expected = f"expected a result of `accord {self._heading.command}`"
            raise InputError([f"{place}: {error}; {expected}"]) from None
        self.done.add(unit)
        self._note(unit, result)

    def _refuse(self, found: Heading, place: str) -> None:
        """Raise UsageError for the heading of another question, or another shard."""
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
    if unit >= heading.units:
        raise InputError([f"{place}: found the unit {unit}; there are {heading.units:,}, from 0"])
    return unit, result
