"""Count entries: of a class, of a part of it, or about, from some chunks of second bands.

    EntryCount      of a chunk of second bands: pairs in order, entries, grids
    count_chunks    the chunks of a class, or a part or a sample of them, one after the other
    count_classes   likewise of several classes
    Estimates       these numbers of a class: of some chunks, or about, of all; each with its variance

Summed over all 416 classes, there are as many pairs as two bands up to symmetry, and 5,472,730,538 grids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from itertools import pairwise
from math import sqrt
from operator import add
from random import Random
from time import process_time

from accord.families.sudoku.completions import SecondBands
from accord.families.sudoku.entries import list_in_parts

CHUNKS = 2016  # of each class: boxes below the first box, their rows sorted
LEAST = 100  # chunks that an interval needs


@dataclass(frozen=True)
class EntryCount:
    """The numbers of a chunk of second bands."""

    pairs: int = 0  # of bands, in order: those that are no entries too
    entries: int = 0  # pairs with a band 3 whose grid is its form
    grids: int = 0  # such bands 3


@dataclass(frozen=True)
class Estimate:
    """A number that is known about."""

    number: float = 0.0
    variance: float = 0.0
    squares: float = 0.0  # of the variances of strata, which the variance is the sum of
    counted: int = 0  # chunks
    of: int = 0

    def __add__(self, other: Estimate) -> Estimate:
        """Return the sum of two numbers that are known independently."""
        return Estimate(*map(add, astuple(self), astuple(other)))

    @property
    def interval(self) -> tuple[float, float] | None:
        """The least and the most that it is, with about 95 % confidence; None if too little is known.

        A few strata have most of the variance, and two chunks say little about that of a stratum. So the
        quantile is that of Student's distribution (F. E. Satterthwaite, "An approximate distribution of
        estimates of variance components", 1946; one degree of freedom for each stratum).
        """
        if self.counted == self.of:
            return self.number, self.number
        if self.counted < LEAST or not self.variance:
            return None
        margin = _quantile(self.variance**2 / self.squares) * sqrt(self.variance)
        return max(0.0, self.number - margin), self.number + margin


@dataclass(frozen=True)
class Estimates:
    """Pairs, entries and grids that are known, or known about."""

    pairs: Estimate = Estimate()
    entries: Estimate = Estimate()
    grids: Estimate = Estimate()

    @staticmethod
    def of(found: Sequence[EntryCount], *, all_chunks: bool) -> Estimates:
        """Return what these chunks have together; or about what all chunks of the class have."""
        columns = zip(*map(astuple, found), strict=True)
        return Estimates(*(estimate(each) if all_chunks else Estimate(sum(each)) for each in columns))

    def __add__(self, other: Estimates) -> Estimates:
        """Return both together."""
        return Estimates(self.pairs + other.pairs, self.entries + other.entries, self.grids + other.grids)

    def by_name(self) -> Iterator[tuple[str, Estimate]]:
        """Yield each with its name, as `12 pairs`."""
        return ((each.name, getattr(self, each.name)) for each in fields(self))


def count_chunks(number: int, chunks: Sequence[int], case: int = 0) -> Iterator[EntryCount]:
    """Yield the numbers of each of these chunks of second bands of a class. Raises UsageError."""
    bands = SecondBands(number)
    for chunk in chunks:
        found = [*list_in_parts(bands.band, bands.chunk(chunk), case)]
        yield EntryCount(
            sum(some.pairs for some in found),
            sum(some.entries for some in found),
            sum(len(some.thirds) for some in found),
        )


@dataclass(frozen=True)
class Step:
    """How far a class is counted."""

    number: int  # of the class
    done: int  # chunks
    of: int
    known: Estimates | None  # once all these chunks are counted
    seconds: float  # of processor time, of this class so far


def count_classes(
    numbers: Sequence[int], chunks_of: Callable[[int], Sequence[int]], case: int = 0, *, sampled: bool = False
) -> Iterator[Step]:
    """Yield a step for each chunk of each class; `sampled`: the chunks of a class are a `sample`."""
    for number in numbers:
        began, found, chunks = process_time(), list[EntryCount](), chunks_of(number)
        if not chunks:
            yield Step(number, 0, 0, Estimates(), 0.0)
        for each in count_chunks(number, chunks, case):
            found.append(each)
            last = len(found) == len(chunks)
            known = Estimates.of(found, all_chunks=sampled) if last else None
            yield Step(number, len(found), len(chunks), known, process_time() - began)


def sample(number: int, size: int, seed: int = 0) -> list[int]:
    """Return so many chunks of a class, an even number: two at random of each stratum."""
    random = Random(f"{seed} {number}")
    return [chunk for stratum in _strata(size // 2) for chunk in sorted(random.sample(stratum, 2))]


def estimate(numbers: Sequence[int]) -> Estimate:
    """Return the sum over all chunks of a class, from the chunks of a sample.

    The least of equivalent pairs are mostly in the first chunks. So a sample is stratified: two chunks of
    each of several ranges of equal length. Half the square of their difference estimates the variance there.
    """
    total = Estimate()
    for stratum, one, two in zip(_strata(len(numbers) // 2), numbers[::2], numbers[1::2], strict=True):
        size = len(stratum)
        variance = size * (size - 2) * (one - two) ** 2 / 4
        total += Estimate(size * (one + two) / 2, variance, variance**2, 2, size)
    return total


def _quantile(freedom: float) -> float:
    """Return the standard deviations on both sides with 95 % of Student's distribution, or a little more."""
    few = (12.71, 4.31, 3.19, 2.78)  # of 1 to 4 degrees of freedom
    return few[int(freedom) - 1] if freedom < len(few) + 1 else 1.96 + 2.38 / freedom + 3.4 / freedom**2


def _strata(number: int) -> list[range]:
    """Return so many ranges of chunks of about equal length, which are all."""
    ends = [CHUNKS * place // number for place in range(number + 1)]
    return [range(begin, end) for begin, end in pairwise(ends)]
