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
class Spoken:
    """An expression, and what it means."""

    says: Any
    means: Meaning


@dataclass
class Speaker:
    """Draws expressions of the variables of a problem, which it draws too."""

    dice: Dice
    problem: Problem = field(default_factory=Problem)
    domains: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    integers: list[Spoken] = field(default_factory=list)
    truths: list[Spoken] = field(default_factory=list)
    choices: list[Spoken] = field(default_factory=list)

    # -- variables ---------------------------------------------------------------------------------

    def declare(self, most: int) -> None:
        """A few variables of any kind, together of at most so many assignments."""
        kinds: dict[str, tuple[Callable[[], tuple[Any, ...]], Callable[..., Any], list[Spoken]]] = {
            "integer": (self._numbers, lambda n, d: self.problem.integer(n, values=d), self.integers),
            "boolean": (lambda: (0, 1), lambda n, _: self.problem.boolean(n), self.truths),
            "choice": (self._values, self.problem.choice, self.choices),
        }
        for number in range(self.dice.number(1, 5)):
            drawn, made, those = kinds[self.dice.pick(("integer", "integer", "integer", "boolean", "choice"))]
            name, domain = f"{self.dice.pick('abcxyz')}{number}", drawn()
            if prod(map(len, self.domains.values())) * len(domain) <= most:
                self.domains[name] = domain
                those.append(Spoken(made(name, domain), itemgetter(name)))

    def _numbers(self) -> tuple[int, ...]:
        """A range, or numbers with holes, of either sign; rarely one number."""
        if self.dice.chance(0.6):
            low = self.dice.number(-3, 3)
            return tuple(range(low, low + self.dice.number(1, 5)))
        return tuple(self.dice.some(range(-6, 9), self.dice.number(1, 4)))

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

    def number(self, depth: int = 2) -> Spoken:
        """A number: a variable, a constant, a truth, or made of others."""
        atoms = [*self.integers, *self.integers, *self.truths]
        if depth <= 0 or self.dice.chance(0.3):
            return self.dice.pick(atoms) if atoms and not self.dice.chance(0.1) else self._constant()
        makers = (self.sum, self.sum, self.sum, self.absolute, self.extreme, self.product, self.element)
        return self.dice.pick((*makers, lambda d: self.truth(d - 1)))(depth)

    def several(self, low: int, high: int, depth: int = 1) -> list[Spoken]:
        """So many numbers; some may be the same."""
        return [self.number(depth - 1) for _ in range(self.dice.number(low, high))]

    def _constant(self) -> Spoken:
        value = self.dice.number(-3, 6)
        return Spoken(value, lambda _: value)

    def sum(self, depth: int = 1) -> Spoken:
        """Amounts of numbers, negative, zero and repeated ones among them, and a constant."""
        terms = self.several(1, 4, depth)
        if self.dice.chance(0.3):
            terms.append(terms[0])
        amounts = [self.dice.pick((1, 1, 1, -1, -1, 2, -3, 0, 5)) for _ in terms]
        constant = self.dice.pick((0, 0, 0, 1, -2, 4))
        says: Any = constant
        for amount, term in zip(amounts, terms, strict=True):
            says = says + amount * term.says
        # a term of amount 0 is evaluated too: the place of an element in it has to be inside
        pairs = [(a, t.means) for a, t in zip(amounts, terms, strict=True)]
        return Spoken(says, lambda values: constant + sum(a * means(values) for a, means in pairs))

    def absolute(self, depth: int = 1) -> Spoken:
        """The difference of two numbers, without its sign."""
        one, other = self.number(depth - 1), self.number(depth - 1)
        return Spoken(abs(one.says - other.says), lambda values: abs(one.means(values) - other.means(values)))

    def extreme(self, depth: int = 1) -> Spoken:
        """The least or the greatest of one to four numbers."""
        of, (says, means) = self.several(1, 4, depth), self.dice.pick(((minimum, min), (maximum, max)))
        return Spoken(says([each.says for each in of]), lambda values: means(e.means(values) for e in of))

    def product(self, depth: int = 1) -> Spoken:
        """Two numbers, perhaps the same one, perhaps truths, times each other."""
        one = self.number(depth - 1)
        other = one if self.dice.chance(0.2) else self.number(depth - 1)
        return Spoken(one.says * other.says, lambda values: one.means(values) * other.means(values))

    def arithmetic(self, depth: int = 1) -> Spoken:
        """A quotient, a remainder or a power; the divisor may be 0, and the exponent below 0."""
        one, other = self.number(depth - 1), self.number(depth - 1)
        if not hasattr(one.says, "parts"):
            return self.sum(depth)
        name = self.dice.pick(("quotient", "remainder", "power"))
        known_already = not hasattr(other.says, "parts") or getattr(other.says, "terms", None) == ()
        if known_already or (name == "power" and self.dice.chance(0.5)):
            known = self.dice.number(0, 3) if name == "power" else self.dice.pick((-3, -2, -1, 1, 2, 3, 7))
            other = Spoken(known, lambda _: known)

        def means(values: Values) -> Any:
            a, b = one.means(values), other.means(values)
            if b < 0 if name == "power" else b == 0:
                raise OutsideError
            return a**b if name == "power" else divmod(a, b)[name == "remainder"]

        operators: dict[str, Callable[..., Any]] = {
            "quotient": floordiv,
            "remainder": mod,
            "power": pow,
        }
        return Spoken(operators[name](one.says, other.says), means)

    def element(self, depth: int = 1) -> Spoken:
        """Return an element of an array of constants or numbers; the place may lie outside."""
        array = self.several(1, 5, self.dice.number(0, 1) and depth) if depth else [self._constant()]
        place = self.number(depth - 1)

        def means(values: Values) -> Any:
            found, at = [each.means(values) for each in array], place.means(values)
            if not 0 <= at < len(found):
                raise OutsideError
            return found[at]

        return Spoken(element([each.says for each in array], place.says), means)

    # -- truths ------------------------------------------------------------------------------------

    def truth(self, depth: int = 2) -> Spoken:
        """A truth: a variable, True or False, a comparison, membership, or several joined."""
        if depth <= 0 and self.truths and self.dice.chance(0.7):
            return self.dice.pick(self.truths)
        if self.dice.chance(0.04):
            known = self.dice.chance(0.5)
            return Spoken(known, lambda _: int(known))
        makers: list[Callable[[int], Spoken]] = [self.comparison, self.comparison, self.member]
        if depth > 0:
            makers += [self.connective, self.connective, self.negation]
        if self.choices:
            makers.append(self.same)
        return self.dice.pick(makers)(max(depth, 0))

    def comparison(self, depth: int = 1) -> Spoken:
        """Two numbers compared."""
        one, other = self.number(depth), self.number(depth)
        compared = self.dice.pick((eq, ne, le, lt, ge, gt))
        says = compared(one.says, other.says)
        return Spoken(says, lambda values: int(compared(one.means(values), other.means(values))))

    def member(self, depth: int = 1) -> Spoken:
        """Whether a number is one of some; some or all of these may be out of reach."""
        of = self.number(depth)
        if not hasattr(of.says, "among"):
            return self.comparison(depth)
        among = [self.dice.number(-4, 8) for _ in range(self.dice.number(1, 4))]
        return Spoken(of.says.among(among), lambda values: int(of.means(values) in among))

    def same(self, _: int = 0) -> Spoken:
        """Two choices, a choice and a value, or a choice and a number: equal or not."""
        one = self.dice.pick(self.choices)
        red = Spoken("red", lambda _: "red")
        other = self.dice.pick([*self.choices, *self.integers, red, self._constant()])
        if self.dice.chance(0.5):
            return Spoken(one.says == other.says, lambda v: int(one.means(v) == other.means(v)))
        return Spoken(one.says != other.says, lambda v: int(one.means(v) != other.means(v)))

    def negation(self, depth: int = 1) -> Spoken:
        """Return a truth that another does not hold."""
        of = self.truth(depth - 1)
        if of.says is True or of.says is False:
            return of
        return Spoken(~of.says, lambda values: 1 - of.means(values))

    def connective(self, depth: int = 1) -> Spoken:
        """Two to four truths: and, or, xor; two: implies, iff."""
        of = [self.truth(depth - 1) for _ in range(self.dice.number(2, 4))]
        name = self.dice.pick(("and", "or", "xor", "every", "some", "implies", "iff"))
        if name in ("every", "some"):
            says = {"every": every, "some": some}[name]([each.says for each in of])
            means = {"every": all, "some": any}[name]
            return Spoken(says, lambda v: int(means([each.means(v) for each in of])))
        of = of[:2] if name in ("implies", "iff") else of
        of.sort(key=lambda each: each.says is True or each.says is False)  # an expression goes first
        if of[0].says is True or of[0].says is False:
            return of[0]
        says = _join(name, [each.says for each in of])
        return Spoken(says, lambda v: _meaning(name, [each.means(v) for each in of]))


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
