"""A problem as a model: variables first, then rule by rule, then what is wanted and what is symmetric."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from operator import sub
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from accord.model import Model
from accord.problem.lower.forms import Forms
from accord.problem.lower.graphs import lazy_of
from accord.problem.lower.rules import Rows, write
from accord.problem.lower.sheet import Form, Sheet
from accord.problem.lower.symmetries import alike, items_of

if TYPE_CHECKING:
    from accord.problem.problem import Problem
    from accord.problem.symmetry import Symmetry

FAMILY = "problem"
VARIABLES = "variables"


def lowered(problem: Problem) -> tuple[Model, Sequence[int | None]]:
    """The model of a problem; and for each of its items the rule to which it belongs, by number.

    Items of variables, and those that only say what a hidden option is, belong to none: they can be met
    whatever the rules say.

    Raises RefusedError where a rule grows too large, InputError for symmetries that are none.
    """
    sheet = Sheet(symmetric=bool(problem.symmetries))
    forms = Forms(sheet, problem.variables)
    variables = len(sheet.items)
    written = [form for _, form in _written(problem, forms)]
    objective = None if problem.objective is None else written[-1]
    model_of = partial(
        sheet.model,
        order=range(variables),
        objective=objective,
        family=FAMILY,
        maximizes=problem.maximizes,
        lazy=lazy_of(sheet),
    )
    model = model_of()
    if not problem.symmetries:
        return model, sheet.rules
    twins = alike(model)
    if twins:  # an item of its own tells each of them from the others
        for option in twins:
            sheet.row(f"{sheet.names[option]} or not", {option: 1}, 0, 1)
        model = model_of()
    permutations = [_moved(problem, symmetry, model.options) for symmetry in problem.symmetries]
    return model.with_symmetries(items_of(model, permutations)), sheet.rules


class Cost(NamedTuple):
    """What one rule, or all variables together, add to a model."""

    rule: str
    options: int
    rows: int
    entries: int


def costs(problem: Problem) -> Iterator[Cost]:
    """What each part of a problem adds to its model. Raises RefusedError where `lowered` does."""
    sheet = Sheet(symmetric=bool(problem.symmetries))
    forms = Forms(sheet, problem.variables)
    before = sheet.sizes
    yield Cost(VARIABLES, *before)
    for words, _ in _written(problem, forms):
        now = sheet.sizes
        yield Cost(words, *map(sub, now, before))
        before = now


def _written(problem: Problem, forms: Forms) -> Iterator[tuple[str, Form | None]]:
    """Write rule by rule, and last what is wanted: the words of each, and the form of what is to be small."""
    rows = Rows(forms)
    for number, rule in enumerate(problem.rules):
        words = rule.words
        forms.sheet.rule = number
        for part in rule.parts if problem.reads_arrays else ():
            forms.stay_inside(part)
        write(rule, words, rows)
        yield words, None
    forms.sheet.rule = None
    if problem.objective is not None:
        forms.stay_inside(problem.objective)
        objective = _with_constant(forms.sheet, forms.form(problem.objective))
        which = "maximize" if problem.maximizes else "minimize"
        yield f"{which} {problem.objective}", -objective if problem.maximizes else objective


def _with_constant(sheet: Sheet, form: Form) -> Form:
    """A form without a constant: a hidden option that is always chosen stands for it."""
    if not form.constant:
        return form
    always = sheet.option("always", hidden=True)
    sheet.row("always", {always: 1}, 1, 1)
    return Form(form.terms | {always: form.constant})


def _moved(problem: Problem, symmetry: Symmetry, options: int) -> npt.NDArray[np.int32]:
    """Where a symmetry takes each visible option."""
    moved = np.arange(options, dtype=np.int32)
    places = problem.options
    for atom in problem.variables:
        to = places[symmetry.variables.get(atom, atom).name]
        values = symmetry.values if symmetry.touches(atom) else {}
        for value, option in places[atom.name].items():
            image = to[values.get(value, value)]
            if option is not None and image is not None:  # False has none
                moved[option] = image
    return moved
