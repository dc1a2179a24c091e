"""Tilings of a square that a group fixes, found one by one by a kernel: nothing is merged.

`accord_research.kernels.singly` says how. The search is cut where some thousand tilings begin. Each such
*unit* is counted by itself, and its result may go to a file, so that a later run continues a long count, or
several runs share it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import numpy.typing as npt

from accord.errors import UsageError
from accord.kernels import load
from accord_research.counted import Counted
from accord_research.kept import ALL, Kept, Share

Words = npt.NDArray[np.uint64]
Integers = npt.NDArray[np.int64]

UNITS = 4096  # at most
MOST_CELLS = 64
# how a square of cell numbers is seen: turned so many times, and then perhaps flipped
SEEN = {
    "identity": [(0, False)],
    "half-turn": [(0, False), (2, False)],
    "quarter-turn": [(0, False), (1, False), (2, False), (3, False)],
    "mirror": [(0, False), (0, True)],
    "diagonal": [(0, False), (1, True)],
    "mirrors": [(0, False), (2, False), (0, True), (2, True)],
    "diagonals": [(0, False), (2, False), (1, True), (3, True)],
}


def fixed(side: int, group: str, kept: Kept | None = None, share: Share = ALL) -> Counted:
    """The tilings of a square that a group fixes.

    Args:
        side: at most eight cells.
        group: one of those of `accord_research.squares`.
        kept: units that were counted before, and where to put those that are counted now.
        share: which units are counted here; those of others must be kept already.

    Raises:
        UsageError: if there are more cells than bits in a word.
        LookupError: if units of others are not there yet.
    """
    if side * side > MOST_CELLS:
        raise UsageError(f"side {side} has {side * side} cells; singly takes at most {MOST_CELLS}")
    kept = Kept() if kept is None else kept  # an empty one is false
    units = {f"singly {side} {group} {number}": unit for number, unit in enumerate(_units(side, group))}
    return kept.total(units, share)


def _units(side: int, group: str) -> Iterator[Callable[[], Counted]]:
    """The parts of that count, in their order."""
    sides, first = orbits(side, group)
    start = np.zeros((2, side * side), np.uint64)
    start[0] = np.uint64(1) << np.arange(side * side, dtype=np.uint64)
    some, begin, end = start[None], 0, len(first) - 1
    while begin < end:
        further = _states(sides, first, begin, some)
        if len(further) > UNITS:
            break
        some, begin = further, begin + 1
    nothing = np.zeros((0, *start.shape), np.uint64)
    for state in some:
        yield partial(_counted, sides, first, begin, state, nothing)


def _counted(sides: Words, first: Integers, begin: int, state: Words, nothing: Words) -> Counted:
    found = _searched(sides, first, begin, len(first) - 1, state, nothing)
    return Counted(found, found)


def orbits(side: int, group: str) -> tuple[Words, Integers]:
    """The sides between cells, orbit after orbit, and where each orbit begins."""
    cells = np.arange(side * side).reshape(side, side)
    images = [_seen(cells, *how).ravel().tolist() for how in SEEN[group]]
    listed: dict[tuple[int, int], None] = {}
    begins = [0]
    for cell in range(side * side):
        across, down = cell % side < side - 1, cell < side * (side - 1)
        for other in [cell + 1] * across + [cell + side] * down:
            if (cell, other) not in listed:
                for image in images:
                    pair = image[cell], image[other]
                    listed.setdefault((min(pair), max(pair)))
                begins.append(len(listed))
    return np.array([*listed], np.uint64).reshape(-1, 2), np.array(begins, np.int64)


def _seen(cells: npt.NDArray[np.int64], turns: int, flipped: bool) -> npt.NDArray[np.int64]:
    turned = np.rot90(cells, turns)
    return np.fliplr(turned) if flipped else turned


def _states(sides: Words, first: Integers, begin: int, some: Words) -> Words:
    """The states after one orbit more that come of these."""
    rows = np.zeros((2, *some.shape[1:]), np.uint64)
    found = []
    for state in some:
        number = _searched(sides, first, begin, begin + 1, state, rows)
        found.append(rows[:number].copy())
    return np.concatenate(found)


def _searched(sides: Words, first: Integers, begin: int, stop: int, state: Words, rows: Words) -> int:
    stack = np.zeros((stop - begin + 1, *state.shape), np.uint64)
    stack[0] = state
    search = load("accord_research.kernels.singly")
    return int(search(sides, first, begin, stop, stack, np.zeros(len(stack), np.int64), rows))
