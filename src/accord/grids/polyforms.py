"""Polyforms: connected shapes of n cells, up to shifting, turning and, if allowed, flipping.

A shape is a sorted tuple of cells, shifted so that the least value of every coordinate is 0, or as near to 0
as the period of the lattice allows. Its canonical form is the least of its orientations: one for each free
polyform with `flipping`, one for each one-sided polyform without, and one for each fixed polyform without
`turning`. There are 5 free, 7 one-sided and 19 fixed tetrominoes.

Polyforms are found by size: every one of n + 1 cells is one of n cells and a cell beside it. All that grow
from those of a size are made at once, as arrays, and of those with equal canonical forms one is kept. A cell
is one number there, which sorts as its coordinates do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np

from accord.errors import UsageError
from accord.grids.lattice import Integers, Lattice, lattice
from accord.model.arrays import unique_rows

Cell: TypeAlias = tuple[int, ...]
Shape: TypeAlias = tuple[Cell, ...]

MOST = 10_000  # polyforms of one size
NUMBERS_AT_ONCE = 1 << 22  # of all orientations of the shapes that are looked at in one go, to bound memory


def normalise(cells: Iterable[Sequence[int]], grid: Lattice) -> Shape:
    """The shape of these cells, wherever they lie."""
    array = np.array(list(cells), np.int64)
    array += grid.shift_of(array.min(axis=0))
    return tuple(sorted(map(tuple, array.tolist())))


def moved_by(shape: Shape, grid: Lattice, isometries: Integers) -> list[list[Cell]]:
    """The cells of the shape under each of the isometries, shifted to the origin, in its order of cells."""
    moved = np.array(shape, np.int64) @ isometries
    moved += grid.shift_of(moved.min(axis=1))[:, None]
    return [[*map(tuple, cells)] for cells in moved.tolist()]


def images(shape: Shape, grid: Lattice, isometries: Integers) -> list[Shape]:
    """The shape under each of the isometries, in their order."""
    return [tuple(sorted(cells)) for cells in moved_by(shape, grid, isometries)]


def orientations(shape: Shape, grid: Lattice, *, flipping: bool, turning: bool = True) -> list[Shape]:
    """The different ways to lay the shape, ascending."""
    return sorted(set(images(shape, grid, grid.isometries(flipping, turning))))


def canonical(shape: Shape, grid: Lattice, *, flipping: bool, turning: bool = True) -> Shape:
    """The least orientation: equal for two shapes just if they are the same polyform."""
    return min(images(shape, grid, grid.isometries(flipping, turning)))


def mirror_image(shape: Shape, grid: Lattice) -> Shape:
    """A mirror image of the shape."""
    return images(shape, grid, grid.reflections[:1])[0]


@cache
def polyforms(grid: Lattice, size: int, *, flipping: bool, turning: bool = True) -> tuple[Shape, ...]:
    """All polyforms of that many cells, canonical and ascending: free with `flipping`, else one-sided.

    Without `turning` they are fixed. Raises UsageError for more than 10,000.
    """
    shapes = _free(grid.name, size)
    if not flipping or not turning:  # every orientation, or a mirror image beside each one, made canonical
        isometries = (
            grid.isometries(True) if not turning else np.stack([grid.rotations[0], grid.reflections[0]])
        )
        every = (shapes[:, None] @ isometries).reshape(-1, size, grid.dimension)
        shapes = _canonical(every, grid, grid.isometries(flipping, turning))
    return tuple(tuple(map(tuple, shape)) for shape in shapes.tolist())


@cache
def _free(name: str, size: int) -> Integers:
    """The free polyforms, canonical and ascending: [polyforms, size, dimension]."""
    grid = lattice(name)
    if size == 1:
        cells = np.argwhere(grid.steps.any(axis=(1, 2)).reshape(grid.period))  # one of each class
        return _canonical(cells[:, None].astype(np.int64), grid, grid.isometries(True))
    smaller = _free(name, size - 1)
    near = grid.beside(smaller).reshape(len(smaller), -1, grid.dimension)
    new = ~(near[:, :, None] == smaller[:, None]).all(axis=3).any(axis=2)
    shape, which = np.nonzero(new)
    grown = unique_rows(np.column_stack([shape, near[shape, which]]))
    every = np.concatenate([smaller[grown[:, 0]], grown[:, None, 1:]], axis=1)
    return _canonical(every, grid, grid.isometries(True))


def _canonical(shapes: Integers, grid: Lattice, isometries: Integers) -> Integers:
    """The canonical forms of shapes [shapes, size, dimension], ascending, each once.

    Raises UsageError for more than 10,000, as soon as there are.
    """
    size, dimension = shapes.shape[1:]
    reach = size * int(np.abs(grid.steps).max()) + int(grid.period.max())
    weights = reach ** np.arange(dimension)[::-1]
    at_once = max(1, NUMBERS_AT_ONCE // (len(isometries) * size * dimension))
    found = np.empty((0, size), np.int64)
    for first in range(0, len(shapes), at_once):
        least = _least(shapes[first : first + at_once], grid, isometries, weights)
        found = unique_rows(np.concatenate([found, least]))
        if len(found) > MOST:
            raise UsageError(f"there are more than {MOST:,} polyforms of {size} cells; expected fewer")
    return found[..., None] // weights % reach


def _least(shapes: Integers, grid: Lattice, isometries: Integers, weights: Integers) -> Integers:
    """The least orientation of each shape, as the ascending numbers of its cells: [shapes, size]."""
    moved = shapes[:, None] @ isometries
    moved += grid.shift_of(moved.min(axis=2))[:, :, None]
    ways = np.sort(moved @ weights, axis=2)
    least = ways[:, 0]
    for way in ways.transpose(1, 0, 2)[1:]:
        first = (way != least).argmax(axis=1)[:, None]  # where they differ for the first time
        less = np.take_along_axis(way, first, 1) < np.take_along_axis(least, first, 1)
        least = np.where(less, way, least)
    return least
