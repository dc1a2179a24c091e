"""`cumulative(starts, lengths, demands, capacity)`: at no time do tasks need more than the capacity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from accord.problem.constraints import ConstraintSet
from accord.problem.expressions import Expression, Truth, expression, numeric
from accord.problem.functions import total
from accord.problem.global_rules.base import (
    Arguments,
    Draw,
    GlobalRule,
    alike,
    list_text,
    none_below_0,
    states,
)
from accord.problem.global_rules.tasks import windows
from accord.problem.rules import Rule
from accord.problem.slips import negative_numbers
from accord.problem.topic import Topic
from accord.problem.writers import IntegerWriter


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
        found = windows(self.starts, self.lengths)
        if found is not None:
            for running in found:
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

    def write_integers(self, to: IntegerWriter) -> None:
        """Intervals and what they need."""
        if to.has_gaps(*self.starts, *self.lengths):
            super().write_integers(to)
            return
        intervals = list(map(to.interval, self.starts, self.lengths))
        demands = [to.linear(to.from_0(each)) for each in self.demands]
        to.made.add_cumulative(intervals, demands, to.linear(to.from_0(self.capacity)))

    def __str__(self) -> str:
        lists = ", ".join(map(list_text, (self.starts, self.lengths, self.demands)))
        return f"cumulative({lists}, {self.capacity})"


def _random(draw: Draw) -> Arguments:
    return (*draw.tasks(3), draw.pick([*draw.integers, 1, 2, 3, 4])), {}


class StatesCumulative(ConstraintSet):
    """A problem, and the method that states it."""

    @states(_random)
    def cumulative(
        self,
        starts: Iterable[Any],
        lengths: Iterable[Any],
        demands: Iterable[Any],
        capacity: Any,
        *,
        words: str = "",
        about: Topic | None = None,
    ) -> None:
        """Add the rule that at no time do the tasks that run need more than the capacity.

        Lengths, demands and the capacity are 0 or more.

        >>> import accord
        >>> p = accord.Problem()
        >>> start, end = p.integers(3, 0, 5), p.integer("end", 0, 9)
        >>> p.cumulative(start, [2, 2, 3], demands=[1, 1, 2], capacity=2)
        >>> p.add(start[i] + length <= end for i, length in enumerate([2, 2, 3]))
        >>> p.minimize(end)
        >>> accord.best(p).value
        5
        """
        tasks = alike(starts=starts, lengths=lengths, demands=demands)
        most = numeric(expression(capacity))
        several = {name: tasks[name] for name in ("lengths", "demands")}
        self._refuse_slips(negative_numbers(**several, capacity=[most]))
        self.state(Cumulative(tasks["starts"], tasks["lengths"], tasks["demands"], most, called=words), about)
