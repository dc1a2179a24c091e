"""Random cages, and a cell that goes to another cage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accord.pencil import Cell, Instance, at, making
from accord.pencil.boards import is_connected


def cut(dice: making.Dice, board: Instance, known: Mapping[str, int], largest: int) -> dict[Cell, int]:
    """Return cages at random, none with a digit twice."""
    cage: dict[Cell, int] = {}
    cells = [*board.cells]
    dice.shuffle(cells)
    for number, first in enumerate(cells):
        many, grown = dice.randint(min(2, largest), largest), [first]
        while first not in cage and len(grown) < many:
            digits = {known[at(cell)] for cell in grown}
            edge = {near for cell in grown for near in board.near(cell) if near not in cage}
            free = sorted(cell for cell in edge.difference(grown) if known[at(cell)] not in digits)
            if not free:
                break
            grown.append(dice.choice(free))
        for cell in grown:
            cage.setdefault(cell, number)
    return cage


def is_free(cells: Sequence[Cell], cell: Cell) -> bool:
    """Whether the others of a cage stay in one piece without that cell."""
    rest = [other for other in cells if other != cell]
    return bool(rest) and is_connected(rest)
