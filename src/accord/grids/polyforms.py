"""Polyforms: connected shapes of n cells, up to shifting, turning and, if allowed, flipping.

A shape is a sorted tuple of cells, shifted so that the least value of every coordinate is 0. Its canonical
form is the least of its orientations: one for each free polyform with `flipping`, one for each one-sided
polyform without.
There are 5 free and 7 one-sided tetrominoes.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TypeAlias

import numpy as np

from accord.grids.lattice import Integers, Lattice

Cell: TypeAlias = tuple[int, ...]
Shape: TypeAlias = tuple[Cell, ...]


def normalise(cells: Iterable[Cell]) -> Shape:
    """The shape of these cells, wherever they lie."""
    cells = list(cells)
    least = [min(values) for values in zip(*cells, strict=True)]
    return tuple(sorted(tuple(x - m for x, m in zip(cell, least, strict=True)) for cell in cells))


def images(shape: Shape, isometries: Integers) -> list[Shape]:
    """The shape under each of the isometries, in their order."""
    moved = np.array(shape, np.int64) @ isometries
    moved -= moved.min(axis=1, keepdims=True)
    return [tuple(sorted(map(tuple, cells))) for cells in moved.tolist()]


def orientations(shape: Shape, lattice: Lattice, *, flipping: bool) -> list[Shape]:
    """The different ways to lay the shape, ascending."""
    return sorted(set(images(shape, lattice.isometries(flipping))))


def canonical(shape: Shape, lattice: Lattice, *, flipping: bool) -> Shape:
    """The least orientation: equal for two shapes just if they are the same polyform."""
    return min(images(shape, lattice.isometries(flipping)))


def mirrored(shape: Shape, lattice: Lattice) -> Shape:
    """A mirror image of the shape."""
    return images(shape, lattice.reflections[:1])[0]


def polyforms(lattice: Lattice, size: int, *, flipping: bool) -> list[Shape]:
    """All polyforms of that many cells, canonical and ascending: free with `flipping`, else one-sided."""
    steps = [tuple(step) for step in lattice.steps.tolist()]
    shapes: set[Shape] = {((0,) * lattice.dimension,)}
    for _ in range(size - 1):
        larger = {
            normalise([*shape, cell])
            for shape in shapes
            for near, step in product(shape, steps)
            if (cell := tuple(x + d for x, d in zip(near, step, strict=True))) not in shape
        }
        shapes = {canonical(shape, lattice, flipping=flipping) for shape in larger}
    return sorted(shapes)
