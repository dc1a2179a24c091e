"""`among(list, values, count)`: so many, or `[least, most]`, have one of the values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from accord.problem.constraints import ConstraintSet, list_of
from accord.problem.expressions import Expression, Member, Truth, Value, values_of
from accord.problem.functions import total
from accord.problem.global_rules.base import (
    Arguments,
    Draw,
    GlobalRule,
    between,
    ends,
    ends_text,
    list_text,
    states,
    values_list,
)
from accord.problem.rules import Rule
from accord.problem.slips import strange_values
from accord.problem.topic import Topic


@dataclass(frozen=True, eq=False)
class Among(GlobalRule):
    """At least and at most so many have one of the values."""

    of: tuple[Expression, ...]
    values: tuple[Value, ...]
    least: Expression
    most: Expression

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        number = sum(found[each] in self.values for each in self.of)
        return bool(found[self.least] <= number <= found[self.most])

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """A sum of truths."""
        yield from between(total([Member(each, self.values) for each in self.of]) + 0, self.least, self.most)

    def __str__(self) -> str:
        return f"among({list_text(self.of)}, {values_list(self.values)}, {ends_text(self.least, self.most)})"


def _random(draw: Draw) -> Arguments:
    of = draw.anything(0, 4)
    near = [value for each in of for value in draw.near(each)] or [1]
    return (of, [draw.pick(near) for _ in range(draw.number(0, 4))], draw.ends()), {}


class StatesAmong(ConstraintSet):
    """A problem, and the method that states it."""

    @states(_random)
    def among(
        self,
        of: Iterable[Any],
        values: Iterable[Value],
        count: Any,
        *,
        words: str = "",
        about: Topic | None = None,
    ) -> None:
        """Add the rule that so many have one of the values: a number, or a pair, at least and at most.

        >>> import accord
        >>> p = accord.Problem()
        >>> p.among(p.integers(4, 1, 3), [1, 3], (1, 2))
        >>> accord.count(p).count
        32
        """
        least, most = ends("the count", count)
        listed, wanted = list_of((of,)), values_of(values)
        self._refuse_slips(strange_values(listed, wanted, "among"))
        self.state(Among(listed, wanted, least, most, called=words), about)
