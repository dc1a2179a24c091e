"""`bin_packing(bins, weights, capacities)`: what is in a bin weighs at most its capacity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from accord.problem.constraints import ConstraintSet, numbers_of
from accord.problem.expressions import Expression, Member, Truth
from accord.problem.functions import total
from accord.problem.global_rules.base import (
    Arguments,
    Draw,
    GlobalRule,
    alike,
    base_text,
    is_place,
    list_text,
    multiple,
    states,
)
from accord.problem.rules import Rule
from accord.problem.topic import Topic


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


def _random(draw: Draw) -> Arguments:
    base = draw.number(0, 1)
    bins, weights = draw.tasks(2)
    most = [draw.pick([*draw.integers, number]) for number in range(1, draw.number(0, 3) + 1)]
    return (bins, weights, most), {"base": base}


class StatesBinPacking(ConstraintSet):
    """A problem, and the method that states it."""

    @states(_random)
    def bin_packing(
        self,
        bins: Iterable[Any],
        weights: Iterable[Any],
        capacities: Iterable[Any],
        *,
        base: int = 0,
        words: str = "",
        about: Topic | None = None,
    ) -> None:
        """Add the rule that what is in each bin weighs at most its capacity.

        Args:
            bins: the bin of each thing; bins count from `base`.
            weights: how much each thing weighs.
            capacities: how much each bin takes.
            base: the number of the first bin.
            words: the name of the rule in hints and explanations.
            about: what the rule is about, as data; see `add`.

        >>> import accord
        >>> p = accord.Problem()
        >>> p.bin_packing(p.integers(4, 0, 1), weights=[3, 3, 2, 2], capacities=[5, 5])
        >>> accord.count(p).count
        4
        """
        things = alike(bins=bins, weights=weights)
        most = numbers_of((capacities,))
        self.state(BinPacking(things["bins"], things["weights"], most, base, called=words), about)
