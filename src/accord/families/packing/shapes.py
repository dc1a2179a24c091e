"""The shapes of a packing's pieces, in every allowed orientation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

import numpy as np

from accord.families.packing.declaration import declaration_of
from accord.families.packing.inventory import Look, Stock, shades_of
from accord.families.packing.spec import Packing
from accord.grids.lattice import Lattice
from accord.picture import Picture
from accord.puzzles.family import PieceShown


def pieces(spec: Packing) -> list[PieceShown]:
    """Return all pieces, in the order of the inventory. Raises SpecError with every fault."""
    puzzle = declaration_of(spec)
    grid = puzzle.board.lattice
    names = tuple(entry.piece.name for entry in puzzle.stock)

    def ways(entry: Stock) -> list[Picture]:
        return [
            _picture(look, entry.piece.name, names, puzzle.colours, grid) for look in entry.ways(spec, grid)
        ]

    return [
        PieceShown(name=entry.piece.name, copies=_copies(entry), ways=partial(ways, entry))
        for entry in puzzle.stock
    ]


def _copies(entry: Stock) -> str:
    if entry.most is None:
        return "any number" if not entry.least else f"{entry.least} or more"
    return str(entry.most) if entry.least == entry.most else f"{entry.least} to {entry.most}"


def _picture(look: Look, name: str, names: tuple[str, ...], known: Sequence[str], grid: Lattice) -> Picture:
    """Return the piece in the upper left corner, or as near as shifts by whole periods allow.

    A cell that has a colour shows it in the place of the name.
    """
    cells = np.array([cell for cell, _ in look], np.int64)
    colours = [colour for _, colour in look]
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
    signs = {place: colour or name for place, colour in zip(found, colours, strict=True)}
    shades = shades_of(colours, found, known)
    return Picture(grid.name, signs, pieces=(found,), names=names, shades=shades)
