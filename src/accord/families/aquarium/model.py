"""Aquarium: each tank is filled with water up to a level, so that rows and columns hold as much as is said.

Cells of a tank that must be filled together are one option; it gives its row as many as it has cells there,
and 1 to each of its columns. A level is a chain of options: water in one of them needs water in those right
below, so each pair is an item `upper>lower` to which the upper gives -1 and the lower 1, at least 0 in all.
(An option for each level, of which exactly one is chosen, would do as well; solvers take five times longer.)

Three readings of the rule are in use, which differ where a tank has two arms:

    reading   cells of a row that share a level                   U: arms up     Pi: arms down
    --------  --------------------------------------------------  -------------  --------------
    region    all cells of the tank                               filled alike   filled alike
    body      those joined through the tank at that row or below  filled alike   each for itself
    adjacent  those side by side                                  each for itself, above what is full
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from accord.families.aquarium.spec import Aquarium, layout
from accord.grids.regions import Grid, Joined, runs
from accord.model import Model
from accord.picture import Picture
from accord.puzzles import lines

WATER = 33  # among 256 colours


@dataclass(frozen=True, eq=False)
class Levels:
    """The options of a layout under a reading: cells of a tank in one row that are filled together."""

    option: Grid  # [rows, columns]: the option of each cell
    names: tuple[str, ...]  # of the options: by tank, from its lowest row up, from the left
    upper: Grid  # the pairs of options: water in upper[i] needs
    lower: Grid  # water in lower[i], which lies right below


@lru_cache(maxsize=16)
def levels(spec: Aquarium) -> Levels:
    """The options of a spec. Raises SpecError with every fault."""
    found = layout(spec)
    tank = found.tank
    height, width = tank.shape
    key = tank if spec.reading == "region" else _bodies(tank) if spec.reading == "body" else runs(tank)
    row, column = (axis.ravel() for axis in np.indices((height, width)))
    keys = np.stack([tank.ravel(), -row, key.ravel()], axis=1)
    _, first, option = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    option = option.reshape(height, width).astype(np.int64)
    names = tuple(
        f"T{found.labels[tank.flat[cell]]} r{row[cell] + 1}"
        + (f" c{column[cell] + 1}" if spec.reading != "region" else "")
        for cell in first.tolist()
    )
    touching = tank[:-1] == tank[1:]
    pairs = np.unique(np.stack([option[:-1][touching], option[1:][touching]], axis=1), axis=0)
    return Levels(option, names, pairs[:, 0], pairs[:, 1])


def _bodies(tank: Grid) -> Grid:
    """For each cell, the leftmost of its row that is joined to it through the tank at that row or below."""
    height, width = tank.shape
    body, join = np.empty_like(tank), Joined(tank.size)
    for row in reversed(range(height)):
        for column in range(width):
            cell = row * width + column
            if column and tank[row, column - 1] == tank[row, column]:
                join.join(cell - 1, cell)
            if row + 1 < height and tank[row + 1, column] == tank[row, column]:
                join.join(cell, cell + width)
        body[row] = [join.find(row * width + column) for column in range(width)]
    return body


def build(spec: Aquarium) -> Model:
    """The model: items `row 1`.. and `column 1`.. with a clue, then the pairs; options as in `levels`."""
    found, filled = layout(spec), levels(spec)
    pairs = filled.upper, filled.lower
    return lines.model(filled.option, filled.names, pairs, found.rows, found.columns, "aquarium")


def picture(spec: Aquarium, model: Model, options: Sequence[int] | None) -> Picture:  # noqa: ARG001 (the options are known)
    """The tanks with their clues, and with the water of a solution."""
    found = layout(spec)
    wet = np.isin(levels(spec).option, list(options or ()))
    top, left = lines.labels(found.columns), lines.labels(found.rows)
    return lines.picture(wet, found.tank, "water", top, left, WATER)
