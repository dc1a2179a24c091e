"""Read a text character by character; errors give the position."""

from __future__ import annotations

import re

from accord.puzzles.family import Fault, SpecError
from accord.puzzles.words import describe

LONGEST = 400_000  # characters: more than 200 x 200 cells take


class Reader:
    """A text, and how far it was read; `what` is what faults call it."""

    def __init__(self, text: str, what: str) -> None:
        self.text = text
        self.what = what
        self.at = 0
        self._end = len(text.rstrip("/"))  # slashes behind it mean nothing
        if len(text) > LONGEST:
            raise self._error(f"found {len(text):,} characters; expected at most {LONGEST:,}")

    def take(self, pattern: str, expected: str) -> str:
        """Return the text that matches here, and move behind it. Raises SpecError if none does."""
        match = re.compile(pattern).match(self.text, self.at)
        if match is None:
            raise self.wrong(expected)
        self.at = match.end()
        return match[0]

    def number(self, least: int, most: int, expected: str) -> int:
        """A number in decimal digits. Raises SpecError if none stands here, or one that is out of bounds."""
        begin, digits = self.at, self.take("[0-9]+", expected)
        if len(digits) > 9 or not least <= int(digits) <= most:
            self.at = begin
            raise self.wrong(f"{expected}, from {least} to {most}", digits)
        return int(digits)

    def at_end(self) -> bool:
        """Whether nothing is left but slashes."""
        return self.at >= self._end

    def end(self) -> None:
        """Raise SpecError if anything is left but slashes."""
        if self.at < self._end:
            raise self.wrong("the end")

    def wrong(self, expected: str, found: str = "") -> SpecError:
        """The error of what stands here; `found` is how much of it is shown."""
        here = f"found {describe(found or self.text[self.at :])}" if not self.at_end() else "found its end"
        return self._error(f"character {self.at + 1}: {here}; expected {expected}")

    def _error(self, message: str) -> SpecError:
        return SpecError([Fault(self.what, message)])
