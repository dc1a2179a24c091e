"""Find slips in a rule that is stated, which would otherwise make a puzzle without solutions.

    a length, a demand, a capacity   a known number below 0
    places from a base               successors that no place 0, or no last place, is among
    values of a table and the like   of a kind that no expression beside them ever has: `*`, 1.5, a text
    rows of a table                  none of which can be

A whole number that a variable cannot have is no slip in a row: programs derive rows. So is no comparison with
one: `x == 9` for x in 0..3 has no solutions, and that is an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from accord.problem.bounds import Bounds
from accord.problem.expressions import (
    Constant,
    Expression,
    Truth,
    Value,
    Variable,
    is_among,
    is_numeric,
    whole_number,
)
from accord.problem.notation import brief, text

SHOWN = 12  # values of a variable in a sentence


def negative_numbers(**lists: Sequence[Expression]) -> Iterator[str]:
    """Yield a sentence for each list with a known number below 0."""
    for name, of in lists.items():
        for place, each in enumerate(of, start=1):
            if isinstance(each, Constant) and isinstance(each.value, int) and each.value < 0:
                yield f"found {each.value} as number {place} of the {name}; expected 0 or more"
                break


def wrong_base(rule: str, of: Sequence[Expression], base: int) -> Iterator[str]:
    """Yield a sentence if no successor can be the first place, or none the last: then there is no circle."""
    if not of:
        return
    ends = [*map(Bounds(), of)]
    low, high, last = min(low for low, _ in ends), max(high for _, high in ends), base + len(of) - 1
    if low > base or high < last:
        yield (
            f"{rule}: found successors from {low} to {high}; expected {base} to {last}, as {len(of)} places "
            f"count from base={base}"
        )


def strange_row(of: Sequence[Expression], row: Sequence[Value], what: str) -> Iterator[str]:
    """Yield a sentence for the first value of a row that is of a kind which its expression never has."""
    for each, value in zip(of, row, strict=True):
        if not _is_of_kind(value, each):
            yield f"{what}: found {brief(value)} for {each}; expected {_kinds(each)}"


def rows_that_cannot_be(of: Sequence[Expression], rows: Iterable[Sequence[Value]]) -> Iterator[str]:
    """Yield a sentence if there are rows, and none can be."""
    first = ""
    for row in rows:
        outside = next((pair for pair in zip(of, row, strict=True) if not _can_be(*pair)), None)
        if outside is None:
            return
        each, value = outside
        first = first or f"{each} is never {text(value)}; its values are {values_text(each)}"
    if first:
        yield f"no row of the table can be, as in one {first}"


def strange_values(of: Sequence[Expression], values: Iterable[Value], what: str) -> Iterator[str]:
    """Yield a sentence for the first value of a kind that none of some expressions has."""
    for value in values:
        if of and not any(_is_of_kind(value, each) for each in of):
            yield f"{what}: found {brief(value)}, and no expression there has such values"
            return


def values_text(of: Expression) -> str:
    """The values of a variable, or of another expression of numbers, as a sentence ends with them."""
    values = getattr(of, "values", ()) if isinstance(of, Variable | Truth) else ()
    if type(values) is not range and len(values) > 0:
        return ", ".join(map(text, values[:SHOWN])) + (", ..." if len(values) > SHOWN else "")
    low, high = Bounds()(of)
    return f"{low} to {high}"


def _is_of_kind(value: Value, of: Expression) -> bool:
    """Whether an expression may have values of that kind: whole numbers, or what one of its values is."""
    if is_numeric(of):
        return whole_number(value) is not None
    if not isinstance(of, Variable):  # an element of choices, or a constant
        return True
    if whole_number(value) is not None:
        return any(whole_number(each) is not None for each in of.values)
    return type(value) in {*map(type, of.values)}


def _kinds(of: Expression) -> str:
    return "whole numbers" if is_numeric(of) else f"its values, {values_text(of)}"


def _can_be(of: Expression, value: Value) -> bool:
    """Whether an expression may have a value, as far as a look at its ends says."""
    if isinstance(of, Variable):
        return is_among(value, of.values)
    if not is_numeric(of):
        return True
    number = whole_number(value)
    low, high = Bounds()(of)
    return number is not None and low <= number <= high
