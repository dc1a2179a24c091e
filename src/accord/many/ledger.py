"""A ledger: a file with a line of JSON a result, that a run over many fills and a later run goes on with.

Lines are added whole, and are with the operating system before the next are begun. So a run that was killed
leaves whole lines, and perhaps half a line, whose work is done again. Lines have the order of the parts.

    {"puzzle":"freecell:1","mode":"fast",...,"question":"61e1..."}

A line is what the command prints for this part, with the stamp at its end; lines without one, as they were
written before there were stamps, are held against the question by what they say themselves.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Generic, Protocol, Self, TypeVar

import msgspec

from accord.errors import InputError, UsageError
from accord.exits import Status
from accord.many.source import Named

LONGEST = 100  # characters of a value in a message


class Result(Protocol):
    """What is known of one part, such as a puzzle of a file."""

    @property
    def part(self) -> str:
        """Which part: the puzzle's name, or the puzzle."""

    @property
    def status(self) -> Status:
        """How it ended; what was cancelled is no result yet."""

    def json(self) -> str:
        """The result as one line of JSON."""


AResult = TypeVar("AResult", bound=Result)
Answered = TypeVar("Answered", bound=Result, contravariant=True)


class Question(Protocol[Answered]):
    """What is asked of every part."""

    @property
    def terms(self) -> Mapping[str, object]:
        """What was said of it, but for limits: an answer that was found within less stays one."""

    @property
    def unsaid(self) -> tuple[str, ...]:
        """Those terms that a result does not tell."""

    def expected(self, result: Answered, named: Named) -> Mapping[str, object]:
        """What a result of that part has to say of itself, by its attributes."""


class Unit(msgspec.Struct, Generic[AResult], frozen=True):
    """One part of a question, answered. It says neither where nor when, so any machine may have made it."""

    question: str  # the digest of what was asked
    part: str  # which one
    result: AResult

    def line(self) -> bytes:
        """The line of a ledger: that of the result, stamped."""
        return f'{self.result.json()[:-1]},"question":"{self.question}"}}\n'.encode()


class _Stamp(msgspec.Struct):
    question: str = ""


def digest(terms: Mapping[str, object]) -> str:
    """The digest of what is asked: 32 hexadecimal digits, whatever the order of the terms."""
    return blake2b(msgspec.json.encode(terms, order="deterministic"), digest_size=16).hexdigest()


class Ledger(Generic[AResult]):
    """Such a file, open at its end; `kept` parts are in it, and `rest` are the others."""

    def __init__(
        self,
        path: Path,
        kind: type[AResult],
        question: Question[AResult],
        puzzles: Iterator[Named],
        *,
        resume: bool,
        command: str,
        note: Callable[[AResult], object] = lambda _: None,
    ) -> None:
        """Open it, empty, or after its last whole line. Until all lines are read, the file stays as it was.

        Args:
            path: where it is, or is to be.
            kind: of the results.
            question: what is asked of each puzzle.
            puzzles: about which; those whose lines are there are taken from it.
            resume: whether the lines that are there stay.
            command: what writes such lines, as in `accord clues --json`.
            note: is told each result that is there.

        Raises:
            UsageError: if it cannot be written, or answers another question.
            InputError: if it holds something else than such results.
        """
        self.kept, self.rest = 0, puzzles
        self._path, self._kind, self._command = path, kind, command
        self._question, self._digest = question, digest(question.terms)
        try:
            if resume and path.exists():
                whole = self._read(note)
                os.truncate(path, whole)  # half a line at its end is cut off
            else:
                path.write_bytes(b"")
            self._file = path.open("ab")
        except OSError as error:
            raise UsageError(f"{path}: cannot be written: {error.strerror}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, *results: AResult) -> None:
        """Add results, but for what was cancelled, and have them on the disk before this returns."""
        done = [result for result in results if result.status != "cancelled"]
        units = (Unit(self._digest, result.part, result) for result in done)
        self._file.write(b"".join(unit.line() for unit in units))
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, note: Callable[[AResult], object]) -> int:
        """Hold the whole lines against the puzzles, one by one; returns how many bytes they have."""
        whole = 0
        result, stamp = msgspec.json.Decoder(self._kind, strict=False), msgspec.json.Decoder(_Stamp)
        with self._path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if not line.endswith(b"\n"):
                    break
                place = f"{self._path}:{number}"
                try:
                    found = result.decode(line)
                    unit = Unit(stamp.decode(line).question, found.part, found)
                except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                    raise InputError([f"{place}: {error}; expected a line of `{self._command}`"]) from None
                self._refuse(unit, next(self.rest, None), place)
                note(found)
                self.kept += 1
                whole += len(line)
        return whole

    def _refuse(self, unit: Unit[AResult], named: Named | None, place: str) -> None:
        """Raise UsageError for a unit that answers another question, or is of another part."""
        way_out = "ask the same, or name another --output"
        if named is None:
            found = f"found {_short(unit.part)}, a puzzle more than are asked about"
            raise UsageError(f"{place}: {found}; {way_out}")
        for key, value in self._question.expected(unit.result, named).items():
            if (said := getattr(unit.result, key)) != value:
                found = f"found {key} {_short(said)}; expected {_short(value)}, as is asked now"
                raise UsageError(f"{place}: {found}; {way_out}")
        if unit.question not in ("", self._digest) and self._question.unsaid:
            terms = " or ".join(self._question.unsaid)
            raise UsageError(f"{place}: found the answer to a question with another {terms}; {way_out}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
