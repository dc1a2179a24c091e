"""The base of global constraints, and what several of them need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from accord.problem.bounds import Bounds
from accord.problem.evaluate import OUTSIDE, few_atoms, known_value
from accord.problem.expressions import Atom, Call, Constant, Expression, Truth, Value, Variable, truth
from accord.problem.rules import Rule


class GlobalRule(Rule):
    """A rule that simpler ones can say."""

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """Yield truths and rules that together say the same."""
        raise NotImplementedError

    def rules_of_bits(self) -> Iterator[Truth | Rule]:
        """Yield the same for variables that have bits, and no option for each value."""
        return self.simpler_rules()


def none_below_0(of: Sequence[Expression]) -> Iterator[Truth]:
    """Yield that each of these is 0 or more."""
    for each in dict.fromkeys(of):
        if not isinstance(each, Constant):
            yield each >= 0
        elif isinstance(each.value, int) and each.value < 0:
            yield truth(False)


def is_place(of: Expression, base: int, number: int) -> Truth:
    """Whether an expression is one of so many places."""
    return (of >= base) & (of <= base + number - 1)


def few_values(of: Sequence[Expression], most: int) -> list[list[Value]] | None:
    """Return for each expression the values that it may have, and perhaps some more.

    None if these are more than `most` in all; no more than that are looked at.
    """
    bounds, found, left = Bounds(), [], most
    for each in of:
        values = list(islice(_domain(each, bounds, most), left + 1))
        left -= len(values)
        if left < 0:
            return None
        found.append(list(dict.fromkeys(values)))
    return found


def _domain(of: Expression, bounds: Bounds, most: int) -> Iterator[Value]:
    """Yield values that an expression may have, and perhaps some more, one by one."""
    if isinstance(of, Constant):
        yield of.value
    elif isinstance(of, Truth):
        yield from (0, 1)
    elif isinstance(of, Variable):
        yield from of.values
    elif isinstance(of, Call) and of.function == "element":
        for part in of.of[:-1]:
            yield from _domain(part, bounds, most)
    elif (atoms := few_atoms(of, pairs=most)) is not None:  # as they are; a range would have gaps as well
        cases = product(*(atom.values for atom in atoms)) if len(atoms) == 2 else _one_by_one(atoms)
        found = (known_value(of, dict(zip(atoms, values, strict=True))) for values in cases)
        yield from (value for value in found if value is not OUTSIDE)
    else:
        low, high = bounds(of)
        yield from range(low, high + 1)


def _one_by_one(atoms: Sequence[Atom]) -> Iterator[tuple[Value, ...]]:
    """Yield the values of one variable, of which there may be very many; of none, no values once."""
    return ((value,) for value in atoms[0].values) if atoms else iter([()])


def multiple(of: Expression, by: Expression) -> Expression:
    """The product of two numbers, which is linear where the second is known."""
    return of * by.value if isinstance(by, Constant) else of * by


def list_text(of: Sequence[Expression]) -> str:
    """Return expressions as a list in a file."""
    return f"[{', '.join(map(str, of))}]"


def base_text(base: int) -> str:
    """The argument of a file that says from where places count, if it is not 1."""
    return f", base={base}" if base != 1 else ""
