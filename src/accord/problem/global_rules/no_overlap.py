"""`no_overlap(starts, lengths)`: tasks do not overlap in time; one of length 0 takes no time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from accord.problem.bounds import Bounds
from accord.problem.constraints import ConstraintSet
from accord.problem.expressions import Expression, Truth
from accord.problem.functions import some, total
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
        found = windows(self.starts, self.lengths)
        if found is not None:
            for running in found:
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

    def write_integers(self, to: IntegerWriter) -> None:
        """Intervals; pair by pair where a length may be 0: such a task takes room in CP-SAT."""
        least = [to.bounds(to.form(length))[0] for length in self.lengths]
        if min(least, default=1) > 0 and not to.has_gaps(*self.starts, *self.lengths):
            to.made.add_no_overlap(list(map(to.interval, self.starts, self.lengths)))
        else:
            super().write_integers(to)

    def __str__(self) -> str:
        return f"no_overlap({list_text(self.starts)}, {list_text(self.lengths)})"


def _random(draw: Draw) -> Arguments:
    return (*draw.tasks(2),), {}


class StatesNoOverlap(ConstraintSet):
    """A problem, and the method that states it."""

    @states(_random)
    def no_overlap(
        self, starts: Iterable[Any], lengths: Iterable[Any], *, words: str = "", about: Topic | None = None
    ) -> None:
        """Add the rule that tasks do not overlap in time; lengths are 0 or more.

        A task of length 0 takes no time, and may start while another one runs.

        >>> import accord
        >>> p = accord.Problem()
        >>> start = p.integers(3, 0, 5)
        >>> p.no_overlap(start, [1, 2, 3])
        >>> accord.count(p).count
        30
        """
        tasks = alike(starts=starts, lengths=lengths)
        self._refuse_slips(negative_numbers(lengths=tasks["lengths"]))
        self.state(NoOverlap(tasks["starts"], tasks["lengths"], called=words), about)
