"""Fill a board with random regions, no two of a size side by side."""

from __future__ import annotations

from accord.pencil import Cell, Instance, making


def fill(dice: making.Dice, blank: Instance, largest: int) -> dict[Cell, int] | None:
    """Return numbers of regions that fill the board; None if that does not work out."""
    found: dict[Cell, int] = {}
    while len(found) < len(blank.cells):
        free = {
            cell: sum(near not in found for near in blank.near(cell))
            for cell in blank.cells
            if cell not in found
        }
        region = [min(free, key=lambda cell: (free[cell], dice.random()))]
        fitting: list[int] = []
        for length in range(1, largest + 1):
            beside = {found[near] for cell in region for near in blank.near(cell) if near in found}
            if length not in beside:
                fitting.append(length)
            edge = [
                near for cell in region for near in blank.near(cell) if near in free and near not in region
            ]
            if not edge:
                break
            region.append(dice.choice(edge))
        if not fitting:
            return None
        length = dice.choice(fitting)
        found |= dict.fromkeys(region[:length], length)
    return found
