"""Lower each kind of rule to rows of the model; docs/modelling.md shows them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise, product

from accord.problem.expressions import Member, Truth, Value, equal
from accord.problem.functions import some
from accord.problem.global_rules import Circuit, GlobalRule
from accord.problem.graphs.rules import GraphRule
from accord.problem.lower import graphs
from accord.problem.lower.forms import Forms
from accord.problem.lower.linear_form import FALSE, TRUE, LinearForm, sum_of
from accord.problem.lower.regular import regular
from accord.problem.lower.truths import Truths
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

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.writer = forms.writer
        self.truths = Truths(forms)

    def different(self, rule: Different, words: str) -> None:
        """At most one a value; exactly one where there are as many values as expressions.

        Where values have no options, each pair differs.
        """
        if self.forms.is_wide(*rule.of):
            for one, other in combinations(rule.of, 2):
                apart = [Member(one, rule.apart)] if rule.apart else []
                self.truths.holds(some(~equal(one, other), *apart), f"{words}: {one}, {other}")
            return
        views = [self.forms.view(each) for each in rule.of]
        values = list(dict.fromkeys(value for view in views for value in view if value not in rule.apart))
        all_taken = len(values) == len(views) and not rule.apart
        for value in values:
            having = [view[value] for view in views if value in view]
            if all_taken:
                self.writer.exactly(f"{words}: {value}", sum_of(having), 1)
            elif len(having) > 1:
                self.writer.at_most(f"{words}: {value}", sum_of(having), 1)
        if len(values) < len(views) and not rule.apart:
            self.writer.deduce_none(f"{words}: {len(views)} different ones of {len(values)} values")

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
            self.truths.relate(words, one, other, lambda u, v: ((u, v) in pairs) != rule.forbidden)
        elif len(views) == 1:
            having = sum_of(self.forms.view(rule.of[0])[row[0]] for row in rows)
            self.writer.exactly(words, having, 0 if rule.forbidden else 1)
        elif rule.forbidden:
            for row in rows:
                forms = [view[value] for value, view in zip(row, views, strict=True)]
                self.writer.at_most(f"{words}: not {_join(row)}", sum_of(forms), len(row) - 1)
        else:
            options = self.writer.values(words, map(_join, rows), hidden=True)
            for place, (of, view) in enumerate(zip(rule.of, views, strict=True)):
                for value, form in view.items():
                    with_it = [
                        LinearForm({o: 1})
                        for o, row in zip(options, rows, strict=True)
                        if row[place] == value
                    ]
                    self.writer.equal(f"{words}: {of}={value}", sum_of(with_it), form)

    def increasing(self, rule: Ordered, words: str) -> None:
        """Each pair of neighbours, as a comparison."""
        for one, other in pairwise(rule.of):
            self.truths.holds(one < other if rule.strictly else one <= other, f"{words}: {one}, {other}")

    def lexicographic(self, rule: Lexicographic, words: str) -> None:
        """Hidden: whether the words are the same so far. As long as they are, neither may be behind."""
        same = TRUE
        last = min(len(rule.first), len(rule.second))
        for number, (one, other) in enumerate(zip(rule.first, rule.second, strict=False), start=1):
            strictly = number == last and (
                len(rule.first) > len(rule.second) or (rule.strictly and len(rule.first) == len(rule.second))
            )
            follows = self.forms.form(one < other if strictly else one <= other)
            self.writer.at_least(f"{words}: place {number}", sum_of((follows, same), (1, -1)), 0)
            if number < last:
                equal = self.forms.form(one == other)
                same = self.writer.both(f"{words}: the same to place {number}", [same, equal])
        if not last and (len(rule.first) > len(rule.second) or (rule.strictly and not rule.second)):
            self.writer.row(words, {}, 1, 1)

    def inverse(self, rule: Inverse, words: str) -> None:
        """here[i] has the value j just as there[j] has the value i; no other values."""
        here, there = ([self.forms.view(each) for each in some] for some in (rule.here, rule.there))
        for (i, one), (j, other) in product(enumerate(here, rule.base), enumerate(there, rule.base)):
            self.writer.equal(f"{words}: {i} with {j}", one.get(j, FALSE), other.get(i, FALSE))
        for views, number, of in ((here, len(there), rule.here), (there, len(here), rule.there)):
            inside = range(rule.base, rule.base + number)
            for view, each in zip(views, of, strict=True):
                outside = [form for value, form in view.items() if value not in inside]
                if outside:
                    self.writer.exactly(f"{words}: {each} is a place", sum_of(outside), 0)

    def precedence(self, rule: Precedence, words: str) -> None:
        """Hidden: whether a value has stood so far; only behind it may the next of the chain stand."""
        views = [self.forms.view(each) for each in rule.of]
        for before, after in pairwise(rule.chain):
            seen = FALSE
            for number, view in enumerate(views, start=1):
                if after in view:
                    name = f"{words}: {after} at place {number} behind {before}"
                    self.writer.at_least(name, sum_of((seen, view[after]), (1, -1)), 0)
                if before in view and number < len(views):
                    seen = self.writer.any(f"{words}: {before} to place {number}", [seen, view[before]])

    def circuit(self, rule: Circuit, words: str) -> None:
        """Hidden: the place after each step from the first one, which is met again after the last step."""
        number = len(rule.of)
        views = [
            {value - rule.base: form for value, form in self.forms.view(each).items()}  # type: ignore[operator]
            for each in rule.of
        ]
        for each, view in zip(rule.of, views, strict=True):
            outside = [form for value, form in view.items() if value not in range(number)]
            self.writer.exactly(f"{words}: {each} is a place", sum_of(outside), 0)
        self.different(Different(rule.of), words)
        at = {0: TRUE}
        for step in range(1, number):
            there: dict[int, list[LinearForm]] = {}
            for (place, here), (after, form) in (
                (one, other) for one in at.items() for other in views[one[0]].items() if other[0] < number
            ):
                name = f"{words}: step {step}, {place + rule.base} to {after + rule.base}"
                if after in (0, place):
                    self.writer.at_most(name, sum_of((here, form)), 1)
                elif after > 0:
                    there.setdefault(after, []).append(self.writer.both(name, [here, form]))
            at = {place: sum_of(forms) for place, forms in sorted(there.items())}
            self.writer.exactly(f"{words}: step {step}", sum_of(at.values()), 1)


def write(rule: Rule, words: str, rows: Rows) -> None:
    """Write the rows of a rule that is known by these words. Raises RefusedError where they are too many."""
    match rule:
        case Holds():
            rows.truths.holds(rule.truth, words)
        case Different():
            rows.different(rule, words)
        case Table():
            rows.table(rule, words)
        case Ordered():
            rows.increasing(rule, words)
        case Lexicographic():
            rows.lexicographic(rule, words)
        case Inverse():
            rows.inverse(rule, words)
        case Precedence():
            rows.precedence(rule, words)
        case Regular():
            regular(rule, words, rows.forms)
        case Circuit():
            rows.circuit(rule, words)
        case GlobalRule():
            wide = rows.forms.is_wide(*rule.parts)
            for part in rule.rules_of_bits() if wide else rule.simpler_rules():
                simple = Holds(part) if isinstance(part, Truth) else part
                write(simple, f"{words}: {simple}", rows)
        case GraphRule():
            flags = [None if flag is None else rows.forms.form(flag) for flag in rule.flags]
            graphs.write(rows.writer, rule, flags)
        case _:
            raise TypeError(type(rule).__name__)


def _join(row: Sequence[Value]) -> str:
    return ", ".join(map(str, row))
