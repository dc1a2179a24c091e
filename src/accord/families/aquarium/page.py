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

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.errors import UsageError, unknown
from accord.families import addresses
from accord.families.aquarium.text import SITE, OneLine, Tanks, aqt, begins, draw_labels, is_page, puzzles
from accord.families.aquarium.words import words
from accord.grids.regions import Grid, Joined, runs
from accord.model.arrays import unique_rows
from accord.pencil import (
    About,
    DirectModel,
    Fault,
    Flags,
    Instance,
    Kind,
    OwnTexts,
    Reading,
    Side,
    family,
    making,
)
from accord.pencil.direct import cell_variables, chain_model, clue_faults

READINGS = {
    "region": "Fill each tank with water up to a level, the same in all its arms, or leave it empty.",
    "body": "Fill each tank with water, equally high in arms that are joined at that height or below.",
    "adjacent": "Fill cells of tanks with water, which in its tank needs water right below it and beside it.",
}
CLUES = "A number is how many cells of its row or column hold water."
USUAL = 2.0  # tanks for each row of a square board: up to 2.5, nearly all that are drawn have one solution


# -- the model -------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Levels:
    """The options of a puzzle under its reading: cells of a tank in one row that are filled together."""

    option: Grid  # [rows, columns]: the option of each cell
    names: tuple[str, ...]  # of the options: by tank, from its lowest row up, from the left
    upper: Grid  # the pairs of options: water in upper[i] needs
    lower: Grid  # water in lower[i], which lies right below


def levels(puzzle: Instance) -> Levels:
    """The options of a puzzle."""
    tank = np.empty((puzzle.height, puzzle.width), np.int64)
    for number, cells in enumerate(puzzle["tanks"].values()):
        tank[tuple(np.array(cells).T)] = number
    labels, reading = [*puzzle["tanks"]], puzzle["reading"]
    key = tank if reading == "region" else _bodies(tank) if reading == "body" else runs(tank)
    row, column = (axis.ravel() for axis in np.indices(tank.shape))
    keys = np.stack([tank.ravel(), -row, key.ravel()], axis=1)
    _, first, option = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    option = option.reshape(tank.shape).astype(np.int64)
    names = tuple(
        f"T{labels[tank.flat[cell]]} r{row[cell] + 1}"
        + (f" c{column[cell] + 1}" if reading != "region" else "")
        for cell in first.tolist()
    )
    touching = tank[:-1] == tank[1:]
    pairs = unique_rows(np.stack([option[:-1][touching], option[1:][touching]], axis=1))
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


def model(puzzle: Instance) -> DirectModel:
    """The model: items `row 1`.. and `column 1`.. with a clue, then the pairs; options as in `levels`."""
    filled = levels(puzzle)
    made = chain_model(puzzle, filled.option, filled.names, (filled.upper, filled.lower))

    def rules() -> list[str]:
        lines = made.item_names[: made.items - len(filled.upper)]
        tanks = (filled.names[option].split(" ")[0][1:] for option in filled.upper.tolist())
        return [*lines, *(f"tank {label}" for label in tanks)]

    return DirectModel(made, partial(cell_variables, filled.option), rules)


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Clues whose sums differ."""
    return clue_faults(puzzle, puzzle.cells, "water")


# -- puzzles at random -----------------------------------------------------------------------------


def make(
    dice: making.Dice, size: tuple[int, int], *, tanks: int | None = None, reading: str = "region"
) -> Mapping[str, Any]:
    """Tanks that grow from random cells until they meet, each filled equally high up to a random level.

    Args:
        dice: random numbers.
        size: rows and columns.
        tanks: how many; by default two for each row of a square board with as many cells.
        reading: of the rule: region, body or adjacent.
    """
    height, width = size
    if reading not in READINGS:
        raise unknown("reading", reading, READINGS)
    cells = width * height
    number = min(max(1, round(USUAL * cells**0.5)), cells) if tanks is None else tanks
    if not 1 <= number <= cells:
        raise UsageError(f"found {number} tanks; expected 1 to {cells}, as many as the board has cells")
    tank = partition(dice, width, height, number)
    wet = _fill(dice, tank, number)
    return {
        "tanks": draw_labels(tank.tolist()),
        "columns": tuple(wet.sum(axis=0).tolist()),
        "rows": tuple(wet.sum(axis=1).tolist()),
        "reading": reading,
    }


def partition(dice: making.Dice, width: int, height: int, number: int) -> Grid:
    """A board cut into connected parts, [height, width], that grow from random cells by a cell at random.

    Parts are numbered from 1 as they appear row by row, as formats number tanks.
    Of the dice only random() is used, whose numbers stay the same from one Python to the next.
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
        at = int(dice.random() * len(free))
        free[at], free[-1] = free[-1], free[at]
        take(free.pop(), which)
    while edge:
        at = int(dice.random() * len(edge))
        edge[at], edge[-1] = edge[-1], edge[at]
        cell, which = edge.pop()
        if not part[cell]:
            take(cell, which)
    order: dict[int, int] = {}
    numbered = [order.setdefault(which, len(order) + 1) for which in part]
    return np.array(numbered, np.int64).reshape(height, width)


def _fill(dice: making.Dice, tank: Grid, number: int) -> npt.NDArray[np.bool_]:
    """Which cells hold water: each tank is filled to one of its levels, empty and full among them."""
    wet = np.zeros(tank.shape, np.bool_)
    row_of_cell = np.indices(tank.shape)[0]
    for which in range(1, number + 1):
        here = tank == which
        rows = row_of_cell[here]
        top, bottom = int(rows.min()), int(rows.max())
        level = int(dice.random() * (bottom - top + 2))
        wet |= here & (row_of_cell > bottom - level)
    return wet


KIND = Kind(
    name="aquarium",
    about=About("edge", "Fill tanks with water; numbers at the edge count the water."),
    rule=f"{READINGS['region']}\n{CLUES}",
    source="Inaba Naoki, 2004, as PuzzlePicnic says",
    parts=(
        Tanks("tanks", "a picture with a sign for each cell; or words with blanks between them", what="tank"),
        Side("columns", 'from the left; "?" or "-" is a missing clue', of="columns", stands="top", none="?"),
        Side("rows", "from the top", none="?"),
        Reading(
            "reading",
            "which cells of a tank are filled together",
            READINGS,
            rules={name: f"{rule}\n{CLUES}" for name, rule in READINGS.items()},
        ),
    ),
    texts=OwnTexts(line=OneLine(), forms={"aqt": aqt}, begins=begins, several=puzzles, is_file=is_page),
    addresses=(SITE, *addresses.AQUARIUM),
    clues={"columns": "?", "rows": "?"},
    turns="left-right",
    solution=Flags("water", fill="water", contrary="dry", mass=True),
    model=model,
    faults=faults,
    words=words,
    make=make,
    example="1_1_0_2;1,1,2,2",
)
RECORD = family(KIND)
