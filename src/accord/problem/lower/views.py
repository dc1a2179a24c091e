"""Views, and truths of them, put together on a sheet, whatever expressions they are of.

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
from accord.problem.evaluate import OUTSIDE
from accord.problem.expressions import Value
from accord.problem.lower import choices
from accord.problem.lower.sheet import FALSE, TRUE, Form, Sheet, summed

View: TypeAlias = dict[Value, Form]


def number(view: View, of: object) -> Form:
    """The form of the number that a view has. Raises UsageError if a value is none."""
    strange = next((value for value in view if type(value) is not int), None)
    if strange is not None:
        raise UsageError(f"`{of}` may be {strange!r}, and only numbers can be added up or compared")
    least: int = min(view)  # type: ignore[type-var,assignment]
    found = summed(view.values(), [value - least for value in view])  # type: ignore[operator]
    return Form(found.terms, found.constant + least)


def among(view: View, values: Sequence[Value]) -> Form:
    """Whether a view has one of these values; by the others, where they are fewer."""
    if len(values) == 1:
        return view.get(values[0], FALSE)
    known = set(values)
    inside = [form for value, form in view.items() if value in known]
    if 2 * len(inside) <= len(view) or len(inside) == 1:
        return summed(inside)
    return summed(form for value, form in view.items() if value not in known).negated()


def merged(cases: Iterable[tuple[Any, Form]]) -> View:
    """A view of forms by value; where several have one value, their sum.

    What has no value, since a place lies outside, gets some value: what is made of the view can then be
    met, and only the rules say that no place lies outside.
    """
    forms: dict[Value, list[Form]] = {}
    for value, form in cases:
        forms.setdefault(value, []).append(form)
    outside = forms.pop(OUTSIDE, [])
    if forms:
        next(iter(forms.values())).extend(outside)
    return {value: some[0] if len(some) == 1 else summed(some) for value, some in forms.items()}


def joint(sheet: Sheet, name: str, one: View, other: View) -> dict[tuple[Value, Value], Form]:
    """For each pair of values the truth that the first view has the one and the second the other.

    Raises RefusedError where the pairs are too many.
    """
    if len(one) == 1 or len(other) == 1:
        return {(u, v): (g if len(one) == 1 else f) for u, f in one.items() for v, g in other.items()}
    if len(one) * len(other) > choices.PAIRS:
        raise RefusedError(
            f"{name}: {len(one):,} times {len(other):,} pairs of values; at most {choices.PAIRS:,} are "
            "possible"
        )
    found = {(u, v): Form({sheet.option(f"{name}=({u}, {v})", hidden=True): 1}) for u in one for v in other}
    for u, form in one.items():
        sheet.equal(f"{name}: {u} and any", summed(found[u, v] for v in other), form)
    for v, form in other.items():
        sheet.equal(f"{name}: any and {v}", summed(found[u, v] for u in one), form)
    return found


def related(
    sheet: Sheet, name: str, of: object, one: View, other: View, holds: Callable[[Value, Value], bool]
) -> Form:
    """Whether two views have values that go together; `of` is what the first one is called."""
    truth = Form({sheet.option(name, hidden=True): 1})
    for u, form in one.items():
        with_it = [v for v in other if holds(u, v)]
        for said, values in (
            (truth, with_it),
            (truth.negated(), [v for v in other if v not in with_it]),
        ):
            # this value and what is said need a value of the other one that agrees
            sheet.at_least(f"{name}: {of}={u}", summed((among(other, values), form, said), (1, -1, -1)), -1)
    return truth


def at_most_0(sheet: Sheet, name: str, form: Form) -> Form:
    """The truth that the value of a form is 0 or less."""
    least, most = sheet.range(form)
    if most <= 0 or least > 0:
        return TRUE if most <= 0 else FALSE
    if all(abs(amount) == 1 for amount in form.terms.values()):
        literals = [Form({o: 1}) if a > 0 else Form({o: -1}, 1) for o, a in form.terms.items()]
        may = -form.least  # so many of the literals may hold
        if may in (0, len(literals) - 1):
            join = sheet.any if may == 0 else sheet.both
            return join(f"not {name}", literals).negated()
    truth = Form({sheet.option(name, hidden=True): 1})
    sheet.at_most(name, summed((form, truth), (1, most)), most)
    sheet.at_least(f"not {name}", summed((form, truth), (1, 1 - least)), 1)
    return truth


def odd(sheet: Sheet, name: str, truths: Sequence[Form]) -> Form:
    """Whether an odd number of truths hold: two by two, a + b - 2 (a and b)."""
    found = truths[0]
    for place, truth in enumerate(truths[1:], start=2):
        both = sheet.both(f"{name}: {place}", [found, truth])
        found = summed((found, truth, both), (1, 1, -2))
    return found
