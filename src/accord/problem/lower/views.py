"""Combine views (literals per value) of any expressions by operators, on the model writer.

A view says for each value that something can have the truth that it has it. Exactly one of these holds.

    number          the number that a view has, as a form
    among           whether its value is one of some
    merged          a view of what several cases give
    joint           two views as one of pairs: a hidden option a pair, tied to both
    related         whether two values go together: a hidden option, supported either way
    at_most_0       whether a form is 0 or less: a hidden option, tied by two rows
    odd             whether an odd number of truths hold
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from accord.errors import RefusedError, UsageError
from accord.problem import lower
from accord.problem.evaluate import OUTSIDE
from accord.problem.expressions import Value
from accord.problem.lower.linear_form import FALSE, TRUE, LinearForm, sum_of
from accord.problem.lower.model_writer import ModelWriter

View: TypeAlias = dict[Value, LinearForm]


def number(view: View, of: object) -> LinearForm:
    """The form of the number that a view has. Raises UsageError if a value is none."""
    strange = next((value for value in view if type(value) is not int), None)
    if strange is not None:
        raise UsageError(f"`{of}` may be {strange!r}, and only numbers can be added up or compared")
    least: int = min(view)  # type: ignore[type-var,assignment]
    found = sum_of(view.values(), [value - least for value in view])  # type: ignore[operator]
    return LinearForm(found.terms, found.constant + least)


def among(view: View, values: Sequence[Value]) -> LinearForm:
    """Whether a view has one of these values; by the others, where they are fewer."""
    if len(values) == 1:
        return view.get(values[0], FALSE)
    known = dict.fromkeys(values)
    inside = [view[value] for value in known if value in view]
    if 2 * len(inside) <= len(view) or len(inside) == 1:
        return sum_of(inside)
    return sum_of([form for value, form in view.items() if value not in known]).negation()


def merge_cases(cases: Iterable[tuple[Any, LinearForm]]) -> View:
    """A view of forms by value; where several have one value, their sum.

    What has no value, since a place lies outside, gets some value: what is made of the view can then be
    met, and only the rules say that no place lies outside.
    """
    cases = [*cases]
    view = dict(cases)
    if len(view) == len(cases) and OUTSIDE not in view:
        return view
    forms: dict[Value, list[LinearForm]] = {}
    for value, form in cases:
        forms.setdefault(value, []).append(form)
    outside = forms.pop(OUTSIDE, [])
    if forms:
        next(iter(forms.values())).extend(outside)
    return {value: some[0] if len(some) == 1 else sum_of(some) for value, some in forms.items()}


def joint(writer: ModelWriter, name: str, one: View, other: View) -> dict[tuple[Value, Value], LinearForm]:
    """For each pair of values the truth that the first view has the one and the second the other.

    Raises RefusedError where the pairs are too many.
    """
    if len(one) == 1 or len(other) == 1:
        return {(u, v): (g if len(one) == 1 else f) for u, f in one.items() for v, g in other.items()}
    if len(one) * len(other) > lower.PAIRS:
        raise RefusedError(
            f"{name}: {len(one):,} times {len(other):,} pairs of values; at most {lower.PAIRS:,} are possible"
        )
    found = {(u, v): writer.truth(f"{name}=({u}, {v})") for u in one for v in other}
    for u, form in one.items():
        writer.equal(f"{name}: {u} and any", sum_of(found[u, v] for v in other), form)
    for v, form in other.items():
        writer.equal(f"{name}: any and {v}", sum_of(found[u, v] for u in one), form)
    return found


def relation(
    writer: ModelWriter, name: str, of: object, one: View, other: View, holds: Callable[[Value, Value], bool]
) -> LinearForm:
    """Whether two views have values that go together; `of` is what the first one is called."""
    truth = writer.truth(name)
    for u, form in one.items():
        with_it = [v for v in other if holds(u, v)]
        for said, values in (
            (truth, with_it),
            (truth.negation(), [v for v in other if v not in with_it]),
        ):
            # this value and this truth need a value of the other one that agrees
            writer.at_least(f"{name}: {of}={u}", sum_of((among(other, values), form, said), (1, -1, -1)), -1)
    return truth


def at_most_0(writer: ModelWriter, name: str, form: LinearForm) -> LinearForm:
    """The truth that the value of a form is 0 or less."""
    least, most = writer.range(form)
    if most <= 0 or least > 0:
        return TRUE if most <= 0 else FALSE
    if all(abs(amount) == 1 for amount in form.terms.values()):
        literals = [LinearForm({o: 1}) if a > 0 else LinearForm({o: -1}, 1) for o, a in form.terms.items()]
        may = -form.least  # so many of the literals may hold
        if may in (0, len(literals) - 1):
            join = writer.any if may == 0 else writer.both
            return join(f"not {name}", literals).negation()
    truth = writer.truth(name)
    writer.at_most(name, sum_of((form, truth), (1, most)), most)
    writer.at_least(f"not {name}", sum_of((form, truth), (1, 1 - least)), 1)
    return truth


def odd(writer: ModelWriter, name: str, truths: Sequence[LinearForm]) -> LinearForm:
    """Whether an odd number of truths hold: two by two, a + b - 2 (a and b)."""
    found = truths[0]
    for place, truth in enumerate(truths[1:], start=2):
        both = writer.both(f"{name}: {place}", [found, truth])
        found = sum_of((found, truth, both), (1, 1, -2))
    return found
