"""Burnside's lemma: the number of classes is the group's average number of fixed solutions.

The solutions fixed by an element are those of a model on the orbits of options. Conjugate elements fix
equally many, so one of each conjugacy class is enough.
"""

from __future__ import annotations

from dataclasses import dataclass

from accord.errors import EngineError
from accord.model import Model
from accord.symmetry.group import Group


@dataclass(frozen=True, eq=False)
class Term:
    """One conjugacy class: the model of what its elements fix, and the number of its elements."""

    model: Model
    weight: int


def terms(model: Model, group: Group) -> list[Term]:
    """The terms of the sum; the first is the model itself. Raises RefusedError for a coloured model."""
    return [
        Term(model.quotient(group.items[g], group.moved_by(g))[0] if g else model, size)
        for g, size in group.classes()
    ]


def classes(total: int, order: int) -> int:
    """The number of classes, from the weighted sum of the terms' counts and the order of the group."""
    if total % order:
        raise EngineError(f"the fixed solutions sum to {total}, no multiple of the group's order {order}")
    return total // order
