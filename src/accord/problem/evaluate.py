"""What expressions mean: their value once all variables have one, and which variables they speak of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from accord.problem.expressions import (
    ATOMS,
    Atom,
    Boolean,
    Call,
    Compared,
    Constant,
    Expression,
    Logic,
    Member,
    Same,
    Sum,
    Value,
    Variable,
)


class OutsideError(Exception):
    """The place of an element lies outside of its array."""


OUTSIDE = object()  # in place of a value that there is none, since any other may be that of a choice


def known_value(of: Expression, values: Mapping[Atom, Value]) -> Any:
    """The value of an expression; OUTSIDE where the place of an element lies outside."""
    try:
        return value_of(of, values)
    except OutsideError:
        return OUTSIDE


def value_of(of: Expression, values: Mapping[Atom, Value]) -> Any:
    """The value of an expression; a truth's is 0 or 1. Raises OutsideError."""
    match of:
        case Variable():
            return values[of]
        case Boolean():
            return int(bool(values[of]))
        case Constant():
            return of.value
        case Sum():
            return of.constant + sum(
                amount * value_of(term, values) for term, amount in zip(of.terms, of.amounts, strict=True)
            )
        case Compared():
            found = value_of(of.sum, values)
            return int({"==": found == 0, "!=": found != 0, "<=": found <= 0}[of.operator])
        case Member():
            return int(value_of(of.of, values) in of.values)
        case Same():
            return int(value_of(of.of[0], values) == value_of(of.of[1], values))
        case Logic():
            truths = [value_of(part, values) for part in of.of]
            return _joined(of.connective, truths)
        case Call():
            return called(of.function, [value_of(part, values) for part in of.of])
    raise TypeError(type(of).__name__)


def _joined(connective: str, truths: list[int]) -> int:
    if connective == "not":
        return 1 - truths[0]
    if connective == "xor":
        return sum(truths) % 2
    return min(truths, default=1) if connective == "and" else max(truths, default=0)


def called(function: str, of: list[Any]) -> Any:
    """The value of a function. Raises OutsideError."""
    match function:
        case "abs":
            return abs(of[0])
        case "minimum":
            return min(of)
        case "maximum":
            return max(of)
        case "product":
            return of[0] * of[1]
        case "element":
            *array, place = of
            if not (isinstance(place, int) and 0 <= place < len(array)):
                raise OutsideError
            return array[place]
    raise ValueError(function)


def atoms_of(of: Expression) -> Iterator[Atom]:
    """The variables in an expression, in the order in which they stand; some more than once."""
    stack = [of]
    while stack:
        each = stack.pop()
        if type(each) in ATOMS:
            yield each  # type: ignore[misc]
        else:
            stack.extend(reversed(each.parts))
