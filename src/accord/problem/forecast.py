"""Foresee how large the model of a problem would be, without making it.

A rough sum, from the sizes of domains: a function or a comparison of two variables has a case for each pair
of values, one of more has as many as its parts. Whether a problem is lowered may depend on it, and no count.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from accord.problem.bounds import Bounds
from accord.problem.evaluate import few_atoms
from accord.problem.expressions import (
    ATOMS,
    Atom,
    Call,
    Compared,
    Expression,
    Member,
    Sum,
    Variable,
    is_element,
)
from accord.problem.lower import OF_ONE
from accord.problem.problem import Problem
from accord.problem.rules import Holds


def is_larger(problem: Problem, most: int) -> bool:
    """Whether the model would have more than so many options and entries, about."""
    if any(len(atom.values) > OF_ONE for atom in problem.variables):
        return True
    sizes = sum(len(atom.values) for atom in problem.variables)
    seen = _Seen()
    for added in (added for rule in problem.rules for added in rule.sizes(seen)):
        if sizes > most:
            break
        sizes += added
    return sizes > most


def is_of_values(problem: Problem) -> bool:
    """Whether rules compare variables with values only, and the number that is wanted with counts of these.

    Nothing is gained by bounds of such variables, and with options CP-SAT sees how they are symmetric.
    """
    numbers = {each for each in problem.variables if type(each) is Variable and each is not problem.objective}
    return bool(numbers) and not any(
        numbers & {*_numbers(part)} for rule in problem.rules if not rule.by_values for part in rule.parts
    )


def _numbers(of: Expression) -> Iterator[Expression]:
    """Yield the variables in an expression that are more than compared with values."""
    if type(of) is Variable:
        yield of
    elif not isinstance(of, Member) or type(of.of) is not Variable:
        for part in of.parts:
            yield from _numbers(part)


def is_of_sums(problem: Problem, most_bits: int) -> bool:
    """Whether each variable is in one rule at most, a sum of three variables or more that is compared.

    Then solutions are counted by polynomials: `most_bits` is what all of these may take.
    """
    seen: set[Expression] = set()
    bits, bounds = 0, Bounds()
    for rule in problem.rules:
        truth = rule.truth if isinstance(rule, Holds) else None
        if not isinstance(truth, Compared) or truth.operator == "!=" or len(truth.parts) < 3:
            return False
        terms = set(truth.parts)
        if not ATOMS.issuperset(map(type, terms)) or len(terms) < len(truth.parts) or terms & seen:
            return False
        seen |= terms
        low, high = bounds(truth.sum)
        choices = prod(len(atom.values) for atom in problem.variables if atom in terms)
        bits += (min(high, 0) - low + 1) * (choices.bit_length() + 8)  # above 0 no sum is kept
    large = any(len(atom.values) > OF_ONE for atom in problem.variables)
    return not large and bits <= most_bits


class _Seen:
    """The expressions that were counted; each is written once."""

    def __init__(self) -> None:
        self._known: set[Expression] = set()
        self._bounds = Bounds()

    def of(self, of: Expression) -> int:
        """About how many entries an expression and its parts add, in so far as they are new."""
        if type(of) in ATOMS or of in self._known or (isinstance(of, Member) and type(of.of) is Variable):
            return 0
        self._known.add(of)
        return self._own(of) + sum(map(self.of, of.parts))

    def _own(self, of: Expression) -> int:
        plain = isinstance(of, Compared) and len(of.parts) > 2 and ATOMS.issuperset(map(type, of.parts))
        few = None if plain else few_atoms(of)
        if few is not None:
            return self._pairs(of, few)
        if is_element(of):  # a case for each place and value, tied to both
            return sum(5 * self.values(part) + 2 for part in of.parts[:-1])
        if isinstance(of, Compared | Sum):
            return sum(map(self.values, of.parts))
        return self.values(of) if isinstance(of, Call) else len(of.parts)

    @staticmethod
    def _pairs(of: Expression, few: list[Atom]) -> int:
        """The cases of one or two variables; of a comparison of large ones, order flags."""
        sizes = [len(atom.values) for atom in few]
        if isinstance(of, Compared) and of.operator == "<=" and prod(sizes) > 2_500:
            return 4 * sum(sizes)
        return prod(sizes)

    def values(self, of: Expression) -> int:
        """How many values an expression may have."""
        if type(of) in ATOMS:
            return len(of.values)  # type: ignore[attr-defined]
        try:
            low, high = self._bounds(of)
        except TypeError:  # of values that are no numbers
            return sum(map(self.values, of.parts)) or 1
        return high - low + 1
