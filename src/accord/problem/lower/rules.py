"""What rules write their rows with; docs/modelling.md shows the rows of each.

Lower truths that must hold to rows directly, where a hidden option can be saved.

a comparison of one variable    the truth itself, as a form
of two                          supports, value by value; where these are too many, by order flags
of a variable and a function    value by value: the one has a value just as the other has it
of more                         one row
and, or, not, xor               part by part, as far as that goes
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from accord.problem import lower
from accord.problem.evaluate import Pairs, atoms_of, kept_pairs
from accord.problem.expressions import (
    ATOMS,
    PLAIN,
    Boolean,
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
from accord.problem.lower.forms import Forms
from accord.problem.lower.linear_form import FALSE, TRUE, LinearForm, sum_of
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.lower.views import View


class Truths:
    """Writes that truths hold; `to` is where, if not on the writer itself."""

    def __init__(self, forms: Forms, to: RowWriter | None = None) -> None:
        self.forms = forms
        self.writer = forms.writer
        self.to: RowWriter = forms.writer if to is None else to

    def holds(self, truth: Truth, words: str) -> None:
        """A truth holds."""
        match truth:
            case Compared():
                self._compare(truth, words)
            case Logic(connective="and"):
                for part in truth.of:
                    self.holds(part, words)
            case Logic(connective="or"):
                self._clause(words, truth.of)
            case Logic(connective="xor") if len(truth.of) == 2:
                self.to.exactly(words, sum_of(map(self.forms.form, truth.of)), 1)
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
                self._compare(against, words)
            case Same():
                one, other = map(self.forms.view, truth.of)
                for value in one:
                    if value in other:
                        self.to.at_most(f"{words}: {value}", sum_of((one[value], other[value])), 1)
            case _:
                self.to.at_most(words, self.forms.form(truth), 0)

    def _clause(self, words: str, truths: Sequence[Truth]) -> None:
        """Write that one of these truths holds.

        If one alone is long, it is written for the case that no other holds.
        """
        long = [] if PLAIN.issuperset(map(type, truths)) else [*filter(self._long, truths)]
        if len(long) != 1 or self.to is not self.writer:
            long = []
        forms = [self.forms.form(truth) for truth in truths if not long or truth is not long[0]]
        if any(form.constant > 0 and form.least >= 1 for form in forms):
            return
        if long:
            Truths(self.forms, ConditionalWriter(self.writer, sum_of(forms))).holds(long[0], words)
        else:
            self.to.at_least(words, sum_of(forms), 1)

    @staticmethod
    def _long(truth: Truth) -> bool:
        """Whether a truth takes hidden options as a form, and rows only where it just has to hold."""
        if isinstance(truth, Logic):
            return truth.connective == "and" or (truth.connective == "not" and Truths._long(truth.of[0]))
        return isinstance(truth, Compared | Same) and len(set(atoms_of(truth))) > 1

    def _compare(self, of: Compared, words: str) -> None:
        """A comparison: by supports, value by value, by order, or as one sum."""
        forms, to = self.forms, self.to
        terms = of.sum.terms
        kinds = {*map(type, terms)}
        plain = kinds <= ATOMS if len(terms) > 2 else kinds == {Boolean} and len(terms) == len({*terms}) == 2
        # one row says it, of however few
        few = None if plain else forms.few(of)
        if few is not None and len(few) <= 1:
            to.at_least(words, forms.form(of), 1)
        elif few is not None and all(type(atom) is Variable for atom in few):
            self._of_two(of, words, *few)  # type: ignore[arg-type]
        elif of.operator == "==" and not forms.is_wide(of) and (tied := _tie_operands(of.sum)) is not None:
            self._tie(words, *map(forms.view, tied))
        elif of.operator == "==":
            to.exactly(words, forms.sum(of.sum), 0)
        elif of.operator == "<=":
            to.at_most(words, forms.sum(of.sum), 0)
        else:
            to.at_least(words, forms.form(of), 1)

    def _of_two(self, of: Compared, words: str, one: Variable, other: Variable) -> None:
        """A comparison of two variables."""
        pairs = lower.SUPPORTS if of.operator == "<=" else max(lower.SUPPORTS, lower.TUPLES)
        if len(one.values) * len(other.values) <= pairs:
            self._relate(words, one, other, kept_pairs(of, one, other, *map(self.forms.view, (one, other))))
        elif of.operator == "<=" and set(of.sum.terms) == {one, other} and len(of.sum.terms) == 2:
            self._by_order(of.sum, words)
        else:
            self.to.at_least(words, self.forms.form(of), 1)

    def relate(
        self, words: str, one: Expression, other: Expression, holds: Callable[[Value, Value], bool]
    ) -> None:
        """Two expressions have values that go together: supports both ways, or what is forbidden."""
        first, second = self.forms.view(one), self.forms.view(other)
        pairs = tuple(tuple(j for j, v in enumerate(second) if holds(u, v)) for u in first)
        self._relate(words, one, other, pairs)

    def _relate(self, words: str, one: Expression, other: Expression, pairs: Pairs) -> None:
        """Write which values go together: for each value of one, the places of the other's values."""
        views = self.forms.view(one), self.forms.view(other)
        values, (first, second) = [[*view] for view in views], ([*view.values()] for view in views)
        number = sum(map(len, pairs))
        if len(first) * len(second) - number <= max(len(first), len(second)):
            for i, some in enumerate(pairs):
                for j in range(len(second)) if len(some) < len(second) else ():
                    if j not in some:
                        name = f"{words}: not {values[0][i]} with {values[1][j]}"
                        self.to.at_most(name, sum_of((first[i], second[j])), 1)
            return
        with_second: list[list[int]] = [[] for _ in second]
        for i, some in enumerate(pairs):
            for j in some:
                with_second[j].append(i)
        for i, some in enumerate(pairs):
            if len(some) == 1 and len(with_second[some[0]]) == 1:
                self.to.equal(f"{words}: {values[0][i]}", first[i], second[some[0]])
            elif len(some) < len(second):
                self._support(f"{words}: {one}={values[0][i]}", first[i], [second[j] for j in some])
        for j, having in enumerate(with_second):
            if len(having) < len(first) and not (len(having) == 1 and len(pairs[having[0]]) == 1):
                self._support(f"{words}: {other}={values[1][j]}", second[j], [first[i] for i in having])

    def _support(self, words: str, value: LinearForm, by: Sequence[LinearForm]) -> None:
        self.to.at_least(words, sum_of((*by, value), (*[1] * len(by), -1)), 0)

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
                allowed = self.forms.at_least(y, bound // b + 1).negation()
            else:  # y >= bound / b, rounded up
                allowed = self.forms.at_least(y, -(bound // -b))
            self.to.at_least(
                f"{words}: {x} {'>=' if a > 0 else '<='} {value}", sum_of((allowed, reached), (1, -1)), 0
            )

    @staticmethod
    def _at_most(steps: list[tuple[int, LinearForm]], number: int) -> LinearForm:
        return TRUE if number + 1 == len(steps) else steps[number + 1][1].negation()

    def _tie(self, words: str, one: View, other: View) -> None:
        """Two views have the same value."""
        for value in dict.fromkeys([*one, *other]):
            self.to.equal(f"{words}: {value}", one.get(value, FALSE), other.get(value, FALSE))


def _tie_operands(total: Sum) -> tuple[Expression, Expression] | None:
    """Return the variable z and the function f of a sum z - f or f - z, to be tied value by value.

    Else None.
    """
    if total.constant or sorted(total.amounts) != [-1, 1]:
        return None
    one, other = total.terms
    if isinstance(one, Variable) and isinstance(other, Call):
        return one, other
    return (other, one) if isinstance(other, Variable) and isinstance(one, Call) else None


class RowWriter(Protocol):
    """Something that rows of forms can be written to."""

    def at_least(self, name: str, form: LinearForm, bound: int) -> None:
        """The value of a form is `bound` or more."""

    def at_most(self, name: str, form: LinearForm, bound: int) -> None:
        """The value of a form is `bound` or less."""

    def exactly(self, name: str, form: LinearForm, value: int) -> None:
        """The value of a form is `value`."""

    def equal(self, name: str, one: LinearForm, other: LinearForm) -> None:
        """Two forms have the same value."""


@dataclass
class ConditionalWriter:
    """Writes rows that need not be met where one of some truths holds; that takes no hidden option."""

    writer: ModelWriter
    truths: LinearForm  # their sum

    def at_least(self, name: str, form: LinearForm, bound: int) -> None:
        """The value of a form is `bound` or more, or a truth holds."""
        less = max(0, bound - self.writer.range(form)[0])
        self.writer.at_least(name, sum_of((form, self.truths), (1, less)), bound)

    def at_most(self, name: str, form: LinearForm, bound: int) -> None:
        """The value of a form is `bound` or less, or a truth holds."""
        if form.least == bound and set(form.terms.values()) == {1}:  # nothing of it may be chosen
            for option in form.terms:
                name_of_it = f"{name}: not {self.writer.names[option]}"
                self.writer.at_most(name_of_it, sum_of((LinearForm({option: 1}), self.truths), (1, -1)), 0)
            return
        more = max(0, self.writer.range(form)[1] - bound)
        self.writer.at_most(name, sum_of((form, self.truths), (1, -more)), bound)

    def exactly(self, name: str, form: LinearForm, value: int) -> None:
        """The value of a form is `value`, or a truth holds."""
        self.at_least(f"{name} (>=)", form, value)
        self.at_most(f"{name} (<=)", form, value)

    def equal(self, name: str, one: LinearForm, other: LinearForm) -> None:
        """Two forms have the same value, or a truth holds."""
        self.exactly(name, sum_of((one, other), (1, -1)), 0)


class Rows:
    """Writes the rows of one problem's rules: `Rule.write_rows` takes it."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.writer = forms.writer
        self.truths = Truths(forms)
