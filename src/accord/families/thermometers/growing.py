"""Random thermometers that do not touch themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from accord.families.thermometers.tubes import BULB, NOTHING, STEPS
from accord.pencil import making

STRAIGHT = 0.8  # how often a thermometer goes straight on where it can


def grow(
    dice: making.Dice, size: tuple[int, int], longest: int, partial: float
) -> tuple[NDArray[np.str_], NDArray[np.bool_]]:
    """Return a board of thermometers, grown one by one, and which of its cells are full.

    Where only a bulb fits there is no thermometer.

    Args:
        dice: random numbers.
        size: rows and columns.
        longest: cells of a thermometer, at most.
        partial: the share of thermometers that are full up to a random cell; others are full or empty.
    """
    signs = np.full((size[0] + 2, size[1] + 2), NOTHING)
    free = np.pad(np.ones(size, np.bool_), 1).ravel()
    full = np.zeros_like(free)
    sign_of = {down * signs.shape[1] + right: sign for sign, (down, right) in STEPS.items()}
    starts = np.flatnonzero(free).tolist()
    dice.shuffle(starts)
    for start in starts:
        path = list(_walk(start, free, tuple(sign_of), longest, dice))
        if len(path) > 1:
            signs.flat[path] = [BULB, *(sign_of[b - a] for a, b in pairwise(path))]
            some = dice.random() < partial
            full[path[: dice.randint(0, len(path)) if some else dice.choice((0, len(path)))]] = True
        free[path] = len(path) == 1
    return signs[1:-1, 1:-1], full.reshape(signs.shape)[1:-1, 1:-1]


def _walk(
    place: int, free: NDArray[np.bool_], steps: Sequence[int], longest: int, dice: making.Dice
) -> Iterator[int]:
    """Places over free ones, mostly straight on, as long as it goes, and never beside an earlier one."""
    walked: list[int] = []
    ways = [place] if free[place] else []
    while ways and len(walked) < longest:
        on = place + walked[-1] - walked[-2] if len(walked) > 1 else 0
        place = on if on in ways and dice.random() < STRAIGHT else dice.choice(ways)
        walked.append(place)
        yield place
        ways = [place + step for step in steps]
        ways = [way for way in ways if free[way] and not {way, *(way + s for s in steps)} & {*walked[:-1]}]
