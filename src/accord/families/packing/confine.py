"""Apply the keys `confine` and `forbid` of a packing's spec, which limit where pieces may lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from accord.errors import no_such
from accord.families.packing.spec import Confine, Packing, signs_on_board
from accord.grids.board import Board
from accord.grids.lattice import Integers
from accord.picture import EMPTY, HOLE
from accord.puzzles.bounds import spec_error
from accord.puzzles.family import Fault, Faults

SIDES = ("layers", "rows", "columns")


def restrict_placements(spec: Packing, board: Board, options: Mapping[str, Integers]) -> dict[str, Integers]:
    """Return the placements of each piece that `confine` and `forbid` allow. Raises SpecError.

    A piece that fits nowhere on the board has none to begin with; that one loses all is a fault.
    """
    faults = Faults()
    left = dict(options)
    for key, confine in _confinements(spec):
        name = confine.piece
        if name not in left:
            faults.add(f"{key}.piece", no_such("piece", name, left))
        elif len(left[name]):
            kept = faults.of(_confine, left[name], key, confine, board)
            left[name] = left[name] if kept is None else kept
    for name, drawing in (spec.forbid or {}).items():
        if name not in left:
            faults.add("forbid", no_such("piece", name, left))
        else:
            kept = faults.of(_outside, left[name], name, drawing, board)
            left[name] = left[name] if kept is None else kept
    faults.end()
    return left


def _outside(rows: Integers, name: str, drawing: str, board: Board) -> Integers:
    """Return the rows that have no cell where a drawing of the board has '#'. Raises SpecError."""
    key = f"forbid.{name}"
    expected = "'.' for a cell that it may cover, '#' for one that it may not"
    signs = signs_on_board(key, drawing, board, lambda sign: sign in (EMPTY, HOLE), expected)
    outside = ~(np.array(signs) == HOLE)[rows].any(axis=1)
    if len(rows) and not outside.any():
        raise spec_error(key, f"leaves no place for the piece {name}")
    return rows[outside]


def _confinements(spec: Packing) -> Iterator[tuple[str, Confine]]:
    """Yield each confinement, with the key that leads to it."""
    if isinstance(spec.confine, Confine):
        yield "confine", spec.confine
    else:
        yield from ((f"confine[{i}]", confine) for i, confine in enumerate(spec.confine, start=1))


def _confine(rows: Integers, key: str, confine: Confine, board: Board) -> Integers:
    """Return the rows that the confinement allows. Raises SpecError."""
    limits = [getattr(confine, side) for side in SIDES]
    faults = Faults()
    if not any(limits):
        faults.add(key, f"found no range; give {', '.join(board.lattice.sides)}")
    faults += [
        Fault(f"{key}.{side}", f"found {list(limit)}; expected [first, last] within 1 to {length}")
        for side, limit, length in zip(SIDES, limits, board.outline, strict=True)
        if limit is not None and not 1 <= limit[0] <= limit[1] <= length
    ]
    counted = board.lattice.ordinals(board.places)[rows]
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
        raise spec_error(key, f"leaves no place for the piece {confine.piece}")
    return rows[inside]


def _has_no_centre(board: Board) -> bool:
    """Whether boxes around pieces have no middle: on staggered rows, and across joined sides."""
    lattice = board.lattice
    return lattice.column_step > 1 or bool((lattice.period > 1).any()) or board.wrap is not None
