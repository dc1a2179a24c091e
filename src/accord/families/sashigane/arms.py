"""Arms and corners: the piece of each cell, and the values of the cells of a piece."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accord.pencil import Cell, Instance
from accord.pencil.solutions import Known, cell_of

STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}
BENDS = ("ne", "se", "sw", "nw")  # corners, by the ways of their arms


def step(cell: Cell, way: str, steps: int = 1) -> Cell:
    """Return the cell that is so many steps away."""
    return cell[0] + steps * STEPS[way][0], cell[1] + steps * STEPS[way][1]


def labels(puzzle: Instance, known: Known) -> Mapping[Cell, Cell]:
    """Return the corner of the piece of each cell, as far as ways lead to corners."""
    value = {cell: word for name, word in known.items() if (cell := cell_of(name))}
    found = {}
    for cell in value:
        corner = cell
        for _ in range(puzzle.height + puzzle.width):
            if value.get(corner) in STEPS:
                corner = step(corner, value[corner])
        if value.get(corner) in BENDS:
            found[cell] = corner
    return found


def arm_values(piece: Sequence[Cell]) -> Mapping[Cell, str]:
    """Return the values of the cells of a piece; none if these cells make no L."""
    cells = {*piece}
    for corner in piece:
        arms = {way: [*Instance.ray(step(corner, way), STEPS[way], cells)] for way in STEPS}
        bend = next((b for b in BENDS if all(bool(arms[way]) == (way in b) for way in STEPS)), "")
        if bend and sum(map(len, arms.values())) + 1 == len(cells):
            values = {cell: OPPOSITE[way] for way, arm in arms.items() for cell in arm}
            return {**values, corner: bend}
    return {}
