"""Bounds of expressions: the least and the greatest number that each may be, without a look at its values.

>>> from accord.problem import Problem
>>> from accord.problem.bounds import Bounds
>>> x = Problem().integer("x", -3, 5)
>>> Bounds()(2 * x + 1), Bounds()(x * x)
((-5, 11), (-15, 25))
"""

from __future__ import annotations

from accord.problem.expressions import Call, Constant, Expression, Sum, Truth, Variable, is_element

Pair = tuple[int, int]


class Bounds:
    """The bounds of expressions of numbers; each is looked at once."""

    def __init__(self) -> None:
        self._known: dict[Expression, Pair] = {}

    def __call__(self, of: Expression) -> Pair:
        """The least and the greatest number that an expression may be; a place outside is left out."""
        if of not in self._known:
            self._known[of] = self._bounds(of)
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
                return self._called(of)
        raise TypeError(type(of).__name__)

    def _called(self, of: Call) -> Pair:
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
        raise ValueError(of.function)
