"""Tasks in time and rectangles, which do not overlap, or not too many at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from accord.problem.bounds import Bounds
from accord.problem.expressions import Constant, Expression, Truth, Variable
from accord.problem.functions import some, total
from accord.problem.global_rules.base import GlobalRule, list_text, none_below_0
from accord.problem.rules import Rule

WINDOWS = 200_000  # values in all windows of time, before tasks are compared pair by pair


@dataclass(frozen=True, eq=False)
class NoOverlap(GlobalRule):
    """Require that one of two tasks ends before the other starts, or when it does. No length is below 0.

    A task of length 0 takes no time, and may start at any: so with `disjunctive` of MiniZinc, and with
    `noOverlap` of XCSP3 by default. So it is in `Cumulative`.
    """

    starts: tuple[Expression, ...]
    lengths: tuple[Expression, ...]

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        tasks = [(found[s], found[s] + found[d]) for s, d in zip(self.starts, self.lengths, strict=True)]
        long = [(start, end) for start, end in tasks if start < end]
        apart = all(one[1] <= other[0] or other[1] <= one[0] for one, other in combinations(long, 2))
        return apart and all(start <= end for start, end in tasks)

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """For each time, at most one task runs, or for each pair of tasks, which is first."""
        yield from none_below_0(self.lengths)
        windows = _windows(self.starts, self.lengths)
        if windows is not None:
            for running in windows:
                yield total(runs for _, runs in running) <= 1
        else:
            yield from self._pairs()

    def rules_of_bits(self) -> Iterator[Truth | Rule]:
        """For each pair of tasks, which is first: a time would need the values of each start."""
        yield from none_below_0(self.lengths)
        yield from self._pairs()

    def _pairs(self) -> Iterator[Truth]:
        bounds = Bounds()
        tasks = []
        for start, length in zip(self.starts, self.lengths, strict=True):
            least, most = bounds(length)
            if most > 0:
                tasks.append((start, start + length, [length == 0] if least <= 0 else []))
        for (one, ended, is_empty), (other, other_ended, other_is_empty) in combinations(tasks, 2):
            yield some(ended <= other, other_ended <= one, *is_empty, *other_is_empty)

    def __str__(self) -> str:
        return f"no_overlap({list_text(self.starts)}, {list_text(self.lengths)})"


@dataclass(frozen=True, eq=False)
class NoOverlap2D(GlobalRule):
    """Require that one of two rectangles ends before the other begins, or where it does, across or along.

    No width and no height is below 0. A rectangle without area must not be strictly inside another.
    """

    lefts: tuple[Expression, ...]
    bottoms: tuple[Expression, ...]
    widths: tuple[Expression, ...]
    heights: tuple[Expression, ...]

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        ends = [
            ((found[x], found[x] + found[w]), (found[y], found[y] + found[h]))
            for x, y, w, h in zip(self.lefts, self.bottoms, self.widths, self.heights, strict=True)
        ]
        apart = all(
            any(one[1] <= other[0] or other[1] <= one[0] for one, other in zip(here, there, strict=True))
            for here, there in combinations(ends, 2)
        )
        return apart and all(low <= high for sides in ends for low, high in sides)

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """For each pair, which one is first, across or along."""
        yield from none_below_0((*self.widths, *self.heights))
        sides = [
            ((x, x + w), (y, y + h))
            for x, y, w, h in zip(self.lefts, self.bottoms, self.widths, self.heights, strict=True)
        ]
        for here, there in combinations(sides, 2):
            pairs = [*zip(here, there, strict=True)]
            yield some(
                first[1] <= second[0]
                for one, other in pairs
                for first, second in ((one, other), (other, one))
            )

    def __str__(self) -> str:
        lists = map(list_text, (self.lefts, self.bottoms, self.widths, self.heights))
        return f"no_overlap_2d({', '.join(lists)})"


@dataclass(frozen=True, eq=False)
class Cumulative(GlobalRule):
    """The tasks that run at a time need no more than the capacity; nothing of it is below 0."""

    starts: tuple[Expression, ...]
    lengths: tuple[Expression, ...]
    demands: tuple[Expression, ...]
    capacity: Expression

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        tasks = [
            (found[s], found[s] + found[d], found[need])
            for s, d, need in zip(self.starts, self.lengths, self.demands, strict=True)
        ]
        needed = [sum(n for start, end, n in tasks if start <= time < end) for time, _, _ in tasks]
        known = found[self.capacity] >= 0 and all(start <= end and n >= 0 for start, end, n in tasks)
        return known and all(each <= found[self.capacity] for each in needed)

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """For each time, or for each start of a task, what the tasks need that run then."""
        yield from none_below_0((*self.lengths, *self.demands, self.capacity))
        windows = _windows(self.starts, self.lengths)
        if windows is not None:
            for running in windows:
                yield total(self.demands[task] * runs for task, runs in running) <= self.capacity
        else:
            yield from self._at_starts()

    def rules_of_bits(self) -> Iterator[Truth | Rule]:
        """For each start of a task, what the tasks need that run then."""
        yield from none_below_0((*self.lengths, *self.demands, self.capacity))
        yield from self._at_starts()

    def _at_starts(self) -> Iterator[Truth]:
        for time in self.starts:
            needed = [
                need * ((start <= time) & (time < start + length))
                for start, length, need in zip(self.starts, self.lengths, self.demands, strict=True)
            ]
            yield total(needed) <= self.capacity

    def __str__(self) -> str:
        lists = ", ".join(map(list_text, (self.starts, self.lengths, self.demands)))
        return f"cumulative({lists}, {self.capacity})"


def _windows(
    starts: Sequence[Expression], lengths: Sequence[Expression]
) -> Iterator[list[tuple[int, Truth]]] | None:
    """For each time at which a task may start, the tasks that may run then, and the truth that they do.

    None if starts are no variables, lengths are not known, or below 0, or there are too many times.
    """
    variables = [start for start in starts if isinstance(start, Variable)]
    known = [each.value for each in lengths if isinstance(each, Constant) and isinstance(each.value, int)]
    if len(variables) < len(starts) or len(known) < len(lengths) or min(known, default=0) < 0:
        return None
    size = sum(len(start.values) * max(length, 1) for start, length in zip(variables, known, strict=True))
    if size * len(starts) > WINDOWS:
        return None
    times: set[Any] = {value for start in variables for value in start.values}
    return (_running(variables, known, time) for time in sorted(times))


def _running(starts: Sequence[Variable], lengths: Sequence[int], time: int) -> list[tuple[int, Truth]]:
    """The tasks that may run at a time, and the truth that each does: it starts at one of these times."""
    found = []
    for task, (start, length) in enumerate(zip(starts, lengths, strict=True)):
        window = [value for value in range(time - length + 1, time + 1) if value in start.values]
        if window:
            found.append((task, start.among(window)))
    return found
