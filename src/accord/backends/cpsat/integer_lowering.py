"""A problem as it is -> CpModel: its variables first, in their order; those beyond are determined by them.

variables     an integer for each number or choice, a Boolean for each truth
rules         see `integer_rules`; expressions, see `integers`
objective     the least value
hint          values that variables may well have
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from ortools.sat.python import cp_model

from accord.backends.cpsat.integer_rules import Rules
from accord.errors import EngineError, RefusedError
from accord.model.model import Indices
from accord.problem.expressions import Boolean
from accord.problem.integer_model import IntegerModel

SOME = 64  # rules between two looks at the clock


@dataclass(frozen=True, slots=True)
class LoweredProblem:
    """A CpModel of a problem, and the number of each value in it."""

    model: cp_model.CpModel
    of: IntegerModel
    codes: list[list[int]]  # for each variable that has no range, the numbers of its values

    def copy(self) -> LoweredProblem:
        """Return a copy, to which constraints on the variables and hints may be added."""
        made = cp_model.CpModel()
        made.proto.copy_from(self.model.proto)
        return replace(self, model=made)

    def hint(self, options: Sequence[int], *, whole: bool = False) -> None:
        """Note that variables may well have the values of these options; truths without, if `whole`, none."""
        chosen = {self.of.place_of(option): option for option in options}
        values = {place: self._number(place, option) for place, option in chosen.items()}
        for place, atom in enumerate(self.of.problem.variables):
            value = values.get(place, 0 if whole and isinstance(atom, Boolean) else None)
            if value is not None:
                self.model.add_hint(self.model.get_int_var_from_proto_index(place), value)

    def forbid(self, solution: Sequence[int]) -> None:
        """Forbid exactly this solution."""
        chosen = {self.of.place_of(option): option for option in solution}
        places = range(len(self.of.problem.variables))
        values = [self._number(place, chosen[place]) if place in chosen else 0 for place in places]
        variables = [self.model.get_int_var_from_proto_index(place) for place in places]
        self.model.add_forbidden_assignments(variables, [values])

    def _number(self, place: int, option: int) -> int:
        """The number that a variable has where an option is chosen."""
        atom, at = self.of.problem.variables[place], option - self.of.firsts[place]
        numbers = [1] if isinstance(atom, Boolean) else self.codes[place] or atom.values
        return int(numbers[at])  # type: ignore[call-overload]

    def rows(self, texts: Sequence[str]) -> Indices:
        """A batch of solutions, each printed with a number for each variable, as rows of options.

        Raises EngineError where there are not as many numbers as variables, or a number is no value.
        """
        atoms = self.of.problem.variables
        if not atoms:
            return np.zeros((len(texts), 0), np.int32)
        values = np.array([np.fromstring(text[1:-1], np.int64, sep=",") for text in texts])
        if values.ndim != 2 or values.shape[1] < len(atoms):
            raise EngineError(f"CP-SAT gave {values.size} values in {len(texts)} solutions")
        found = np.empty((len(texts), len(atoms)), np.int64)
        for place, (atom, first, codes) in enumerate(zip(atoms, self.of.firsts, self.codes, strict=False)):
            column = values[:, place]
            if isinstance(atom, Boolean):
                found[:, place] = np.where(column == 1, first, -1)
            elif isinstance(atom.values, range):
                found[:, place] = first + column - atom.values[0]
            else:
                order = np.argsort(codes)
                found[:, place] = first + order[np.searchsorted(codes, column, sorter=order)]
        return found  # type: ignore[return-value]


def integer_lowering(
    model: IntegerModel, *, fixed: bool = False, objective: bool = False
) -> Generator[None, None, LoweredProblem]:
    """The problem lowered; stops to look at the clock now and then. Raises RefusedError.

    Args:
        model: the problem.
        fixed: is never asked of it.
        objective: whether the least value is wanted.
    """
    assert not fixed
    problem = model.problem
    rules = Rules(problem, only_best=objective)
    for number, rule in enumerate(problem.rules):
        if number % SOME == 0:
            yield
        rules.state(rule)
    if problem.objective is not None:
        rules.words = f"the objective {problem.objective}"
        if objective:
            rules.by_places(problem.objective)
        rules.visit_partial(problem.objective)
        wanted = rules.form(problem.objective)
        rules.bounds(wanted)
        if objective:
            rules.made.minimize(rules.linear(wanted.times(-1 if problem.maximizes else 1)))
    if why := rules.made.validate():
        raise RefusedError(f"CP-SAT does not take it: {why.splitlines()[0]}")
    codes = [
        [] if isinstance(atom, Boolean) or isinstance(atom.values, range) else [*map(rules.code, atom.values)]
        for atom in problem.variables
    ]
    return LoweredProblem(rules.made, model, codes)
