"""How often values occur, and what is in bins and knapsacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from accord.problem.expressions import Expression, Member, Truth, Value, equal
from accord.problem.functions import every, some, total
from accord.problem.global_rules.base import (
    GlobalRule,
    base_text,
    few_values,
    is_place,
    list_text,
    multiple,
    none_below_0,
)
from accord.problem.notation import text
from accord.problem.rules import Rule

VALUES = 200_000  # in all expressions whose values are counted, before these are compared pair by pair


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
            yield from _between(total([Member(each, (value,)) for each in self.of]) + 0, low, high)
        if self.closed:
            yield from (Member(each, self.values) for each in self.of)

    def __str__(self) -> str:
        counts = zip(self.values, self.least, self.most, strict=True)
        pairs = (f"{text(v)}: {_ends(low, high)}" for v, low, high in counts)
        closed = ", closed=True" if self.closed else ""
        return f"cardinality({list_text(self.of)}, {{{', '.join(pairs)}}}{closed})"


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
        yield from _between(total([Member(each, self.values) for each in self.of]) + 0, self.least, self.most)

    def __str__(self) -> str:
        values = ", ".join(map(text, self.values))
        return f"among({list_text(self.of)}, [{values}], {_ends(self.least, self.most)})"


@dataclass(frozen=True, eq=False)
class NumberOfValues(GlobalRule):
    """So many different values occur."""

    of: tuple[Expression, ...]
    number: Expression

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        return bool(len({found[each] for each in self.of}) == found[self.number])

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """Whether each value occurs, added up; where the values are many, see `rules_of_bits`."""
        listed = few_values(self.of, VALUES)
        if listed is None:
            yield from self.rules_of_bits()
            return
        having: dict[Value, list[Expression]] = {}
        for each, values in zip(self.of, listed, strict=True):
            for value in values:
                having.setdefault(value, []).append(each)
        occur = [some([Member(each, (value,)) for each in those]) for value, those in having.items()]
        yield total(occur) + 0 == self.number

    def rules_of_bits(self) -> Iterator[Truth | Rule]:
        """Whether each is another value than all before it, added up: no value is listed."""
        new = [every([~equal(each, one) for one in self.of[:at]]) for at, each in enumerate(self.of)]
        yield total(new) + 0 == self.number

    def __str__(self) -> str:
        return f"n_values({list_text(self.of)}, {self.number})"


@dataclass(frozen=True, eq=False)
class BinPacking(GlobalRule):
    """The value is the bin of each thing, counted from `base`; what is in a bin weighs at most so much."""

    of: tuple[Expression, ...]
    weights: tuple[Expression, ...]
    capacities: tuple[Expression, ...]
    base: int = 0

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        bins = [found[each] - self.base for each in self.of]
        loads = dict.fromkeys(range(len(self.capacities)), 0)
        for bin_, weight in zip(bins, self.weights, strict=True):
            if bin_ not in loads:
                return False
            loads[bin_] += found[weight]
        return all(loads[number] <= found[most] for number, most in enumerate(self.capacities))

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """A sum of weights for each bin."""
        yield from (is_place(each, self.base, len(self.capacities)) for each in self.of)
        for number, most in enumerate(self.capacities, start=self.base):
            pairs = zip(self.of, self.weights, strict=True)
            yield total([multiple(Member(each, (number,)), weight) for each, weight in pairs]) + 0 <= most

    def __str__(self) -> str:
        lists = ", ".join(map(list_text, (self.of, self.weights, self.capacities)))
        return f"bin_packing({lists}{base_text(self.base)})"


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
            yield from _between(total([multiple(number, by) for number, by in pairs]) + 0, low, high)

    def __str__(self) -> str:
        lists = ", ".join(map(list_text, (self.of, self.weights, self.values)))
        return f"knapsack({lists}, {_ends(*self.weight)}, {_ends(*self.worth)})"


def _between(number: Expression, low: Expression, high: Expression) -> Iterator[Truth]:
    """Yield that a number is at least and at most so much."""
    if low is high:
        yield number == low
    else:
        yield number >= low
        yield number <= high


def _ends(low: Expression, high: Expression) -> str:
    """A number, or at least and at most so much, as files have it."""
    return str(low) if low is high else f"[{low}, {high}]"
