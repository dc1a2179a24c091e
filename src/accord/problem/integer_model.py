"""The model of a problem without options: variables with bounds, and rules, for engines that take these.

An engine that says `integers` in its contract may be given one where options would be too many. Solutions
are rows of the option numbers that the variables have in the lowered model, so a solution is the same in both
ways. These are numbers only: no array has an entry for each.

    >>> from accord.problem import Problem
    >>> from accord.problem.integer_model import IntegerModel
    >>> p = Problem("large")
    >>> x, y = p.integer("x", 0, 10**9), p.integer("y", 0, 10**9)
    >>> p.add(x * y == 12, x < y)
    >>> model = IntegerModel(p)
    >>> model.options, model.option_name(10**9 + 4)
    (2000000002, 'y=3')
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from accord.errors import EngineError
from accord.model import Kind, Model
from accord.model.data import Indices, Ints
from accord.problem.bounds import Bounds
from accord.problem.evaluate import value_of
from accord.problem.expressions import Atom, Boolean, Value, Variable

if TYPE_CHECKING:
    from accord.problem.problem import Problem

NONE: dict[str, Any] = {
    "item_names": (), "colours": ("",), "names": (), "family": "problem", "lazy": None, "origin": None,
    "about": {},
}  # fmt: skip
INTS = ("low", "high", "start", "item", "amount", "colour", "order", "symmetries", "hidden")


class IntegerModel(Model):
    """A problem as engines see it that take integers: it has numbers of options, and no arrays of them."""

    integers: ClassVar[bool] = True

    def __init__(self, problem: Problem) -> None:
        """`problem` must not change any more."""
        arrays = {name: np.zeros(0, np.int32) for name in INTS}
        vars(self).update(NONE, **arrays, problem=problem, maximizes=problem.maximizes)
        low, high = (0, 0) if problem.objective is None else Bounds()(problem.objective)
        weights = [] if problem.objective is None else [min(max(abs(low), abs(high)), 1 << 62)]
        vars(self)["objective"] = np.array(weights, np.int64)  # one weight stands for all: how far it reaches

    problem: Problem

    def __getstate__(self) -> dict[str, Any]:
        """Return what it is made of."""
        return {"problem": self.problem}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make it anew."""
        IntegerModel.__init__(self, state["problem"])

    def __repr__(self) -> str:
        return f"<integers of {self.problem!r}>"

    # -- options, which are numbers only -----------------------------------------------------------

    @cached_property
    def firsts(self) -> list[int]:
        """The number of the first option of each variable, and of all options."""
        sizes = (1 if isinstance(atom, Boolean) else len(atom.values) for atom in self.problem.variables)
        return [0, *accumulate(sizes)]

    @property
    def options(self) -> int:
        """How many options the variables would have."""
        return self.firsts[-1]

    @property
    def kind(self) -> Kind:
        """Linear, and with an objective where there is one."""
        return Kind.LINEAR | (Kind.OBJECTIVE if len(self.objective) else Kind.EXACT_COVER)

    @property
    def wants_one_number(self) -> bool:
        """Whether the objective is one variable."""
        return isinstance(self.problem.objective, Variable)

    @property
    def has_circuit(self) -> bool:
        """Whether a rule is about a circuit, or a loop of a graph."""
        return has_circuit(self.problem)

    def place_of(self, option: int) -> int:
        """The place of the variable that an option is of."""
        return bisect_right(self.firsts, option) - 1

    def of_option(self, option: int) -> tuple[Atom, Value]:
        """The variable and the value of an option."""
        at = self.place_of(option)
        atom = self.problem.variables[at]
        return atom, True if isinstance(atom, Boolean) else atom.values[option - self.firsts[at]]

    def option_name(self, option: int) -> str:
        """The name of an option: `x=5`, or of a truth its own."""
        atom, value = self.of_option(int(option))
        return atom.name if isinstance(atom, Boolean) else f"{atom.name}={value}"

    def visible(self, options: Iterable[int]) -> list[str]:
        """The names of these options, none of which is hidden."""
        return [self.option_name(option) for option in options]

    # -- solutions ---------------------------------------------------------------------------------

    def values_of(self, row: Iterable[int]) -> dict[Atom, Value]:
        """The value of each variable in a solution. Raises EngineError where one has none or several."""
        found: dict[Atom, Value] = {}
        for option in row:
            if option >= 0:
                atom, value = self.of_option(int(option)) if option < self.options else (None, None)
                if atom is None or atom in found:
                    raise EngineError(f"an engine returned {'no option' if atom is None else atom} twice")
                found[atom] = value
        for atom in self.problem.variables:
            if atom not in found and not isinstance(atom, Boolean):
                raise EngineError(f"an engine returned a solution without a value of {atom}")
        return {atom: found.get(atom, False) for atom in self.problem.variables}

    def verify(self, solutions: Indices) -> None:
        """Raise EngineError unless every row meets every rule, by what the rules mean in Python."""
        for row in solutions.tolist():
            if not self.problem.holds(self.values_of(row)):
                raise EngineError(
                    f"an engine returned a false solution of {self!r}: "
                    f"{self.visible(option for option in row if option >= 0)}"
                )

    def values(self, solutions: Indices) -> Ints:
        """The value of each solution of a batch under the objective, to be made small."""
        objective, sign = self.problem.objective, -1 if self.maximizes else 1
        worth = [
            0 if objective is None else sign * value_of(objective, self.values_of(row))
            for row in solutions.tolist()
        ]
        return np.array(worth, np.int64)

    @property
    def has_hidden(self) -> bool:
        """Whether engines add variables of their own: they may, so no solution may come twice."""
        return True

    def without_hidden(self, solutions: Indices) -> Indices:
        """The solutions as they are: they have values of variables only."""
        return solutions


def has_circuit(problem: Problem) -> bool:
    """Whether a rule is about a circuit, or a loop of a graph."""
    return any(rule.has_circuit for rule in problem.rules)
