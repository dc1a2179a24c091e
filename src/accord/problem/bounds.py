"""Bounds of expressions: the least and the greatest number that each may be, without a look at its values.

>>> from accord.problem import Problem
>>> from accord.problem.bounds import Bounds
>>> x = Problem().integer("x", -3, 5)
>>> Bounds()(2 * x + 1), Bounds()(x * x)
((-5, 11), (-15, 25))
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from accord.errors import RefusedError
from accord.problem.expressions import (
    MOST_BITS,
    TOO_LONG,
    Call,
    Constant,
    Expression,
    Member,
    Sum,
    Truth,
    Variable,
    is_element,
    whole_number,
)

Pair = tuple[int, int]


class Bounds:
    """The bounds of expressions of numbers; each is looked at once.

    Raises RefusedError for numbers that no engine takes by far: to compute them takes long.
    """

    def __init__(self) -> None:
        self._known: dict[Expression, Pair] = {}

    def __call__(self, of: Expression) -> Pair:
        """The least and the greatest number that an expression may be; a place outside is left out."""
        if of not in self._known:
            self._known[of] = ends = self._bounds(of)
            if max(abs(end).bit_length() for end in ends) > MOST_BITS:
                raise RefusedError(f"found a product or a power that is too large; {TOO_LONG}")
        return self._known[of]

    def _bounds(self, of: Expression) -> Pair:
        match of:
            case Truth():
                return 0, 1
            case Variable(values=range() as values):
                return values[0], values[-1]
            case Variable():
                return min(of.values), max(of.values)  # type: ignore[type-var,return-value]
            case Constant():
                return of.value, of.value  # type: ignore[return-value]
            case Sum():
                low = high = of.constant
                for term, amount in zip(of.terms, of.amounts, strict=True):
                    ends = [amount * end for end in self(term)]
                    low, high = low + min(ends), high + max(ends)
                return low, high
            case Call():
                return self._of_call(of)
        raise TypeError(type(of).__name__)

    def _of_call(self, of: Call) -> Pair:
        pairs = [self(part) for part in (of.of[:-1] if is_element(of) else of.of)]
        lows, highs = zip(*pairs, strict=True)
        match of.function:
            case "abs":
                (low, high), *_ = pairs
                return max(0, low, -high), max(-low, high)
            case "minimum":
                return min(lows), min(highs)
            case "maximum":
                return max(lows), max(highs)
            case "product":
                ends = [one * other for one in pairs[0] for other in pairs[1]]
                return min(ends), max(ends)
            case "element":
                return min(lows), max(highs)
            case "quotient":
                return quotient_bounds(*pairs)
            case "remainder":
                return remainder_bounds(*pairs)
            case "power":
                return power_bounds(*pairs)
        raise ValueError(of.function)


def quotient_bounds(one: Pair, by: Pair) -> Pair:
    """Bounds of a quotient: it grows or falls with each of both, on either side of the divisor 0."""
    divisors = [divisor for divisor in {*by, -1, 1} if by[0] <= divisor <= by[1] and divisor]
    ends = [end // divisor for end in one for divisor in divisors] or [0]
    return min(ends), max(ends)


def remainder_bounds(one: Pair, by: Pair) -> Pair:
    """Bounds of a remainder, which has the sign of the divisor."""
    low, high = min(0, by[0] + 1), max(0, by[1] - 1)
    return low, min(high, one[1]) if one[0] >= 0 and by[0] > 0 else high


def power_bounds(base: Pair, exponent: Pair) -> Pair:
    """Bounds of a power; large exponents are cut at 64, where powers are beyond all that engines take."""
    least, most = max(0, exponent[0]), min(64, max(0, exponent[1]))
    bases = [each for each in {*base, -1, 0, 1} if base[0] <= each <= base[1]]
    ends = [each**by for each in bases for by in {least, min(least + 1, most), max(most - 1, least), most}]
    return min(ends), max(ends)


def largest_number(of: Iterable[object]) -> int:
    """Return an upper bound, 1 or more, of all numbers in expressions, values, and tuples or sets of them."""
    found = 1  # as truths may be
    bounds, stack, seen = Bounds(), [*of], set[Expression]()
    while stack:
        each = stack.pop()
        if isinstance(each, Expression):
            if each in seen:
                continue
            seen.add(each)
            stack += each.parts
            if isinstance(each, Sum) or (isinstance(each, Call) and not is_element(each)):
                found = max(found, bounds(each)[1])
            elif isinstance(each, Variable):
                stack += (each.values[-1],) if isinstance(each.values, range) else each.values
            elif isinstance(each, Member | Constant):
                stack += each.values if isinstance(each, Member) else (each.value,)
        elif isinstance(each, tuple | frozenset):
            stack += each
        elif isinstance(each, Hashable):
            found = max(found, whole_number(each) or 0)
    return found


def intervals(numbers: Iterable[int]) -> list[Pair]:
    """Return the runs of numbers that follow each other, ascending: the first and the last one of each."""
    found: list[Pair] = []
    for number in sorted({*numbers}):
        if found and found[-1][1] == number - 1:
            found[-1] = found[-1][0], number
        else:
            found.append((number, number))
    return found
