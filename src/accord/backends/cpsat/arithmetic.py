"""Linear forms of CP-SAT's variables; quotients, remainders and powers as Python rounds them.

    x = y * q + r, where 0 <= r < y, or y < r <= 0: q is rounded down, and both are determined

CP-SAT's own division rounds towards 0.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from accord.errors import RefusedError
from accord.problem.bounds import power_bounds, quotient_bounds, remainder_bounds
from accord.problem.lower import TUPLES

if TYPE_CHECKING:
    from accord.backends.cpsat.integers import Integers


class Form:
    """Amounts of variables, by their index, none of them 0, and a constant."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: dict[int, int], constant: int = 0) -> None:
        self.terms, self.constant = terms, constant

    def times(self, by: int) -> Form:
        """So many times the form."""
        return Form({v: a * by for v, a in self.terms.items()} if by else {}, self.constant * by)

    def plus(self, other: Form, by: int = 1) -> Form:
        """The sum of two forms, the other one so many times."""
        terms = dict(self.terms)
        for variable, amount in other.terms.items():
            terms[variable] = terms.get(variable, 0) + by * amount
        return Form({v: a for v, a in terms.items() if a}, self.constant + by * other.constant)


def quotient_and_rest(to: Integers, one: Form, by: Form) -> tuple[Form, Form]:
    """The quotient of two plain forms, rounded down, and the remainder; the divisor is not 0."""
    pairs = to.bounds(one), to.bounds(by)
    low, high = pairs[1]
    quotient = Form({to.new(*quotient_bounds(*pairs)).index: 1})
    rest = Form({to.new(*remainder_bounds(*pairs)).index: 1})
    whole = to.product(quotient, by).plus(rest).plus(one, -1)
    to.bounds(whole)
    to.made.add(to.linear(whole) == 0)
    if low <= 0 <= high:
        to.made.add(to.linear(by) != 0)
    if by.terms:
        above = to.comparison(by.times(-1).plus(Form({}, 1)), "<=")
        to.made.add(to.linear(rest.plus(by, -1)) <= -1).only_enforce_if(above)
        to.made.add(to.linear(rest) >= 0).only_enforce_if(above)
        to.made.add(to.linear(rest.plus(by, -1)) >= 1).only_enforce_if(~above)
        to.made.add(to.linear(rest) <= 0).only_enforce_if(~above)
    return quotient, rest


def power(to: Integers, base: Form, exponent: Form) -> Form:
    """A power of plain forms: products, or a table where the exponent varies. Raises RefusedError."""
    if not exponent.terms:
        found = Form({}, 1)
        for _ in range(exponent.constant):
            found = to.product(found, base)
        return found
    pairs = to.bounds(base), to.bounds(exponent)
    bases, exponents = range(pairs[0][0], pairs[0][1] + 1), range(max(0, pairs[1][0]), pairs[1][1] + 1)
    if len(bases) * len(exponents) > TUPLES:
        raise RefusedError(
            f"{to.words}: a power of {len(bases):,} bases and {len(exponents):,} exponents; at most "
            f"{TUPLES:,} pairs are possible"
        )
    low, high = power_bounds(*pairs)
    made = to.new(low, high)
    found = Form({made.index: 1})
    rows = [(b, e, b**e) for b, e in product(bases, exponents)]
    if rows:
        to.allow([base, exponent, found], rows)
    else:
        to.made.add_bool_or([])
    return found
