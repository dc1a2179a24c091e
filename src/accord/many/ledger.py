"""Ledgers: files of results as Accord wrote them before they had headings. They are read, and gone on with.

    {"puzzle":"freecell:1","mode":"fast",...,"question":"61e1..."}

Lines have the order of the puzzles, and neither a heading nor units. The stamp is the digest of the question;
the oldest lines have none, and are compared with the question by what they say themselves.
"""

from __future__ import annotations

from typing import Any

import msgspec

from accord.errors import UsageError
from accord.many.units import Question, Result, digest, stamped


class _Stamp(msgspec.Struct):
    question: str = ""


class Ledger:
    """How lines of such a file are compared with a question, and written."""

    def __init__(self, question: Question[Any]) -> None:
        self._digest, self._untold = digest(question.terms), question.unsaid
        self._decoder = msgspec.json.Decoder(_Stamp)

    def check(self, place: str, line: bytes) -> None:
        """Raise UsageError if the stamp of a line is that of another question."""
        question = self._decoder.decode(line).question
        if question not in ("", self._digest) and self._untold:
            terms = " or ".join(self._untold)
            way_out = "ask the same, or name another file"
            raise UsageError(f"{place}: found the answer to a question with another {terms}; {way_out}")

    def line(self, result: Result) -> bytes:
        """Return the line of a result."""
        return stamped(result, self._digest)
