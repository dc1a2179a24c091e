"""Rules of a problem -> CpModel: the constraint of CP-SAT that says the same, where there is one.

comparisons, sums     linear constraints
different             AllDifferent; with values of `apart`, pair by pair
table, forbidden      AllowedAssignments, ForbiddenAssignments
regular               Automaton, made deterministic
inverse               Inverse
no_overlap, no_overlap_2d, cumulative   NoOverlap, NoOverlap2D, Cumulative
circuit, subcircuit, loops of a graph   Circuit; see `circuits`
other global rules    the simpler rules that say them
lexicographic, precedence, increasing   literals, place by place
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from math import prod
from typing import Any

from ortools.sat.python import cp_model

from accord.backends.cpsat.arithmetic import Form
from accord.backends.cpsat.circuits import write_circuit, write_loop
from accord.backends.cpsat.integers import Integers
from accord.backends.cpsat.variables import Literal
from accord.errors import RefusedError
from accord.problem import Problem
from accord.problem.evaluate import atoms_of
from accord.problem.expressions import Compared, Constant, Expression, Logic, Same, Sum, Truth, Variable
from accord.problem.global_rules import (
    Circuit,
    Cumulative,
    GlobalRule,
    NoOverlap,
    NoOverlap2D,
    Subcircuit,
)
from accord.problem.graphs.rules import GraphRule
from accord.problem.lower.regular import deterministic
from accord.problem.rules import (
    Different,
    Holds,
    Inverse,
    Lexicographic,
    Ordered,
    Precedence,
    Regular,
    Rule,
    Table,
)

GAPS = 10  # numbers between the ends of a task, for each value that it may have


class Rules(Integers):
    """Writes the rules of a problem."""

    def __init__(self, problem: Problem, *, only_best: bool = False) -> None:
        super().__init__(problem)
        self.only_best = only_best  # then some variables may be left free: no solution is counted

    def state(self, rule: Rule) -> None:
        """Write a rule. Raises RefusedError for a kind of rule that CP-SAT takes by options only."""
        write = WRITERS.get(type(rule), Rules.spell if isinstance(rule, GlobalRule) else None)
        if write is None:
            raise RefusedError(f"{rule.words}: cpsat takes such a rule by options only")
        self.words = rule.words
        if isinstance(rule, Holds):
            self.name_member(rule.truth)
        for part in rule.parts:
            self.visit_partial(part)
        write(self, rule)

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

    # -- global constraints -------------------------------------------------------------------------

    def spell(self, rule: GlobalRule) -> None:
        """A rule that CP-SAT has no constraint for, by simpler ones."""
        for part in rule.simpler_rules():
            if isinstance(part, Truth):
                self.holds(part)
            else:
                WRITERS[type(part)](self, part)

    def no_overlap(self, rule: NoOverlap) -> None:
        """Intervals; pair by pair where a length may be 0: such a task takes room in CP-SAT."""
        least = [self.bounds(self.form(length))[0] for length in rule.lengths]
        if min(least, default=1) > 0 and not self.has_gaps(*rule.starts, *rule.lengths):
            self.made.add_no_overlap(list(map(self.interval, rule.starts, rule.lengths)))
        else:
            self.spell(rule)

    def no_overlap_2d(self, rule: NoOverlap2D) -> None:
        """Intervals across and along; rectangles that may have no area are compared pair by pair."""
        sizes = (*rule.widths, *rule.heights)
        least = [self.bounds(self.form(size))[0] for size in sizes]
        if min(least, default=1) > 0 and not self.has_gaps(*rule.lefts, *rule.bottoms, *sizes):
            across = list(map(self.interval, rule.lefts, rule.widths))
            along = list(map(self.interval, rule.bottoms, rule.heights))
            self.made.add_no_overlap_2d(across, along)
        else:
            self.spell(rule)

    def cumulative(self, rule: Cumulative) -> None:
        """Intervals and what they need."""
        if self.has_gaps(*rule.starts, *rule.lengths):
            self.spell(rule)
            return
        intervals = list(map(self.interval, rule.starts, rule.lengths))
        demands = [self.linear(self.from_0(each)) for each in rule.demands]
        self.made.add_cumulative(intervals, demands, self.linear(self.from_0(rule.capacity)))

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

    # -- lists -------------------------------------------------------------------------------------

    def different(self, rule: Different) -> None:
        """All different; with values apart, no two have the same other value."""
        if not rule.apart:
            if len(rule.of) > 1:
                self.made.add_all_different([self.expression(each) for each in rule.of])
            return
        apart = [self.code(value) for value in rule.apart]
        for one, other in combinations(rule.of, 2):
            same = self.comparison(self.form(one).plus(self.form(other), -1), "==")
            self.made.add_bool_or([~same, self.among(self.form(one), apart)])

    def table(self, rule: Table) -> None:
        """The rows, by number."""
        rows = [tuple(map(self.code, row)) for row in rule.rows]
        if not rows or not rule.of:
            if bool(rows) == rule.forbidden:
                self.refuse()
            return
        if rule.forbidden:
            self.made.add_forbidden_assignments([self.expression(each) for each in rule.of], rows)
        else:
            self.allow([self.form(each) for each in rule.of], rows)

    def increasing(self, rule: Ordered) -> None:
        """Each pair of neighbours, as a comparison."""
        for one, other in pairwise(rule.of):
            self.holds(one < other if rule.strictly else one <= other)

    def lexicographic(self, rule: Lexicographic) -> None:
        """Place by place: as long as both are the same, the first one is not ahead."""
        same: list[Literal] = []
        last = min(len(rule.first), len(rule.second))
        longer = len(rule.first) > len(rule.second)
        strictly = longer or (rule.strictly and len(rule.first) == len(rule.second))
        for number, (one, other) in enumerate(zip(rule.first, rule.second, strict=False), start=1):
            self.holds(one < other if strictly and number == last else one <= other, same)
            if number < last:
                equal = self.comparison(self.form(one).plus(self.form(other), -1), "==")
                same = [self.all([*same, equal])]
        if not last and strictly:
            self.refuse()

    def regular(self, rule: Regular) -> None:
        """The automaton, made deterministic."""
        if not rule.of:
            if rule.start not in rule.accepting:
                self.refuse()
            return
        moves, accepting = deterministic(rule)
        if not moves or not accepting:
            self.refuse()
            return
        word = [self.expression(each) for each in rule.of]
        self.made.add_automaton(word, 0, accepting, [(a, self.code(value), b) for a, value, b in moves])

    def inverse(self, rule: Inverse) -> None:
        """Lists of different lengths never undo each other."""
        if len(rule.here) != len(rule.there):
            self.refuse()
        elif rule.here:
            here, there = (
                [self._from_0(each, rule.base, len(rule.here)) for each in some]
                for some in (rule.here, rule.there)
            )
            self.made.add_inverse(here, there)

    def _from_0(self, of: Expression, base: int, places: int) -> Any:
        """A variable with the place that an expression is, from 0."""
        made = self.new(0, places - 1)
        self.made.add(self.linear(self.form(of)) - base == made)
        return made

    def precedence(self, rule: Precedence) -> None:
        """Behind no value of the chain stands a later one before the first of it."""
        forms = [self.form(each) for each in rule.of]
        for before, after in pairwise(rule.chain):
            seen = ~self.true
            for form in forms:
                here = self.among(form, [self.code(after)])
                self.made.add_bool_or([seen, ~here])
                seen = self.any([seen, self.among(form, [self.code(before)])])


def _is_long(truth: Truth) -> bool:
    """Whether a truth is best written as a constraint that holds only if literals do."""
    if isinstance(truth, Logic):
        return truth.connective == "and" or (truth.connective == "not" and _is_long(truth.of[0]))
    return isinstance(truth, Compared) and truth.operator != "!="


WRITERS: dict[type[Rule], Callable[[Rules, Any], None]] = {
    NoOverlap: Rules.no_overlap,
    NoOverlap2D: Rules.no_overlap_2d,
    Cumulative: Rules.cumulative,
    Circuit: write_circuit,
    Subcircuit: write_circuit,
    GraphRule: write_loop,
    Holds: lambda rules, rule: rules.holds(rule.truth),
    Different: Rules.different,
    Table: Rules.table,
    Ordered: Rules.increasing,
    Lexicographic: Rules.lexicographic,
    Regular: Rules.regular,
    Inverse: Rules.inverse,
    Precedence: Rules.precedence,
}
