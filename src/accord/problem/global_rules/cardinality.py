"""`cardinality(list, {value: 2, other: [0, 3]}, closed=True)`: how often values occur; no others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from accord.errors import UsageError
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
)
from accord.problem.notation import brief, text
from accord.problem.rules import Rule
from accord.problem.slips import strange_values
from accord.problem.topic import Topic


@dataclass(frozen=True, eq=False)
class Cardinality(GlobalRule):
    """Each of the values occurs so often; with `closed`, no others occur."""

    of: tuple[Expression, ...]
    values: tuple[Value, ...]
    least: tuple[Expression, ...]
    most: tuple[Expression, ...]
    closed: bool = False

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        values = [found[each] for each in self.of]
        counts = zip(self.values, self.least, self.most, strict=True)
        known = not self.closed or all(value in self.values for value in values)
        return known and all(found[low] <= values.count(value) <= found[high] for value, low, high in counts)

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """A sum of truths for each value."""
        for value, low, high in zip(self.values, self.least, self.most, strict=True):
            yield from between(total([Member(each, (value,)) for each in self.of]) + 0, low, high)
        if self.closed:
            yield from (Member(each, self.values) for each in self.of)

    def __str__(self) -> str:
        counts = zip(self.values, self.least, self.most, strict=True)
        pairs = (f"{text(v)}: {ends_text(low, high)}" for v, low, high in counts)
        closed = ", closed=True" if self.closed else ""
        return f"cardinality({list_text(self.of)}, {{{', '.join(pairs)}}}{closed})"


def _random(draw: Draw) -> Arguments:
    of = draw.anything(0, 4)
    near = [value for each in of for value in draw.near(each)] or [1]
    counts: dict[Any, Any] = {}
    for value in dict.fromkeys(draw.pick(near) for _ in range(draw.number(0, 3))):
        low, high = draw.number(0, 2), draw.number(0, 3)
        counts[value] = (low, high) if draw.chance(0.6) else low
        if draw.integers and draw.chance(0.2):
            counts[value] = draw.pick(draw.integers)
    return (of, counts), {"closed": draw.chance(0.3)}


class StatesCardinality(ConstraintSet):
    """A problem, and the method that states it."""

    @states(_random)
    def cardinality(
        self,
        of: Iterable[Any],
        counts: Mapping[Value, Any],
        *,
        closed: bool = False,
        words: str = "",
        about: Topic | None = None,
    ) -> None:
        """Add the rule that values occur so often.

        Args:
            of: the variables or expressions.
            counts: for each value a number or an expression, or a pair: at least and at most so often.
            closed: whether no other values occur.
            words: the name of the rule in hints and explanations.
            about: what the rule is about, as data; see `add`.

        >>> import accord
        >>> p = accord.Problem()
        >>> p.cardinality(p.integers(4, 1, 3), {1: 2, 2: (0, 1)})
        >>> accord.count(p).count
        18
        """
        if not isinstance(counts, Mapping):
            raise UsageError(f"found {brief(counts)}; expected a table of values and how often each occurs")
        pairs = [ends(brief(value), count) for value, count in counts.items()]
        least, most = (tuple(pair[end] for pair in pairs) for end in (0, 1))
        listed, values = list_of((of,)), values_of(counts)
        self._refuse_slips(strange_values(listed, values, "cardinality"))
        self.state(Cardinality(listed, values, least, most, closed, called=words), about)
