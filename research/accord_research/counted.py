"""What counting says: the number, and the work it took."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Counted:
    """A number that was counted, and what was gone through for it.

    Attributes:
        count: the number.
        steps: how many states were gone on with, or how many things were found one by one.
        states: the most states that were kept at once; 0 where nothing was merged.
    """

    count: int
    steps: int
    states: int = 0
