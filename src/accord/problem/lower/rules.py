"""Rules as rows. What each kind becomes is told in docs/modelling.md, with the rows that it makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product

from accord.problem.evaluate import atoms_of, few_atoms, keeps
from accord.problem.expressions import (
    Call,
    Compared,
    Expression,
    Logic,
    Same,
    Sum,
    Truth,
    Value,
    Variable,
)
from accord.problem.graphs.rules import GraphRule
from accord.problem.lower import choices, graphs
from accord.problem.lower.forms import Forms
from accord.problem.lower.regular import regular
from accord.problem.lower.sheet import FALSE, TRUE, Form, Unless, Writer, summed
from accord.problem.lower.views import View
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


class Rows:
    """Writes the rows of one problem's rules."""

    def __init__(self, forms: Forms, to: Writer | None = None) -> None:
        self.forms = forms
        self.sheet = forms.sheet
        self.to: Writer = forms.sheet if to is None else to  # where truths are written

    # -- truths ------------------------------------------------------------------------------------

    def holds(self, truth: Truth, words: str) -> None:
        """A truth holds."""
        match truth:
            case Compared():
                self._compared(truth, words)
            case Logic(connective="and"):
                for part in truth.of:
                    self.holds(part, words)
            case Logic(connective="or"):
                self._clause(words, truth.of)
            case Logic(connective="xor") if len(truth.of) == 2:
                self.to.exactly(words, summed(map(self.forms.form, truth.of)), 1)
            case Logic(connective="not"):
                self._fails(truth.of[0], words)
            case Same():
                self._tie(words, *map(self.forms.view, truth.of))
            case _:
                self.to.at_least(words, self.forms.form(truth), 1)

    def _fails(self, truth: Truth, words: str) -> None:
        """A truth does not hold."""
        match truth:
            case Logic(connective="or"):
                for part in truth.of:
                    self._fails(part, words)
            case Logic(connective="and"):
                self._clause(words, [~part for part in truth.of])
            case Logic(connective="xor") if len(truth.of) == 2:
                self.to.equal(words, *map(self.forms.form, truth.of))
            case Logic(connective="not"):
                self.holds(truth.of[0], words)
            case Compared() if isinstance(against := ~truth, Compared):
                self._compared(against, words)
            case Same():
                one, other = map(self.forms.view, truth.of)
                for value in one:
                    if value in other:
                        self.to.at_most(f"{words}: {value}", summed((one[value], other[value])), 1)
            case _:
                self.to.at_most(words, self.forms.form(truth), 0)

    def _clause(self, words: str, truths: Sequence[Truth]) -> None:
        """One of these truths holds. If one alone is long, it is written for the case that no other holds."""
        long = [truth for truth in truths if self._long(truth)]
        if len(long) != 1 or self.to is not self.sheet:
            long = []
        forms = [self.forms.form(truth) for truth in truths if truth not in set(long)]
        if any(form.least >= 1 for form in forms):
            return
        if long:
            Rows(self.forms, Unless(self.sheet, summed(forms))).holds(long[0], words)
        else:
            self.to.at_least(words, summed(forms), 1)

    @staticmethod
    def _long(truth: Truth) -> bool:
        """Whether a truth takes hidden options as a form, and rows only where it just has to hold."""
        if isinstance(truth, Logic):
            return truth.connective == "and" or (truth.connective == "not" and Rows._long(truth.of[0]))
        return isinstance(truth, Compared | Same) and len(set(atoms_of(truth))) > 1

    def _compared(self, of: Compared, words: str) -> None:
        """A comparison: by supports, value by value, by order, or as one sum."""
        forms, to, terms = self.forms, self.to, of.sum.terms
        pairs = choices.SUPPORTS if of.operator == "<=" else max(choices.SUPPORTS, choices.TUPLES)
        match few_atoms(of, pairs=pairs):
            case [] | [_]:
                to.at_least(words, forms.form(of), 1)
                return
            case [Variable() as one, Variable() as other]:
                self.related(words, one, other, keeps(of, one, other))
                return
        if of.operator == "==" and (tied := _tied(of.sum)) is not None:
            self._tie(words, *map(forms.view, tied))
        elif of.operator == "==":
            to.exactly(words, forms.sum(of.sum), 0)
        elif of.operator == "!=":
            to.at_least(words, forms.form(of), 1)
        elif len(terms) == 2 and terms[0] is not terms[1] and {*map(type, terms)} == {Variable}:
            self._by_order(of.sum, words)
        else:
            to.at_most(words, forms.sum(of.sum), 0)

    def related(
        self, words: str, one: Expression, other: Expression, holds: Callable[[Value, Value], bool]
    ) -> None:
        """Two expressions have values that go together: supports both ways, or what is forbidden."""
        first, second = self.forms.view(one), self.forms.view(other)
        with_first = {u: [v for v in second if holds(u, v)] for u in first}
        kept = {u: set(some) for u, some in with_first.items()}
        forbidden = [(u, v) for u in first for v in second if v not in kept[u]]
        if len(forbidden) <= max(len(first), len(second)):
            for u, v in forbidden:
                self.to.at_most(f"{words}: not {u} with {v}", summed((first[u], second[v])), 1)
            return
        with_second: dict[Value, list[Value]] = {v: [] for v in second}
        for u, some in with_first.items():
            for v in some:
                with_second[v].append(u)
        for u, some in with_first.items():
            if len(some) == 1 and len(with_second[some[0]]) == 1:
                self.to.equal(f"{words}: {u}", first[u], second[some[0]])
            elif len(some) < len(second):
                self._supported(f"{words}: {one}={u}", first[u], [second[v] for v in some])
        for v, some in with_second.items():
            if len(some) < len(first) and not (len(some) == 1 and len(with_first[some[0]]) == 1):
                self._supported(f"{words}: {other}={v}", second[v], [first[u] for u in some])

    def _supported(self, words: str, value: Form, by: Sequence[Form]) -> None:
        self.to.at_least(words, summed((*by, value), (*[1] * len(by), -1)), 0)

    def _by_order(self, total: Sum, words: str) -> None:
        """A x + b y + c <= 0 for large domains: for each step of x, as far as y may go then."""
        (x, y), (a, b), c = total.terms, total.amounts, total.constant
        steps = self.forms.steps(x)
        values = [value for value, _ in steps]
        for number, value in enumerate(values):
            # x is at least this value (if a > 0, else at most): then b y <= -c - a x for the mildest such x
            reached = steps[number][1] if a > 0 else self._at_most(steps, number)
            bound = -c - a * value
            if b > 0:  # y <= bound // b
                allowed = self.forms.at_least(y, bound // b + 1).negated()
            else:  # y >= bound / b, rounded up
                allowed = self.forms.at_least(y, -(bound // -b))
            self.to.at_least(
                f"{words}: {x} {'>=' if a > 0 else '<='} {value}", summed((allowed, reached), (1, -1)), 0
            )

    @staticmethod
    def _at_most(steps: list[tuple[int, Form]], number: int) -> Form:
        return TRUE if number + 1 == len(steps) else steps[number + 1][1].negated()

    def _tie(self, words: str, one: View, other: View) -> None:
        """Two views have the same value."""
        for value in dict.fromkeys([*one, *other]):
            self.to.equal(f"{words}: {value}", one.get(value, FALSE), other.get(value, FALSE))

    # -- lists -------------------------------------------------------------------------------------

    def different(self, rule: Different, words: str) -> None:
        """At most one a value; exactly one where there are as many values as expressions."""
        views = [self.forms.view(each) for each in rule.of]
        values = list(dict.fromkeys(value for view in views for value in view if value not in rule.apart))
        all_taken = len(values) == len(views) and not rule.apart
        for value in values:
            having = [view[value] for view in views if value in view]
            if all_taken:
                self.sheet.exactly(f"{words}: {value}", summed(having), 1)
            elif len(having) > 1:
                self.sheet.at_most(f"{words}: {value}", summed(having), 1)
        if len(values) < len(views) and not rule.apart:
            self.sheet.row(f"{words}: {len(views)} different ones of {len(values)} values", {}, 1, 1)

    def table(self, rule: Table, words: str) -> None:
        """A hidden option a row, tied to the values; or for each forbidden row, not all of it."""
        views = [self.forms.view(each) for each in rule.of]
        rows = [
            row
            for row in sorted(rule.rows, key=repr)
            if all(v in view for v, view in zip(row, views, strict=True))
        ]
        if len(views) == 2:
            pairs, (one, other) = set(rows), rule.of
            self.related(words, one, other, lambda u, v: ((u, v) in pairs) != rule.forbidden)
        elif len(views) == 1:
            having = summed(self.forms.view(rule.of[0])[row[0]] for row in rows)
            self.sheet.exactly(words, having, 0 if rule.forbidden else 1)
        elif rule.forbidden:
            for row in rows:
                forms = [view[value] for value, view in zip(row, views, strict=True)]
                self.sheet.at_most(f"{words}: not {_listed(row)}", summed(forms), len(row) - 1)
        else:
            options = self.sheet.values(words, map(_listed, rows), hidden=True)
            for place, (of, view) in enumerate(zip(rule.of, views, strict=True)):
                for value, form in view.items():
                    with_it = [
                        Form({o: 1}) for o, row in zip(options, rows, strict=True) if row[place] == value
                    ]
                    self.sheet.equal(f"{words}: {of}={value}", summed(with_it), form)

    def ordered(self, rule: Ordered, words: str) -> None:
        """Each pair of neighbours, as a comparison."""
        for one, other in pairwise(rule.of):
            self.holds(one < other if rule.strictly else one <= other, f"{words}: {one}, {other}")

    def lexicographic(self, rule: Lexicographic, words: str) -> None:
        """Hidden: whether the words are the same so far. As long as they are, neither may be behind."""
        same = TRUE
        last = min(len(rule.first), len(rule.second))
        for number, (one, other) in enumerate(zip(rule.first, rule.second, strict=False), start=1):
            strictly = number == last and (
                len(rule.first) > len(rule.second) or (rule.strictly and len(rule.first) == len(rule.second))
            )
            follows = self.forms.form(one < other if strictly else one <= other)
            self.sheet.at_least(f"{words}: place {number}", summed((follows, same), (1, -1)), 0)
            if number < last:
                equal = self.forms.form(one == other)
                same = self.sheet.both(f"{words}: the same to place {number}", [same, equal])
        if not last and (len(rule.first) > len(rule.second) or (rule.strictly and not rule.second)):
            self.sheet.row(words, {}, 1, 1)

    def inverse(self, rule: Inverse, words: str) -> None:
        """here[i] has the value j just as there[j] has the value i; no other values."""
        here, there = ([self.forms.view(each) for each in some] for some in (rule.here, rule.there))
        for (i, one), (j, other) in product(enumerate(here, rule.base), enumerate(there, rule.base)):
            self.sheet.equal(f"{words}: {i} with {j}", one.get(j, FALSE), other.get(i, FALSE))
        for views, number, of in ((here, len(there), rule.here), (there, len(here), rule.there)):
            inside = range(rule.base, rule.base + number)
            for view, each in zip(views, of, strict=True):
                outside = [form for value, form in view.items() if value not in inside]
                if outside:
                    self.sheet.exactly(f"{words}: {each} is a place", summed(outside), 0)

    def precedence(self, rule: Precedence, words: str) -> None:
        """Hidden: whether a value has stood so far; only behind it may the next of the chain stand."""
        views = [self.forms.view(each) for each in rule.of]
        for before, after in pairwise(rule.chain):
            seen = FALSE
            for number, view in enumerate(views, start=1):
                if after in view:
                    name = f"{words}: {after} at place {number} behind {before}"
                    self.sheet.at_least(name, summed((seen, view[after]), (1, -1)), 0)
                if before in view and number < len(views):
                    seen = self.sheet.any(f"{words}: {before} to place {number}", [seen, view[before]])


def write(rule: Rule, words: str, rows: Rows) -> None:
    """Write the rows of a rule that is known by these words. Raises RefusedError where they are too many."""
    match rule:
        case Holds():
            rows.holds(rule.truth, words)
        case Different():
            rows.different(rule, words)
        case Table():
            rows.table(rule, words)
        case Ordered():
            rows.ordered(rule, words)
        case Lexicographic():
            rows.lexicographic(rule, words)
        case Inverse():
            rows.inverse(rule, words)
        case Precedence():
            rows.precedence(rule, words)
        case Regular():
            regular(rule, words, rows.forms)
        case GraphRule():
            flags = [None if flag is None else rows.forms.form(flag) for flag in rule.flags]
            graphs.write(rows.sheet, rule, flags)
        case _:
            raise TypeError(type(rule).__name__)


def _tied(total: Sum) -> tuple[Expression, Expression] | None:
    """Of z - f or f - z the variable z and the function f that it is, both tied value by value; else None."""
    if total.constant or sorted(total.amounts) != [-1, 1]:
        return None
    one, other = total.terms
    if isinstance(one, Variable) and isinstance(other, Call):
        return one, other
    return (other, one) if isinstance(other, Variable) and isinstance(one, Call) else None


def _listed(row: Sequence[Value]) -> str:
    return ", ".join(map(str, row))
