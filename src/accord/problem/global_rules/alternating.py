"""`alternating(list)`: each is less than its neighbours, or more than both, in turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from accord.problem.constraints import ConstraintSet, numbers_of
from accord.problem.expressions import Expression, Truth
from accord.problem.functions import every, some
from accord.problem.global_rules.base import GlobalRule, list_text, states
from accord.problem.rules import Rule


@dataclass(frozen=True, eq=False)
class Alternating(GlobalRule):
    """Differences of neighbours are not 0, and have the two signs in turn."""

    of: tuple[Expression, ...]

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        steps = [found[other] - found[one] for one, other in pairwise(self.of)]
        return all(step != 0 for step in steps) and all(one * other < 0 for one, other in pairwise(steps))

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """Up at each even place, or at each odd one."""
        ups = [(place % 2 == 0, one, other) for place, (one, other) in enumerate(pairwise(self.of))]
        ways = [
            [one < other if up == first else one > other for up, one, other in ups] for first in (True, False)
        ]
        yield some(*map(every, ways))

    def __str__(self) -> str:
        return f"alternating({list_text(self.of)})"


class StatesAlternating(ConstraintSet):
    """A problem, and the method that states it."""

    @states(lambda draw: ((draw.numbers(0, 4),), {}))
    def alternating(self, of: Iterable[Any], *, words: str = "") -> None:
        """Add the rule that values go up and down in turn.

        >>> import accord
        >>> p = accord.Problem()
        >>> p.alternating(p.integers(3, 1, 3))
        >>> accord.count(p).count
        10
        """
        self.state(Alternating(numbers_of((of,)), called=words))
