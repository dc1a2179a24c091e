"""The cells that islands can have."""

from __future__ import annotations

from accord.pencil import Cell, Instance, shading

ANY = "?"  # an island of any size


def land(puzzle: Instance) -> int:
    """Return how many cells islands with these numbers have."""
    return sum(puzzle["board"].values())


def within(puzzle: Instance, start: Cell, *, apart: bool = False) -> list[Cell]:
    """Return the cells that the island of a number may have: not beside others, and near enough."""
    clue = puzzle["board"][start]
    others = {cell for cell in puzzle["board"] if cell != start}
    shut = others.union(*(puzzle.near(cell) for cell in others))
    return sorted(shading.steps_from(puzzle, start, shut, None if apart or clue == ANY else clue - 1))
