"""Expressions of a problem -> CpModel: integer variables with bounds, and literals of truths.

Whatever is made beside the variables of the problem is determined by them: enumeration counts the values of
all variables, so a free one would multiply the count. A sum of Booleans never holds only if a literal does
(see `lowering`): it is first made a number of its own.

A literal says that all or some of others hold, that a form has a value, or is at most 0. Each is true if and
only if what it says holds, and is made once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import gcd
from typing import Any

from ortools.sat.python import cp_model

from accord.backends.cpsat.variables import Form, Literal, Variables, power, quotient_and_rest
from accord.problem import Problem
from accord.problem.bounds import intervals
from accord.problem.expressions import (
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
    is_element,
    is_partial,
)


class Literals(Variables):
    """Variables, and the literals of statements about them."""

    true: Literal  # which always holds

    def _once(self, key: Hashable, make: Callable[[], Literal]) -> Literal:
        if key not in self._literals:
            self._literals[key] = make()
        return self._literals[key]

    def any(self, literals: Sequence[Literal]) -> Literal:
        """Whether one of these holds."""
        some = {literal.index: literal for literal in literals if literal.index != (~self.true).index}
        if self.true.index in some or any(-index - 1 in some for index in some):
            return self.true
        if len(some) < 2:
            return next(iter(some.values()), ~self.true)
        return self._once(("any", *sorted(some)), lambda: self._any([*some.values()]))

    def _any(self, literals: Sequence[Literal]) -> Literal:
        made = self.new(0, 1)
        self.made.add_bool_or([*literals, ~made])
        for literal in literals:
            self.made.add_implication(literal, made)
        return made

    def all(self, literals: Sequence[Literal]) -> Literal:
        """Whether all of these hold."""
        return ~self.any([~literal for literal in literals])

    def odd(self, literals: Sequence[Literal]) -> Literal:
        """Whether an odd number of these hold."""
        found = ~self.true
        for literal in literals:
            found = self.any([self.all([found, ~literal]), self.all([~found, literal])])
        return found

    def among(self, form: Form, values: Any) -> Literal:
        """Whether a form has one of these values; each run of numbers that follow each other is a literal."""
        form = self.plain(form)
        found = []
        for low, high in intervals(values):
            if low == high:
                found.append(self.comparison(form.plus(Form({}, -low)), "=="))
            else:
                above = self.comparison(form.times(-1).plus(Form({}, low)), "<=")
                found.append(self.all([above, self.comparison(form.plus(Form({}, -high)), "<=")]))
        return self.any(found)

    def comparison(self, form: Form, operator: str) -> Literal:
        """Whether a form is 0 (`==`), is not (`!=`), or is at most 0 (`<=`)."""
        low, high = self.bounds(form)
        if operator == "!=":
            return ~self.comparison(form, "==")
        if operator == "<=" and (high <= 0 or low > 0):
            return self.true if high <= 0 else ~self.true
        if operator == "==" and (low > 0 or high < 0 or form.constant % (gcd(*form.terms.values()) or 1)):
            return ~self.true
        if not form.terms:
            return self.true
        whole = Form(form.terms)
        if self.boolean(whole):
            truth = self._of_booleans(form, operator)
            if truth is not None:
                return truth
            form = self.plain(form)
        elif operator == "==" and next(iter(form.terms.values())) < 0:
            form = form.times(-1)
        key = (operator, form.constant, *sorted(form.terms.items()))
        return self._once(key, lambda: self._new_comparison(form, operator))

    def _of_booleans(self, form: Form, operator: str) -> Literal | None:
        """The literal of a comparison of Booleans, if one clause says it."""
        if len(form.terms) == 1:
            ((variable, amount),) = form.terms.items()
            literal = self._variables[variable]
            holds = [
                (n <= 0 if operator == "<=" else n == 0) for n in (form.constant, form.constant + amount)
            ]
            if holds[0] == holds[1]:
                return self.true if holds[0] else ~self.true
            return literal if holds[1] else ~literal
        if operator != "<=" or any(abs(amount) != 1 for amount in form.terms.values()):
            return None
        literals = [self._variables[v] if a > 0 else ~self._variables[v] for v, a in form.terms.items()]
        may = -form.constant + sum(a < 0 for a in form.terms.values())  # so many literals may hold
        if may == 0:
            return ~self.any(literals)
        return ~self.all(literals) if may == len(literals) - 1 else None

    def _new_comparison(self, form: Form, operator: str) -> Literal:
        made, linear = self.new(0, 1), self.linear(form)
        if operator == "<=":
            self.made.add(linear <= 0).only_enforce_if(made)
            self.made.add(linear >= 1).only_enforce_if(~made)
        elif len(form.terms) == 1:
            self.made.add(linear == 0).only_enforce_if(made)
            self.made.add(linear != 0).only_enforce_if(~made)
        else:
            self.made.add(linear == 0).only_enforce_if(made)
            below = self.comparison(form.plus(Form({}, 1)), "<=")
            above = self.comparison(form.times(-1).plus(Form({}, 1)), "<=")
            self.made.add_exactly_one([made, below, above])
        return made


PLACES = 256  # of an array in the objective, each of which gets a literal


class Integers(Literals):
    """The variables of a problem in a CpModel, and what expressions of them are."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self._forms: dict[Expression, Form] = {}
        for atom in problem.variables:
            self._forms[atom] = Form({self._of_atom(atom).index: 1})
        self.true = self.new(1, 1)

    # -- variables ---------------------------------------------------------------------------------

    def _of_atom(self, atom: Atom) -> cp_model.IntVar:
        if isinstance(atom, Boolean):
            return self.new(0, 1)
        if isinstance(atom.values, range):
            return self.new(atom.values[0], atom.values[-1])
        codes = sorted(map(self.code, atom.values))
        return self._note(self.made.new_int_var_from_domain(cp_model.Domain.from_values(codes), ""), codes)

    # -- forms -------------------------------------------------------------------------------------

    def form(self, of: Expression) -> Form:
        """The form of a number or a truth; of any other value, of the number that stands for it."""
        if of not in self._forms:
            self._forms[of] = self._form(of)
        return self._forms[of]

    def _form(self, of: Expression) -> Form:
        match of:
            case Truth():
                return self.of_literal(self.literal(of))
            case Constant():
                return Form({}, self.code(of.value))
            case Sum():
                found = Form({}, of.constant)
                for term, amount in zip(of.terms, of.amounts, strict=True):
                    found = found.plus(self.form(term), amount)
                return found
            case Call():
                return self._call(of)
        raise TypeError(type(of).__name__)

    def expression(self, of: Expression) -> cp_model.LinearExprT:
        """An expression as the constraints of CP-SAT take it: one variable, an amount, a constant."""
        return self.linear(self.plain(self.form(of)))

    def _call(self, of: Call) -> Form:
        *parts, last = (self.plain(self.form(part)) for part in of.of)
        pairs = [self.bounds(part) for part in (*parts, last)]
        lows, highs = [low for low, _ in pairs], [high for _, high in pairs]
        given = [self.linear(part) for part in (*parts, last)]
        if is_element(of) and not last.terms:
            return self._element_at(parts, last.constant)
        match of.function:
            case "abs":
                low, high = pairs[0]
                made = self.new(max(0, low, -high), max(-low, high))
                self.made.add_abs_equality(made, given[0])
            case "minimum":
                made = self.new(min(lows), min(highs))
                self.made.add_min_equality(made, given)
            case "maximum":
                made = self.new(max(lows), max(highs))
                self.made.add_max_equality(made, given)
            case "product":
                return self.product(parts[0], last)
            case "quotient" | "remainder":
                return quotient_and_rest(self, parts[0], last)[of.function == "remainder"]
            case "power":
                return power(self, parts[0], last)
            case "element":
                made = self.new(min(lows[:-1]), max(highs[:-1]))
                self._place_member(parts, last, Form({made.index: 1}))
            case _:
                raise ValueError(of.function)
        return Form({made.index: 1})

    def product(self, one: Form, other: Form) -> Form:
        """The product of two plain forms."""
        if not one.terms or not other.terms:
            return one.times(other.constant) if one.terms else other.times(one.constant)
        key = ("product", *sorted((form.constant, *form.terms.items()) for form in (one, other)))
        if key not in self._literals:
            ends = [a * b for a in self.bounds(one) for b in self.bounds(other)]
            self._literals[key] = made = self.new(min(ends), max(ends))
            self.made.add_multiplication_equality(made, [self.linear(one), self.linear(other)])
        return Form({self._literals[key].index: 1})

    def by_places(self, objective: Expression) -> None:
        """Make members of known arrays in the objective sums over their places: a relaxation bounds these.

        Only the objective has them so. In rules a variable with bounds propagates more than such a sum.
        """
        terms = objective.terms if isinstance(objective, Sum) else [objective]
        for term in terms:
            if is_element(term) and term not in self._forms:
                *array, place = map(self.form, term.parts)
                if len(array) <= PLACES and place.terms and not any(member.terms for member in array):
                    self._forms[term] = self._over_places([member.constant for member in array], place)

    def _over_places(self, array: Sequence[int], place: Form) -> Form:
        """The sum of the members, each times whether the place is its own."""
        place = self.plain(place)
        literals = [self.comparison(place.plus(Form({}, -at)), "==") for at in range(len(array))]
        self.made.add_exactly_one(literals)
        found = Form({})
        for member, literal in zip(array, literals, strict=True):
            found = found.plus(self.of_literal(literal), member)
        return found

    def _place_member(self, array: Sequence[Form], place: Form, member: Form) -> None:
        self.made.add_linear_constraint(self.linear(place), 0, len(array) - 1)
        self.made.add_element(self.linear(place), list(map(self.linear, array)), self.linear(member))

    def name_member(self, truth: Truth) -> None:
        """Replace a member by the equation that defines it, where that equation must hold.

        A variable of its own, tied to that, takes CP-SAT half as many conflicts again.
        """
        if not isinstance(truth, Compared) or truth.operator != "==":
            return
        for at, (term, amount) in enumerate(zip(truth.sum.terms, truth.sum.amounts, strict=True)):
            if is_element(term) and abs(amount) == 1 and term not in self._forms:
                rest = Form({}, truth.sum.constant)
                for other, (each, times) in enumerate(zip(truth.sum.terms, truth.sum.amounts, strict=True)):
                    rest = rest if other == at else rest.plus(self.form(each), times)
                *array, place = (self.plain(self.form(part)) for part in term.of)
                if place.terms and term not in self._forms:
                    self._forms[term] = self.plain(rest.times(-amount))
                    self._place_member(array, place, self._forms[term])
                return

    def _element_at(self, array: Sequence[Form], place: int) -> Form:
        """The member at a known place; outside there is no solution."""
        if 0 <= place < len(array):
            return array[place]
        self.made.add_bool_or([])
        return array[0]

    def visit_partial(self, of: Expression) -> None:
        """The parts of an expression have values, whatever a rule makes of it: such as places inside."""
        for part in of.parts:
            self.visit_partial(part)
        if is_partial(of):
            self.form(of)

    # -- literals ----------------------------------------------------------------------------------

    def equals(self, of: Expression, number: int) -> Literal:
        """Whether an expression is a number."""
        return self.comparison(self.form(of).plus(Form({}, -number)), "==")

    def same(self, one: Expression, other: Expression) -> Literal:
        """Whether two expressions are equal."""
        return self.comparison(self.form(one).plus(self.form(other), -1), "==")

    def literal(self, of: Truth) -> Literal:
        """A literal that is true if and only if the truth holds."""
        match of:
            case Boolean():
                return self._variables[next(iter(self._forms[of].terms))]
            case Compared():
                return self.comparison(self.form(of.sum), of.operator)
            case Member():
                return self.among(self.form(of.of), map(self.code, of.values))
            case Same():
                return self.same(*of.of)
            case Logic():
                literals = [self.literal(part) for part in of.of]
                match of.connective:
                    case "not":
                        return ~literals[0]
                    case "and":
                        return self.all(literals)
                    case "or":
                        return self.any(literals)
                    case "xor":
                        return self.odd(literals)
        raise TypeError(type(of).__name__)
