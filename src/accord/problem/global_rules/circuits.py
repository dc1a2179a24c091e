"""Places that follow each other on one circle, through all of them or some."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from accord.problem.expressions import Constant, Expression, Truth
from accord.problem.functions import element, minimum, some
from accord.problem.global_rules.base import GlobalRule, base_text, is_place, list_text
from accord.problem.rules import Different, Rule


@dataclass(frozen=True, eq=False)
class Circuit(GlobalRule):
    """The value at a place is the place that follows, counted from `base`; all are on one circle."""

    of: tuple[Expression, ...]
    base: int = 0

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        after = [found[each] - self.base for each in self.of]
        seen: set[int] = set()
        at = 0
        while at in range(len(after)) and at not in seen:
            seen.add(at)
            at = after[at]
        return len(seen) == len(after) and at == 0

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """All are different places; from the first one, it takes as many steps as there are to come back."""
        yield from (is_place(each, self.base, len(self.of)) for each in self.of)
        yield Different(self.of)
        after = [each - self.base for each in self.of]
        at: Expression = Constant(0)
        for _ in self.of[1:]:
            at = element(after, at)
            yield at != 0

    def __str__(self) -> str:
        return f"circuit({list_text(self.of)}{base_text(self.base)})"


@dataclass(frozen=True, eq=False)
class Subcircuit(GlobalRule):
    """The value at a place is the place that follows, or the place itself, which is then left out.

    All others, if there are any, are on one circle. Places count from `base`.
    """

    of: tuple[Expression, ...]
    base: int = 0

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        after = {place: found[each] for place, each in enumerate(self.of, self.base)}
        moved = {place for place, value in after.items() if value != place}
        at = first = min(moved, default=self.base)
        seen = set()
        while at in moved and at not in seen:
            seen.add(at)
            at = after[at]
        return seen == moved and at == first

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """All are different places; the steps from the first one that is not left out reach all others."""
        yield from (is_place(each, self.base, len(self.of)) for each in self.of)
        yield Different(self.of)
        if len(self.of) < 4:  # two circles take four places
            return
        last = len(self.of) - 1
        after = [each - self.base for each in self.of]
        moved = [each != place for place, each in enumerate(after)]
        at: Expression = minimum([last - (last - place) * each for place, each in enumerate(moved)])
        steps = [at]
        for _ in range(last):
            steps.append(element(after, steps[-1]))
        for place, each in enumerate(moved):
            yield each.implies(some(step == place for step in steps))

    def __str__(self) -> str:
        return f"subcircuit({list_text(self.of)}{base_text(self.base)})"
