"""Add slices of results to a count, after symmetric duplicates are sieved out.

    for index, step in counting.steps(request):
        count, solutions = counting.sift(index, step)
        counting.add(index, count, solutions)

Limits, and whatever else ends a search early, are up to the loop around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from accord.backends.contract import Allowance, Request, Slice, State
from accord.backends.statistics import Statistics, together
from accord.errors import EngineError
from accord.model import Model
from accord.model.digest import Lanes, digest
from accord.model.model import Indices
from accord.runner.choose import EngineChoice
from accord.runner.search import Sieve, Steps, check_determined, one_by_one
from accord.symmetry.group import group_of

if TYPE_CHECKING:
    from accord.runner.work import Work


def sum_efforts(efforts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Efforts of several searches, counter by counter; a counter at zero stays."""
    total: dict[str, int] = {}
    for effort in efforts:
        for name, value in effort.items():
            total[name] = total.get(name, 0) + value
    return total


@dataclass(eq=False)
class PartTotals:
    """Solutions of some parts, and the effort that they took."""

    total: int = 0  # solutions, by the weights of their parts
    digest: Lanes = field(default_factory=lambda: np.zeros(2, np.uint64))
    effort: Mapping[str, int] = field(default_factory=dict)
    estimate: Mapping[str, int] = field(default_factory=dict)
    stats: Mapping[str, Statistics] = field(default_factory=dict)  # by engine

    @property
    def told(self) -> bool:
        """Whether the statistics are of all that was searched."""
        return sum(each.total for each in self.stats.values()) == self.effort.get("nodes", 0)

    def plus(self, other: PartTotals) -> PartTotals:
        """The sums over both."""
        return PartTotals(
            self.total + other.total,
            self.digest + other.digest,
            sum_efforts([self.effort, other.effort]),
            sum_efforts([self.estimate, other.estimate]),
            together(self.stats, other.stats),
        )


@dataclass(eq=False)
class RunTotals:
    """The sums of a run over `parts` parts."""

    parts: int
    layout: str = ""  # which parts they are
    done: PartTotals = field(default_factory=PartTotals)  # over finished parts
    finished: set[int] = field(default_factory=set)
    under_way: dict[int, PartTotals] = field(default_factory=dict)
    fraction: dict[int, float] = field(default_factory=dict)  # of parts under way: what is done, about

    def part(self, index: int) -> PartTotals:
        """The sums of a part that is under way."""
        return self.under_way.setdefault(index, PartTotals())

    def finish(self, index: int) -> None:
        """A part is done."""
        self.done = self.done.plus(self.under_way.pop(index, PartTotals()))
        self.fraction.pop(index, None)
        self.finished.add(index)

    @property
    def exhausted(self) -> bool:
        """Whether every part was searched to its end."""
        return len(self.finished) == self.parts

    @property
    def all(self) -> PartTotals:
        """The sums over everything."""
        some = [*([self.done] if self.finished else []), *self.under_way.values()]
        return reduce(PartTotals.plus, some) if some else self.done

    @property
    def total(self) -> int:
        """The weighted number of solutions so far."""
        return self.done.total + sum(part.total for part in self.under_way.values())

    @property
    def progress(self) -> float | None:
        """Which fraction of the whole is done, about; None if unknown."""
        if self.under_way and not self.fraction:
            return None
        return (len(self.finished) + sum(self.fraction.values())) / self.parts if self.parts else 1.0


class Best:
    """The value of the least solution so far, over all parts, and the bound that an engine has proved.

    Raises EngineError for what no engine may do: a solution that is no better than its last one, or one below
    the bound that it gave.
    """

    def __init__(self, model: Model, *, strict: bool) -> None:
        """`strict`: the engine looks for the least itself, so within a part its values have to fall."""
        self._model = model
        self._strict = strict
        self._last: dict[int, int] = {}  # the value last found in each part
        self._bounds: dict[int, int] = {}
        self.value: int | None = None

    def select_better(self, part: int, solutions: Indices, bound: int | None) -> Indices:
        """The solutions of a batch that are better than all before, in their order."""
        if bound is not None:
            self._bounds[part] = max(bound, self._bounds.get(part, bound))
        values = self._model.values(solutions).tolist()
        keep = np.zeros(len(values), np.bool_)
        for row, value in enumerate(values):
            if self._strict and value >= self._last.get(part, value + 1):
                raise EngineError(f"after a solution of {self._last[part]} came one of {value}, no better")
            if value < self._bounds.get(part, value):
                raise EngineError(f"a solution of {value} lies below the bound {self._bounds[part]}")
            self._last[part] = value
            if self.value is None or value < self.value:
                self.value, keep[row] = value, True
        return solutions[keep]

    def bound(self, parts: int, exhausted: bool) -> int | None:
        """No solution has a smaller value than this; None if nothing is known."""
        if exhausted:
            return self.value
        return self._bounds.get(0) if parts == 1 else None


NOTHING: Mapping[int, State] = {}


@dataclass(eq=False)
class Counting:
    """Some work, the engine that does it, and the sums so far."""

    model: Model  # the whole, whose solutions are verified
    work: Work
    choice: EngineChoice
    tally: RunTotals
    digests: bool = False  # whether the digest is wanted of what passes

    def __post_init__(self) -> None:
        name, walks = self.choice.backend.name, self.choice.request.solutions
        group = group_of(self.model) if self.work.least and walks else None
        self._sieve = Sieve(self.model, name, walks=walks, only_counts=self.work.only_counts, group=group)

    def steps(
        self,
        request: Request,
        nodes: Allowance | None = None,
        states: Mapping[int, State] = NOTHING,
        workers: int = 1,
    ) -> Steps:
        """Slices of the parts that are not finished: (index of the part, slice).

        Args:
            request: what the backend is asked.
            nodes: how many may be placed in all parts together.
            states: of parts under way, to go on from.
            workers: worker processes; 1: this process.
        """
        backend, parts, finished = self.choice.backend, self.work.parts, frozenset(self.tally.finished)
        if workers > 1:
            from accord.runner.workers import in_parallel  # only now: it imports much

            # a worker process has no part of the checkpoint: that is written when a part is finished
            request = replace(request, save_when=None)
            steps = in_parallel(backend.name, parts, request, workers, finished, nodes)
        else:
            steps = one_by_one(backend, parts, request, finished, states, nodes, self.choice.relief)
        if self.work.only_counts:  # of solutions that are none of the whole model
            return steps
        return check_determined(steps, backend, self.model, parts, request, finished)

    def sift(self, index: int, step: Slice) -> tuple[int, Indices]:
        """Note the effort of a slice; return how many of its solutions pass the sieve, and which."""
        sums = self.tally.part(index)
        if step.effort:
            sums.effort = dict(step.effort)
        if step.estimate:
            sums.estimate = dict(step.estimate)
        if step.stats:
            sums.stats = step.stats
        if step.done is not None:
            self.tally.fraction[index] = step.done
        return self._sieve.sift(self.work.parts[index], step)

    def add(self, index: int, count: int, solutions: Indices) -> None:
        """Add solutions of a part: how many, and if they are known, which."""
        sums = self.tally.part(index)
        if self.digests and len(solutions):
            sums.digest = sums.digest + digest(self.model, solutions)
        sums.total += self.work.weights[index] * count
