"""Write the steps of a person on a problem as sentences, in the names of its rules and variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accord.deduce import Step
from accord.deduce.step import MOST_NAMES, situation
from accord.families.problem.problems import choices_of, problem_of
from accord.families.problem.spec import Declared
from accord.model import Model
from accord.problem import Problem
from accord.problem.expressions import Atom, Boolean
from accord.puzzles.words import by_way_of, join_words


def words(spec: Declared | Problem, model: Model, step: Step) -> str:
    """Return a step as a sentence, such as `by green == ivory + 1, green is not 1`."""
    problem = problem_of(spec)
    choices = choices_of(problem)
    if step.parts:
        return "; ".join(words(spec, model, part) for part in step.parts)
    if step.rule == "lookahead":
        return _lookahead(model, step, choices, problem.known_by(model))
    forced = _visible(choices, step)
    first = [_option_text(model, choices, option, chosen) for option, chosen in forced[:MOST_NAMES]]
    rest = len(forced) - len(first)
    verdict = join_words([*first, *([f"{rest} more"] if rest else [])])
    item = step.items[0]
    rules = problem.known_by(model)[item]
    name = join_words(rules) or model.item_names[item]
    if step.rule == "bounds" and not rules:
        return f"{verdict}: {'no other value is left' if step.forced[0].chosen else 'it has another value'}"
    full = step.demand[1] == step.given  # what is full takes no more
    if step.rule == "bounds" and (full or not _counts(model, item, choices)):
        return f"by {name}, {verdict}"
    return f"{name}: {situation(model, step)}, so {verdict}"


def _visible(choices: Sequence[object], step: Step) -> list[tuple[int, bool]]:
    """Return the options of variables that a step forces, or else implies; hidden ones if there are none."""
    forced = [(each.option, each.chosen) for each in step.forced]
    follows = [*((option, True) for option in step.chosen), *((option, False) for option in step.closed)]
    for several in (forced, follows):
        if seen := [each for each in several if each[0] < len(choices)]:
            return seen
    return forced


def _counts(model: Model, item: int, choices: Sequence[object]) -> bool:
    """Whether an item says how many of some values there are, which a person can count."""
    ours = model.item == item
    visible = bool((model.option_of_entry[ours] < len(choices)).all())
    return visible and bool((model.amount[ours] == 1).all())


def _lookahead(
    model: Model, step: Step, choices: Sequence[tuple[Atom, Any]], known_by: Sequence[Sequence[str]]
) -> str:
    (forced,) = step.forced
    *way, last = [join_words(known_by[item]) or model.item_names[item] for item in step.items]
    way = [name for name in dict.fromkeys(way) if name != last]
    through = by_way_of(way)
    stuck = "could not hold" if known_by[step.items[-1]] else "would have no value left"
    verdict = join_words(
        [_option_text(model, choices, *each) for each in _visible(choices, step)[:MOST_NAMES]]
    )
    if forced.option >= len(choices):  # what a rule needs beside variables has no name that a person knows
        return f"otherwise {last} {stuck}{through}; so {verdict}"
    contrary = _option_text(model, choices, forced.option, not forced.chosen)
    return f"if {contrary}, {last} {stuck}{through}; so {verdict}"


def _option_text(model: Model, choices: Sequence[tuple[Atom, Any]], option: int, chosen: bool) -> str:
    """Return in words that an option is chosen or not: of a variable, or a hidden one of a rule."""
    if option >= len(choices):
        return f"`{model.option_name(option)}` {'holds' if chosen else 'does not hold'}"
    atom, value = choices[option]
    if isinstance(atom, Boolean):
        return f"{atom.name} {'holds' if chosen else 'does not hold'}"
    return f"{atom.name} is {'' if chosen else 'not '}{value}"
