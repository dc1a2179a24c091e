"""Literals of CP-SAT: that all or some of others hold, that a form has a value, or is at most 0.

Each is true if and only if what it says holds, and is made once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import gcd
from typing import Any

from accord.backends.cpsat.arithmetic import Form
from accord.backends.cpsat.variables import Literal, Variables
from accord.problem.bounds import intervals


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
