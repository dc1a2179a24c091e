"""The variables of a CpModel, and linear forms of them.

form      amounts of variables and a constant
plain     one variable with an amount and a constant: what the constraints of CP-SAT take
literal   a Boolean, or its negation
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, TypeAlias

from ortools.sat.python import cp_model

from accord.backends.cpsat.arithmetic import Form
from accord.errors import RefusedError
from accord.problem.expressions import Value

CODES = 1 << 41  # from here on numbers stand for values that are none
LARGEST = 1 << 61  # of what a sum may reach in CP-SAT
Literal: TypeAlias = Any  # a Boolean of CP-SAT, or its negation


class Variables:
    """The variables of a CpModel that is written, with their bounds."""

    def __init__(self) -> None:
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
        """The number that a value is, or that stands for it."""
        if isinstance(value, int):
            return int(value)
        if isinstance(value, float | complex) and value == int(value.real):  # as `==` of Python says
            return int(value.real)
        return self._codes.setdefault(value, CODES + len(self._codes))

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
