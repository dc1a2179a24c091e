"""Lower rules that compare a sum of different Booleans, many at once: most rules of most puzzles are such.

Such a rule is one row. Its Booleans decide which options are in the row; operator, amounts and constant
decide all else. So each of these shapes is lowered once, and the rows of many rules are appended at once:

    rules    a + b <= 1, c + d <= 1
    shape    (<=, (1, 1), -1)
    rows     amounts 1, 1 and demand [0, 1], of the options {a, b} and of the options {c, d}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from accord.model.build import LARGEST_SUM, UNBOUNDED
from accord.problem.expressions import Boolean, Compared, Operator
from accord.problem.lower.model_writer import LinearForm, ModelWriter
from accord.problem.rules import MOST_WORDS, Holds, Rule

AT_ONCE = 10_000  # rules whose rows are collected before they are appended

Shape: TypeAlias = tuple[Operator, tuple[int, ...], int]
RowOfShape: TypeAlias = tuple[tuple[int, ...], int, int]  # amounts, low, high


class BooleanSums:
    """Writes the rows of such rules; `option` has the option of each Boolean."""

    def __init__(self, writer: ModelWriter, option: dict[Boolean, int]) -> None:
        self.writer, self.option = writer, option
        self._rows: dict[Shape, RowOfShape | None] = {}  # without a row: nothing is to be written

    def write(self, rules: Sequence[Rule], first: int, most: int = AT_ONCE) -> int:
        """Write such rules from the number `first` on, at most so many; return how many there were.

        Returns 0 as well where the model would grow too large: the caller then finds the rule with which it
        does.
        """
        find, shapes = self.option.get, self._rows
        if first < len(rules) and not self._begins(rules[first]):
            return 0
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
            if type(rule) is not Holds or type(rule.truth) is not Compared:
                end = number
                break
            total, operator = rule.truth.sum, rule.truth.operator
            options = [*map(find, total.terms)]  # type: ignore[arg-type]
            shape = operator, total.amounts, total.constant
            if shape not in shapes and not self._lower(shape):
                end = number
                break
            if None in options or len({*options}) < len(options):
                end = number
                break
            row = shapes[shape]
            if row is not None:
                called = rule.called
                names.append(called if 0 < len(called) <= MOST_WORDS else rule.words)
                numbers.append(number)
                entries += options  # type: ignore[arg-type]
                amounts += row[0]
                lengths.append(len(options))
                lows.append(row[1])
                highs.append(row[2])
        fits = self.writer.rows(names, numbers, entries, amounts, lengths, lows, highs)
        return end - first if fits else 0

    def _begins(self, rule: Rule) -> bool:
        """Whether a rule may be such; False of most that are not."""
        if type(rule) is not Holds or type(rule.truth) is not Compared:
            return False
        terms = rule.truth.sum.terms
        return len(terms) > 1 and terms[0] in self.option

    def _lower(self, shape: Shape) -> bool:
        """Find the row of a shape; False where it is left to other code."""
        operator, amounts, constant = shape
        if operator == "!=" or len(amounts) < 2 or 0 in amounts:
            return False
        if abs(constant) + sum(map(abs, amounts)) >= LARGEST_SUM:
            return False
        form, row = LinearForm(dict(enumerate(amounts)), constant), _OneRow()
        (row.exactly if operator == "==" else row.at_most)("", form, 0)
        self._rows[shape] = row.found
        return True


class _OneRow(ModelWriter):
    """Takes one row in place of writing it."""

    found: RowOfShape | None = None

    def row(self, name: str, gives: Mapping[int, int], low: int, high: int | None = None) -> int:  # noqa: ARG002
        """Take the row."""
        self.found = (*gives.values(),), low, UNBOUNDED if high is None else high
        return 0
