"""Langford pairs: the numbers 1 to n twice each in a row, with k numbers between the two k.

An option puts the pair k into the slots i and i + k + 1. Both the numbers and the slots are primary items.
For n = 3 the only solution, but for its mirror image, is 2 3 1 2 1 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import ascii_lowercase, digits

import msgspec
import numpy as np

from accord.deduce import Step
from accord.deduce import words as plain
from accord.model import Model
from accord.picture import EMPTY, Picture
from accord.puzzles.bounds import check_size, whole_number
from accord.puzzles.family import About, Family, Made, Shown, Texts
from accord.puzzles.words import by_way_of, join_words

SIGNS = digits[1:] + ascii_lowercase  # the number k is shown as SIGNS[k - 1]


class Langford(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: how many pairs."""

    pairs: int  # number of pairs


def parse(text: str) -> Langford:
    """Parse `8`: the numbers 1 to 8. Raises SpecError."""
    spec = Langford(pairs=whole_number(text, "pairs", "langford:8"))
    check_size(spec.pairs, "pairs", len(SIGNS))
    return spec


def build(spec: Langford) -> Model:
    """Return the model: the slots s1.. first, in order, then the numbers, 1 first."""
    n = spec.pairs
    check_size(n, "pairs", len(SIGNS))
    slots = 2 * n
    item = np.array(
        [
            (first, first + number + 1, slots + number - 1)
            for number in range(1, n + 1)
            for first in range(slots - number - 1)
        ],
        np.int64,
    ).reshape(-1, 3)
    numbers = slots + np.arange(n)
    identity = np.arange(slots + n)
    return Model.from_arrays(
        [f"s{slot + 1}" for slot in range(slots)] + [f"{number + 1}" for number in range(n)],
        np.arange(len(item) + 1) * 3,
        item.ravel(),
        order=np.arange(slots),
        symmetries=np.stack([identity, np.concatenate([np.arange(slots)[::-1], numbers])]),
        family="langford",
    )


def picture(spec: Langford, model: Model, options: Sequence[int] | None) -> Picture:
    """Return one row of signs: 1 to 9, then a to z."""
    slots = 2 * spec.pairs
    signs = {(0, 0, slot): EMPTY for slot in range(slots)}
    arcs = []
    for option in options or ():
        first, second, number = model.items_of(option)[:3].tolist()
        signs[0, 0, first] = signs[0, 0, second] = SIGNS[number - slots]
        arcs.append(((0, 0, first), (0, 0, second)))
    return Picture("square", signs, arcs=tuple(arcs))


def marks(spec: Langford, model: Model, items: Iterable[int], sign: str) -> Picture | None:
    """Return the row with a sign in the slots among these items; None if none of them is a slot."""
    slots = {(0, 0, item): sign for item in items if item < 2 * spec.pairs}
    return Picture("square", {**picture(spec, model, None).signs, **slots}) if slots else None


def words(spec: Langford, model: Model, step: Step) -> str:
    """Return a step as a sentence, such as `slot 5 can only have a 3, the other one in slot 1`."""
    forced = [_pair(spec, model, each.option) for each in step.forced]
    names = [_name(spec, item) for item in step.items]
    slots = 2 * spec.pairs
    if step.rule == "lookahead":
        *way, last = names
        stuck = f"{last} could not be {'filled' if step.items[-1] < slots else 'placed'}{by_way_of(way)}"
        number, first, second = forced[0]
        where = f"the two {number}s in slots {first} and {second}"
        if step.forced[0].chosen:
            return f"without {where}, {stuck}; so they are there"
        return f"with {where}, {stuck}; so they are not there"
    if step.rule == "bounds" and len(forced) == 1 and step.forced[0].chosen:
        ((number, first, second),) = forced
        if step.items[0] >= slots:
            return f"{names[0]} only fit into slots {first} and {second}"
        other = second if names[0] == f"slot {first}" else first
        return f"{names[0]} can only have a {number}, the other one in slot {other}"
    if step.rule == "intersection":
        lost = join_words(
            [f"the two {number}s cannot be in slots {first} and {second}" for number, first, second in forced]
        )
        if step.items[0] < slots:
            return f"{names[0]} must be filled, and whatever fills it, {lost}"
        return f"wherever {names[0]} go, {lost}"
    return plain(model, step)


def _pair(spec: Langford, model: Model, option: int) -> tuple[str, int, int]:
    """Return the sign of the number, and its slots from 1."""
    first, second, number = model.items_of(option)[:3].tolist()
    return SIGNS[number - 2 * spec.pairs], first + 1, second + 1


def _name(spec: Langford, item: int) -> str:
    """Return an item in words: `slot 3`, or `the two 7s`."""
    return f"slot {item + 1}" if item < 2 * spec.pairs else f"the two {SIGNS[item - 2 * spec.pairs]}s"


RECORD = Family(
    name="langford",
    spec=Langford,
    about=About("designs", "Langford pairs: k numbers stand between the two copies of k."),
    texts=Texts(parse=parse, example="7"),
    shown=Shown(picture=picture, words=words, marks=marks),
    made=Made(model=build),
)
