"""Langford pairs: the numbers 1 to n twice each in a row, with k numbers between the two k.

An option puts the pair k into the slots i and i + k + 1. Both the numbers and the slots are primary items.
For n = 3 the only solution, but for its mirror image, is 2 3 1 2 1 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, digits

import msgspec
import numpy as np

from accord.families.reading import whole, within
from accord.model import Model
from accord.picture import EMPTY, Picture
from accord.puzzles.family import Family, Made, Shown, Texts

SIGNS = digits[1:] + ascii_lowercase  # the number k is shown as SIGNS[k - 1]


class Langford(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: how many pairs."""

    pairs: int


def parse(text: str) -> Langford:
    """`8` -> the numbers 1 to 8. Raises SpecError."""
    spec = Langford(pairs=whole(text, "pairs", "langford:8"))
    within(spec.pairs, "pairs", len(SIGNS))
    return spec


def build(spec: Langford) -> Model:
    """The model: the slots s1.. first, in order, then the numbers, 1 first."""
    n = spec.pairs
    within(n, "pairs", len(SIGNS))
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
    """One row of signs: 1 to 9, then a to z."""
    slots = 2 * spec.pairs
    signs = {(0, 0, slot): EMPTY for slot in range(slots)}
    for option in options or ():
        first, second, number = model.items_of(option)[:3].tolist()
        signs[0, 0, first] = signs[0, 0, second] = SIGNS[number - slots]
    return Picture("square", signs)


RECORD = Family(
    name="langford",
    spec=Langford,
    texts=Texts(parse=parse, example="7"),
    shown=Shown(picture=picture),
    made=Made(model=build),
)
