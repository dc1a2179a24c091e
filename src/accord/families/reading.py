"""Helpers of families that read texts and knobs: one fault as an error, and numbers."""

from __future__ import annotations

import re

from accord.errors import UsageError
from accord.puzzles.family import Fault, SpecError

NUMBER = re.compile("[0-9]{1,9}")


def wrong(key: str, message: str) -> SpecError:
    """Return the error of one fault."""
    return SpecError([Fault(key, message)])


def check_length(text: str, longest: int) -> None:
    """Raise SpecError for a text of more characters."""
    if len(text) > longest:
        raise wrong("text", f"found {len(text):,} characters; expected at most {longest:,}")


def whole(text: str, key: str, example: str) -> int:
    """Return the number that a text is. Raises SpecError."""
    if not (text.isascii() and text.isdigit()):
        raise wrong(key, f"found {text!r}; expected a whole number, as in {example}")
    if len(text) > 9:  # digits enough to be too many
        raise wrong(key, f"found a number of {len(text)} digits; expected one of a few")
    return int(text)


def within(number: int, key: str, most: int) -> None:
    """Raise SpecError for a number that is not from 1 to `most`."""
    if not 1 <= number <= most:
        raise wrong(key, f"found {number}; expected 1 to {most}")


def needed_only(clues: str) -> bool:
    """Whether a random puzzle keeps only needed clues, by its knob `clues`. Raises UsageError."""
    if clues not in ("all", "needed"):
        raise UsageError(f"clues: found {clues!r}; expected all or needed")
    return clues == "needed"
