"""What families share that read texts: one fault as an error, numbers, clues of lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from accord.puzzles.family import Fault, Faults, SpecError
from accord.puzzles.lines import LARGEST, Clue
from accord.puzzles.words import found as shown

NUMBER = re.compile("[0-9]{1,9}")


def wrong(key: str, message: str) -> SpecError:
    """The error of one fault."""
    return SpecError([Fault(key, message)])


def bounded(text: str, longest: int) -> None:
    """Raise SpecError for a text of more characters."""
    if len(text) > longest:
        raise wrong("text", f"found {len(text):,} characters; expected at most {longest:,}")


def whole(text: str, key: str, example: str) -> int:
    """The number that a text is. Raises SpecError."""
    if not (text.isascii() and text.isdigit()):
        raise wrong(key, f"found {text!r}; expected a whole number, as in {example}")
    if len(text) > 9:  # digits enough to be too many
        raise wrong(key, f"found a number of {len(text)} digits; expected one of a few")
    return int(text)


def within(number: int, key: str, most: int) -> None:
    """Raise SpecError for a number that is not from 1 to `most`."""
    if not 1 <= number <= most:
        raise wrong(key, f"found {number}; expected 1 to {most}")


def clues(words: Sequence[str], key: str, faults: Faults) -> tuple[Clue, ...]:
    """The clues that words are: numbers, and "?" or "-" for none."""
    given: list[Clue] = []
    for number, word in enumerate(words[: 2 * LARGEST], start=1):
        if word not in ("?", "-") and not NUMBER.fullmatch(word):
            faults.add(f"{key}[{number}]", f"found {shown(word)}; expected a number, or ? for none")
        given.append(int(word) if NUMBER.fullmatch(word) else "?")
    return tuple(given)
