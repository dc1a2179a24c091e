"""Random aquariums: tanks that grow from random cells until they meet, each filled up to a random level."""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt

from accord.errors import UsageError
from accord.families.aquarium.spec import Aquarium, Reading, drawn
from accord.grids.regions import Grid
from accord.puzzles.lines import LARGEST

USUAL = 2.0  # tanks for each row of a square board: up to 2.5, nearly all that are drawn have one solution


def generate(
    seed: int, size: tuple[int, int], *, tanks: int | None = None, reading: Reading = "region"
) -> Aquarium:
    """A random aquarium with at least one solution: water stands equally high in all of a tank.

    Args:
        seed: the same one gives the same puzzle, on every machine.
        size: rows and columns.
        tanks: how many; by default two for each row of a square board with as many cells.
        reading: of the rule; see `accord.families.aquarium.model`.

    Raises:
        UsageError: if there can be no such puzzle.
    """
    height, width = size
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise UsageError(f"found {width} columns and {height} rows; expected 1 to {LARGEST}")
    cells = width * height
    number = max(1, round(USUAL * cells**0.5)) if tanks is None else tanks
    number = min(number, cells) if tanks is None else number
    if not 1 <= number <= cells:
        raise UsageError(f"found {number} tanks; expected 1 to {cells}, as many as the board has cells")
    random = Random(seed)
    tank = partition(random, width, height, number)
    wet = _filled(random, tank, number)
    return Aquarium(
        tanks=drawn(tank.tolist()),
        columns=tuple(wet.sum(axis=0).tolist()),
        rows=tuple(wet.sum(axis=1).tolist()),
        reading=reading,
    )


def partition(random: Random, width: int, height: int, number: int) -> Grid:
    """A board cut into connected parts, [height, width], that grow from random cells by a cell at random.

    Parts are numbered from 1 as they appear row by row, as formats number tanks.
    Of `random` only random() is used, whose numbers stay the same from one Python to the next.
    """
    cells = width * height
    part = [0] * cells
    edge: list[tuple[int, int]] = []  # a cell beside a part, and that part
    steps = -1, 1, -width, width

    def take(cell: int, which: int) -> None:
        part[cell] = which
        row, column = divmod(cell, width)
        inside = column > 0, column + 1 < width, row > 0, row + 1 < height
        edge.extend((cell + step, which) for step, fits in zip(steps, inside, strict=True) if fits)

    free = list(range(cells))
    for which in range(1, number + 1):
        at = int(random.random() * len(free))
        free[at], free[-1] = free[-1], free[at]
        take(free.pop(), which)
    while edge:
        at = int(random.random() * len(edge))
        edge[at], edge[-1] = edge[-1], edge[at]
        cell, which = edge.pop()
        if not part[cell]:
            take(cell, which)
    order: dict[int, int] = {}
    numbered = [order.setdefault(which, len(order) + 1) for which in part]
    return np.array(numbered, np.int64).reshape(height, width)


def _filled(random: Random, tank: Grid, number: int) -> npt.NDArray[np.bool_]:
    """Which cells hold water: each tank is filled to one of its levels, empty and full among them."""
    wet = np.zeros(tank.shape, np.bool_)
    row_of_cell = np.indices(tank.shape)[0]
    for which in range(1, number + 1):
        here = tank == which
        rows = row_of_cell[here]
        top, bottom = int(rows.min()), int(rows.max())
        level = int(random.random() * (bottom - top + 2))
        wet |= here & (row_of_cell > bottom - level)
    return wet
