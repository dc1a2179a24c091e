"""What a run knows so far: sums over finished parts, and over each part that is under way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce

import numpy as np

from accord.backends.statistics import Statistics, together
from accord.model.digest import Lanes


def added(efforts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Efforts of several searches, counter by counter; a counter at zero stays."""
    total: dict[str, int] = {}
    for effort in efforts:
        for name, value in effort.items():
            total[name] = total.get(name, 0) + value
    return total


@dataclass(eq=False)
class Sums:
    """What was found, and what it took."""

    total: int = 0  # solutions, by the weights of their parts
    digest: Lanes = field(default_factory=lambda: np.zeros(2, np.uint64))
    effort: Mapping[str, int] = field(default_factory=dict)
    estimate: Mapping[str, int] = field(default_factory=dict)
    stats: Mapping[str, Statistics] = field(default_factory=dict)  # by engine

    @property
    def told(self) -> bool:
        """Whether the statistics are of all that was searched."""
        return sum(each.total for each in self.stats.values()) == self.effort.get("nodes", 0)

    def plus(self, other: Sums) -> Sums:
        """The sums over both."""
        return Sums(
            self.total + other.total,
            self.digest + other.digest,
            added([self.effort, other.effort]),
            added([self.estimate, other.estimate]),
            together(self.stats, other.stats),
        )


@dataclass(eq=False)
class Tally:
    """The sums of a run over `parts` parts."""

    parts: int
    layout: str = ""  # which parts they are
    done: Sums = field(default_factory=Sums)  # over finished parts
    finished: set[int] = field(default_factory=set)
    under_way: dict[int, Sums] = field(default_factory=dict)
    fraction: dict[int, float] = field(default_factory=dict)  # of parts under way: what is done, about

    def part(self, index: int) -> Sums:
        """The sums of a part that is under way."""
        return self.under_way.setdefault(index, Sums())

    def finish(self, index: int) -> None:
        """A part is done."""
        self.done = self.done.plus(self.under_way.pop(index, Sums()))
        self.fraction.pop(index, None)
        self.finished.add(index)

    @property
    def exhausted(self) -> bool:
        """Whether every part was searched to its end."""
        return len(self.finished) == self.parts

    @property
    def all(self) -> Sums:
        """The sums over everything."""
        some = [*([self.done] if self.finished else []), *self.under_way.values()]
        return reduce(Sums.plus, some) if some else self.done

    @property
    def total(self) -> int:
        """The weighted number of solutions so far."""
        return self.done.total + sum(part.total for part in self.under_way.values())

    @property
    def progress(self) -> float | None:
        """Which fraction of the whole is done, about; None if nobody knows."""
        if self.under_way and not self.fraction:
            return None
        return (len(self.finished) + sum(self.fraction.values())) / self.parts if self.parts else 1.0
