"""Wide variables as bits: a form of a few options in place of an option for each value.

    wide variable     low + b0 + 2 b1 + 4 b2 + ..., and one row where that may be beyond its last value
    of other numbers  a new number of bits, and rows that say what it is:
    maximum           at least each, and at most one of them; minimum, abs likewise
    product           a hidden option for each pair of bits
    quotient, rest    x == y * q + r, where r is between 0 and y
    element           the same as the member whose place it is

A comparison of sums is one row, as always. What needs each value of a wide number, such as a table, gets a
hidden option for each, tied to the bits. Bits are determined by the value, and hidden options by bits, so
counts are right.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from accord.errors import RefusedError
from accord.problem import lower
from accord.problem.bounds import Bounds, intervals
from accord.problem.evaluate import atoms_of
from accord.problem.expressions import (
    Atom,
    Boolean,
    Call,
    Constant,
    Expression,
    Member,
    Sum,
    Truth,
    Variable,
    whole_number,
)
from accord.problem.lower.forms import INSIDE, Forms
from accord.problem.lower.linear_form import LinearForm, sum_of
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.lower.views import View, at_most_0

WIDE = 1_000  # values, above which a variable has bits: order flags for each would be larger clauses
MOST_BITS = 62  # of a number, as amounts of options are 64 bits


class BitForms(Forms):
    """The forms of expressions of which wide variables, which have ranges, are bits."""

    def __init__(self, writer: ModelWriter, atoms: Sequence[Atom], most: int = WIDE) -> None:
        """Variables of more than `most` values have bits."""
        self._wide = {atom for atom in atoms if is_wide(atom, most)}
        self._known_wide: dict[Expression, bool] = {}
        self._bounds = Bounds()
        super().__init__(writer, [])
        self._refuse_size([atom for atom in atoms if atom not in self._wide])
        for atom in atoms:
            self._declare(atom)

    def _declare(self, atom: Atom) -> None:
        if isinstance(atom, Variable) and isinstance(atom.values, range) and atom in self._wide:
            self._forms[atom] = self._bits(atom.name, atom.values[0], atom.values[-1], hidden=False)
        else:
            super()._declare(atom)

    def _bits(self, name: str, low: int, high: int, *, hidden: bool = True) -> LinearForm:
        """A new number between two: its bits say how much it is above the lower one. Raises RefusedError."""
        size = (high - low).bit_length()
        if max(size, abs(low).bit_length()) > MOST_BITS:
            raise RefusedError(f"{name}: a number of {size} bits; at most {MOST_BITS} are possible")
        options = [self.writer.option(f"{name} bit {bit}", hidden) for bit in range(size)]
        form = LinearForm({option: 1 << bit for bit, option in enumerate(options)}, low)
        self.writer.at_most(f"{name} <= {high}", form, high)
        return form

    def bits_of(self, atom: Atom) -> LinearForm:
        """The form of a wide variable; of another one, its first option."""
        if atom in self._wide or isinstance(atom, Boolean):
            return self._forms[atom]
        return next(iter(self._views[atom].values()))

    def is_wide(self, *of: Expression) -> bool:
        """Whether any of these is of a wide variable."""
        for each in of:
            if each not in self._known_wide:
                self._known_wide[each] = not self._wide.isdisjoint(atoms_of(each))
        return any(self._known_wide[each] for each in of)

    def few(self, *of: Expression, pairs: float = inf) -> list[Atom] | None:
        """None where a variable is wide: nothing goes value by value."""
        return None if self.is_wide(*of) else super().few(*of, pairs=pairs)

    # -- numbers -----------------------------------------------------------------------------------

    def _form(self, of: Expression) -> LinearForm:
        if isinstance(of, Call) and self.is_wide(of):
            return self._wide_call(of)
        return super()._form(of)

    def _view(self, of: Expression) -> View:
        """A hidden option for each value of a wide number, tied to its bits."""
        if not isinstance(of, Truth | Constant | Boolean) and self.is_wide(of):
            return self._values_of(of if isinstance(of, Sum) else Sum((of,), (1,)))
        return super()._view(of)

    def _wide_call(self, of: Call) -> LinearForm:
        name = str(of)
        if of.function == "product":
            return self._product(name, *map(self.form, of.of))
        if of.function in ("quotient", "remainder"):
            return self._quotient_and_rest(*of.of)[of.function == "remainder"]
        if of.function == "power":
            return self._power(name, *of.of)
        made = self._bits(name, *self._bounds(of))
        parts = [self.form(part) for part in of.of]
        if of.function == "element":
            *array, place = parts
            for at, each in enumerate(array):
                other = self._between(f"{of.of[-1]} for {at}", place, at, at).negation()
                self._equal_or(f"{name}: {at}", made, each, other)
        else:
            parts = [*parts, -parts[0]] if of.function == "abs" else parts
            sign = -1 if of.function == "minimum" else 1
            ahead = [sum_of((made, each), (sign, -sign)) for each in parts]  # none is below 0, and one is 0
            for each in ahead:
                self.writer.at_least(name, each, 0)
            reached = [at_most_0(self.writer, f"{name}: {at}", each) for at, each in enumerate(ahead)]
            self.writer.at_least(f"{name}: one of them", sum_of(reached), 1)
        return made

    def _product(self, name: str, one: LinearForm, other: LinearForm) -> LinearForm:
        """The product of two forms: each pair of options is a hidden one that is chosen if both are."""
        if len(one.terms) * len(other.terms) > lower.PAIRS:
            raise RefusedError(f"{name}: products of {len(one.terms):,} times {len(other.terms):,} options")
        pairs = {(a, b): self._both(f"{name}: {a}, {b}", a, b) for a in one.terms for b in other.terms}
        amounts = [one.terms[a] * other.terms[b] for a, b in pairs]
        rest = LinearForm({}, -one.constant * other.constant)
        return sum_of((*pairs.values(), one, other, rest), (*amounts, other.constant, one.constant, 1))

    def _both(self, name: str, one: int, other: int) -> LinearForm:
        """Whether two options are chosen."""
        options = [LinearForm({option: 1}) for option in {one, other}]
        return self.writer.both(name, options)

    def _quotient_and_rest(self, one: Expression, by: Expression) -> tuple[LinearForm, LinearForm]:
        """X == y * q + r, and r is 0 or has the sign of y, and is nearer to 0 than y."""
        quotient, rest = Call("quotient", (one, by)), Call("remainder", (one, by))
        if quotient in self._forms and rest in self._forms:
            return self._forms[quotient], self._forms[rest]
        name, divisor = str(quotient), self.form(by)
        q, r = self._bits(name, *self._bounds(quotient)), self._bits(str(rest), *self._bounds(rest))
        whole = self._product(f"{name} * {by}", q, divisor)
        self.writer.exactly(name, sum_of((whole, r, self.form(one)), (1, 1, -1)), 0)
        above = at_most_0(self.writer, f"{by} > 0", LinearForm((-divisor).terms, 1 - divisor.constant))
        for sign, otherwise in ((1, above.negation()), (-1, above)):
            self._at_most_or(f"{name}: rest", sum_of((r, divisor), (sign, -sign)), -1, otherwise)
            self._at_most_or(f"{name}: sign", sum_of((r,), (-sign,)), 0, otherwise)
        self._forms[quotient], self._forms[rest] = q, r
        return q, r

    def _power(self, name: str, base: Expression, exponent: Expression) -> LinearForm:
        if not isinstance(exponent, Constant) or not isinstance(exponent.value, int):
            raise RefusedError(f"{name}: a power of a wide number has a known exponent")
        found = LinearForm({}, 1)
        for step in range(exponent.value):
            found = self._product(f"{name}: {step}", found, self.form(base))
        return found

    # -- truths ------------------------------------------------------------------------------------

    def _truth(self, of: Truth) -> LinearForm:
        match of:
            case Member() if self.is_wide(of):
                return self._among(of)
        return super()._truth(of)

    def _among(self, of: Member) -> LinearForm:
        """Whether a number has one of these values; each run of values that follow each other is a truth."""
        form = self.form(of.of)
        numbers = (number for number in map(whole_number, of.values) if number is not None)
        runs = [self._between(f"{of.of}", form, low, high) for low, high in intervals(numbers)]
        return self.writer.any(str(of), runs)

    def _stay_inside(self, of: Call) -> None:
        *array, last = of.of
        if not self.is_wide(last):
            super()._stay_inside(of)
            return
        form, name = self.form(last), f"{of}: {INSIDE[of.function][0]}"
        if of.function in ("quotient", "remainder"):
            self.writer.at_most(name, self._between(name, form, 0, 0), 0)
            return
        self.writer.at_least(name, form, 0)
        if of.function == "element":
            self.writer.at_most(name, form, len(array) - 1)

    def _between(self, name: str, form: LinearForm, low: int, high: int) -> LinearForm:
        """The truth that a form is between two values."""
        below = at_most_0(self.writer, f"{name} <= {high}", sum_of((form, LinearForm({}, -high))))
        above = at_most_0(self.writer, f"{name} >= {low}", sum_of((form, LinearForm({}, -low)), (-1, -1)))
        both = sum_of((below, above))  # one of the two always holds
        return LinearForm(both.terms, both.constant - 1)

    def _at_most_or(self, name: str, form: LinearForm, bound: int, otherwise: LinearForm) -> None:
        """A form is at most so much, or a truth holds."""
        more = max(0, self.writer.range(form)[1] - bound)
        self.writer.at_most(name, sum_of((form, otherwise), (1, -more)), bound)

    def _equal_or(self, name: str, one: LinearForm, other: LinearForm, otherwise: LinearForm) -> None:
        """Two forms have the same value, or a truth holds."""
        apart = sum_of((one, other), (1, -1))
        self._at_most_or(f"{name} (<=)", apart, 0, otherwise)
        self._at_most_or(f"{name} (>=)", -apart, 0, otherwise)


def is_wide(atom: Atom, most: int) -> bool:
    """Whether a variable has bits: it has a range of more than `most` values."""
    return isinstance(atom, Variable) and isinstance(atom.values, range) and len(atom.values) > most
