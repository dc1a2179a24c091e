"""Compute which sums a stock of pieces can reach, as bits of one whole number.

Two pieces that weigh -1 or 1 each come to -2, 0 or 2:

    >>> from accord.refute.reach import Reach
    >>> list(Reach().plus([-1, 1], 2, 2))
    [-2, 0, 2]
    >>> list(Reach().plus([3], 0, 2))
    [0, 3, 6]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reach:
    """A set of whole numbers: bit i of `bits` is for `least` + i. At first only 0 is in it."""

    least: int = 0
    bits: int = 1

    def __iter__(self) -> Iterator[int]:
        """The numbers, ascending."""
        word = bin(self.bits)[:1:-1]
        at = word.find("1")
        while at >= 0:
            yield self.least + at
            at = word.find("1", at + 1)

    def plus(self, values: Sequence[int], fewest: int, most: int) -> Reach:
        """The sums of one of these numbers and of `fewest` to `most` values, each as often as one likes."""
        at = self
        for _ in range(fewest):
            at = at._and_one(values)
        found = at
        for _ in range(most - fewest):
            at = at._and_one(values)
            found = found._or(at)
        return found

    def within(self, least: int, most: int) -> Reach:
        """Return the sums from `least` to `most`."""
        bits = self.bits >> (least - self.least) if least > self.least else self.bits
        start = max(least, self.least)
        return Reach(start, bits & ((1 << max(0, most - start + 1)) - 1))

    def meets(self, other: Reach) -> bool:
        """Whether a number is in both."""
        apart = other.least - self.least
        return bool((self.bits >> apart) & other.bits if apart >= 0 else self.bits & (other.bits >> -apart))

    def _and_one(self, values: Sequence[int]) -> Reach:
        least, bits = min(values), 0
        for value in values:
            bits |= self.bits << (value - least)
        return Reach(self.least + least, bits)

    def _or(self, other: Reach) -> Reach:
        least = min(self.least, other.least)
        return Reach(least, self.bits << (self.least - least) | other.bits << (other.least - least))
