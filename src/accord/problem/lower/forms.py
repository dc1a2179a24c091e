"""Lower expressions to linear forms and to views: for each value, the literal that the expression has it.

A form says all that a sum needs to know of an expression; a view says all there is. Both are made once for
each expression; `accord.problem.lower.views` puts them together.

    of one variable    the view of the variable, values mapped: nothing is added
    of two             a hidden option for each pair of values, tied to both views
    of more            by its parts; of a sum, a hidden option for each value, tied to the sum
    truths             a hidden option that is chosen if it holds and only then, unless a form says it
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import inf
from typing import Any

from accord.errors import RefusedError
from accord.problem import lower
from accord.problem.evaluate import OUTSIDE, apply, apply_or_outside, few_atoms, keeps, known_value
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
    is_partial,
)
from accord.problem.lower.linear_form import FALSE, TRUE, LinearForm, sum_of
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.lower.views import (
    View,
    among,
    at_most_0,
    joint,
    merge_cases,
    number,
    odd,
    relation,
)

# what holds of the last part of a function, so that it has a value
INSIDE: dict[str, tuple[str, Callable[[Any, list[Expression]], bool]]] = {
    "element": ("the place is inside", lambda place, array: place in range(len(array))),
    "quotient": ("the divisor is not 0", lambda divisor, _: divisor != 0),
    "remainder": ("the divisor is not 0", lambda divisor, _: divisor != 0),
    "power": ("the exponent is not below 0", lambda exponent, _: exponent >= 0),
}


class Forms:
    """The forms of the expressions of one problem, as rows of one model."""

    def __init__(self, writer: ModelWriter, atoms: Sequence[Atom]) -> None:
        self.writer = writer
        self.option: dict[Boolean, int] = {}
        self._forms: dict[Expression, LinearForm] = {}
        self._views: dict[Expression, View] = {}
        self._pairs: dict[tuple[Atom, Atom], dict[tuple[Value, Value], LinearForm]] = {}
        self._steps: dict[Expression, list[tuple[int, LinearForm]]] = {}
        self._inside: set[tuple[Expression, int | None]] = set()  # elements, and the rules that said of them
        self._refuse_size(atoms)
        if atoms and {*map(type, atoms)} == {Boolean}:
            self._declare_booleans(atoms)  # type: ignore[arg-type]
        else:
            for atom in atoms:
                self._declare(atom)

    def _declare(self, atom: Atom) -> None:
        """Write the options of a variable."""
        if isinstance(atom, Boolean):
            self.option[atom] = self.writer.option(atom.name)
            self._forms[atom] = LinearForm({self.option[atom]: 1})
        else:
            options = self.writer.values(atom.name, map(str, atom.values))
            self._views[atom] = {v: LinearForm({o: 1}) for v, o in zip(atom.values, options, strict=True)}

    def _declare_booleans(self, atoms: Sequence[Boolean]) -> None:
        """Write the options of truths at once."""
        self.option = dict(zip(atoms, self.writer.options(atom.name for atom in atoms), strict=True))
        self._forms |= {atom: LinearForm({option: 1}) for atom, option in self.option.items()}

    @staticmethod
    def _refuse_size(atoms: Sequence[Atom]) -> None:
        """Raise RefusedError where the values of variables are too many to be options."""
        options = 0
        for atom in atoms:
            options += len(atom.values)
            if len(atom.values) > lower.OF_ONE:
                number, most = f"{len(atom.values):,} values", f"{lower.OF_ONE:,}"
            elif options > lower.OPTIONS:
                number, most = f"{options:,} values of all variables so far", f"{lower.OPTIONS:,}"
            else:
                continue
            raise RefusedError(
                f"{atom.name}: found {number}; as options at most {most} are possible. The backend cpsat "
                "takes integers without options, to find, count and optimise solutions"
            )

    def is_wide(self, *of: Expression) -> bool:  # noqa: ARG002
        """Whether any of these is of a variable that has no option for each value."""
        return False

    def few(self, *of: Expression, pairs: float = inf) -> list[Atom] | None:
        """The variables in expressions, if they are no more than two, and go value by value."""
        return few_atoms(*of, pairs=pairs)

    # -- forms -------------------------------------------------------------------------------------

    def form(self, of: Expression) -> LinearForm:
        """The form of a number or a truth."""
        found = self._forms.get(of) or self.find_plain(of)
        if found is None:
            rule, self.writer.rule = self.writer.rule, None
            try:
                found = self._forms[of] = self._form(of)
            finally:
                self.writer.rule = rule
        return found

    def find_plain(self, of: Expression) -> LinearForm | None:
        """Return the form of a Boolean, of values of a variable, or of the negation of one; None of all else.

        Nothing is written for it.
        """
        if type(of) is Logic and of.connective == "not":
            found = self.find_plain(of.of[0])
            return None if found is None else found.negation()
        if type(of) is not Member:
            return self._forms.get(of) if type(of) is Boolean else None
        found = self._forms.get(of)
        if found is None and type(of.of) is Variable and of.of in self._views:
            found = among(self._views[of.of], of.values)
            if len(of.values) > 1:  # one value is found as fast again
                self._forms[of] = found
        return found

    def _form(self, of: Expression) -> LinearForm:
        match of:
            case Sum():
                return self.sum(of)
            case Truth():
                return self._truth(of)
            case Constant() if type(of.value) is int:
                return LinearForm({}, of.value)
            case Call(function="minimum" | "maximum") if self.few(of, pairs=lower.PAIRS) is None:
                return self._extreme(of)
            case Call(function="product", of=(one, other)):
                many = self._expand_product(one, other) or self._expand_product(other, one)
                return sum_of(*zip(*many, strict=True)) if many else number(self.view(of), of)
            case _:
                return number(self.view(of), of)

    def _expand_product(self, of: Expression, by: Expression) -> list[tuple[LinearForm, int]]:
        """A sum of variables times another number as products, with amounts; none if that is no smaller."""
        if not isinstance(of, Sum):
            return []
        atoms = [term for term in of.terms if isinstance(term, Variable | Boolean)]
        few = self.few(*atoms, by, pairs=lower.PAIRS)  # each pair of values is distinguished
        if few is not None or len(atoms) < len(of.terms):
            return []
        least, most = self.writer.range(self.form(of))
        if sum(len(atom.values) for atom in atoms) > most - least:
            return []
        products = [self.form(Call("product", (atom, by))) for atom in atoms]
        return [*zip(products, of.amounts, strict=True), (self.form(by), of.constant)]

    def sum(self, of: Sum) -> LinearForm:
        """The form of a sum."""
        constant, option, known = of.constant, self.option, self._forms
        if {*map(type, of.terms)} == {Boolean}:
            terms = {option[term]: times for term, times in zip(of.terms, of.amounts, strict=True)}  # type: ignore[index]
            if len(terms) == len(of.terms) and 0 not in of.amounts:
                return LinearForm(terms, constant)
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
        return LinearForm(terms, constant)

    # -- views -------------------------------------------------------------------------------------

    def view(self, of: Expression) -> View:
        """The view of any expression; values that it cannot have are left out."""
        found = self._views.get(of)
        if found is None:
            with self.writer.within(None):
                # a place that is nowhere inside was said to be: any value will do
                found = self._views[of] = self._view(of) or {0: TRUE}
        return found

    def _view(self, of: Expression) -> View:
        if isinstance(of, Constant):
            return {of.value: TRUE}
        if isinstance(of, Boolean):
            return {0: self._forms[of].negation(), 1: self._forms[of]}
        few = self.few(of, pairs=lower.SUMS if isinstance(of, Sum) else lower.PAIRS)
        if few is not None and len(few) <= 1:
            return self._of_one(of, few)
        if isinstance(of, Truth):
            form = self.form(of)
            return {0: form.negation(), 1: form}
        if few is None:
            return self._by_parts(of)
        a, b = few
        return merge_cases((known_value(of, {a: u, b: v}), form) for (u, v), form in self.pairs(a, b).items())

    def _of_one(self, of: Expression, atoms: Sequence[Atom]) -> View:
        """The view of an expression of one variable, or of none."""
        cases = self.view(atoms[0]).items() if atoms else [(None, TRUE)]
        plain = type(of) is Sum and all(type(term) is Variable for term in of.terms)
        if plain and atoms:  # as x + 3
            assert isinstance(of, Sum)
            times, constant = sum(of.amounts), of.constant
            return merge_cases((constant + times * value, form) for value, form in cases)  # type: ignore[operator]
        return merge_cases((known_value(of, dict.fromkeys(atoms, value)), form) for value, form in cases)

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
            return merge_cases((apply(of.function, [value]), form) for value, form in views[0].items())
        both = joint(self.writer, str(of), *views)
        return merge_cases((apply_or_outside(of.function, list(pair)), form) for pair, form in both.items())

    def _values_of(self, of: Sum) -> View:
        """A hidden option for each value between the least and the greatest."""
        form, name = self.form(of), str(of)
        least, most = self.writer.range(form)
        if most - least >= lower.VALUES:
            raise RefusedError(
                f"{name}: from {least:,} to {most:,}; where each value of a sum must be known, at "
                f"most {lower.VALUES:,} are possible"
            )
        values = range(least, most + 1)
        options = self.writer.values(name, map(str, values), hidden=True)
        view: View = {value: LinearForm({o: 1}) for value, o in zip(values, options, strict=True)}
        self.writer.equal(f"{name}: its value", number(view, of), form)
        return view

    def _element(self, of: Call) -> View:
        """For each place and value a hidden option: the place is meant, and this value stands there."""
        *array, place = of.of
        found: list[tuple[Value, LinearForm]] = []
        for at, here in self.view(place).items():
            if not (isinstance(at, int) and 0 <= at < len(array)):
                found.append((OUTSIDE, here))
                continue
            is_meant: View = {True: here, False: here.negation()}
            both = joint(self.writer, f"{of}: {at}", is_meant, self.view(array[at]))
            found += [(value, form) for (meant, value), form in both.items() if meant]
        return merge_cases(found)

    def stay_inside(self, of: Expression) -> None:
        """The parts of an expression have values: places are inside of their arrays, divisors are not 0."""
        stack = [of]
        while stack:
            each = stack.pop()
            for part in each.parts:
                if type(part) not in ATOMS:
                    stack.append(part)
            if not is_partial(each):
                continue
            key = each, self.writer.rule  # each rule has it, since another one may be left out
            if key not in self._inside:
                self._inside.add(key)
                self._stay_inside(each)

    def _stay_inside(self, of: Call) -> None:
        """A function that may be without a value has one."""
        *array, last = of.of
        name, is_inside = INSIDE[of.function]
        inside = [form for value, form in self.view(last).items() if is_inside(value, array)]
        self.writer.at_least(f"{of}: {name}", sum_of(inside), 1)

    def pairs(self, one: Atom, other: Atom) -> dict[tuple[Value, Value], LinearForm]:
        """For each pair of values of two variables, the truth that they have these."""
        if (one, other) not in self._pairs:
            self._pairs[one, other] = joint(
                self.writer, f"({one}, {other})", self.view(one), self.view(other)
            )
        return self._pairs[one, other]

    # -- order -------------------------------------------------------------------------------------

    def steps(self, of: Expression) -> list[tuple[int, LinearForm]]:
        """Each value, ascending, with the truth that the number is at least that; the first always holds."""
        if of not in self._steps:
            with self.writer.within(None):
                self._steps[of] = self._steps_of(of)
        return self._steps[of]

    def _steps_of(self, of: Expression) -> list[tuple[int, LinearForm]]:
        view = self.view(of)
        number(view, of)
        values: list[int] = sorted(view)  # type: ignore[arg-type]
        found: list[tuple[int, LinearForm]] = []
        for value in reversed(values[1:]):
            here = view[value]
            if found:  # of the greatest value the view says it
                here = self.writer.truth(f"{of}>={value}")
                self.writer.equal(f"{of}>={value}", here, sum_of((found[-1][1], view[value])))
            found.append((value, here))
        return [(values[0], TRUE), *reversed(found)]

    def at_least(self, of: Expression, bound: int) -> LinearForm:
        """The truth that a number is at least `bound`."""
        return next((form for value, form in self.steps(of) if value >= bound), FALSE)

    def _extreme(self, of: Call) -> LinearForm:
        """The least or greatest of several: for each value, whether it is that or more."""
        values = sorted({value for part in of.of for value, _ in self.steps(part)})
        join = self.writer.any if of.function == "maximum" else self.writer.both
        truths = [join(f"{of}>={v}", [self.at_least(part, v) for part in of.of]) for v in values[1:]]
        found = sum_of(truths, [after - before for before, after in pairwise(values)])
        return LinearForm(found.terms, found.constant + values[0])

    # -- truths ------------------------------------------------------------------------------------

    def _truth(self, of: Truth) -> LinearForm:
        match of:
            case Member():
                view = self.view(of.of)
                return among(view, of.values)
            case Compared():
                return self._comparison(of)
            case Same():
                one, other = (self.view(part) for part in of.of)
                shared = [self.writer.both(f"{of}: {v}", [one[v], other[v]]) for v in one if v in other]
                return sum_of(shared)
            case Logic():
                truths = [self.form(part) for part in of.of]
                match of.connective:
                    case "not":
                        return truths[0].negation()
                    case "and":
                        return self.writer.both(str(of), truths)
                    case "or":
                        return self.writer.any(str(of), truths)
                    case "xor":
                        return odd(self.writer, str(of), truths)
        raise TypeError(type(of).__name__)

    def _comparison(self, of: Compared) -> LinearForm:
        match self.few(of, pairs=lower.SUPPORTS):
            case ([] | [_]) as atoms:
                return self._of_one(of, atoms).get(1, FALSE)
            case [Variable() as one, Variable() as other]:
                holds = keeps(of, one, other)
                return relation(self.writer, str(of), one, self.view(one), self.view(other), holds)
        form, name = self.sum(of.sum), str(of)
        if of.operator == "<=":
            return at_most_0(self.writer, name, form)
        below, above = (
            at_most_0(self.writer, f"{name} (<=)", form),
            at_most_0(self.writer, f"{name} (>=)", -form),
        )
        both = sum_of((below, above))  # one of the two always holds
        equal = LinearForm(both.terms, both.constant - 1)
        return equal if of.operator == "==" else equal.negation()
