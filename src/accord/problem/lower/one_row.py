"""Lower rules that are one row each, many at once: most rules of most puzzles are such.

    a sum      a + (x == 3) + (y == 3) <= 1    of Booleans, and of truths that a variable has some value
    a clause   a | (x == 3) | ~b               of these and their negations

Such a rule has one row, and each option only once. Amounts and demand of the row depend on the *shape* of the
rule alone. So each shape is lowered once, and the rows of many rules are appended at once:

    rules    a + b <= 1, c + d <= 1
    shape    (<=, (1, 1), -1)
    rows     amounts 1, 1 and demand [0, 1], of the options {a, b} and of the options {c, d}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from accord.model.build import LARGEST_SUM, UNBOUNDED
from accord.problem.expressions import PLAIN, Boolean, Compared, Logic, Member, Operator, Truth
from accord.problem.lower.forms import Forms
from accord.problem.lower.linear_form import LinearForm
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.rules import MOST_WORDS, Holds, Rule

FEW = 2  # variables of which a comparison is lowered value by value
AT_ONCE = 10_000  # rules whose rows are collected before they are appended

Shape: TypeAlias = tuple[Operator | Literal["or"], tuple[int, ...], int]  # amounts, and a constant
RowOfShape: TypeAlias = tuple[tuple[int, ...], int, int]  # amounts, low, high


class OneRowRules:
    """Writes the rows of such rules."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self._rows: dict[Shape, RowOfShape | None] = {}  # without a row: nothing is to be written

    def write(self, rules: Sequence[Rule], first: int, most: int = AT_ONCE) -> int:
        """Write such rules from the number `first` on, at most so many; return how many there were.

        Returns 0 as well where the model would grow too large: the caller then finds the rule with which it
        does.
        """
        names: list[str] = []
        numbers: list[int] = []
        entries: list[int] = []
        amounts: list[int] = []
        lengths: list[int] = []
        lows: list[int] = []
        highs: list[int] = []
        end = min(len(rules), first + most)
        for number in range(first, end):
            rule = rules[number]
            found = self._find_row(rule.truth) if type(rule) is Holds else None
            if found is None:
                end = number
                break
            options, row = found
            if row is not None:
                called = rule.called
                names.append(called if 0 < len(called) <= MOST_WORDS else rule.words)
                numbers.append(number)
                entries += options
                amounts += row[0]
                lengths.append(len(options))
                lows.append(row[1])
                highs.append(row[2])
        fits = self.forms.writer.rows(names, numbers, entries, amounts, lengths, lows, highs)
        return end - first if fits else 0

    def _find_row(self, truth: Truth) -> tuple[list[int], RowOfShape | None] | None:
        """Return the options of a truth's row, and the row of its shape; None where it is no such rule."""
        found = self._sum(truth) if type(truth) is Compared else self._clause(truth)
        if found is None or len({*found[0]}) < len(found[0]):
            return None
        options, shape = found
        if shape not in self._rows and not self._lower(shape):
            return None
        return options, self._rows[shape]

    def _sum(self, truth: Compared) -> tuple[list[int], Shape] | None:
        """Return the options and the shape of a comparison; None if it is not of truths that are options.

        Of values of one variable or two, other code finds more.
        """
        total = truth.sum
        terms, amounts = total.terms, total.amounts
        if type(terms[0]) is Boolean:  # most of them
            options: list[Any] = [*map(self.forms.option.get, terms)]  # type: ignore[arg-type]
            if None not in options:
                return options, (truth.operator, amounts, total.constant)
        if not PLAIN.issuperset(map(type, terms)):
            return None
        if len({term.of if type(term) is Member else term for term in terms}) <= FEW:
            return None
        forms = [*map(self.forms.find_plain, terms)]
        return _join(truth.operator, forms, amounts, total.constant)

    def _clause(self, truth: Truth) -> tuple[list[int], Shape] | None:
        """Return the options and the shape of a clause; None if it has other truths."""
        parts = truth.of if type(truth) is Logic and truth.connective == "or" else (truth,)
        forms = [*map(self.forms.find_plain, parts)]
        if any(form is None for form in forms):
            return None  # even beside a part that always holds: another part may have no value
        if any(form is not None and form.constant > 0 and not form.terms for form in forms):
            return [], ("or", (), 1)  # it always holds
        return _join("or", forms, (1,) * len(forms))

    def _lower(self, shape: Shape) -> bool:
        """Find the row of a shape; False where it is left to other code."""
        operator, amounts, constant = shape
        form, row = LinearForm(dict(enumerate(amounts)), constant), _OneRow()
        if operator == "or":
            row.at_least("", form, 1)
        else:
            if operator == "!=" or len(amounts) < 2 or 0 in amounts:
                return False
            if abs(constant) + sum(map(abs, amounts)) >= LARGEST_SUM:
                return False
            (row.exactly if operator == "==" else row.at_most)("", form, 0)
        self._rows[shape] = row.found
        return True


def _join(
    operator: Operator | Literal["or"],
    forms: Sequence[LinearForm | None],
    times: Sequence[int],
    constant: int = 0,
) -> tuple[list[int], Shape] | None:
    """Return the options and the shape of forms, each so many times; None if there is no form of one."""
    options: list[int] = []
    amounts: list[int] = []
    for form, by in zip(forms, times, strict=True):
        if form is None:
            return None
        options += form.terms
        amounts += form.terms.values() if by == 1 else [by * amount for amount in form.terms.values()]
        constant += by * form.constant
    return options, (operator, (*amounts,), constant)


class _OneRow(ModelWriter):
    """Takes one row in place of writing it."""

    found: RowOfShape | None = None

    def row(self, name: str, gives: Mapping[int, int], low: int, high: int | None = None) -> int:  # noqa: ARG002
        """Take the row."""
        self.found = (*gives.values(),), low, UNBOUNDED if high is None else high
        return 0
