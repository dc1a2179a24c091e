"""Values in few characters: words with runs of gaps between them, several small numbers in one digit.

    gaps   a value where there is one, and a letter for so many places in a row without
    bits   several small values in a digit of a large base

    >>> from accord.pencil.address.cells import NUMBER16
    >>> write_gaps(["1", *"-" * 21, "31"], NUMBER16)
    '1zg-1f'

A value is a word, NOTHING where there is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from accord.errors import RefusedError
from accord.puzzles.family import Fault, SpecError
from accord.puzzles.words import describe

NOTHING = "-"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Gaps(NamedTuple):
    """A code of words with gaps between."""

    token: str  # the pattern of a value
    word: Callable[[str], str]  # a value -> the word
    value: Callable[[str], str | None]  # a word -> its value; None if it has none
    first: str  # the letter of a gap of one, the last is z; empty: there are no gaps
    expected: str  # the values and the gaps, for messages
    between: str = ""  # what parts two values without a gap


def read_gaps(reader: Reader, code: Gaps, places: int, *, whole: bool = False) -> list[str]:
    """So many words; where the text is too short, NOTHING, or a fault if it should be `whole`.

    Raises SpecError.
    """
    found: list[str] = []
    letters = f"|[{code.first}-z]" if code.first else ""
    while len(found) < places and not reader.at_end():
        begin, token = reader.at, reader.take(code.token + letters, code.expected)
        if code.first and code.first <= token <= "z" and len(token) == 1:
            skipped = gap(code.first, token)
            if len(found) + skipped > places:
                reader.at = begin
                raise reader.wrong(f"a gap of at most {places - len(found)}", token)
            found += [NOTHING] * skipped
        else:
            found.append(code.word(token))
            if code.between and reader.text.startswith(code.between, reader.at):
                reader.at += len(code.between)
    if whole and len(found) < places:
        raise reader.wrong(f"{places - len(found)} cells more")
    return found + [NOTHING] * (places - len(found))


def write_gaps(words: Iterable[str], code: Gaps) -> str:
    """The text of words. Raises RefusedError for one that has no value."""
    return "".join(_with_gaps(words, code))


def _with_gaps(words: Iterable[str], code: Gaps) -> Iterator[str]:
    skipped, last = 0, ""
    for word in words:
        if word == NOTHING:
            skipped += 1
            continue
        value = code.value(word)
        if value is None or (skipped and not code.first):
            raise RefusedError(f"found {describe(word)}; expected {code.expected}")
        yield gap_of(skipped, code.first) if skipped else last and code.between
        yield value
        skipped, last = 0, value
    yield gap_of(skipped, code.first)


def gap_of(places: int, first: str) -> str:
    """The letters of a gap: z for the longest there is, as often as it fits, and one for the rest."""
    if not places:
        return ""
    many, rest = divmod(places, gap(first, "z"))
    return "z" * many + (chr(ord(first) + rest - 1) if rest else "")


def gap(first: str, letter: str) -> int:
    """How many places the gap of a letter has, where `first` has one."""
    return ord(letter) - ord(first) + 1


def read_bits(reader: Reader, places: int, base: int = 2, each: int = 5) -> list[int]:
    """So many numbers below `base`, `each` in a digit, the first the highest.

    Raises SpecError, also for a last digit that says more than these.
    """
    known = f"0-9 and a-{DIGITS[base**each - 1]}"
    pattern = f"[{known.replace(' and ', '')}]"
    text = [reader.take(pattern, f"a digit of {known}") for _ in range(-(-places // each))]
    powers = [base**power for power in range(each - 1, -1, -1)]
    found = [DIGITS.index(digit) // power % base for digit in text for power in powers]
    if any(found[places:]):
        reader.at -= 1
        raise reader.wrong("a digit without more than the last place", text[-1])
    return found[:places]


def write_bits(values: Sequence[int], base: int = 2, each: int = 5) -> str:
    """The digits of numbers below `base`, the last one filled with zeros."""
    groups = [values[at : at + each] for at in range(0, len(values), each)]
    return "".join(
        DIGITS[sum(value * base ** (each - 1 - place) for place, value in enumerate(group))]
        for group in groups
    )


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
