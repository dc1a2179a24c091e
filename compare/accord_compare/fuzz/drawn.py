"""A random problem: its rules, and what each means in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

from accord.problem import Problem
from accord_compare.fuzz.expressions import Meaning, OutsideError, Values
from accord_compare.fuzz.form import Solution


@dataclass(frozen=True)
class Drawn:
    """A problem, and what its rules mean."""

    problem: Problem
    domains: dict[str, tuple[Any, ...]]
    rules: list[Meaning]

    def assignments(self) -> Iterator[Values]:
        """All values that the variables may have, right or wrong."""
        for values in product(*self.domains.values()):
            yield dict(zip(self.domains, values, strict=True))

    def holds(self, values: Values) -> bool:
        """Whether values keep all rules, by their meanings."""
        try:
            return all(means(values) for means in self.rules)
        except OutsideError:
            return False

    def fault(self, solutions: Sequence[Solution]) -> str:
        """Return what is wrong with solutions of its model, hidden options and all; empty if nothing is.

        Each of the assignments that keep the rules must come once.
        """
        right = []
        for values in self.assignments():
            kept = self.holds(values)
            if kept != self.problem.holds({self.problem[name]: value for name, value in values.items()}):
                return f"the rules hold otherwise than they mean for {values}: {self}"
            if kept:
                right.append(tuple(values.items()))
        found = Counter(tuple(self.problem.values(solution).items()) for solution in solutions)
        if found == Counter(right):
            return ""
        return f"{len(found)} assignments in {len(solutions)} solutions, expected {len(right)}: {self}"

    def with_few_rules(self) -> Iterator[Drawn]:
        """Yield the problem with some of its rules only, fewest first."""
        for number in range(len(self.rules)):
            for kept in combinations(range(len(self.rules)), number):
                smaller = copy(self.problem)
                smaller.rules = [self.problem.rules[rule] for rule in kept]
                yield replace(self, problem=smaller, rules=[self.rules[rule] for rule in kept])

    def shrunk(self, wrong: Callable[[Drawn], str]) -> str:
        """Return what is wrong with the fewest of its rules with which something is; empty if nothing is."""
        return next(filter(None, map(wrong, self.with_few_rules())), "")

    def __str__(self) -> str:
        domains = ", ".join(f"{name} in {list(domain)}" for name, domain in self.domains.items())
        return "; ".join([domains, *map(str, self.problem.rules)])
