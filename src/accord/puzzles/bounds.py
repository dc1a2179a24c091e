"""Check numbers and sizes in texts and in requests to generators; raise one error with its place."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from accord.errors import UsageError
from accord.puzzles.family import Fault, SpecError
from accord.puzzles.words import describe

LARGEST = 200  # rows, and columns
NUMBER = re.compile("[0-9]{1,9}")

Clue: TypeAlias = int | Literal["?", "-"]  # a number, or a sign where nothing is said


def spec_error(key: str, message: str) -> SpecError:
    """Return the error of one fault."""
    return SpecError([Fault(key, message)])


def check_length(text: str, longest: int) -> None:
    """Raise SpecError for a text of more characters."""
    if len(text) > longest:
        raise spec_error("text", f"found {len(text):,} characters; expected at most {longest:,}")


def whole_number(text: str, key: str, example: str) -> int:
    """Return the number that a text is. Raises SpecError."""
    if not (text.isascii() and text.isdigit()):
        raise spec_error(key, f"found {text!r}; expected a whole number, as in {example}")
    if len(text) > 9:  # digits enough to be too many
        raise spec_error(key, f"found a number of {len(text)} digits; expected one of a few")
    return int(text)


def check_size(number: int, key: str, most: int) -> None:
    """Raise SpecError for a number that is not from 1 to `most`."""
    if not 1 <= number <= most:
        raise spec_error(key, f"found {number}; expected 1 to {most}")


def needed_only(clues: str) -> bool:
    """Whether a random puzzle keeps only needed clues, by its knob `clues`. Raises UsageError."""
    if clues not in ("all", "needed"):
        raise UsageError(f"clues: found {clues!r}; expected all or needed")
    return clues == "needed"


def check_knob(name: str, value: float, least: float, most: float) -> None:
    """Check what a generator was asked for. Raises UsageError."""
    wanted = int if isinstance(least, int) else float
    if not isinstance(value, wanted | int) or not least <= value <= most:
        kind = "whole number" if wanted is int else "number"
        raise UsageError(f"{name}: found {describe(value)}; expected a {kind} from {least} to {most}")
