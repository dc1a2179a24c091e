"""The pieces of a packing by themselves, in each way in which they may lie."""

from __future__ import annotations

from itertools import product

import numpy as np

from accord.families.packing.spec import Packing, Stock, board_and_stock
from accord.grids.lattice import Lattice
from accord.grids.polyforms import Shape, orientations
from accord.picture import Picture
from accord.puzzles.family import PieceShown


def pieces(spec: Packing) -> list[PieceShown]:
    """All pieces, in the order of the stock. Raises SpecError with every fault."""
    board, stock = board_and_stock(spec)
    names = tuple(entry.piece.name for entry in stock)
    return [
        PieceShown(
            name=entry.piece.name,
            copies=_copies(entry),
            ways=tuple(
                _picture(way, entry.piece.name, names, board.lattice)
                for way in orientations(
                    entry.piece.shape, board.lattice, flipping=spec.flipping, turning=spec.turning
                )
            ),
        )
        for entry in stock
    ]


def _copies(entry: Stock) -> str:
    if entry.most is None:
        return "any number" if not entry.least else f"{entry.least} or more"
    return str(entry.most) if entry.least == entry.most else f"{entry.least} to {entry.most}"


def _picture(shape: Shape, name: str, names: tuple[str, ...], grid: Lattice) -> Picture:
    """The piece in the upper left corner, or as near to it as shifting by whole periods allows."""
    cells = np.array(shape, np.int64)
    places = grid.places_of(cells)
    places -= places.min(axis=0)
    for down, right in product(range(2), repeat=2):
        moved = places + np.array([0, down, right])
        shifts = grid.cells_at(moved) - cells
        are_cells = all(grid.is_cell(row, column) for _, row, column in moved.tolist())
        if are_cells and (shifts == shifts[0]).all() and grid.shifts(shifts[0]):
            places = moved
            break
    found = tuple((layer, row, column) for layer, row, column in places.tolist())
    return Picture(grid.name, dict.fromkeys(found, name), pieces=(found,), names=names)
