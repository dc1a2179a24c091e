"""Count entries: of a class, of a part of it, or about, from some chunks of second bands.

    EntryCount      of some second bands: pairs in order, entries, grids
    count_chunks    the chunks of a class, or a part or a sample of them, one after the other
    Estimate        what a sample of chunks says of all: a number and its variance

Summed over all 416 classes, there are as many pairs as two bands up to symmetry, and 5,472,730,538 grids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from math import sqrt
from random import Random

from accord.families.sudoku.completions import SecondBands
from accord.families.sudoku.entries import listed

CHUNKS = 2016  # of each class: boxes below the first box, their rows sorted
SURE = 1.96  # standard deviations: 95 % of a normal distribution


@dataclass(frozen=True)
class EntryCount:
    """The numbers of some second bands."""

    pairs: int = 0  # of bands, in order: those that are no entries too
    entries: int = 0  # pairs with a band 3 whose grid is its form
    grids: int = 0  # such bands 3

    def __add__(self, other: EntryCount) -> EntryCount:
        """Return both together."""
        return EntryCount(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True)
class Estimate:
    """A number that is known about."""

    number: float = 0.0
    variance: float = 0.0

    def __add__(self, other: Estimate) -> Estimate:
        """Return the sum of two numbers that are known independently."""
        return Estimate(self.number + other.number, self.variance + other.variance)

    @property
    def interval(self) -> tuple[float, float]:
        """The least and the most that it is, with 95 % confidence."""
        margin = SURE * sqrt(self.variance)
        return max(0.0, self.number - margin), self.number + margin


def count_chunks(number: int, chunks: Sequence[int], case: int = 0) -> Iterator[EntryCount]:
    """Yield the numbers of each of these chunks of second bands of a class. Raises UsageError."""
    bands = SecondBands(number)
    for chunk in chunks:
        found = [*listed(bands.band, bands.chunk(chunk), case)]
        yield EntryCount(
            sum(some.pairs for some in found),
            sum(some.entries for some in found),
            sum(len(some.thirds) for some in found),
        )


def sample(number: int, size: int, seed: int = 0) -> list[int]:
    """Return some chunks of a class, drawn at random, ascending."""
    return sorted(Random(f"{seed} {number}").sample(range(CHUNKS), min(size, CHUNKS)))


def estimate(numbers: Sequence[int]) -> Estimate:
    """Return the sum over all chunks of a class, from those of a sample; one chunk gives no variance."""
    size = len(numbers)
    mean = sum(numbers) / size
    spread = sum((each - mean) ** 2 for each in numbers) / (size - 1) if size > 1 else 0.0
    return Estimate(CHUNKS * mean, CHUNKS**2 * (1 - size / CHUNKS) * spread / size)
