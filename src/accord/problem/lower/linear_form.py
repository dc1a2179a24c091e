"""Linear forms over options: amounts and a constant. A truth is a form whose value is 0 or 1."""

from __future__ import annotations

from collections.abc import Iterable


class LinearForm:
    """Amounts of options, none of them 0, and a constant. Not to be changed once others may have it."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: dict[int, int], constant: int = 0) -> None:
        self.terms = terms
        self.constant = constant

    def __neg__(self) -> LinearForm:
        return LinearForm({o: -a for o, a in self.terms.items()}, -self.constant)

    @property
    def literal(self) -> int:
        """Its option + 1 if it is one, -option - 1 if it is the negation of one, else 0."""
        if len(self.terms) == 1:
            ((option, amount),) = self.terms.items()
            if amount == 1 and not self.constant:
                return option + 1
            if amount == -1 and self.constant == 1:
                return -option - 1
        return 0

    def negation(self) -> LinearForm:
        """Return the negation of a truth."""
        return LinearForm({o: -a for o, a in self.terms.items()}, 1 - self.constant)

    @property
    def least(self) -> int:
        """A lower bound of its values: no choice of options at all gives less."""
        return self.constant + sum([a for a in self.terms.values() if a < 0])

    @property
    def most(self) -> int:
        """An upper bound of its values."""
        return self.constant + sum([a for a in self.terms.values() if a > 0])

    @property
    def range(self) -> tuple[int, int]:
        """The bounds `least` and `most`."""
        amounts = self.terms.values()
        total = sum(amounts)
        negative = sum([a for a in amounts if a < 0]) if amounts and min(amounts) < 0 else 0
        return self.constant + negative, self.constant + total - negative

    def __repr__(self) -> str:
        return f"Form({self.terms}, {self.constant})"


FALSE, TRUE = LinearForm({}), LinearForm({}, 1)


def sum_of(forms: Iterable[LinearForm], amounts: Iterable[int] | None = None) -> LinearForm:
    """The sum of forms, each times its amount."""
    terms: dict[int, int] = {}
    constant = 0
    if amounts is None:
        forms, entries = [*forms], 0
        for form in forms:
            constant += form.constant
            terms |= form.terms
            entries += len(form.terms)
        if entries == len(terms):  # no option is there twice
            return LinearForm(terms, constant)
        terms = {}
        for form in forms:
            for option, amount in form.terms.items():
                terms[option] = terms.get(option, 0) + amount
    else:
        for form, times in zip(forms, amounts, strict=True):
            constant += times * form.constant
            for option, amount in form.terms.items():
                terms[option] = terms.get(option, 0) + times * amount
    if 0 in terms.values():
        terms = {option: amount for option, amount in terms.items() if amount}
    return LinearForm(terms, constant)
