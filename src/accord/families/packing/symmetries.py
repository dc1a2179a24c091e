"""Symmetries of a packing: isometries of the board as permutations of cells and pieces."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from accord.families.packing.crossings import Crossings
from accord.families.packing.declaration import Declaration, Sum
from accord.families.packing.inventory import Stock
from accord.families.packing.placements import placements
from accord.families.packing.spec import Packing
from accord.grids.board import Isometry
from accord.model.arrays import unique_rows


def symmetries_of(
    spec: Packing, puzzle: Declaration, points: Crossings, items: list[str]
) -> npt.NDArray[np.int32]:
    """Return the board's isometries as permutations of the items: [isometries, items], the identity first.

    Items are cells, points, and behind them what is counted.

    A reflection takes a piece that may not be flipped to its mirror twin, which may be itself; where there is
    none, or not as many of it, the reflection is no symmetry of the puzzle. So it is with turns, where pieces
    may not be turned.
    Nor is an isometry one that takes a cell to one of another colour, or to one that may stay empty if it
    may not.
    """
    board = puzzle.board
    alike = np.zeros(len(board.cells), np.int64)  # cells with the same number are of one kind
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
                crossed = [cells + point for point in points.point_permutation(isometry.permutation)]
                others = [number[gone.get(name, name)] for name in counted]
                found.append(np.array([*isometry.permutation.tolist(), *crossed, *others], np.int32))
        if spec.symmetry == "none":
            break
    # some may coincide; the identity is the least of all permutations, so it comes first
    return unique_rows(np.array(found, np.int32))


def _images(spec: Packing, puzzle: Declaration, isometry: Isometry) -> dict[str, str] | None:
    """Return the images of pieces and sums by name; None if one of them has none."""
    twins = _twins(spec, puzzle, isometry)
    return None if twins is None else _with_sums(twins, puzzle.sums)


def _twins(spec: Packing, puzzle: Declaration, isometry: Isometry) -> dict[str, str] | None:
    """Return for each piece the one that it becomes, of which there are as many; None if one has none."""
    stock, grid = puzzle.stock, puzzle.board.lattice
    if spec.turning and (spec.flipping or isometry.proper):
        return {entry.piece.name: entry.piece.name for entry in stock}
    shapes = [entry.form(spec, grid) for entry in stock]
    images = [entry.image(grid, isometry.matrix).form(spec, grid) for entry in stock]
    twins = _pair(stock, shapes, images)
    if twins is None and (lying := _lying(spec, puzzle, isometry)) is not None:
        twins = _pair(stock, *lying)
    return twins


def _pair(
    stock: Sequence[Stock], forms: Sequence[Hashable], images: Sequence[Hashable]
) -> dict[str, str] | None:
    """Return for each piece the one whose form is its image; None if one has none, or not as many of it."""
    by_form = dict(zip(forms, stock, strict=True))
    twins = {}
    for entry, image in zip(stock, images, strict=True):
        twin = by_form.get(image)
        if twin is None or twin.copies != entry.copies:
            return None
        twins[entry.piece.name] = twin.piece.name
    return twins


def _lying(
    spec: Packing, puzzle: Declaration, isometry: Isometry
) -> tuple[Sequence[Hashable], Sequence[Hashable]] | None:
    """Return for each piece the cells that it may cover where sides are joined, and the images of these.

    There a piece may lie just as its mirror image does, as an L that is as long as the way around. None
    where sides are not joined, or two pieces lie alike: only their shapes say which one becomes which.
    """
    if puzzle.board.wrap is None:
        return None
    turned = {"flipping": spec.flipping, "turning": spec.turning}
    lying = [
        placements(entry.piece, puzzle.board, **turned, colours=entry.colours, ground=puzzle.colours)
        for entry in puzzle.stock
    ]
    images = [unique_rows(np.sort(isometry.permutation[rows], axis=1)) for rows in lying]
    forms = [(rows.shape, rows.tobytes()) for rows in lying]
    if len(set(forms)) < len(forms):
        return None
    return forms, [(rows.shape, rows.tobytes()) for rows in images]


def _with_sums(twins: Mapping[str, str], sums: Sequence[Sum]) -> dict[str, str] | None:
    """Return the images of pieces and sums, if pieces go to their twins; None if a sum has no image."""
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
