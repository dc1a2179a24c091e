"""Kernels that solve many puzzles of one family in one call, from the puzzles' text; they build no models.

What they find is what `unique` of the native backend finds, puzzle by puzzle. A family that has such a kernel
says so in its record (`searched.many`); the module is imported when its first puzzle comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Protocol

from accord.puzzles.family import Family, load_reference
from accord.puzzles.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Found:
    """The result for one puzzle; every board was checked against the rules."""

    count: int | None  # 0, 1 or 2: at least two; None if it is too hard to be one of many
    boards: tuple[tuple[str, ...], ...] = ()  # the rows of the board with each solution
    difference: tuple[str, ...] = ()  # options that only one of two solutions has
    nodes: int = 0  # options placed, or boards, as the engine counts them


class Many(Protocol):
    """A kernel for many puzzles."""

    engine: ClassVar[str]  # the engine that would solve one of them
    why: ClassVar[str]  # what the native backend says of its choice then

    def form(self, puzzle: Puzzle) -> Any:
        """The puzzle as the kernel takes it; None if it does not, or if the puzzle is faulty."""

    def solve(self, forms: Sequence[Any]) -> list[Found]:
        """Solve them all. Raises EngineError if a solution is none."""


def many(family: Family) -> Many | None:
    """The kernel for many puzzles of that family, if there is one."""
    place = family.searched.many
    return _make(place) if place else None


@cache
def _make(place: str) -> Many:
    made: Many = load_reference(place)()
    return made
