"""Find slips in a rule that is stated, which would otherwise make a puzzle without solutions.

    a length, a demand, a capacity   a known number below 0
    places from a base               successors that count from the base beside it
    values of a list                 of a kind that no expression beside them ever has: `*`, 1.5, a text

A whole number that a variable cannot have is no slip: programs derive rows of tables. So is no comparison
with one: `x == 9` for x in 0..3 has no solutions, and that is an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from numbers import Number

from accord.problem.bounds import Bounds
from accord.problem.expressions import (
    Constant,
    Expression,
    Truth,
    Value,
    Variable,
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
    """Yield a sentence if the successors are places from the base beside this one, not from this one."""
    if not of:
        return
    ends = [*map(Bounds(), of)]
    low, high, last = min(low for low, _ in ends), max(high for _, high in ends), base + len(of) - 1
    if (base < low and high == last + 1) or (0 <= low == base - 1 and high < last):
        yield (
            f"{rule}: found successors from {low} to {high}; expected {base} to {last}, as {len(of)} places "
            f"count from base={base}"
        )


def strange_values(of: Sequence[Expression], values: Sequence[Value], what: str) -> Iterator[str]:
    """Yield a sentence for the first value of a kind that none of some expressions has."""
    unknown = {*values} if of else set()
    for each in of:
        if not unknown:
            return
        unknown = strange(each, unknown)
    yield from (
        f"{what}: found {brief(value)}, and no expression there has such values"
        for value in values
        if value in unknown
    )


def values_text(of: Expression) -> str:
    """The values of a variable, or of another expression of numbers, as a sentence ends with them."""
    values = getattr(of, "values", ()) if isinstance(of, Variable | Truth) else ()
    if type(values) is not range and len(values) > 0:
        return ", ".join(map(text, values[:SHOWN])) + (", ..." if len(values) > SHOWN else "")
    low, high = Bounds()(of)
    return f"{low} to {high}"


def strange(of: Expression, values: set[Value]) -> set[Value]:
    """The values of a kind that an expression never has: of whole numbers, or of one of its values."""
    if is_numeric(of):
        return {value for value in values if whole_number(value) is None}
    if not isinstance(of, Variable):  # an element of choices, or a constant
        return set()
    others = values.difference(of.values)  # equal values have equal hashes, also those of other types
    kinds = {*map(_kind, of.values)} if others else set()
    return {value for value in others if _kind(value) not in kinds}


def _kind(value: Value) -> type:
    """Whole numbers, other numbers, texts, tuples; or the type of a value."""
    if whole_number(value) is not None:
        return int
    return next((kind for kind in (Number, str, tuple) if isinstance(value, kind)), type(value))
