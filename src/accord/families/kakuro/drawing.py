"""Random kakuros: cells in runs of at least two, and digits whose sums leave few ways."""

from __future__ import annotations

from collections.abc import Mapping
from math import log

from accord.families.kakuro.runs import MOST, runs_over
from accord.pencil import Cell, making, sums
from accord.pencil.boards import parts
from accord.puzzles.wishes import Wishes

NOISE = 1.5


def is_free(cell: Cell, drawn: Mapping[Cell, bool], wishes: Wishes) -> bool:
    """Whether a cell takes a digit, as it was drawn or wished; a setter's wishes are of blocks."""
    orbit = wishes.orbit((cell[0] - 1, cell[1] - 1))
    row, column = min(orbit)
    return not wishes.must(orbit) and (drawn[row + 1, column + 1] or not wishes.may(orbit))


def removable(cell: Cell, wishes: Wishes) -> list[Cell]:
    """Return the cells that become blocks with this one; none if a setter wishes digits there."""
    orbit = wishes.orbit((cell[0] - 1, cell[1] - 1))
    return [(row + 1, column + 1) for row, column in orbit] if wishes.may(orbit) else []


def largest_part(shape: set[Cell], dice: making.Dice) -> set[Cell]:
    """Return the largest part in one piece of these cells, without runs that are too short or too long."""
    while wrong := [run for run in runs_over(shape) if not 1 < len(run) <= MOST]:
        away = [removable(run[dice.randrange(len(run))], dice.wishes) for run in wrong]
        shape = shape.difference(*away) if all(away) else set()
    return max(map(set, parts(sorted(shape))), key=len, default=set())


def redraw(dice: making.Dice, digit: dict[Cell, int], cells: list[Cell]) -> None:
    """Draw digits for these cells, one by one, such that there are few sets for the sums of their runs."""
    runs = runs_over(digit)
    dice.shuffle(cells)
    for cell in cells:
        others = [[digit[other] for other in run if other != cell] for run in runs if cell in run]
        taken = {value for run in others for value in run}
        ways: dict[int, float] = {}
        for value in {*range(1, MOST + 1)} - taken:
            sets = [len(sums.sets_of(sum(run) + value, len(run) + 1, MOST)) for run in others]
            ways[value] = sum(map(log, sets)) + NOISE * dice.random()
        digit[cell] = min(ways, key=ways.__getitem__)
