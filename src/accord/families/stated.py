"""Families whose puzzles are problems: a page says the rules (`accord.Problem`), a text and a picture.

    RECORD = family("costas", Costas, rules, Texts(parse=parse, example="6"), picture)

`rules(spec)` returns the problem. The functions of a page are named by their modules, so that puzzles go to worker
processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, TypeAlias

import msgspec

from accord.model import Model
from accord.picture import Picture
from accord.problem import Problem
from accord.problem.lower.lowered import Cost
from accord.problem.variables import values_in
from accord.puzzles.family import Family, Made, Shown, Texts

KEPT = 16  # a spec is a problem for its model, and again for each picture
Rules: TypeAlias = Callable[[Any], Problem]
Drawn: TypeAlias = Callable[[Any, Mapping[str, Any]], Picture]  # spec, the values of variables by name


def family(name: str, spec: type[msgspec.Struct], rules: Rules, texts: Texts, picture: Drawn) -> Family:
    """The record of a page.

    Args:
        name: that of the family.
        spec: the keys of its model files.
        rules: a spec as a problem; raises SpecError with every fault.
        texts: puzzles as text.
        picture: the board of a spec, with what is known of the variables: nothing, or a solution.
    """
    return Family(
        name=name,
        spec=spec,
        texts=texts,
        shown=Shown(picture=partial(_picture, rules, picture), rules=partial(_rules, rules)),
        made=Made(
            model=partial(_model, rules, name),
            variables=partial(_variables, rules),
            costs=partial(_costs, rules),
        ),
    )


@lru_cache(maxsize=KEPT)
def _problem(rules: Rules, spec: Any) -> Problem:
    return rules(spec)


def _model(rules: Rules, name: str, spec: Any) -> Model:
    return replace(_problem(rules, spec).model, family=name)


def _picture(
    rules: Rules,
    picture: Drawn,
    spec: Any,
    model: Model,  # noqa: ARG001
    options: Sequence[int] | None,
) -> Picture:
    known = {} if options is None else values_in(_problem(rules, spec).options, options)
    return picture(spec, known)


def _rules(rules: Rules, spec: Any, model: Model) -> Sequence[str | None]:  # noqa: ARG001
    return _problem(rules, spec).rule_of


def _variables(rules: Rules, spec: Any) -> Mapping[str, Mapping[Any, int | None]]:
    return _problem(rules, spec).options


def _costs(rules: Rules, spec: Any) -> Iterator[Cost]:
    return _problem(rules, spec).costs()
