"""The record of problems: the spec is the problem itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from accord.model import Model
from accord.picture import Picture
from accord.problem import Problem
from accord.problem.lower.lowered import Cost
from accord.puzzles.family import Family, Made, Shown


class Declared(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The spec of a model file."""


def picture(spec: Problem, _model: Model, options: Sequence[int] | None) -> Picture:
    """Each variable with its value, a line each; without a solution their names."""
    if options is None:
        return Picture("square", {}, tuple(atom.name for atom in spec.variables))
    return Picture("square", {}, tuple(f"{name} = {value}" for name, value in spec.values(options).items()))


def model(spec: Problem) -> Model:
    """Its model."""
    return spec.model


def rules(spec: Problem, _model: Model) -> Sequence[str | None]:
    """The rule of each item, in words."""
    return spec.rule_of


def variables(spec: Problem) -> Mapping[str, Mapping[Any, int | None]]:
    """The option of each value of each variable."""
    return spec.options


def costs(spec: Problem) -> Iterator[Cost]:
    """What each rule adds to the model."""
    return spec.costs()


RECORD = Family(
    name="problem",
    spec=Declared,
    shown=Shown(picture=picture, rules=rules),
    made=Made(model=model, variables=variables, costs=costs),
)
