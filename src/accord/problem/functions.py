"""Functions on expressions that Python has no operator for: `count`, `element`, `minimum` and others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accord.errors import UsageError
from accord.problem.bounds import Bounds
from accord.problem.evaluate import value_of
from accord.problem.expressions import (
    TRUTHS,
    Call,
    Constant,
    Expression,
    Sum,
    Truth,
    expression,
    has_partial,
    is_known,
    linear,
    logic,
    numeric,
)
from accord.problem.notation import brief

__all__ = ["element", "every", "maximum", "minimum", "some", "total"]


def minimum(*of: Any) -> Expression:
    """Return the least of some expressions."""
    return Call("minimum", tuple(map(numeric, _several(of))))


def maximum(*of: Any) -> Expression:
    """Return the greatest of some expressions."""
    return Call("maximum", tuple(map(numeric, _several(of))))


def element(array: Iterable[Any], place: Any) -> Expression:
    """Return the member of an array at a variable place, counted from 0; a place outside is no solution.

    This holds for each `element` inside the array as well, even if another member is meant.
    """
    found = _several((array,))
    at = numeric(expression(place))
    if is_known(at):
        place = value_of(at, {})
        if 0 <= place < len(found) and not any(map(has_partial, found)):
            return found[place]
        at = Constant(place)
    return Call("element", (*found, at))


def total(of: Iterable[Any]) -> Expression:
    """Return the sum of expressions and numbers, faster than `sum`."""
    listed = (*as_list((of,)),)
    if TRUTHS.issuperset(map(type, listed)):
        return listed[0] if len(listed) == 1 else Sum(listed, (1,) * len(listed))
    parts = [linear(each, 1) for each in listed]
    terms = tuple(term for some, _, _ in parts for term in some)
    amounts = tuple(amount for _, some, _ in parts for amount in some)
    constant = sum(part[2] for part in parts)
    return terms[0] if amounts == (1,) and not constant else Sum(terms, amounts, constant)


def in_turn(of: Sequence[Expression]) -> Expression:
    """Return a number that orders solutions by the first expression, then by the next, and so on."""
    bounds, weight = Bounds(), 1
    terms: list[Expression] = []
    for each in reversed(of):
        terms.append(each if weight == 1 else weight * each)
        low, high = bounds(each)
        weight *= high - low + 1
    return terms[0] if len(terms) == 1 else total(reversed(terms))


def every(*truths: Any) -> Truth:
    """Return the truth that all of these truths hold; with none, it is true."""
    return logic("and", as_list(truths))


def some(*truths: Any) -> Truth:
    """Return the truth that at least one of these truths holds; with none, it is false."""
    return logic("or", as_list(truths))


def _several(of: Sequence[Any]) -> tuple[Expression, ...]:
    """Expressions that were given one by one, or as one list of them."""
    found = tuple(map(expression, as_list(of)))
    if not found:
        raise UsageError("found an empty list; expected expressions")
    return found


def as_list(of: Sequence[Any]) -> list[Any]:
    """Return arguments given one by one, or as one list, as a list.

    Of a mapping, such as a board, its values.
    """
    if len(of) != 1 or isinstance(of[0], Expression | bool):
        return [*of]
    (found,) = of
    if not isinstance(found, Iterable) or isinstance(found, str):
        raise UsageError(f"found {brief(found)}; expected expressions, or a list of them")
    return list(found.values() if isinstance(found, Mapping) else found)
