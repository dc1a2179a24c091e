"""Generate random expressions together with their meaning as plain Python functions.

The functions know nothing of `accord.problem`: its evaluation and its lowering are compared with them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from operator import eq, floordiv, ge, gt, itemgetter, le, lt, mod, ne
from typing import Any, TypeAlias

from accord.problem import Problem, element, every, maximum, minimum, some
from accord_compare.fuzz.dice import Dice

Values: TypeAlias = Mapping[str, Any]  # of the variables, by name; truths are 0 and 1
Meaning: TypeAlias = Callable[[Values], Any]


class OutsideError(Exception):
    """The place of an element is none of its array."""


@dataclass(frozen=True)
class Term:
    """An expression and its meaning."""

    expression: Any
    meaning: Meaning


FAR = (1_500, 1 << 15, (1 << 31) - 2, 1 << 31, (1 << 32) - 1, (1 << 38) - 3)  # where solvers change a type


@dataclass
class Generator:
    """Draws expressions of the variables of a problem, which it draws too."""

    dice: Dice
    far: int = 0  # many numbers are as far from 0; then some rules are refused, as too large
    problem: Problem = field(default_factory=Problem)
    domains: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    integers: list[Term] = field(default_factory=list)
    truths: list[Term] = field(default_factory=list)
    choices: list[Term] = field(default_factory=list)

    # -- variables ---------------------------------------------------------------------------------

    def declare(self, most: int) -> None:
        """A few variables of any kind, together of at most so many assignments."""
        kinds: dict[str, tuple[Callable[[], tuple[Any, ...]], Callable[..., Any], list[Term]]] = {
            "integer": (self._numbers, lambda n, d: self.problem.integer(n, values=d), self.integers),
            "boolean": (lambda: (0, 1), lambda n, _: self.problem.boolean(n), self.truths),
            "choice": (self._values, self.problem.choice, self.choices),
        }
        for number in range(self.dice.number(1, 5)):
            drawn, made, those = kinds[self.dice.pick(("integer", "integer", "integer", "boolean", "choice"))]
            name, domain = f"{self.dice.pick('abcxyz')}{number}", drawn()
            if prod(map(len, self.domains.values())) * len(domain) <= most:
                self.domains[name] = domain
                those.append(Term(made(name, domain), itemgetter(name)))

    def _numbers(self) -> tuple[int, ...]:
        """A range, or numbers with holes, of either sign; rarely one number."""
        if self.dice.chance(0.6):
            low = self.dice.number(-3, 3) + self._shift()
            return tuple(range(low, low + self.dice.number(1, 5)))
        numbers = self.dice.some(range(-6, 9), self.dice.number(1, 4))
        return tuple(dict.fromkeys(number + self._shift() for number in numbers))

    def _shift(self) -> int:
        """How far from 0 a number is."""
        return self.far * self.dice.pick((0, 0, 1, 1, -1)) if self.far else 0

    def _values(self) -> tuple[Any, ...]:
        """Texts; or values of any kind, some of them numbers."""
        several = (
            ("red", "green", "blue"),
            (1, "one", (1, 1), 2.5, -1),
            (None, "none", 0, 2),
        )
        values = self.dice.pick(several)
        return tuple(self.dice.some(values, self.dice.number(1, len(values))))

    # -- numbers -----------------------------------------------------------------------------------

    def number(self, depth: int = 2) -> Term:
        """A number: a variable, a constant, a truth, or made of others."""
        atoms = [*self.integers, *self.integers, *self.truths]
        if depth <= 0 or self.dice.chance(0.3):
            return self.dice.pick(atoms) if atoms and not self.dice.chance(0.1) else self._constant()
        makers = (self.sum, self.sum, self.sum, self.absolute, self.extreme, self.product, self.element)
        return self.dice.pick((*makers, lambda d: self.truth(d - 1)))(depth)

    def several(self, low: int, high: int, depth: int = 1) -> list[Term]:
        """So many numbers; some may be the same."""
        return [self.number(depth - 1) for _ in range(self.dice.number(low, high))]

    def _constant(self) -> Term:
        value = self.dice.number(-3, 6) + self._shift()
        return Term(value, lambda _: value)

    def sum(self, depth: int = 1) -> Term:
        """Amounts of numbers, negative, zero and repeated ones among them, and a constant."""
        terms = self.several(1, 4, depth)
        if self.dice.chance(0.3):
            terms.append(terms[0])
        amounts = [self.dice.pick((1, 1, 1, -1, -1, 2, -3, 0, 5)) for _ in terms]
        constant = self.dice.pick((0, 0, 0, 1, -2, 4))
        says: Any = constant
        for amount, term in zip(amounts, terms, strict=True):
            says = says + amount * term.expression
        # a term of amount 0 is evaluated too: the place of an element in it has to be inside
        pairs = [(a, t.meaning) for a, t in zip(amounts, terms, strict=True)]
        return Term(says, lambda values: constant + sum(a * means(values) for a, means in pairs))

    def absolute(self, depth: int = 1) -> Term:
        """The difference of two numbers, without its sign."""
        one, other = self.number(depth - 1), self.number(depth - 1)
        return Term(
            abs(one.expression - other.expression),
            lambda values: abs(one.meaning(values) - other.meaning(values)),
        )

    def extreme(self, depth: int = 1) -> Term:
        """The least or the greatest of one to four numbers."""
        of, (says, means) = self.several(1, 4, depth), self.dice.pick(((minimum, min), (maximum, max)))
        return Term(
            says([each.expression for each in of]), lambda values: means(e.meaning(values) for e in of)
        )

    def product(self, depth: int = 1) -> Term:
        """Two numbers, perhaps the same one, perhaps truths, times each other."""
        one = self.number(depth - 1)
        other = one if self.dice.chance(0.2) else self.number(depth - 1)
        return Term(
            one.expression * other.expression, lambda values: one.meaning(values) * other.meaning(values)
        )

    def arithmetic(self, depth: int = 1) -> Term:
        """A quotient, a remainder or a power; the divisor may be 0, and the exponent below 0."""
        one, other = self.number(depth - 1), self.number(depth - 1)
        if not hasattr(one.expression, "parts"):
            return self.sum(depth)
        name = self.dice.pick(("quotient", "remainder") if self.far else ("quotient", "remainder", "power"))
        known_already = (
            not hasattr(other.expression, "parts") or getattr(other.expression, "terms", None) == ()
        )
        if known_already or (name == "power" and self.dice.chance(0.5)):
            known = self.dice.number(0, 3) if name == "power" else self.dice.pick((-3, -2, -1, 1, 2, 3, 7))
            other = Term(known, lambda _: known)

        def means(values: Values) -> Any:
            a, b = one.meaning(values), other.meaning(values)
            if b < 0 if name == "power" else b == 0:
                raise OutsideError
            return a**b if name == "power" else divmod(a, b)[name == "remainder"]

        operators: dict[str, Callable[..., Any]] = {
            "quotient": floordiv,
            "remainder": mod,
            "power": pow,
        }
        return Term(operators[name](one.expression, other.expression), means)

    def element(self, depth: int = 1) -> Term:
        """Return an element of an array of constants or numbers; the place may lie outside."""
        array = self.several(1, 5, self.dice.number(0, 1) and depth) if depth else [self._constant()]
        place = self.number(depth - 1)

        def means(values: Values) -> Any:
            found, at = [each.meaning(values) for each in array], place.meaning(values)
            if not 0 <= at < len(found):
                raise OutsideError
            return found[at]

        return Term(element([each.expression for each in array], place.expression), means)

    # -- truths ------------------------------------------------------------------------------------

    def truth(self, depth: int = 2) -> Term:
        """A truth: a variable, True or False, a comparison, membership, or several joined."""
        if depth <= 0 and self.truths and self.dice.chance(0.7):
            return self.dice.pick(self.truths)
        if self.dice.chance(0.04):
            known = self.dice.chance(0.5)
            return Term(known, lambda _: int(known))
        makers: list[Callable[[int], Term]] = [self.comparison, self.comparison, self.member]
        if depth > 0:
            makers += [self.connective, self.connective, self.negation]
        if self.choices:
            makers.append(self.same)
        return self.dice.pick(makers)(max(depth, 0))

    def comparison(self, depth: int = 1) -> Term:
        """Two numbers compared."""
        one, other = self.number(depth), self.number(depth)
        compared = self.dice.pick((eq, ne, le, lt, ge, gt))
        says = compared(one.expression, other.expression)
        return Term(says, lambda values: int(compared(one.meaning(values), other.meaning(values))))

    def member(self, depth: int = 1) -> Term:
        """Whether a number is one of some; some or all of these may be out of reach."""
        of = self.number(depth)
        if not hasattr(of.expression, "among"):
            return self.comparison(depth)
        among = [self.dice.number(-4, 8) + self._shift() for _ in range(self.dice.number(1, 4))]
        return Term(of.expression.among(among), lambda values: int(of.meaning(values) in among))

    def same(self, _: int = 0) -> Term:
        """Two choices, a choice and a value, or a choice and a number: equal or not."""
        one = self.dice.pick(self.choices)
        red = Term("red", lambda _: "red")
        other = self.dice.pick([*self.choices, *self.integers, red, self._constant()])
        if self.dice.chance(0.5):
            return Term(one.expression == other.expression, lambda v: int(one.meaning(v) == other.meaning(v)))
        return Term(one.expression != other.expression, lambda v: int(one.meaning(v) != other.meaning(v)))

    def negation(self, depth: int = 1) -> Term:
        """Return a truth that another does not hold."""
        of = self.truth(depth - 1)
        if of.expression is True or of.expression is False:
            return of
        return Term(~of.expression, lambda values: 1 - of.meaning(values))

    def connective(self, depth: int = 1) -> Term:
        """Two to four truths: and, or, xor; two: implies, iff."""
        of = [self.truth(depth - 1) for _ in range(self.dice.number(2, 4))]
        name = self.dice.pick(("and", "or", "xor", "every", "some", "implies", "iff"))
        if name in ("every", "some"):
            says = {"every": every, "some": some}[name]([each.expression for each in of])
            means = {"every": all, "some": any}[name]
            return Term(says, lambda v: int(means([each.meaning(v) for each in of])))
        of = of[:2] if name in ("implies", "iff") else of
        # an expression goes first
        of.sort(key=lambda each: each.expression is True or each.expression is False)
        if of[0].expression is True or of[0].expression is False:
            return of[0]
        says = _join(name, [each.expression for each in of])
        return Term(says, lambda v: _meaning(name, [each.meaning(v) for each in of]))


def _join(name: str, says: Sequence[Any]) -> Any:
    first, *others = says
    for other in others:
        match name:
            case "and":
                first = first & other
            case "or":
                first = first | other
            case "xor":
                first = first ^ other
            case "implies":
                first = first.implies(other)
            case "iff":
                first = first.iff(other)
    return first


def _meaning(name: str, truths: Sequence[int]) -> int:
    match name:
        case "and":
            return int(all(truths))
        case "or":
            return int(any(truths))
        case "xor":
            return sum(truths) % 2
        case "implies":
            return int(truths[1] >= truths[0])
    return int(truths[0] == truths[1])
