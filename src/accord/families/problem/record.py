"""The record of the family; see `accord.puzzles.family`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from accord.families.problem.made import build, problem_of
from accord.families.problem.shown import given, marks, picture, words
from accord.families.problem.spec import Declared
from accord.model import Model
from accord.problem import Problem
from accord.problem.lower.passes import Cost
from accord.puzzles.family import Family, Made, Shown, Texts


def variables(spec: Declared | Problem) -> Mapping[str, Mapping[Any, int | None]]:
    """For each variable, by name, the option of each value."""
    return problem_of(spec).options


def costs(spec: Declared | Problem) -> Iterator[Cost]:
    """What each rule adds to the model."""
    return problem_of(spec).costs()


def spelled(spec: Problem) -> Declared:
    """The spec of its model file. Raises RefusedError for what a file cannot say."""
    from accord.families.problem.written import declared  # only now: most problems are not written

    return declared(spec)


def rules(spec: Declared | Problem, _model: Model) -> Sequence[str | None]:
    """The rule of each item, in words."""
    return problem_of(spec).rule_of


def known_by(spec: Declared | Problem, model: Model) -> Sequence[Sequence[str]]:
    """The rules by which a person knows each item, in words."""
    return problem_of(spec).known_by(model)


RECORD = Family(
    name="problem",
    spec=Declared,
    texts=Texts(spelled=spelled),
    shown=Shown(picture=picture, words=words, marks=marks, rules=rules, known_by=known_by),
    made=Made(model=build, given=given, variables=variables, costs=costs),
)
