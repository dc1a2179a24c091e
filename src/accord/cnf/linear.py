"""Linear constraints over literals in the normal form from which all CNF encodings start.

A model's constraint, low <= sum of amount * option <= high, has amounts of either sign. All become positive
by -a * x = a * (not x) - a. What the bounds alone settle is then taken out, until nothing changes:

- a literal whose amount exceeds `high` is false, and one without which `low` is out of reach is true;
- amounts are divided by their greatest common divisor, and the bounds rounded inwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import gcd


@dataclass(frozen=True, slots=True)
class Linear:
    """low <= sum of amounts of true literals <= high; low = 0 and high = total are no bounds.

    Every amount is positive, and at most `high` and `total - low`. Other literals in `forced` are true.
    """

    literals: list[int]
    amounts: list[int]
    low: int
    high: int
    total: int
    forced: list[int]
    possible: bool = True

    @property
    def unit(self) -> bool:
        """Whether every amount is 1."""
        return self.total == len(self.amounts)


def normal_form(literals: list[int], amounts: list[int], low: int, high: int) -> Linear:
    """The constraint in the form above; amounts are whole numbers other than 0."""
    if min(amounts, default=1) < 0:
        negative = -sum(a for a in amounts if a < 0)
        low, high = low + negative, high + negative
        literals = [x if a > 0 else -x for x, a in zip(literals, amounts, strict=True)]
        amounts = [abs(a) for a in amounts]
    forced: list[int] = []
    while True:
        total = sum(amounts)
        low, high = max(low, 0), min(high, total)
        if low > high:
            return Linear([], [], 0, 0, 0, forced, possible=False)
        largest = max(amounts, default=0)
        slack = total - low
        if largest > min(high, slack):
            forced += [
                x if a > slack else -x for x, a in zip(literals, amounts, strict=True) if a > min(high, slack)
            ]
            taken = sum(a for a in amounts if a > slack)
            if any(a > high and a > slack for a in amounts):
                return Linear([], [], 0, 0, 0, [], possible=False)
            keep = [(x, a) for x, a in zip(literals, amounts, strict=True) if a <= min(high, slack)]
            literals, amounts = [x for x, _ in keep], [a for _, a in keep]
            low, high = low - taken, high - taken
            continue
        divisor = gcd(*amounts) if largest > 1 else 1
        if divisor == 1:
            return Linear(literals, amounts, low, high, total, forced)
        amounts = [a // divisor for a in amounts]
        low, high = -(-low // divisor), high // divisor


@dataclass(frozen=True, slots=True)
class Parts:
    """A constraint as what can be said without auxiliary variables, and the rest. All of it holds."""

    clauses: list[list[int]]  # an empty one: it cannot be met
    exclusive: list[int]  # at most one of these literals is true
    rest: Linear | None


def parts(literals: list[int], amounts: list[int], low: int, high: int, *, few: bool = False) -> Parts:
    """Take clauses and an at-most-one out of a constraint; amounts are whole numbers other than 0.

    A bound is a clause if any single literal keeps it, and at most one if no two literals do. With `few` the
    rest is written as clauses too, where these are few.
    """
    linear = normal_form(literals, amounts, low, high)
    forced = [[x] for x in linear.forced]
    if not linear.possible:
        return Parts([*forced, []], [], None)
    split = _parts(linear)
    clauses, rest = [*forced, *split.clauses], split.rest
    more = few_clauses(rest) if few and rest is not None else None
    return Parts(clauses, split.exclusive, rest) if more is None else Parts([*clauses, *more], [], None)


def _parts(linear: Linear) -> Parts:
    """The parts of a constraint in normal form."""
    literals, amounts, low, high = linear.literals, linear.amounts, linear.low, linear.high
    slack, excess = linear.total - low, linear.total - high
    if not low and not excess:
        return Parts([], [], None)
    least, second = sorted(amounts)[:2]
    if excess and least + second > high:
        return _one_of(literals, amounts, low)
    if low and least + second > slack:
        return _one_of([-x for x in literals], amounts, excess)
    clauses = []
    if 0 < low <= least:
        clauses.append(literals)
        low = 0
    if 0 < excess <= least:
        clauses.append([-x for x in literals])
        high = linear.total
    if not low and high == linear.total:
        return Parts(clauses, [], None)
    return Parts(clauses, [], Linear(literals, amounts, low, high, linear.total, []))


MOST_LITERALS = 8  # of a constraint that is written without auxiliary variables
MOST_CLAUSES = 40


def few_clauses(linear: Linear) -> list[list[int]] | None:
    """Return a constraint as clauses without auxiliary variables; None if they are many."""
    if len(linear.literals) > MOST_LITERALS:
        return None
    form = _clause_form(tuple(linear.amounts), linear.low, linear.high)
    return None if form is None else [[sign * linear.literals[at] for at in some] for sign, some in form]


@lru_cache(maxsize=1024)  # a puzzle repeats a few forms at all its cells
def _clause_form(amounts: tuple[int, ...], low: int, high: int) -> list[tuple[int, list[int]]] | None:
    """Return the clauses as the sign and the places of their literals; None if they are many.

    Of each least set of literals that together exceed `high`, one is false; of each least set without which
    `low` is out of reach, one is true.
    """
    form: list[tuple[int, list[int]]] = []
    for sign, bound in ((-1, high), (1, sum(amounts) - low)):
        form += [(sign, some) for some in islice(_least_above(amounts, bound), MOST_CLAUSES + 1)]
        if len(form) > MOST_CLAUSES:
            return None
    return form


def _least_above(amounts: Sequence[int], bound: int) -> Iterator[list[int]]:
    """Yield the sets of places whose amounts sum to more than a bound, and to less without any of them."""
    order = sorted(range(len(amounts)), key=lambda place: -amounts[place])
    ways: list[tuple[int, int, list[int]]] = [(0, 0, [])]  # where to continue, the sum, the places
    while ways:
        first, total, some = ways.pop()
        for at in range(first, len(order)):
            place = order[at]  # the least amount of all so far: without any other the sum is smaller still
            if total + amounts[place] > bound:
                yield [*some, place]
            else:
                ways.append((at + 1, total + amounts[place], [*some, place]))


def _one_of(literals: list[int], amounts: list[int], low: int) -> Parts:
    """At most one; and if there is a lower bound, one that reaches it."""
    if not low:
        return Parts([], literals, None)
    enough = [x for x, a in zip(literals, amounts, strict=True) if a >= low]
    clauses = [[-x] for x, a in zip(literals, amounts, strict=True) if a < low]
    return Parts([*clauses, enough], enough, None)
