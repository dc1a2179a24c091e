"""The variables of a CpModel, and linear forms of them.

form      amounts of variables and a constant
plain     one variable with an amount and a constant: what the constraints of CP-SAT take
literal   a Boolean, or its negation
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from ortools.sat.python import cp_model

from accord.backends.cpsat.arithmetic import Form
from accord.errors import RefusedError
from accord.problem import Problem
from accord.problem.bounds import largest_number
from accord.problem.expressions import Value, whole_number

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
