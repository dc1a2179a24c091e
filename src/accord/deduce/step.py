"""One deduction step of a person: which choices are forced, by which items, and the reason in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal, TypeAlias

from accord.errors import AccordError
from accord.model import Model

Rule: TypeAlias = Literal["bounds", "intersection", "subset sums", "lookahead"]
RULES: tuple[Rule, ...] = ("bounds", "intersection", "subset sums", "lookahead")  # easiest first
MOST_NAMES = 6  # options that a sentence lists


class Contradiction(AccordError):  # noqa: N818 (it is an answer as much as an error)
    """An item that cannot be met any more: there is no solution, or what was given as known is wrong."""

    def __init__(self, item: int, name: str) -> None:
        self.item = item
        super().__init__(f"{name} cannot be met")


@dataclass(frozen=True, slots=True)
class Forced:
    """A choice that an item forces. Other choices follow from it by implications."""

    option: int
    chosen: bool
    amount: int  # what the item would get too much, or lose, by the contrary; 0 for lookahead


@dataclass(frozen=True, slots=True)
class Step:
    """A forced step. `chosen` and `closed` have all of it, with what follows by itself."""

    rule: Rule
    items: tuple[int, ...]
    # that force it: one, or several that are seen together; for lookahead in order, the last cannot be met
    chosen: tuple[int, ...]  # options, ascending
    closed: tuple[int, ...]
    forced: tuple[Forced, ...]  # of these, the choices that the item itself forces
    demand: tuple[int, int] = (0, 0)  # the least and the most that the item's sum may be
    given: int = 0  # what the item has from chosen options
    left: int = 0  # the most that its open options could add
    ways: tuple[int, ...] = ()  # these options, ascending
    parts: tuple[Step, ...] = ()  # where several items are seen together: what each of them forces


def together(parts: Sequence[Step]) -> Step:
    """Steps by one rule as one."""
    if len(parts) == 1:
        return parts[0]
    items, chosen, closed, forced = (
        tuple(chain.from_iterable(each))
        for each in zip(*((part.items, part.chosen, part.closed, part.forced) for part in parts), strict=True)
    )
    return Step(
        parts[0].rule, items, tuple(sorted(chosen)), tuple(sorted(closed)), forced, parts=tuple(parts)
    )


def words(model: Model, step: Step) -> str:
    """The step in a sentence, by the names of items and options."""
    if step.rule == "lookahead":
        return _lookahead(model, step)
    if step.parts:
        return "; ".join(words(model, part) for part in step.parts)
    item = step.items[0]
    chosen = [forced.option for forced in step.forced if forced.chosen]
    closed = [forced.option for forced in step.forced if not forced.chosen]
    verdicts = [
        f"{names(model, options)} {'is' if len(options) == 1 else 'are'} {verdict}"
        for options, verdict in ((chosen, "chosen"), (closed, "closed"))
        if options
    ]
    return f"{model.item_names[item]}: {situation(model, step)}, so {' and '.join(verdicts)}"


def names(model: Model, options: Sequence[int]) -> str:
    """The names of some options, as many as a sentence can take."""
    shown = [model.option_name(option) for option in options[:MOST_NAMES]]
    rest = len(options) - len(shown)
    return ", ".join(shown) + (f" and {rest} more" if rest else "")


def situation(model: Model, step: Step) -> str:
    """Why the item of a step forces something, as in `it needs 4 more, and 6 are left`."""
    item = step.items[0]
    if step.rule == "intersection":
        return "each of the ways that are left excludes the same"
    if any(_gives_colour(model, forced.option, item) for forced in step.forced):
        return "its sum cannot be 0, as it must be beside a colour"
    low, high = (bound - step.given for bound in step.demand)
    if high == 0 and step.rule == "bounds":
        return f"it has {step.given:,} already, and takes no more"
    if low == step.left == 1:
        return "nothing else is left"
    if low == high:
        need = f"it needs {low:,} more"
    elif low > 0 and any(forced.chosen for forced in step.forced):
        need = f"it needs at least {low:,} more"
    else:
        need = f"it takes at most {high:,} more"
    if step.rule == "subset sums":
        return f"{need}, and of the ways to reach that none has the contrary"
    if low == step.left:
        return f"{need}, and only {step.left:,} {'is' if step.left == 1 else 'are'} left"
    if all(forced.chosen for forced in step.forced):
        return f"{need}, and {step.left:,} are left"
    largest = min(forced.amount for forced in step.forced if not forced.chosen)
    return f"{need}, and {'this gives' if len(step.forced) == 1 else 'each gives at least'} {largest:,}"


def _gives_colour(model: Model, option: int, item: int) -> bool:
    entries = slice(model.start[option], model.start[option + 1])
    return bool(model.colour[entries][model.item[entries] == item].any())


def _lookahead(model: Model, step: Step) -> str:
    (forced,) = step.forced
    name = model.option_name(forced.option)
    *way, last = (model.item_names[item] for item in step.items)
    verdict, contrary = ("chosen", "closed") if forced.chosen else ("closed", "chosen")
    through = f" (by way of {', '.join(way)})" if way else ""
    return f"were {name} {contrary}, {last} could not be met{through}, so it is {verdict}"
