"""Expressions as forms, and as views: for each value that an expression can have, the truth that it has it.

A form says all that a sum needs to know of an expression; a view says all there is. Both are made once for
each expression; `accord.problem.lower.views` puts them together.

    of one variable    the view of the variable, values mapped: nothing is added
    of two             a hidden option for each pair of values, tied to both views
    of more            by its parts; of a sum, a hidden option for each value, tied to the sum
    truths             a hidden option that is chosen if it holds and only then, unless a form says it
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from accord.errors import RefusedError
from accord.problem.evaluate import OUTSIDE, called, few_atoms, keeps, known_value
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
    is_element,
)
from accord.problem.lower import choices
from accord.problem.lower.sheet import FALSE, TRUE, Form, Sheet, summed
from accord.problem.lower.views import View, among, at_most_0, joint, merged, number, odd, related


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
                found = among(self._views[of.of], of.values)
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
            case Call(function="minimum" | "maximum") if few_atoms(of, pairs=choices.PAIRS) is None:
                return self._extreme(of)
            case Call(function="product", of=(one, other)):
                many = self._multiplied(one, other) or self._multiplied(other, one)
                return summed(*zip(*many, strict=True)) if many else number(self.view(of), of)
            case _:
                return number(self.view(of), of)

    def _multiplied(self, of: Expression, by: Expression) -> list[tuple[Form, int]]:
        """A sum of variables times another number as products, with amounts; none if that is no smaller."""
        if not isinstance(of, Sum):
            return []
        atoms = [term for term in of.terms if isinstance(term, Variable | Boolean)]
        few = few_atoms(*atoms, by, pairs=choices.PAIRS)  # each pair of values is told
        if few is not None or len(atoms) < len(of.terms):
            return []
        least, most = self.sheet.range(self.form(of))
        if sum(len(atom.values) for atom in atoms) > most - least:
            return []
        products = [self.form(Call("product", (atom, by))) for atom in atoms]
        return [*zip(products, of.amounts, strict=True), (self.form(by), of.constant)]

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
        few = few_atoms(of, pairs=choices.SUMS if isinstance(of, Sum) else choices.PAIRS)
        if few is not None and len(few) <= 1:
            return self._of_one(of, few)
        if isinstance(of, Truth):
            form = self.form(of)
            return {0: form.negated(), 1: form}
        if few is None:
            return self._by_parts(of)
        a, b = few
        return merged((known_value(of, {a: u, b: v}), form) for (u, v), form in self.pairs(a, b).items())

    def _of_one(self, of: Expression, atoms: Sequence[Atom]) -> View:
        """The view of an expression of one variable, or of none."""
        cases = self.view(atoms[0]).items() if atoms else [(None, TRUE)]
        return merged((known_value(of, dict.fromkeys(atoms, value)), form) for value, form in cases)

    def _by_parts(self, of: Expression) -> View:
        if isinstance(of, Sum):
            return self._values_of(of)
        assert isinstance(of, Call)
        if of.function in ("minimum", "maximum"):
            return self._values_of(Sum((of,), (1,)))
        if is_element(of):
            return self._element(of)
        views = [self.view(part) for part in of.of]
        if len(views) == 1:
            return merged((called(of.function, [value]), form) for value, form in views[0].items())
        both = joint(self.sheet, str(of), *views)
        return merged((called(of.function, list(pair)), form) for pair, form in both.items())

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
        self.sheet.equal(f"{name}: its value", number(view, of), form)
        return view

    def _element(self, of: Call) -> View:
        """For each place and value a hidden option: the place is meant, and this value stands there."""
        *array, place = of.of
        found: list[tuple[Value, Form]] = []
        for at, here in self.view(place).items():
            if not (isinstance(at, int) and 0 <= at < len(array)):
                found.append((OUTSIDE, here))
                continue
            is_meant: View = {True: here, False: here.negated()}
            both = joint(self.sheet, f"{of}: {at}", is_meant, self.view(array[at]))
            found += [(value, form) for (meant, value), form in both.items() if meant]
        return merged(found)

    def stay_inside(self, of: Expression) -> None:
        """The places of elements in an expression are inside of their arrays, wherever they stand."""
        stack = [of]
        while stack:
            each = stack.pop()
            for part in each.parts:
                if type(part) not in ATOMS:
                    stack.append(part)
            if not is_element(each):
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
            self._pairs[one, other] = joint(self.sheet, f"({one}, {other})", self.view(one), self.view(other))
        return self._pairs[one, other]

    # -- order -------------------------------------------------------------------------------------

    def steps(self, of: Expression) -> list[tuple[int, Form]]:
        """Each value, ascending, with the truth that the number is at least that; the first always holds."""
        if of not in self._steps:
            with self.sheet.within(None):
                self._steps[of] = self._steps_of(of)
        return self._steps[of]

    def _steps_of(self, of: Expression) -> list[tuple[int, Form]]:
        view = self.view(of)
        number(view, of)
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
                return among(view, of.values)
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
                        return odd(self.sheet, str(of), truths)
        raise TypeError(type(of).__name__)

    def _compared(self, of: Compared) -> Form:
        match few_atoms(of, pairs=choices.SUPPORTS):
            case ([] | [_]) as atoms:
                return self._of_one(of, atoms).get(1, FALSE)
            case [Variable() as one, Variable() as other]:
                holds = keeps(of, one, other)
                return related(self.sheet, str(of), one, self.view(one), self.view(other), holds)
        form, name = self.sum(of.sum), str(of)
        if of.operator == "<=":
            return at_most_0(self.sheet, name, form)
        below, above = (
            at_most_0(self.sheet, f"{name} (<=)", form),
            at_most_0(self.sheet, f"{name} (>=)", -form),
        )
        both = summed((below, above))  # one of the two always holds
        equal = Form(both.terms, both.constant - 1)
        return equal if of.operator == "==" else equal.negated()
