"""`n_values(list, number)`: how many different values occur."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from accord.problem.bounds import Bounds
from accord.problem.constraints import ConstraintSet, list_of
from accord.problem.evaluate import OUTSIDE, few_atoms, known_value
from accord.problem.expressions import (
    Atom,
    Call,
    Constant,
    Expression,
    Member,
    Truth,
    Value,
    Variable,
    equal,
    expression,
    numeric,
)
from accord.problem.functions import every, some, total
from accord.problem.global_rules.base import Arguments, Draw, GlobalRule, list_text, states
from accord.problem.rules import Rule
from accord.problem.topic import Topic

VALUES = 200_000  # in all expressions whose values are counted, before these are compared pair by pair


@dataclass(frozen=True, eq=False)
class NumberOfValues(GlobalRule):
    """So many different values occur."""

    of: tuple[Expression, ...]
    number: Expression

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        return bool(len({found[each] for each in self.of}) == found[self.number])

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """Whether each value occurs, added up; where the values are many, see `rules_of_bits`."""
        listed = _few_values(self.of, VALUES)
        if listed is None:
            yield from self.rules_of_bits()
            return
        having: dict[Value, list[Expression]] = {}
        for each, values in zip(self.of, listed, strict=True):
            for value in values:
                having.setdefault(value, []).append(each)
        occur = [some([Member(each, (value,)) for each in those]) for value, those in having.items()]
        yield total(occur) + 0 == self.number

    def rules_of_bits(self) -> Iterator[Truth | Rule]:
        """Whether each is another value than all before it, added up: no value is listed."""
        new = [every([~equal(each, one) for one in self.of[:at]]) for at, each in enumerate(self.of)]
        yield total(new) + 0 == self.number

    def __str__(self) -> str:
        return f"n_values({list_text(self.of)}, {self.number})"


def _few_values(of: Sequence[Expression], most: int) -> list[list[Value]] | None:
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


def _random(draw: Draw) -> Arguments:
    of, number = draw.anything(0, 4), draw.number(0, 4)
    return (of, draw.pick([*draw.integers, number])), {}


class StatesNValues(ConstraintSet):
    """A problem, and the method that states it."""

    @states(_random)
    def n_values(
        self, of: Iterable[Any], number: Any, *, words: str = "", about: Topic | None = None
    ) -> None:
        """Add the rule that so many different values occur.

        >>> import accord
        >>> p = accord.Problem()
        >>> p.n_values(p.integers(4, 1, 3), 2)
        >>> accord.count(p).count
        42
        """
        self.state(NumberOfValues(list_of((of,)), numeric(expression(number)), called=words), about)
