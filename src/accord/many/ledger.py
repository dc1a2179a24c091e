"""A ledger: a file with a line of JSON a result, that a run over many fills and a later run goes on with.

Lines have the order of the parts; half a line, which a run leaves that was killed, is done again.

    {"puzzle":"freecell:1","mode":"fast",...,"question":"61e1..."}

A line is what the command prints for this part, with the stamp at its end; lines without one, as they were
written before there were stamps, are held against the question by what they say themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from accord.errors import InputError, UsageError
from accord.many.appended import Appended
from accord.many.source import Named
from accord.many.units import Result as OfUnit
from accord.many.units import digest, short, stamped


class Result(OfUnit, Protocol):
    """What is known of one part, such as a puzzle of a file."""

    @property
    def part(self) -> str:
        """Which part: the puzzle's name, or the puzzle."""


AResult = TypeVar("AResult", bound=Result)
Answered = TypeVar("Answered", bound=Result)


@dataclass(frozen=True, slots=True)
class Question(Generic[Answered]):
    """What is asked of every part.

    terms     what was said of it, but for limits: an answer that was found within less stays one
    unsaid    those terms that a result does not tell
    expected  what a result of a part has to say of itself, by its attributes
    """

    terms: Mapping[str, object]
    unsaid: tuple[str, ...]
    expected: Callable[[Answered, Named], Mapping[str, object]]


class _Stamp(msgspec.Struct):
    question: str = ""


class Ledger(Appended, Generic[AResult]):
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
        self._kind, self._command, self._note = kind, command, note
        self._question, self._digest = question, digest(question.terms)
        self._result, self._stamp = msgspec.json.Decoder(kind, strict=False), msgspec.json.Decoder(_Stamp)
        super().__init__(path, resume=resume, read=self._read)

    def write(self, *results: AResult) -> None:
        """Add results, but for what was cancelled, and have them on the disk before this returns."""
        done = [result for result in results if result.status != "cancelled"]
        self.add(b"".join(stamped(result, self._digest) for result in done))

    def _read(self, place: str, line: bytes) -> None:
        """Hold a line against the next puzzle."""
        try:
            found, question = self._result.decode(line), self._stamp.decode(line).question
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise InputError([f"{place}: {error}; expected a line of `{self._command}`"]) from None
        self._refuse(found, question, next(self.rest, None), place)
        self._note(found)
        self.kept += 1

    def _refuse(self, result: AResult, question: str, named: Named | None, place: str) -> None:
        """Raise UsageError for a result that answers another question, or is of another part."""
        way_out = "ask the same, or name another file"
        if named is None:
            found = f"found {short(result.part)}, a puzzle more than are asked about"
            raise UsageError(f"{place}: {found}; {way_out}")
        for key, value in self._question.expected(result, named).items():
            if (said := getattr(result, key)) != value:
                found = f"found {key} {short(said)}; expected {short(value)}, as is asked now"
                raise UsageError(f"{place}: {found}; {way_out}")
        if question not in ("", self._digest) and self._question.unsaid:
            terms = " or ".join(self._question.unsaid)
            raise UsageError(f"{place}: found the answer to a question with another {terms}; {way_out}")
