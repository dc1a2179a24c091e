"""Write rows that need not be met where one of some truths holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from accord.problem.lower.linear_form import LinearForm, sum_of
from accord.problem.lower.model_writer import ModelWriter


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
