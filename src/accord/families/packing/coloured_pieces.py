"""Pieces with coloured cells: their distinct orientations, and which pieces are equal.

A look is a shape as it lies, each cell with its colour, "" for none. Turning and flipping take the colours
along, so a domino of black and white lies in 4 ways, where a plain one lies in 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from accord.grids.lattice import Integers, Lattice
from accord.grids.polyforms import Cell, Shape, moved_by
from accord.picture import Place
from accord.scene.palette import BLACK

Colours: TypeAlias = tuple[str, ...]  # one for each cell of a shape, "" for none
Look: TypeAlias = tuple[tuple[Cell, str], ...]  # cells ascending


def looks(shape: Shape, colours: Colours, grid: Lattice, isometries: Integers) -> list[Look]:
    """Return the shape with its colours under each of the isometries, in their order."""
    moved = moved_by(shape, grid, isometries)
    return [tuple(sorted(zip(cells, colours, strict=True))) for cells in moved]  # no cell is there twice


def ways(
    shape: Shape, colours: Colours, grid: Lattice, *, flipping: bool, turning: bool = True
) -> list[Look]:
    """Return the different ways to lay the shape, ascending."""
    return sorted(set(looks(shape, colours, grid, grid.isometries(flipping, turning))))


def form(shape: Shape, colours: Colours, grid: Lattice, *, flipping: bool, turning: bool = True) -> Look:
    """Return the least of these ways: equal for two pieces just if they are the same piece."""
    return min(looks(shape, colours, grid, grid.isometries(flipping, turning)))


def shades_of(colours: Sequence[str], places: Sequence[Place], known: Sequence[str]) -> dict[Place, int]:
    """Return the colours of some places as drawings show them: groups, by the alphabet of all `known`.

    Where b and w are the only ones they are black and white, and drawn as such.
    """
    names = sorted(set(known) - {""})
    first = BLACK if [name.casefold() for name in names] == ["b", "w"] else 0
    number = {colour: first + i for i, colour in enumerate(names)}
    return {place: number[colour] for place, colour in zip(places, colours, strict=True) if colour in number}
