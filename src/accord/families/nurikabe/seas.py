"""Random seas."""

from __future__ import annotations

from accord.pencil import Cell, Instance, making, shading
from accord.pencil.boards import is_connected, parts


def draw_sea(dice: making.Dice, blank: Instance, largest: int) -> set[Cell]:
    """Return a sea that grows as far as it can; then some of it becomes land where small islands join."""
    sea = shading.draw_river(dice, blank)
    order = sorted(sea)
    dice.shuffle(order)
    for cell in order:
        if is_sea(blank, sea - {cell}, largest):
            sea.discard(cell)
    return sea


def is_sea(blank: Instance, sea: set[Cell], largest: int) -> bool:
    """Return whether cells are a sea with islands of at most so many cells."""
    land = parts([cell for cell in blank.cells if cell not in sea])
    return (
        all(len(island) <= largest for island in land)
        and not any(len(square) == 4 and sea.issuperset(square) for square in blank.squares)
        and is_connected(sea)
    )
