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

from accord.grids.regions import Grid, Joined, runs
from accord.model import Model
from accord.picture import EMPTY, FULL, Picture
from accord.puzzles.aquarium_files import begins, puzzles
from accord.puzzles.aquarium_formats import read
from accord.puzzles.aquarium_generate import generate
from accord.puzzles.aquarium_spec import Aquarium, layout
from accord.puzzles.family import Family


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
    """The model: items `row 1`.. and `column 1`.. with a clue, then the pairs; options as in `levels`.

    It has no order: CP-SAT would follow it when it counts, which is several times slower on large boards.
    """
    found, filled = layout(spec), levels(spec)
    height, width = found.tank.shape
    clues = [*found.rows, *found.columns]
    demands = [clue for clue in clues if clue is not None]
    given = np.array([clue is not None for clue in clues], np.bool_)
    item_of_line = np.where(given, np.cumsum(given) - 1, -1)

    options, pairs = len(filled.names), len(filled.upper)
    row, column = (axis.ravel() for axis in np.indices((height, width)))
    flat = filled.option.ravel()
    row_of_option = np.empty(options, np.int64)
    row_of_option[flat] = row
    pair_item = len(demands) + np.arange(pairs)
    option = np.concatenate([np.arange(options), flat, filled.upper, filled.lower])
    item = np.concatenate([item_of_line[row_of_option], item_of_line[height + column], pair_item, pair_item])
    ones = np.ones(pairs, np.int64)
    amount = np.concatenate([np.bincount(flat, minlength=options), np.ones_like(flat), -ones, ones])
    kept = np.flatnonzero(item >= 0)
    kept = kept[np.argsort(option[kept], kind="stable")]
    lines = [f"row {r + 1}" for r in range(height)] + [f"column {c + 1}" for c in range(width)]
    return Model.from_arrays(
        [name for name, clue in zip(lines, clues, strict=True) if clue is not None]
        + [f"{filled.names[a]}>{filled.names[b]}" for a, b in zip(filled.upper, filled.lower, strict=True)],
        np.concatenate([[0], np.cumsum(np.bincount(option[kept], minlength=options))]),
        item[kept],
        amount=amount[kept],
        low=demands + [0] * pairs,
        high=demands + [1] * pairs,
        names=filled.names,
        family="aquarium",
    )


def picture(spec: Aquarium, model: Model, options: Sequence[int] | None) -> Picture:  # noqa: ARG001 (the options are known)
    """The tanks with their clues, and with the water of a solution."""
    found = layout(spec)
    wet = np.isin(levels(spec).option, list(options or ()))
    return Picture(
        "square",
        {(0, r, c): FULL if full else EMPTY for (r, c), full in np.ndenumerate(wet)},
        regions={(0, r, c): tank for r, row in enumerate(found.tank.tolist()) for c, tank in enumerate(row)},
        fills={(0, r, c): "water" for r, c in np.argwhere(wet).tolist()},
        top=tuple("?" if clue is None else str(clue) for clue in found.columns),
        left=tuple("?" if clue is None else str(clue) for clue in found.rows),
    )


AQUARIUM = Family(
    name="aquarium",
    spec=Aquarium,
    build=build,
    picture=picture,
    parse=read,
    begins=begins,
    several=puzzles,
    generate=generate,
)
