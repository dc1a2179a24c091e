"""The record of problems: the spec is the problem itself."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from accord.model import Model
from accord.picture import Picture
from accord.problem import Problem
from accord.puzzles.family import Family, Made, Shown


class Declared(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The spec of a model file."""


def picture(spec: Problem, _model: Model, options: Sequence[int] | None) -> Picture:
    """Each variable with its value, a line each; without a solution their names."""
    if options is None:
        return Picture("square", {}, tuple(atom.name for atom in spec.variables))
    return Picture("square", {}, tuple(f"{name} = {value}" for name, value in spec.values(options).items()))


RECORD = Family(
    name="problem",
    spec=Declared,
    shown=Shown(picture=picture),
    made=Made(
        model=lambda problem: problem.model,
        variables=lambda problem: problem.options,
        costs=lambda problem: problem.costs(),
    ),
)
