"""`subcircuit(list)`: each value is the next place, or the place itself; all others are on one circle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from accord.arguments.field import refuse_other_types
from accord.problem.constraints import ConstraintSet, numbers_of
from accord.problem.expressions import Expression, Truth
from accord.problem.functions import element, minimum, some
from accord.problem.global_rules.base import (
    Arguments,
    Draw,
    GlobalRule,
    base_text,
    is_place,
    list_text,
    states,
)
from accord.problem.global_rules.circuit import write_circle
from accord.problem.global_rules.different import Different
from accord.problem.rules import Rule
from accord.problem.slips import wrong_base
from accord.problem.topic import Topic
from accord.problem.writers import IntegerWriter


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

    def write_integers(self, to: IntegerWriter) -> None:
        """An arc for each place and each that may follow it, also itself."""
        write_circle(to, self.of, self.base, itself=True)

    @property
    def has_circuit(self) -> bool:
        """True: it is written as one, with arcs from places to themselves."""
        return True

    def __str__(self) -> str:
        return f"subcircuit({list_text(self.of)}{base_text(self.base)})"


def _random(draw: Draw) -> Arguments:
    of, base = draw.tasks(1)[0], draw.number(0, 1)
    of += [draw.pick(of) for _ in range(draw.number(0, 2)) if of]
    return (of,), {"base": base}


class StatesSubcircuit(ConstraintSet):
    """A problem, and the method that states it."""

    @states(_random)
    def subcircuit(
        self, successors: Iterable[Any], *, base: int = 0, words: str = "", about: Topic | None = None
    ) -> None:
        """Add the rule that successors form one circle; a place that is its own successor is left out.

        All places may be left out.

        >>> import accord
        >>> p = accord.Problem()
        >>> after = p.integers(4, 0, 3)
        >>> p.subcircuit(after)
        >>> p.add(after[0] != 0)
        >>> accord.count(p).count
        15
        """
        after = numbers_of((successors,))
        refuse_other_types(base=(base, int))
        self._refuse_slips(wrong_base("subcircuit", after, base))
        self.state(Subcircuit(after, base, called=words), about)
