"""The family record of problem files: the functions that general code calls for a family."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from accord.families.problem.display import given_options, marks, picture
from accord.families.problem.problems import build, clues, possible_clues, problem_of
from accord.families.problem.sheets import EDITING
from accord.families.problem.spec import Declared
from accord.families.problem.words import words
from accord.model import Model
from accord.problem import Problem
from accord.problem.lower.passes import Cost
from accord.puzzles.family import About, Family, Made, Shown, Texts


def variables(spec: Declared | Problem) -> Mapping[str, Mapping[Any, int | None]]:
    """Return for each variable, by name, the option of each value."""
    return problem_of(spec).options


def costs(spec: Declared | Problem) -> Iterator[Cost]:
    """Yield the cost of each rule: what it adds to the model."""
    return problem_of(spec).costs()


def file_spec(spec: Problem) -> Declared:
    """Return the spec of its model file. Raises RefusedError for what a file cannot say."""
    from accord.families.problem.writing import spec_of  # only now: most problems are not written

    return spec_of(spec)


def rules(spec: Declared | Problem, _model: Model) -> Sequence[str | None]:
    """Return the rule of each item, in words."""
    return problem_of(spec).rule_of


def known_by(spec: Declared | Problem, model: Model) -> Sequence[Sequence[str]]:
    """Return the rules by which a person knows each item, in words."""
    return problem_of(spec).known_by(model)


RECORD = Family(
    name="problem",
    spec=Declared,
    about=About("own", "Your own variables and rules, in a file or in Python."),
    texts=Texts(spelled=file_spec),
    editing=EDITING,
    shown=Shown(picture=picture, words=words, marks=marks, rules=rules, known_by=known_by),
    made=Made(
        model=build,
        given=given_options,
        variables=variables,
        problem=problem_of,
        costs=costs,
        clues=clues,
        possible_clues=possible_clues,
    ),
)
