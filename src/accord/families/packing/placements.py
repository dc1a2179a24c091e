"""Where the pieces of a packing can lie, and what the isometries of its board do to cells and pieces."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import numpy.typing as npt

from accord.families.packing.crossings import Crossings
from accord.families.packing.spec import Confine, Packing, Stock, placed
from accord.families.reading import wrong
from accord.grids.board import Board, Isometry
from accord.grids.lattice import Integers, Lattice
from accord.grids.polyforms import canonical, images, orientations
from accord.grids.sets import Piece
from accord.names import no_such
from accord.puzzles.family import Fault, Faults

LOOKUPS_AT_ONCE = 1 << 20  # cells looked up on the board in one go, to bound memory
SIDES = ("layers", "rows", "columns")


def options_of(spec: Packing, board: Board, stock: list[Stock]) -> list[Integers]:
    """For each piece, the cells it covers wherever it may lie; see `placements`.

    Raises SpecError for a piece that fits nowhere, and for a confinement that makes no sense.
    """
    faults = Faults()
    options: dict[str, Integers] = {}
    for piece in (entry.piece for entry in stock):
        options[piece.name] = placements(piece, board, flipping=spec.flipping, turning=spec.turning)
        if not len(options[piece.name]):
            key = f"pieces.{piece.name}" if isinstance(spec.pieces, dict) else "pieces"
            faults.add(key, f"the piece {piece.name} fits nowhere on the board")
    for key, confine in _confinements(spec):
        name = confine.piece
        if name not in options:
            faults.add(f"{key}.piece", no_such("piece", name, options))
        elif len(options[name]):
            kept = faults.of(_confined, options[name], key, confine, board)
            options[name] = options[name] if kept is None else kept
    faults.end()
    if not board.solved:
        lying = placed(board, stock, spec.flipping, spec.turning)
        for name, cells in lying:
            if not (options[name] == cells).all(axis=1).any():
                faults.add("board", f"found the piece {name} where `confine` does not allow it")
        faults.end()
        options = {name: _around(rows, name, lying) for name, rows in options.items()}
    return list(options.values())


def _around(rows: Integers, name: str, lying: list[tuple[str, Integers]]) -> Integers:
    """Those placements of a piece that leave the pieces alone which lie on the board, or are theirs."""
    taken = np.concatenate([cells for _, cells in lying] or [np.empty(0, np.int64)])
    kept = ~np.isin(rows, taken).any(axis=1)
    for cells in (cells for other, cells in lying if other == name):
        kept |= (rows == cells).all(axis=1)
    return rows[kept]


def placements(piece: Piece, board: Board, *, flipping: bool, turning: bool = True) -> Integers:
    """The cells that the piece covers, wherever it fits: [placements, cells of the piece], rows ascending.

    Where sides are joined, a piece that would cover a cell twice does not fit, and two ways to lie on the
    same cells are one.
    """
    lattice = board.lattice
    ways = np.array(orientations(piece.shape, lattice, flipping=flipping, turning=turning), np.int64)
    if board.wrap is not None and board.wrap.twisted:  # around a twist another cell comes first: try each
        ways = np.concatenate([np.roll(ways, turn, axis=1) for turn in range(ways.shape[1])])
    # every way to lie, shifted so that its first cell covers a cell of the board, within the box around it
    shift = board.cells[:, None] - ways[:, 0]
    fits = lattice.shifts(shift)
    if board.wrap is None:
        least, most = shift + ways.min(axis=1), shift + ways.max(axis=1)
        fits &= ((least >= board.cells.min(axis=0)) & (most <= board.cells.max(axis=0))).all(axis=2)
    cell, way = np.nonzero(fits)
    found = [np.empty((0, ways.shape[1]), np.int64)]
    at_once = max(1, LOOKUPS_AT_ONCE // ways.shape[1])
    for first in range(0, len(cell), at_once):
        some = slice(first, first + at_once)
        rows = board.numbers(shift[cell[some], way[some], None] + ways[way[some]])
        found.append(rows[(rows >= 0).all(axis=1)])
    rows = np.sort(np.concatenate(found), axis=1)
    if board.wrap is not None:
        rows = np.unique(rows[(rows[:, 1:] != rows[:, :-1]).all(axis=1)], axis=0)
    return rows[np.lexsort(rows.T[::-1])]


# -- confining -------------------------------------------------------------------------------------


def _confinements(spec: Packing) -> Iterator[tuple[str, Confine]]:
    """Each confinement, with the key that leads to it."""
    if isinstance(spec.confine, Confine):
        yield "confine", spec.confine
    else:
        yield from ((f"confine[{i}]", confine) for i, confine in enumerate(spec.confine, start=1))


def _confined(rows: Integers, key: str, confine: Confine, board: Board) -> Integers:
    """Those rows that the confinement allows. Raises SpecError."""
    limits = [getattr(confine, side) for side in SIDES]
    faults = Faults()
    if not any(limits):
        faults.add(key, f"found no range; give {', '.join(board.lattice.sides)}")
    faults += [
        Fault(f"{key}.{side}", f"found {list(limit)}; expected [first, last] within 1 to {length}")
        for side, limit, length in zip(SIDES, limits, board.outline, strict=True)
        if limit is not None and not 1 <= limit[0] <= limit[1] <= length
    ]
    counted = board.lattice.counted(board.places)[rows]
    least, most = counted.min(axis=1), counted.max(axis=1)
    if confine.cells == "centre":
        if _has_no_centre(board) or ((least + most) % 2).any():
            faults.add(
                key,
                f"the centre of the box around {confine.piece} is not a cell; "
                'say where all its cells may lie: cells = "all"',
            )
        least = most = (least + most) // 2
    faults.end()
    inside = np.ones(len(rows), np.bool_)
    for side, limit in enumerate(limits):
        if limit is not None:
            inside &= (least[:, side] >= limit[0]) & (most[:, side] <= limit[1])
    if not inside.any():
        raise wrong(key, f"leaves no place for the piece {confine.piece}")
    return rows[inside]


def _has_no_centre(board: Board) -> bool:
    """Whether boxes around pieces have no middle: on staggered rows, and across joined sides."""
    lattice = board.lattice
    return lattice.column_step > 1 or bool((lattice.period > 1).any()) or board.wrap is not None


# -- symmetries ------------------------------------------------------------------------------------


def symmetries_of(
    spec: Packing, board: Board, stock: list[Stock], points: Crossings
) -> npt.NDArray[np.int32]:
    """What the board's isometries do to the items: cells, points, then the pieces whose copies are counted.

    A reflection takes a piece that may not be flipped to its mirror twin; where there is none, or not as many
    of it, the reflection is no symmetry of the puzzle. So it is with turns, where pieces may not be turned.
    """
    number = {entry.piece: i for i, entry in enumerate(e for e in stock if e.copies is not None)}
    twins: dict[bytes, dict[Piece, Piece] | None] = {}
    found = []
    for isometry in board.isometries():
        turn = isometry.matrix.tobytes()
        if turn not in twins:
            twins[turn] = _twins(spec, board.lattice, stock, isometry)
        twin = twins[turn]
        if twin is not None and spec.symmetry in ("all", "rotations" if isometry.proper else "all"):
            first = len(board.cells)
            crossed = [first + point for point in points.moved(isometry.permutation)]
            pieces = [first + len(crossed) + number[twin[piece]] for piece in number]
            found.append(np.array([*isometry.permutation.tolist(), *crossed, *pieces], np.int32))
        if spec.symmetry == "none":
            break
    # some may coincide; the identity is the least of all permutations, so it comes first
    return np.unique(np.array(found, np.int32), axis=0)


def _twins(spec: Packing, grid: Lattice, stock: list[Stock], isometry: Isometry) -> dict[Piece, Piece] | None:
    """For each piece the one that it becomes, of which there are as many; None where there is none."""
    if spec.turning and (spec.flipping or isometry.proper):
        return {entry.piece: entry.piece for entry in stock}
    form_of = partial(canonical, grid=grid, flipping=spec.flipping, turning=spec.turning)
    by_form = {form_of(entry.piece.shape): entry for entry in stock}
    twins = {}
    for entry in stock:
        (moved,) = images(entry.piece.shape, grid, isometry.matrix[None])
        twin = by_form.get(form_of(moved))
        if twin is None or twin.copies != entry.copies:
            return None
        twins[entry.piece] = twin.piece
    return twins
