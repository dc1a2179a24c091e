"""A problem as it is -> CpModel: its variables first, in their order; those beyond are determined by them.

variables     an integer for each number or choice, a Boolean for each truth
rules         see below; expressions, see `integers`
objective     the least value
hint          values that variables may well have

Rules of a problem -> CpModel: what each writes by `Rule.write_integers`; truths, tasks and loops are here.

comparisons, sums     linear constraints
and, or, not          clauses; conditions under which a constraint holds
tasks                 intervals
loops of a graph      Circuit of CP-SAT, which takes literals of arcs

A loop has an arc for each edge and direction; a vertex that is not visited has an arc to itself.

Which way round a loop goes is not determined by its edges. So a loop is taken only if the best is wanted:
enumeration would give each solution twice.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from accord.backends.cpsat.integers import Integers
from accord.backends.cpsat.variables import Form, Literal
from accord.errors import EngineError, RefusedError
from accord.model.model import Indices
from accord.problem import Problem
from accord.problem.evaluate import atoms_of
from accord.problem.expressions import (
    Boolean,
    Compared,
    Constant,
    Expression,
    Logic,
    Same,
    Sum,
    Truth,
    Variable,
)
from accord.problem.integer_model import IntegerModel
from accord.problem.rules import (
    Holds,
    Rule,
)
from accord.problem.writers import OneLoop

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


def write_loop(rules: Rules, loop: OneLoop) -> None:
    """One loop of a graph. Raises RefusedError for one that may be empty, and for counts."""
    if loop.empty or not rules.only_best:
        raise RefusedError(f"{rules.words}: cpsat takes such a rule by options only")
    arcs: list[tuple[int, int, Any]] = []
    edges = []
    for (one, other), flag in zip(loop.pairs, loop.flags, strict=True):
        if flag is not None:
            edge, there, back = rules.literal(flag), rules.new(0, 1), rules.new(0, 1)
            rules.made.add(there + back == edge)
            arcs += [(one, other, there), (other, one, back)]
            edges.append(edge)
    joined = {vertex for arc in arcs for vertex in arc[:2]}
    if not edges or (loop.spanning and len(joined) < loop.vertices):
        rules.refuse()
        return
    if not loop.spanning:
        arcs += [(vertex, vertex, rules.new(0, 1)) for vertex in sorted(joined)]
    number = {vertex: place for place, vertex in enumerate(sorted(joined))}
    rules.made.add_circuit([(number[i], number[j], literal) for i, j, literal in arcs])
    rules.made.add(sum(edges) >= max(1, loop.shortest))


GAPS = 10  # numbers between the ends of a task, for each value that it may have


class Rules(Integers):
    """Writes the rules of a problem."""

    def __init__(self, problem: Problem, *, only_best: bool = False) -> None:
        super().__init__(problem)
        self.only_best = only_best  # then some variables may be left free: no solution is counted

    def state(self, rule: Rule) -> None:
        """Write a rule. Raises RefusedError for a kind of rule that CP-SAT takes by options only."""
        self.words = rule.words
        if isinstance(rule, Holds):
            self.name_member(rule.truth)
        for part in rule.parts:
            self.visit_partial(part)
        rule.write_integers(self)

    def loop(self, loop: OneLoop) -> None:
        """Write one loop of a graph. Raises RefusedError for one that may be empty, and for counts."""
        write_loop(self, loop)

    def refuse(self) -> None:
        """There is no solution."""
        self.made.add_bool_or([])

    # -- truths ------------------------------------------------------------------------------------

    def holds(self, truth: Truth, only_if: Sequence[Literal] = ()) -> None:
        """A truth holds, if all of some literals do."""
        match truth:
            case Compared():
                self._compare(self.form(truth.sum), truth.operator, only_if)
            case Same():
                one, other = map(self.form, truth.of)
                self._compare(one.plus(other, -1), "==", only_if)
            case Logic(connective="and"):
                for part in truth.of:
                    self.holds(part, only_if)
            case Logic(connective="not", of=(Logic(connective="or") as inner,)):
                for part in inner.of:
                    self.holds(~part, only_if)
            case Logic(connective="or"):
                self._clause(truth.of, only_if)
            case Logic(connective="not", of=(Logic(connective="and") as inner,)):
                self._clause([~part for part in inner.of], only_if)
            case _:
                self.made.add_bool_or([self.literal(truth), *(~literal for literal in only_if)])

    def _compare(self, form: Form, operator: str, only_if: Sequence[Literal]) -> None:
        """A form is 0, is not, or is at most 0, if all of some literals hold."""
        low, high = self.bounds(form)
        if only_if and (operator == "!=" or self.boolean(form)):
            literal = self.comparison(form, operator)
            self.made.add_bool_or([literal, *(~each for each in only_if)])
        elif operator == "==" and (low > 0 or high < 0):
            self.made.add_bool_or([~literal for literal in only_if])
        elif operator == "<=" and high > 0:
            self._only(self.made.add(self.linear(form) <= 0), only_if)
        elif operator == "==" and form.terms:
            self._only(self.made.add(self.linear(form) == 0), only_if)
        elif operator == "!=" and not (low > 0 or high < 0):
            if form.terms:
                self.made.add(self.linear(form) != 0)
            else:
                self.refuse()

    @staticmethod
    def _only(constraint: Any, only_if: Sequence[Literal]) -> None:
        if only_if:
            constraint.only_enforce_if(*only_if)

    def _clause(self, truths: Sequence[Truth], only_if: Sequence[Literal]) -> None:
        """Require that one of some truths holds if all of some literals do."""
        if len(truths) == 2 and self._one_or_the_other(truths[0], truths[1], only_if):
            return
        long = [truth for truth in truths if _is_long(truth)]
        long = long if len(long) == 1 else []
        literals = [self.literal(truth) for truth in truths if truth not in set(long)]
        if long:
            self.holds(long[0], [*only_if, *(~literal for literal in literals)])
        else:
            self.made.add_bool_or([*literals, *(~literal for literal in only_if)])

    def _one_or_the_other(self, one: Truth, other: Truth, only_if: Sequence[Literal]) -> bool:
        """Write two comparisons of which exactly one holds, as of tasks that do not overlap, by one literal.

        Returns whether they are such.
        """
        if only_if or not (isinstance(one, Compared) and isinstance(other, Compared)):
            return False
        first, second = self.form(one.sum), self.form(other.sum)
        opposite = first.plus(second)
        if {one.operator, other.operator} != {"<="} or opposite.terms or opposite.constant <= 0:
            return False
        if self.boolean(first) or min(self.bounds(first)[1], self.bounds(second)[1]) <= 0:
            return False
        which = self.new(0, 1)
        self.made.add(self.linear(first) <= 0).only_enforce_if(which)
        self.made.add(self.linear(second) <= 0).only_enforce_if(~which)
        return True

    # -- tasks -------------------------------------------------------------------------------------

    def has_gaps(self, *of: Expression) -> bool:
        """Whether one of some starts and lengths has far fewer values than there are between its ends.

        CP-SAT branches on the ends of intervals: it would try all that lies between, one by one.
        """
        for each in of:
            one = each.terms[0] if isinstance(each, Sum) and len(each.terms) == 1 else each
            if not isinstance(one, Variable | Constant):
                low, high = self.bounds(self.form(each))
                values = prod(len(atom.values) for atom in {*atoms_of(each)})
                if (high - low) > GAPS * values:
                    return True
        return False

    def from_0(self, of: Expression) -> Form:
        """A number that must not be below 0, as CP-SAT takes it: its bounds say so."""
        form = self.plain(self.form(of))
        low, high = self.bounds(form)
        if high < 0:
            self.refuse()
        if low >= 0 or high < 0:
            return form if low >= 0 else Form({}, 0)
        made = self.new(0, high)
        self.made.add(self.linear(form) == made)
        return Form({made.index: 1})

    def interval(self, start: Expression, length: Expression) -> cp_model.IntervalVar:
        """The interval of a task, whose length is 0 or more."""
        begins, lasts = self.plain(self.form(start)), self.from_0(length)
        ends = self.plain(begins.plus(lasts))
        return self.made.new_interval_var(self.linear(begins), self.linear(lasts), self.linear(ends), "")


def _is_long(truth: Truth) -> bool:
    """Whether a truth is best written as a constraint that holds only if literals do."""
    if isinstance(truth, Logic):
        return truth.connective == "and" or (truth.connective == "not" and _is_long(truth.of[0]))
    return isinstance(truth, Compared) and truth.operator != "!="
