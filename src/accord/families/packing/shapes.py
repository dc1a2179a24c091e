"""The pieces of a packing by themselves, in each way in which they may lie."""

from __future__ import annotations

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
                for way in orientations(entry.piece.shape, board.lattice, flipping=spec.flipping)
            ),
        )
        for entry in stock
    ]


def _copies(entry: Stock) -> str:
    if entry.most is None:
        return "any number" if not entry.least else f"{entry.least} or more"
    return str(entry.most) if entry.least == entry.most else f"{entry.least} to {entry.most}"


def _picture(shape: Shape, name: str, names: tuple[str, ...], grid: Lattice) -> Picture:
    """The piece in the upper left corner; on staggered rows as far left as the first one allows."""
    cells = np.array(shape, np.int64)
    cells -= cells.min(axis=0)
    places = grid.places_of(cells)
    places[:, 2] -= places[:, 2].min() // grid.column_step * grid.column_step
    found = tuple((layer, row, column) for layer, row, column in places.tolist())
    return Picture(grid.name, dict.fromkeys(found, name), pieces=(found,), names=names)
