"""Clauses of constraints that differ in their literals only: encoded once, then copied with other literals.

A puzzle repeats a few forms, such as 4 of 9 cells, and the next puzzle has the same ones. A template is the
encoding of a form for the literals 1, 2, ...; in a copy the literals of the constraint stand in their place,
and new auxiliary variables in the place of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.cnf.clauses import Clauses
from accord.cnf.diagram import diagram
from accord.cnf.linear import Linear
from accord.cnf.totalizer import totalizer
from accord.model.data import Indices

MOST_LITERALS = 32
MOST_TOTAL = 64  # of all amounts
KEPT = 512  # some ten thousand numbers each at most, some hundred as a rule

Encode: TypeAlias = Callable[[Clauses, Linear, int], Generator[None, None, bool]]
ENCODERS: dict[str, Encode] = {"sequential": diagram, "diagram": diagram, "totalizer": totalizer}


class Template(NamedTuple):
    """An encoding: of each literal of its clauses the place in the table of literals, and the sign.

    A clause ends with the place 0. Behind 0 the table has the literals of the constraint, then `auxiliary`
    variables.
    """

    place: Indices
    sign: npt.NDArray[np.int8]
    auxiliary: int

    def write(self, clauses: Clauses, literals: list[int]) -> None:
        """Write a copy for other literals."""
        first = clauses.variables + 1
        clauses.variables += self.auxiliary
        table = np.array([0, *literals, *range(first, clauses.variables + 1)], np.int32)
        clauses.extend_by(table[self.place] * self.sign)


def encode(name: str, clauses: Clauses, linear: Linear, budget: int) -> Generator[None, None, bool]:
    """Both bounds of a constraint, unless that takes more than the budget; whether it was written."""
    if len(linear.literals) > MOST_LITERALS or linear.total > MOST_TOTAL:
        return (yield from ENCODERS[name](clauses, linear, budget))
    template = _template(name, tuple(linear.amounts), linear.low, linear.high, budget)
    if template is not None:
        template.write(clauses, linear.literals)
    return template is not None


@lru_cache(maxsize=KEPT)
def _template(name: str, amounts: tuple[int, ...], low: int, high: int, budget: int) -> Template | None:
    """Return the encoding of such constraints; None if it takes more than the budget."""
    literals = [*range(1, len(amounts) + 1)]
    linear = Linear(literals, [*amounts], low, high, sum(amounts), [])
    clauses = Clauses(len(literals))
    steps = ENCODERS[name](clauses, linear, budget)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            fits: bool = end.value
            break
    if not fits:
        return None
    stream = clauses.stream()
    return Template(np.abs(stream), np.sign(stream).astype(np.int8), clauses.variables - len(literals))
