"""Bounds of boards, and of what generators are asked for; a clue of a row or a column."""

from __future__ import annotations

from typing import Literal, TypeAlias

from accord.errors import UsageError
from accord.puzzles.words import found as shown

LARGEST = 200  # rows, and columns

Clue: TypeAlias = int | Literal["?", "-"]  # a number, or a sign where nothing is said


def asked(name: str, value: float, least: float, most: float) -> None:
    """Check what a generator was asked for. Raises UsageError."""
    wanted = int if isinstance(least, int) else float
    if not isinstance(value, wanted | int) or not least <= value <= most:
        kind = "whole number" if wanted is int else "number"
        raise UsageError(f"{name}: found {shown(value)}; expected a {kind} from {least} to {most}")
