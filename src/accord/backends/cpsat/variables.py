"""The variables of a CpModel, and linear forms of them.

form      amounts of variables and a constant
plain     one variable with an amount and a constant: what the constraints of CP-SAT take
literal   a Boolean, or its negation

Linear forms of CP-SAT's variables; quotients, remainders and powers as Python rounds them.

    x = y * q + r, where 0 <= r < y, or y < r <= 0: q is rounded down, and both are determined

CP-SAT's own division rounds towards 0.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

from ortools.sat.python import cp_model

from accord.errors import RefusedError
from accord.problem import Problem
from accord.problem.bounds import largest_number, power_bounds, quotient_bounds, remainder_bounds
from accord.problem.expressions import Value, whole_number
from accord.problem.lower import TUPLES

if TYPE_CHECKING:
    from accord.backends.cpsat.integers import Integers


LARGEST = 1 << 61  # of what a sum may reach in CP-SAT
IN_TABLES = range(-(1 << 31), 1 << 31)  # with other numbers CP-SAT loses solutions of a table, or crashes
Literal: TypeAlias = Any  # a Boolean of CP-SAT, or its negation


class Variables:
    """The variables of a CpModel that is written, with their bounds."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.made = cp_model.CpModel()
        self.words = ""  # of the rule that is written
        self._variables: list[cp_model.IntVar] = []
        self._bounds: list[tuple[int, int]] = []
        self._codes: dict[Value, int] = {}
        self._literals: dict[Hashable, Literal] = {}

    def new(self, low: int, high: int) -> cp_model.IntVar:
        """A new variable. Raises RefusedError where its bounds are too large."""
        if max(-low, high) > LARGEST:
            raise RefusedError(f"{self.words}: a number up to {max(-low, high):,}; CP-SAT takes up to 2^61")
        return self._note(self.made.new_int_var(low, high, ""), (low, high))

    def _note(self, variable: cp_model.IntVar, domain: Sequence[int]) -> cp_model.IntVar:
        assert variable.index == len(self._variables)
        self._variables.append(variable)
        self._bounds.append((domain[0], domain[-1]))
        return variable

    def code(self, value: Value) -> int:
        """Return the number that a value equals, or else the number that stands for it."""
        number = whole_number(value)
        if number is not None:
            return number
        return self._codes.setdefault(value, self._first_code + len(self._codes))

    @cached_property
    def _first_code(self) -> int:
        """A number that is larger than all numbers of the problem that CP-SAT takes."""
        rules = [held for rule in self.problem.rules for held in vars(rule).values()]
        largest = largest_number([*self.problem.variables, *rules, self.problem.objective])
        return 1 + min(largest, LARGEST)

    def bounds(self, form: Form) -> tuple[int, int]:
        """The least and the greatest value of a form. Raises RefusedError where CP-SAT cannot add it up."""
        low = high = form.constant
        reach = abs(form.constant)
        for variable, amount in form.terms.items():
            least, most = self._bounds[variable]
            low, high = low + min(amount * least, amount * most), high + max(amount * least, amount * most)
            reach += abs(amount) * max(-least, most, 0)
        if reach > LARGEST:
            raise RefusedError(f"{self.words}: its amounts add up to {reach:,}; CP-SAT takes up to 2^61")
        return low, high

    def linear(self, form: Form) -> cp_model.LinearExprT:
        """A form as CP-SAT takes it."""
        variables = [self._variables[v] for v in form.terms]
        if len(variables) == 1 and next(iter(form.terms.values())) == 1:
            return variables[0] + form.constant if form.constant else variables[0]
        return cp_model.LinearExpr.weighted_sum(variables, list(form.terms.values())) + form.constant

    def of_literal(self, literal: Literal) -> Form:
        """A literal as a number."""
        index = literal.index
        return Form({index: 1}) if index >= 0 else Form({-index - 1: -1}, 1)

    def allow(self, forms: Sequence[Form], rows: Sequence[Sequence[int]]) -> None:
        """Require that forms have the values of one of these rows, of which there is at least one.

        Of a column with large numbers CP-SAT gets their places in a list.
        """
        columns = []
        for form, values in zip(map(self.plain, forms), zip(*rows, strict=True), strict=True):
            ends = [*self.bounds(form), min(values), max(values)]
            ends += [end for variable in form.terms for end in self._bounds[variable]]
            if min(ends) in IN_TABLES and max(ends) in IN_TABLES:
                columns.append((self.linear(form), dict(zip(values, values, strict=True))))
                continue
            listed = sorted({*values})
            place = self.new(0, len(listed) - 1)
            self.made.add_element(place, listed, self.linear(form))
            columns.append((place, {value: at for at, value in enumerate(listed)}))
        self.made.add_allowed_assignments(
            [column for column, _ in columns],
            [[number_of[value] for (_, number_of), value in zip(columns, row, strict=True)] for row in rows],
        )

    def plain(self, form: Form) -> Form:
        """The form itself, or a new variable with its value, where it is of several variables."""
        if len(form.terms) <= 1:
            return form
        key = ("plain", *sorted(form.terms.items()))
        if key not in self._literals:
            whole = Form(form.terms)
            self._literals[key] = made = self.new(*self.bounds(whole))
            self.made.add(self.linear(whole) == made)
        return Form({self._literals[key].index: 1}, form.constant)

    def boolean(self, form: Form) -> bool:
        """Whether a form is of Booleans only."""
        return all(self._bounds[v][0] >= 0 and self._bounds[v][1] <= 1 for v in form.terms)


class Form:
    """Amounts of variables, by their index, none of them 0, and a constant."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: dict[int, int], constant: int = 0) -> None:
        self.terms, self.constant = terms, constant

    def times(self, by: int) -> Form:
        """So many times the form."""
        return Form({v: a * by for v, a in self.terms.items()} if by else {}, self.constant * by)

    def plus(self, other: Form, by: int = 1) -> Form:
        """The sum of two forms, the other one so many times."""
        terms = dict(self.terms)
        for variable, amount in other.terms.items():
            terms[variable] = terms.get(variable, 0) + by * amount
        return Form({v: a for v, a in terms.items() if a}, self.constant + by * other.constant)


def quotient_and_rest(to: Integers, one: Form, by: Form) -> tuple[Form, Form]:
    """The quotient of two plain forms, rounded down, and the remainder; the divisor is not 0."""
    pairs = to.bounds(one), to.bounds(by)
    low, high = pairs[1]
    quotient = Form({to.new(*quotient_bounds(*pairs)).index: 1})
    rest = Form({to.new(*remainder_bounds(*pairs)).index: 1})
    whole = to.product(quotient, by).plus(rest).plus(one, -1)
    to.bounds(whole)
    to.made.add(to.linear(whole) == 0)
    if low <= 0 <= high:
        to.made.add(to.linear(by) != 0)
    if by.terms:
        above = to.comparison(by.times(-1).plus(Form({}, 1)), "<=")
        to.made.add(to.linear(rest.plus(by, -1)) <= -1).only_enforce_if(above)
        to.made.add(to.linear(rest) >= 0).only_enforce_if(above)
        to.made.add(to.linear(rest.plus(by, -1)) >= 1).only_enforce_if(~above)
        to.made.add(to.linear(rest) <= 0).only_enforce_if(~above)
    return quotient, rest


def power(to: Integers, base: Form, exponent: Form) -> Form:
    """A power of plain forms: products, or a table where the exponent varies. Raises RefusedError."""
    if not exponent.terms:
        found = Form({}, 1)
        for _ in range(exponent.constant):
            found = to.product(found, base)
        return found
    pairs = to.bounds(base), to.bounds(exponent)
    bases, exponents = range(pairs[0][0], pairs[0][1] + 1), range(max(0, pairs[1][0]), pairs[1][1] + 1)
    if len(bases) * len(exponents) > TUPLES:
        raise RefusedError(
            f"{to.words}: a power of {len(bases):,} bases and {len(exponents):,} exponents; at most "
            f"{TUPLES:,} pairs are possible"
        )
    low, high = power_bounds(*pairs)
    made = to.new(low, high)
    found = Form({made.index: 1})
    rows = [(b, e, b**e) for b, e in product(bases, exponents)]
    if rows:
        to.allow([base, exponent, found], rows)
    else:
        to.made.add_bool_or([])
    return found
