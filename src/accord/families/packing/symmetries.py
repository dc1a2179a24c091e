"""What the isometries of a packing's board do to its cells and pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from accord.families.packing.crossings import Crossings
from accord.families.packing.declared import Declared, Sum
from accord.families.packing.spec import Packing
from accord.grids.board import Isometry


def symmetries_of(
    spec: Packing, puzzle: Declared, points: Crossings, items: list[str]
) -> npt.NDArray[np.int32]:
    """What the board's isometries do to the items: cells, points, and behind them what is counted.

    A reflection takes a piece that may not be flipped to its mirror twin; where there is none, or not as many
    of it, the reflection is no symmetry of the puzzle. So it is with turns, where pieces may not be turned.
    Nor is an isometry one that takes a cell to one of another colour, or to one that may stay empty if it
    may not.
    """
    board = puzzle.board
    alike = np.zeros(len(board.cells), np.int64)  # cells are told apart by this number
    if puzzle.colours:
        alike += np.unique(puzzle.colours, return_inverse=True)[1]
    alike[puzzle.optional] -= len(alike) + 1
    cells = len(board.cells)
    counted = items[cells + len(points.names) :]
    number = {name: i for i, name in enumerate(items)}
    images: dict[bytes, dict[str, str] | None] = {}
    found = []
    for isometry in board.isometries():
        wanted = spec.symmetry in ("all", "rotations" if isometry.proper else "all")
        if wanted and np.array_equal(alike[isometry.permutation], alike):
            turn = isometry.matrix.tobytes()
            if turn not in images:
                images[turn] = _images(spec, puzzle, isometry)
            gone = images[turn]
            if gone is not None:
                crossed = [cells + point for point in points.moved(isometry.permutation)]
                others = [number[gone.get(name, name)] for name in counted]
                found.append(np.array([*isometry.permutation.tolist(), *crossed, *others], np.int32))
        if spec.symmetry == "none":
            break
    # some may coincide; the identity is the least of all permutations, so it comes first
    return np.unique(np.array(found, np.int32), axis=0)


def _images(spec: Packing, puzzle: Declared, isometry: Isometry) -> dict[str, str] | None:
    """Where pieces and sums go; None if one of them has nowhere to go."""
    twins = _twins(spec, puzzle, isometry)
    return None if twins is None else _moved(twins, puzzle.sums)


def _twins(spec: Packing, puzzle: Declared, isometry: Isometry) -> dict[str, str] | None:
    """For each piece the one that it becomes, of which there are as many; None if there is none."""
    stock, grid = puzzle.stock, puzzle.board.lattice
    if spec.turning and (spec.flipping or isometry.proper):
        return {entry.piece.name: entry.piece.name for entry in stock}
    by_form = {entry.form(spec, grid): entry for entry in stock}
    twins = {}
    for entry in stock:
        twin = by_form.get(entry.moved(grid, isometry.matrix).form(spec, grid))
        if twin is None or twin.copies != entry.copies:
            return None
        twins[entry.piece.name] = twin.piece.name
    return twins


def _moved(twins: Mapping[str, str], sums: Sequence[Sum]) -> dict[str, str] | None:
    """Where sums go beside the pieces, if these go to their twins; None if a sum has nowhere to go."""
    left = list(sums)
    gone = dict(twins)
    for each in sums:
        pieces = frozenset(twins[name] for name in each.pieces)
        alike = (other for other in left if replace(other, name=each.name) == replace(each, pieces=pieces))
        image = next(alike, None)
        if image is None:
            return None
        left.remove(image)
        gone[each.name] = image.name
    return gone
