"""The base of global constraints, and what several of them need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from accord.problem.bounds import Bounds
from accord.problem.expressions import Boolean, Call, Constant, Expression, Truth, Value, Variable, truth
from accord.problem.rules import Rule


class GlobalRule(Rule):
    """A rule that simpler ones can say."""

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """Yield truths and rules that together say the same."""
        raise NotImplementedError

    def rules_of_bits(self) -> Iterator[Truth | Rule]:
        """Yield the same for variables that have bits, and no option for each value."""
        return self.simpler_rules()


def none_below_0(of: Sequence[Expression]) -> Iterator[Truth]:
    """Yield that each of these is 0 or more."""
    for each in dict.fromkeys(of):
        if not isinstance(each, Constant):
            yield each >= 0
        elif isinstance(each.value, int) and each.value < 0:
            yield truth(False)


def is_place(of: Expression, base: int, number: int) -> Truth:
    """Whether an expression is one of so many places."""
    return (of >= base) & (of <= base + number - 1)


def domain_of(of: Expression, bounds: Bounds) -> Sequence[Value]:
    """Values that an expression may have, and perhaps some more."""
    match of:
        case Variable():
            return of.values
        case Boolean():
            return (0, 1)
        case Constant():
            return (of.value,)
        case Call(function="element"):
            return [value for part in of.of[:-1] for value in domain_of(part, bounds)]
    low, high = bounds(of)
    return range(low, high + 1)


def multiple(of: Expression, by: Expression) -> Expression:
    """The product of two numbers, which is linear where the second is known."""
    return of * by.value if isinstance(by, Constant) else of * by


def list_text(of: Sequence[Expression]) -> str:
    """Return expressions as a list in a file."""
    return f"[{', '.join(map(str, of))}]"


def base_text(base: int) -> str:
    """The argument of a file that says from where places count, if it is not 1."""
    return f", base={base}" if base != 1 else ""
