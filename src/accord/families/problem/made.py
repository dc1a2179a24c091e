"""A spec, of a file or a Problem itself, as a Problem, and its model."""

from __future__ import annotations

from accord.errors import InputError
from accord.families.problem.spec import Declared
from accord.model import Model
from accord.problem import Problem
from accord.puzzles.family import Fault, SpecError


def problem_of(spec: Declared | Problem) -> Problem:
    """The problem that a spec says; made once. Raises SpecError with every fault."""
    if isinstance(spec, Problem):
        return spec
    if "problem" not in vars(spec):
        from accord.families.problem.reading import Reading  # only now: a Problem in Python needs no reader

        vars(spec)["problem"] = Reading(spec).problem
    made: Problem = vars(spec)["problem"]
    return made


def build(spec: Declared | Problem) -> Model:
    """The model. Raises SpecError with every fault, RefusedError where a rule grows too large."""
    problem = problem_of(spec)
    try:
        return problem.model
    except InputError as error:  # such as a symmetry that is none
        key = "symmetries" if problem.symmetries else "rules"
        raise SpecError([Fault(key, fault) for fault in error.faults]) from None
