"""Boards as they are asked for, and their cells as problems number them: from 0, columns within a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from accord.errors import UsageError
from accord.grids import board as boards
from accord.grids.drawing import DrawingError
from accord.grids.lattice import lattice as lattice_of

Cell: TypeAlias = tuple[int, ...]  # (row, column), on a cubic board (layer, row, column)


def cells_of(grid: boards.Board) -> list[Cell]:
    """The cells of a board, in its own order."""
    first = 3 - grid.lattice.dimension
    return [tuple(n - 1 for n in at[first:]) for at in grid.lattice.ordinals(grid.places).tolist()]


def grid_of(shape: Sequence[int] | str, lattice: str = "square") -> boards.Board:
    """A board by its size, or by a picture of it, '.' for a cell and '#' for a hole. Raises UsageError."""
    try:
        if isinstance(shape, str):
            return boards.read(shape, lattice_of(lattice))
        return boards.full_board(shape, lattice_of(lattice))
    except DrawingError as error:
        raise UsageError(f"the board: {'; '.join(flaw.message for flaw in error.flaws)}") from None
