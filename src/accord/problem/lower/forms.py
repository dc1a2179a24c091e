"""Expressions as forms, and as views: for each value that an expression can have, the truth that it has it.

A form says all that a sum needs to know of an expression; a view says all there is. Exactly one truth of a
view holds. Both are made once for each expression.

    of one variable    the view of the variable, values mapped: nothing is added
    of two             a hidden option for each pair of values, tied to both views
    of more            by its parts; of a sum, a hidden option for each value, tied to the sum
    truths             a hidden option that is chosen if it holds and only then, unless a form says it
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import prod
from typing import Any, TypeAlias

from accord.errors import RefusedError, UsageError
from accord.problem.evaluate import OUTSIDE, atoms_of, called, few_atoms, keeps, known_value
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
    Truth,
    Value,
    Variable,
)
from accord.problem.lower import choices
from accord.problem.lower.sheet import FALSE, TRUE, Form, Sheet, summed

View: TypeAlias = dict[Value, Form]


class Forms:
    """The forms of the expressions of one problem, written on a sheet."""

    def __init__(self, sheet: Sheet, atoms: Sequence[Atom]) -> None:
        self.sheet = sheet
        self.option: dict[Boolean, int] = {}
        self._forms: dict[Expression, Form] = {}
        self._views: dict[Expression, View] = {}
        self._pairs: dict[tuple[Atom, Atom], dict[tuple[Value, Value], Form]] = {}
        self._steps: dict[Expression, list[tuple[int, Form]]] = {}
        self._inside: set[tuple[Expression, int | None]] = set()  # elements, and the rules that said of them
        for atom in atoms:
            if isinstance(atom, Boolean):
                self.option[atom] = sheet.option(atom.name)
                self._forms[atom] = Form({self.option[atom]: 1})
            else:
                options = sheet.values(atom.name, map(str, atom.values))
                self._views[atom] = {v: Form({o: 1}) for v, o in zip(atom.values, options, strict=True)}

    # -- forms -------------------------------------------------------------------------------------

    def form(self, of: Expression) -> Form:
        """The form of a number or a truth."""
        found = self._forms.get(of)
        if found is None:
            if type(of) is Member and type(of.of) is Variable:  # most of them, and nothing is written
                found = self.among(self._views[of.of], of.values)
            else:
                with self.sheet.within(None):
                    found = self._form(of)
            self._forms[of] = found
        return found

    def _form(self, of: Expression) -> Form:
        match of:
            case Sum():
                return self.sum(of)
            case Truth():
                return self._truth(of)
            case Constant() if type(of.value) is int:
                return Form({}, of.value)
            case Call(function="minimum" | "maximum") if not self._few(list(dict.fromkeys(atoms_of(of)))):
                return self._extreme(of)
            case Call(function="product", of=(one, other)):
                many = self._multiplied(one, other) or self._multiplied(other, one)
                return summed(*zip(*many, strict=True)) if many else self.number(self.view(of), of)
            case _:
                return self.number(self.view(of), of)

    def _multiplied(self, of: Expression, by: Expression) -> list[tuple[Form, int]]:
        """A sum of variables times another number as products, with amounts; none if that is no smaller."""
        if not isinstance(of, Sum):
            return []
        atoms = [term for term in of.terms if isinstance(term, Variable | Boolean)]
        few = self._few(list(dict.fromkeys((*atoms, *atoms_of(by)))))  # each pair of values is told
        if few or len(atoms) < len(of.terms):
            return []
        least, most = self.sheet.range(self.form(of))
        if sum(len(atom.values) for atom in atoms) > most - least:
            return []
        products = [self.form(Call("product", (atom, by))) for atom in atoms]
        return [*zip(products, of.amounts, strict=True), (self.form(by), of.constant)]

    def number(self, view: View, of: object) -> Form:
        """The form of the number that a view has. Raises UsageError if a value is none."""
        strange = next((value for value in view if type(value) is not int), None)
        if strange is not None:
            raise UsageError(f"`{of}` may be {strange!r}, and only numbers can be added up or compared")
        least: int = min(view)  # type: ignore[type-var,assignment]
        found = summed(view.values(), [value - least for value in view])  # type: ignore[operator]
        return Form(found.terms, found.constant + least)

    def sum(self, of: Sum) -> Form:
        """The form of a sum."""
        constant, option, known = of.constant, self.option, self._forms
        if {*map(type, of.terms)} == {Boolean}:
            terms = {option[term]: times for term, times in zip(of.terms, of.amounts, strict=True)}  # type: ignore[index]
            if len(terms) == len(of.terms) and 0 not in of.amounts:
                return Form(terms, constant)
        terms = {}
        for term, times in zip(of.terms, of.amounts, strict=True):
            if type(term) is Boolean:
                o = option[term]
                terms[o] = terms.get(o, 0) + times
                continue
            form = known.get(term) or self.form(term)
            constant += times * form.constant
            for o, amount in form.terms.items():
                terms[o] = terms.get(o, 0) + times * amount
        if 0 in terms.values():
            terms = {o: amount for o, amount in terms.items() if amount}
        return Form(terms, constant)

    # -- views -------------------------------------------------------------------------------------

    def view(self, of: Expression) -> View:
        """The view of any expression; values that it cannot have are left out."""
        found = self._views.get(of)
        if found is None:
            with self.sheet.within(None):
                # a place that is nowhere inside was said to be: any value will do
                found = self._views[of] = self._view(of) or {0: TRUE}
        return found

    def _view(self, of: Expression) -> View:
        if isinstance(of, Constant):
            return {of.value: TRUE}
        if isinstance(of, Boolean):
            return {0: self._forms[of].negated(), 1: self._forms[of]}
        atoms = list(dict.fromkeys(atoms_of(of)))
        if len(atoms) <= 1:
            return self._of_one(of, atoms)
        if isinstance(of, Truth):
            form = self.form(of)
            return {0: form.negated(), 1: form}
        if self._few(atoms) and not (
            isinstance(of, Sum) and prod(len(a.values) for a in atoms) > choices.SUMS
        ):
            a, b = atoms
            return self._merged(
                (known_value(of, {a: u, b: v}), form) for (u, v), form in self.pairs(a, b).items()
            )
        return self._by_parts(of)

    def _of_one(self, of: Expression, atoms: Sequence[Atom]) -> View:
        """The view of an expression of one variable, or of none."""
        cases = self.view(atoms[0]).items() if atoms else [(None, TRUE)]
        return self._merged((known_value(of, dict.fromkeys(atoms, value)), form) for value, form in cases)

    @staticmethod
    def _few(atoms: Sequence[Atom]) -> bool:
        """Whether these are so few that what is made of them is told for each of their values, or pairs."""
        return len(atoms) < 2 or (len(atoms) == 2 and prod(len(a.values) for a in atoms) <= choices.PAIRS)

    def _by_parts(self, of: Expression) -> View:
        if isinstance(of, Sum):
            return self._values_of(of)
        assert isinstance(of, Call)
        if of.function in ("minimum", "maximum"):
            return self._values_of(Sum((of,), (1,)))
        if of.function == "element":
            return self._element(of)
        views = [self.view(part) for part in of.of]
        if len(views) == 1:
            return self._merged((called(of.function, [value]), form) for value, form in views[0].items())
        joint = self.joint(str(of), views[0], views[1])
        return self._merged((called(of.function, list(pair)), form) for pair, form in joint.items())

    def _values_of(self, of: Sum) -> View:
        """A hidden option for each value between the least and the greatest."""
        form, name = self.form(of), str(of)
        least, most = self.sheet.range(form)
        if most - least >= choices.VALUES:
            raise RefusedError(
                f"{name}: from {least:,} to {most:,}; where each value of a sum must be known, at "
                f"most {choices.VALUES:,} are possible"
            )
        values = range(least, most + 1)
        options = self.sheet.values(name, map(str, values), hidden=True)
        view: View = {value: Form({o: 1}) for value, o in zip(values, options, strict=True)}
        self.sheet.equal(f"{name}: its value", self.number(view, of), form)
        return view

    def _element(self, of: Call) -> View:
        """For each place and value a hidden option: the place is meant, and this value stands there."""
        *array, place = of.of
        found: list[tuple[Value, Form]] = []
        for number, here in self.view(place).items():
            if not (isinstance(number, int) and 0 <= number < len(array)):
                found.append((OUTSIDE, here))
                continue
            there = self.view(array[number])
            joint = self.joint(f"{of}: {number}", {True: here, False: here.negated()}, there)
            found += [(value, form) for (meant, value), form in joint.items() if meant]
        return self._merged(found)

    def stay_inside(self, of: Expression) -> None:
        """The places of elements in an expression are inside of their arrays, wherever they stand."""
        stack = [of]
        while stack:
            each = stack.pop()
            for part in each.parts:
                if type(part) not in ATOMS:
                    stack.append(part)
            if type(each) is not Call or each.function != "element":
                continue
            said = each, self.sheet.rule  # each rule says it, since another one may be left out
            if said not in self._inside:
                self._inside.add(said)
                *array, place = each.of
                inside = [form for value, form in self.view(place).items() if value in range(len(array))]
                self.sheet.at_least(f"{each}: the place is inside", summed(inside), 1)

    def pairs(self, one: Atom, other: Atom) -> dict[tuple[Value, Value], Form]:
        """For each pair of values of two variables, the truth that they have these."""
        if (one, other) not in self._pairs:
            self._pairs[one, other] = self.joint(f"({one}, {other})", self.view(one), self.view(other))
        return self._pairs[one, other]

    def joint(self, name: str, one: View, other: View) -> dict[tuple[Value, Value], Form]:
        """The same of two views: a hidden option a pair, each tied to both."""
        if len(one) == 1 or len(other) == 1:
            return {(u, v): (g if len(one) == 1 else f) for u, f in one.items() for v, g in other.items()}
        if len(one) * len(other) > choices.PAIRS:
            raise RefusedError(
                f"{name}: {len(one):,} times {len(other):,} pairs of values; at most {choices.PAIRS:,} are "
                "possible"
            )
        found = {
            (u, v): Form({self.sheet.option(f"{name}=({u}, {v})", hidden=True): 1})
            for u in one
            for v in other
        }
        for u, form in one.items():
            self.sheet.equal(f"{name}: {u} and any", summed(found[u, v] for v in other), form)
        for v, form in other.items():
            self.sheet.equal(f"{name}: any and {v}", summed(found[u, v] for u in one), form)
        return found

    @staticmethod
    def _merged(pairs: Any) -> View:
        """A view of forms by value; where several have one value, their sum.

        What has no value, since a place lies outside, gets some value: what is made of the view can then be
        met, and only the rules say that no place lies outside.
        """
        forms: dict[Value, list[Form]] = {}
        for value, form in pairs:
            forms.setdefault(value, []).append(form)
        outside = forms.pop(OUTSIDE, [])
        if forms:
            next(iter(forms.values())).extend(outside)
        return {value: some[0] if len(some) == 1 else summed(some) for value, some in forms.items()}

    # -- order -------------------------------------------------------------------------------------

    def steps(self, of: Expression) -> list[tuple[int, Form]]:
        """Each value, ascending, with the truth that the number is at least that; the first always holds."""
        if of not in self._steps:
            with self.sheet.within(None):
                self._steps[of] = self._steps_of(of)
        return self._steps[of]

    def _steps_of(self, of: Expression) -> list[tuple[int, Form]]:
        view = self.view(of)
        self.number(view, of)
        values: list[int] = sorted(view)  # type: ignore[arg-type]
        found: list[tuple[int, Form]] = []
        for value in reversed(values[1:]):
            here = view[value]
            if found:  # of the greatest value the view says it
                here = Form({self.sheet.option(f"{of}>={value}", hidden=True): 1})
                self.sheet.equal(f"{of}>={value}", here, summed((found[-1][1], view[value])))
            found.append((value, here))
        return [(values[0], TRUE), *reversed(found)]

    def at_least(self, of: Expression, bound: int) -> Form:
        """The truth that a number is at least `bound`."""
        return next((form for value, form in self.steps(of) if value >= bound), FALSE)

    def _extreme(self, of: Call) -> Form:
        """The least or greatest of several: for each value, whether it is that or more."""
        values = sorted({value for part in of.of for value, _ in self.steps(part)})
        join = self.sheet.any if of.function == "maximum" else self.sheet.both
        truths = [join(f"{of}>={v}", [self.at_least(part, v) for part in of.of]) for v in values[1:]]
        found = summed(truths, [after - before for before, after in pairwise(values)])
        return Form(found.terms, found.constant + values[0])

    # -- truths ------------------------------------------------------------------------------------

    def _truth(self, of: Truth) -> Form:
        match of:
            case Member():
                view = self.view(of.of)
                return self.among(view, of.values)
            case Compared():
                return self._compared(of)
            case Same():
                one, other = (self.view(part) for part in of.of)
                shared = [self.sheet.both(f"{of}: {v}", [one[v], other[v]]) for v in one if v in other]
                return summed(shared)
            case Logic():
                truths = [self.form(part) for part in of.of]
                match of.connective:
                    case "not":
                        return truths[0].negated()
                    case "and":
                        return self.sheet.both(str(of), truths)
                    case "or":
                        return self.sheet.any(str(of), truths)
                    case "xor":
                        return self._odd(of, truths)
        raise TypeError(type(of).__name__)

    def among(self, view: View, values: Sequence[Value]) -> Form:
        """Whether a view has one of these values; by the others, where they are fewer."""
        if len(values) == 1:
            return view.get(values[0], FALSE)
        known = set(values)
        inside = [form for value, form in view.items() if value in known]
        if 2 * len(inside) <= len(view) or len(inside) == 1:
            return summed(inside)
        return summed(form for value, form in view.items() if value not in known).negated()

    def _compared(self, of: Compared) -> Form:
        atoms = few_atoms(of)
        if atoms is not None and len(atoms) <= 1:
            return self._of_one(of, atoms).get(1, FALSE)
        match atoms:
            case [Variable() as one, Variable() as other]:
                if len(one.values) * len(other.values) <= choices.SUPPORTS:
                    return self.related(str(of), one, other, keeps(of, one, other))
        form = self.sum(of.sum)
        if of.operator == "<=":
            return self.at_most_nothing(str(of), form)
        below, above = self.at_most_nothing(f"{of} (<=)", form), self.at_most_nothing(f"{of} (>=)", -form)
        both = summed((below, above))  # one of the two always holds
        equal = Form(both.terms, both.constant - 1)
        return equal if of.operator == "==" else equal.negated()

    def related(self, name: str, one: Atom, other: Atom, holds: Callable[[Value, Value], bool]) -> Form:
        """Whether two variables have values that go together: a hidden option, supported either way."""
        first, second = self.view(one), self.view(other)
        truth = Form({self.sheet.option(name, hidden=True): 1})
        for u, form in first.items():
            with_it = [v for v in second if holds(u, v)]
            for said, values in (
                (truth, with_it),
                (truth.negated(), [v for v in second if v not in with_it]),
            ):
                # this value and what is said need a value of the other one that agrees
                self.sheet.at_least(
                    f"{name}: {one}={u}", summed((self.among(second, values), form, said), (1, -1, -1)), -1
                )
        return truth

    def at_most_nothing(self, name: str, form: Form) -> Form:
        """The truth that the value of a form is 0 or less."""
        least, most = self.sheet.range(form)
        if most <= 0 or least > 0:
            return TRUE if most <= 0 else FALSE
        if all(abs(amount) == 1 for amount in form.terms.values()):
            literals = [Form({o: 1}) if a > 0 else Form({o: -1}, 1) for o, a in form.terms.items()]
            may = -form.least  # so many of the literals may hold
            if may in (0, len(literals) - 1):
                join = self.sheet.any if may == 0 else self.sheet.both
                return join(f"not {name}", literals).negated()
        truth = Form({self.sheet.option(name, hidden=True): 1})
        self.sheet.at_most(name, summed((form, truth), (1, most)), most)
        self.sheet.at_least(f"not {name}", summed((form, truth), (1, 1 - least)), 1)
        return truth

    def _odd(self, of: Logic, truths: Sequence[Form]) -> Form:
        """Whether an odd number of truths hold: two by two, a + b - 2 (a and b)."""
        odd = truths[0]
        for number, truth in enumerate(truths[1:], start=2):
            both = self.sheet.both(f"{of}: {number}", [odd, truth])
            odd = summed((odd, truth, both), (1, 1, -2))
        return odd
