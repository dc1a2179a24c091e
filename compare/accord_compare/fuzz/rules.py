"""Random truths and rules on lists: each is stated to the problem, and its meaning returned.

A rule on lists draws the arguments of a call itself, and says by `holds` what it means. The values of the
expressions in it are those that plain Python says; what lowers a rule shares no code with either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from operator import eq, ge, le, ne
from typing import Any

from accord.problem import Problem, evaluate, some
from accord.problem.evaluate import value_of
from accord.problem.global_rules import Statement, statements
from accord_compare.fuzz.drawn import Drawn
from accord_compare.fuzz.expressions import Generator, Meaning, OutsideError, Term, Values


def _truth(generator: Generator) -> Meaning:
    return _meaning_of(generator, generator.truth(2))


def _comparison(generator: Generator) -> Meaning:
    return _meaning_of(generator, generator.comparison(2))


def _arithmetic(generator: Generator) -> Meaning:
    """A quotient, a remainder or a power beside a number, perhaps under another truth."""
    one, other = generator.arithmetic(2), generator.number(1)
    compared = generator.dice.pick((eq, ne, le, ge))
    truth = Term(
        compared(one.expression, other.expression),
        lambda values: int(compared(one.meaning(values), other.meaning(values))),
    )
    if truth.expression is True or truth.expression is False or not generator.dice.chance(0.3):
        return _meaning_of(generator, truth)
    beside = generator.truth(1)
    if generator.integers and generator.dice.chance(0.4):  # what always holds, or never
        of, there = generator.dice.pick(generator.integers), generator.dice.chance(0.8)
        known = of.expression != 99 if there else of.expression == 99
        beside = Term(known, lambda values: int((of.meaning(values) != 99) == there))
    both = Term(truth.expression | beside.expression, lambda v: max(truth.meaning(v), beside.meaning(v)))
    return _meaning_of(generator, both)


def _logic(generator: Generator) -> Meaning:
    return _meaning_of(generator, generator.connective(3))


def _meaning_of(generator: Generator, term: Term) -> Meaning:
    """A truth; one that is never true is refused where it is as simple as `x == 9`, but not within others."""
    drawn = Drawn(generator.problem, generator.domains, [term.meaning])
    possible = any(map(drawn.holds, drawn.assignments()))
    generator.problem.add(term.expression if possible else some(term.expression, False))
    return term.meaning


class Drawing:
    """Draws arguments of rules for a generator, and notes what the expressions among them mean."""

    def __init__(self, generator: Generator) -> None:
        self.generator, self.dice = generator, generator.dice
        self.number, self.chance = self.dice.number, self.dice.chance
        self.pick, self.some, self.shuffle = self.dice.pick, self.dice.some, self.dice.shuffle
        self.terms: dict[int, Term] = {}  # by the id of the expression, which the term holds
        self.integers = self._note(generator.integers)
        self.variables = [*self.integers, *self._note([*generator.choices, *generator.truths])]

    def _note(self, terms: Sequence[Term]) -> list[Any]:
        self.terms |= {id(term.expression): term for term in terms}
        return [term.expression for term in terms]

    def anything(self, low: int, high: int) -> list[Any]:
        """Variables of any kind, perhaps twice, and expressions."""

        def one() -> Any:
            if self.variables and self.chance(0.75):
                return self.pick(self.variables)
            return self._note([self.generator.number(1)])[0]

        return [one() for _ in range(self.number(low, high))]

    def numbers(self, low: int, high: int, depth: int = 1) -> list[Any]:
        """So many numbers; some may be the same."""
        return self._note(self.generator.several(low, high, depth))

    def near(self, of: Any) -> list[Any]:
        """Some values that an expression may have, and one that it may not."""
        found: list[Any] = [99]
        for values in product(*self.generator.domains.values()):
            try:
                value = self.value(of, dict(zip(self.generator.domains, values, strict=True)))
            except OutsideError:
                continue
            if value not in found:
                found.append(value)
            if len(found) > 6:
                break
        if not any(isinstance(value, int) for value in found[1:]):
            found[0] = found[1] if len(found) > 1 else 99  # a number would be a slip
        return found

    def tasks(self, lists: int) -> list[list[Any]]:
        """Lists of one length: the first has variables mostly, the others numbers from 0 mostly."""
        number = self.number(0, 3)
        numbers = [*self.integers, *self.integers, *self._note([self.generator.number(1)])]

        def amount() -> Any:
            return self.pick(numbers) if self.chance(0.25) else self.number(-self.chance(0.1), 3)

        return [[self.pick(numbers) for _ in range(number)]] + [
            [amount() for _ in range(number)] for _ in range(lists - 1)
        ]

    def ends(self) -> Any:
        """A number, or a pair of numbers, at least and at most."""
        one, other = (self.pick([*self.integers, *range(5)]) for _ in range(2))
        return one if self.chance(0.5) else (one, other)

    def value(self, of: Any, values: Values) -> Any:
        """What an expression comes to, by plain Python; one that was made of these, by `value_of`."""
        if id(of) in self.terms:
            return self.terms[id(of)].meaning(values)
        try:
            return value_of(of, {self.generator.problem[name]: values[name] for name in values})
        except evaluate.OutsideError:
            raise OutsideError from None


def _rule(name: str, statement: Statement, generator: Generator) -> Meaning:
    """State a rule on lists by a random call of a method of the problem."""
    draw, problem = Drawing(generator), generator.problem
    given, keywords = statement.random(draw)
    first = len(problem.rules)
    getattr(problem, name)(*given, **keywords)
    rules = problem.rules[first:]
    return lambda values: all(rule.holds(values, draw.value) for rule in rules)


RULES: dict[str, Callable[[Generator], Meaning]] = {
    "truth": _truth,
    "comparison": _comparison,
    "logic": _logic,
    "arithmetic": _arithmetic,
    **{name: partial(_rule, name, statement) for name, statement in statements(Problem).items()},
}
