"""`knapsack(numbers, weights, values, weight, value)`: what is taken weighs and is worth so much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from accord.problem.constraints import ConstraintSet
from accord.problem.expressions import Expression, Truth
from accord.problem.functions import total
from accord.problem.global_rules.base import (
    Arguments,
    Draw,
    GlobalRule,
    alike,
    between,
    ends,
    ends_text,
    list_text,
    multiple,
    none_below_0,
    states,
)
from accord.problem.rules import Rule
from accord.problem.topic import Topic


@dataclass(frozen=True, eq=False)
class Knapsack(GlobalRule):
    """How many are taken of each thing, which is none below 0: they weigh and are worth so much in all.

    `weight` and `worth` are pairs: at least, and at most.
    """

    of: tuple[Expression, ...]
    weights: tuple[Expression, ...]
    values: tuple[Expression, ...]
    weight: tuple[Expression, ...]
    worth: tuple[Expression, ...]

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        taken = [found[each] for each in self.of]
        for each, (low, high) in ((self.weights, self.weight), (self.values, self.worth)):
            amount = sum(number * found[one] for number, one in zip(taken, each, strict=True))
            if not found[low] <= amount <= found[high]:
                return False
        return min(taken, default=0) >= 0

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """A sum of weights, and a sum of values."""
        yield from none_below_0(self.of)
        for each, (low, high) in ((self.weights, self.weight), (self.values, self.worth)):
            pairs = zip(self.of, each, strict=True)
            yield from between(total([multiple(number, by) for number, by in pairs]) + 0, low, high)

    def __str__(self) -> str:
        lists = ", ".join(map(list_text, (self.of, self.weights, self.values)))
        return f"knapsack({lists}, {ends_text(*self.weight)}, {ends_text(*self.worth)})"


def _random(draw: Draw) -> Arguments:
    return (*draw.tasks(3), draw.ends(), draw.ends()), {}


class StatesKnapsack(ConstraintSet):
    """A problem, and the method that states it."""

    @states(_random)
    def knapsack(
        self,
        numbers: Iterable[Any],
        weights: Iterable[Any],
        values: Iterable[Any],
        weight: Any,
        value: Any,
        *,
        words: str = "",
        about: Topic | None = None,
    ) -> None:
        """Add the rule that what is taken weighs and is worth so much in all.

        Args:
            numbers: how many are taken of each thing, 0 or more.
            weights: how much one of each thing weighs.
            values: how much one of each thing is worth.
            weight: the weight of all; a number, an expression, or a pair: at least and at most.
            value: the worth of all, likewise.
            words: the name of the rule in hints and explanations.
            about: what the rule is about, as data; see `add`.

        >>> import accord
        >>> p = accord.Problem()
        >>> taken, value = p.integers(3, 0, 2), p.integer("value", 0, 99)
        >>> p.knapsack(taken, weights=[12, 2, 1], values=[4, 2, 1], weight=(0, 15), value=value)
        >>> p.maximize(value)
        >>> accord.best(p).value
        7
        """
        taken, heavy, worth = alike(numbers=numbers, weights=weights, values=values).values()
        totals = ends("the weight", weight), ends("the value", value)
        self.state(Knapsack(taken, heavy, worth, *totals, called=words), about)
