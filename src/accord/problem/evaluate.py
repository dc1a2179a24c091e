"""Evaluate expressions for given values of the variables, and list the variables they contain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from math import inf, prod
from operator import eq, le, ne
from typing import Any, TypeAlias

from accord.errors import RefusedError
from accord.problem.expressions import (
    ATOMS,
    MOST_BITS,
    TOO_LONG,
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
    """There is no value: the place of an element lies outside of its array, or a divisor is 0."""


ALWAYS_INSIDE = ATOMS | {Constant}  # expressions that have a value whatever the variables are
Pairs: TypeAlias = tuple[tuple[int, ...], ...]
MOST_KEPT = 2_500  # pairs of values of a comparison that are kept for others of its shape
COMPARE = {"==": eq, "!=": ne, "<=": le}
OUTSIDE = object()  # where there is no value: any other object may be the value of a choice


def known_value(of: Expression, values: Mapping[Atom, Value]) -> Any:
    """The value of an expression; OUTSIDE where the place of an element lies outside."""
    try:
        return value_of(of, values)
    except OutsideError:
        return OUTSIDE


def apply_or_outside(function: str, of: list[Any]) -> Any:
    """The value of a function; OUTSIDE where there is none."""
    try:
        return apply(function, of)
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
            return int(COMPARE[of.operator](value_of(of.sum, values), 0))
        case Member():
            return int(value_of(of.of, values) in of.values)
        case Same():
            return int(value_of(of.of[0], values) == value_of(of.of[1], values))
        case Logic():
            truths = [value_of(part, values) for part in of.of]
            return _apply_connective(of.connective, truths)
        case Call(function="element"):
            return _member(of, values)
        case Call():
            return apply(of.function, [value_of(part, values) for part in of.of])
    raise TypeError(type(of).__name__)


def _member(of: Call, values: Mapping[Atom, Value]) -> Any:
    """The value of an element; of the other members only those are evaluated that may have none."""
    *array, last = of.of
    place = value_of(last, values)
    for member in array:
        if type(member) not in ALWAYS_INSIDE:
            value_of(member, values)
    return value_of(array[apply("element", [*range(len(array)), place])], values)


def _apply_connective(connective: str, truths: list[int]) -> int:
    if connective == "not":
        return 1 - truths[0]
    if connective == "xor":
        return sum(truths) % 2
    return min(truths, default=1) if connective == "and" else max(truths, default=0)


def apply(function: str, of: list[Any]) -> Any:
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
        case "quotient" | "remainder":
            if of[1] == 0:
                raise OutsideError
            return of[0] // of[1] if function == "quotient" else of[0] % of[1]
        case "power":
            if of[1] < 0:
                raise OutsideError
            if of[0].bit_length() * of[1] > MOST_BITS and abs(of[0]) > 1:
                raise RefusedError(f"found a power that is too large; {TOO_LONG}")
            return of[0] ** of[1]
        case "element":
            *array, place = of
            if not (isinstance(place, int) and 0 <= place < len(array)):
                raise OutsideError
            return array[place]
    raise ValueError(function)


def keeps(of: Compared, one: Variable, other: Variable) -> Callable[[Any, Any], bool]:
    """Whether values of two variables keep a comparison of nothing else."""
    compare, constant = COMPARE[of.operator], of.sum.constant
    adds: dict[Variable, list[tuple[Expression, int]]] = {one: [], other: []}
    for term, times in zip(of.sum.terms, of.sum.amounts, strict=True):
        about = term.of if type(term) is Member else term
        if type(about) is not Variable:
            return lambda u, v: known_value(of, {one: u, other: v}) == 1
        adds[about].append((term, times))
    first, second = (
        {value: sum(times * value_of(term, {each: value}) for term, times in some) for value in each.values}
        for each, some in adds.items()
    )
    return lambda u, v: compare(first[u] + second[v] + constant, 0)


def kept_pairs(of: Compared, one: Variable, other: Variable, *values: Iterable[Any]) -> Pairs:
    """For each value of one variable, the places of the values of the other one that keep a comparison.

    `values` are these of each variable, in their order.
    """
    first, second = (tuple(some) for some in values)
    shape = []
    for term, times in zip(of.sum.terms, of.sum.amounts, strict=True):
        about, known = (term.of, term.values) if type(term) is Member else (term, None)
        if about is not one and about is not other:
            break
        shape.append((about is one, times, known))
    else:
        if len(first) * len(second) <= MOST_KEPT:
            return _pairs_of_shape(of.operator, of.sum.constant, tuple(shape), first, second)
    holds = keeps(of, one, other)
    return tuple(tuple(j for j, v in enumerate(second) if holds(u, v)) for u in first)


@lru_cache(maxsize=1024)  # a puzzle has few shapes, at all its cells
def _pairs_of_shape(
    operator: str,
    constant: int,
    shape: tuple[tuple[bool, int, tuple[Value, ...] | None], ...],
    first: tuple[Any, ...],
    second: tuple[Any, ...],
) -> Pairs:
    """The pairs of a comparison whose terms are variables, or whether one has one of some known values.

    `shape` has for each term whether it is about the first variable, its amount, and the known values.
    """
    adds = [
        [
            sum(
                times * (value if known is None else value in known)
                for is_first, times, known in shape
                if is_first == (number == 0)
            )
            for value in some
        ]
        for number, some in enumerate((first, second))
    ]
    compare = COMPARE[operator]
    return tuple(tuple(j for j, v in enumerate(adds[1]) if compare(u + v + constant, 0)) for u in adds[0])


def few_atoms(*of: Expression, pairs: float = inf) -> list[Atom] | None:
    """The variables in expressions, if they are no more than two, with so many pairs of values at most."""
    found: dict[Atom, None] = {}
    stack = [*reversed(of)]
    while stack and len(found) <= 2:
        each = stack.pop()
        if type(each) in ATOMS:
            found[each] = None  # type: ignore[index]
        else:
            stack += each.parts[::-1]
    if len(found) > 2 or (len(found) == 2 and prod(len(atom.values) for atom in found) > pairs):
        return None
    return [*found]


def atoms_of(of: Expression) -> Iterator[Atom]:
    """The variables in an expression, in the order in which they stand; some more than once."""
    stack = [of]
    while stack:
        each = stack.pop()
        if type(each) in ATOMS:
            yield each  # type: ignore[misc]
        else:
            stack.extend(reversed(each.parts))
