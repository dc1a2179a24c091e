"""All placements of the pieces of a packing: the set of cells that each piece can cover."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.families.packing import coloured_pieces
from accord.families.packing.coloured_pieces import Colours
from accord.families.packing.confine import restrict_placements
from accord.families.packing.declaration import Declaration
from accord.families.packing.placed_pieces import placed_pieces
from accord.families.packing.spec import Packing, gives_pieces
from accord.grids.board import Board
from accord.grids.lattice import Integers
from accord.grids.sets import Piece
from accord.puzzles.bounds import spec_error
from accord.puzzles.family import Faults

LOOKUPS_AT_ONCE = 1 << 20  # cells looked up on the board in one go, to bound memory
MOST_COVERED = 16_000_000  # cells in all placements: a model of so many takes more than a gigabyte


def options_of(spec: Packing, puzzle: Declaration) -> list[Integers]:
    """Return for each piece the cells it covers wherever it may lie; see `placements`.

    Raises SpecError for a piece that has to be laid and fits nowhere, for a confinement that makes no sense,
    for what lies on the board and may not, and for more placements than memory should be taken for.
    """
    faults = Faults()
    board = puzzle.board
    options: dict[str, Integers] = {}
    covered = 0
    for entry in puzzle.stock:
        name = entry.piece.name
        options[name] = placements(
            entry.piece,
            board,
            flipping=spec.flipping,
            turning=spec.turning,
            colours=entry.colours,
            ground=puzzle.colours,
        )
        covered += options[name].size
        if covered > MOST_COVERED:
            found = f"found more than {MOST_COVERED:,} cells in all the ways to lay them"
            raise spec_error("pieces", f"{found}; expected fewer pieces, or a smaller board")
    nothing = puzzle.empty[1] < len(board.cells) and not any(map(len, options.values()))
    for entry in puzzle.stock:  # what may be left out need not fit
        name = entry.piece.name
        if not len(options[name]) and (entry.least or nothing):
            key = f"pieces.{name}" if isinstance(spec.pieces, dict) else "pieces"
            faults.add(key, f"the piece {name} fits nowhere on the board")
    options = faults.of(restrict_placements, spec, board, options) or options
    faults.end()
    if not gives_pieces(spec, board):
        lying = placed_pieces(spec, puzzle, options)
        options = {name: _around(rows, name, lying) for name, rows in options.items()}
    return list(options.values())


def _around(rows: Integers, name: str, lying: list[tuple[str, Integers]]) -> Integers:
    """Return the placements of a piece that do not overlap placed pieces, and its own where it is placed."""
    taken = np.concatenate([cells for _, cells in lying] or [np.empty(0, np.int64)])
    kept = ~np.isin(rows, taken).any(axis=1)
    for cells in (cells for other, cells in lying if other == name):
        kept |= (rows == cells).all(axis=1)
    return rows[kept]


def placements(
    piece: Piece,
    board: Board,
    *,
    flipping: bool,
    turning: bool = True,
    colours: Colours = (),
    ground: Sequence[str] = (),
) -> Integers:
    """Return the cells that the piece covers, wherever it fits: [placements, cells], rows ascending.

    Where sides are joined, a piece that would cover a cell twice does not fit. Two ways to lie on the same
    cells are one.

    Args:
        piece: the piece.
        board: the board.
        flipping: whether the piece may be laid as its mirror image.
        turning: whether it may be turned.
        colours: of the cells of its shape, "" for none; empty if none has one.
        ground: of the cells of the board, "" where any colour may lie; empty if none has one.
    """
    painted = colours or ("",) * len(piece.shape)
    looks = coloured_pieces.ways(piece.shape, painted, board.lattice, flipping=flipping, turning=turning)
    ways = np.array([[cell for cell, _ in look] for look in looks], np.int64)
    number = {colour: i for i, colour in enumerate(dict.fromkeys(("", *ground, *painted)))}
    wanted = np.array([[number[colour] for _, colour in look] for look in looks], np.int64)
    if board.wrap is not None and board.wrap.twisted:  # around a twist another cell comes first: try each
        ways, wanted = (
            np.concatenate([np.roll(each, turn, axis=1) for turn in range(each.shape[1])])
            for each in (ways, wanted)
        )
    there = np.array([number[colour] for colour in ground or ("",) * len(board.cells)], np.int64)
    rows = np.sort(_fitting(ways, wanted, there, board), axis=1)
    if board.wrap is not None:
        rows = rows[(rows[:, 1:] != rows[:, :-1]).all(axis=1)]
    if board.wrap is not None or number.keys() - {""}:
        return np.unique(rows, axis=0)
    return rows[np.lexsort(rows.T[::-1])]


def _fitting(ways: Integers, wanted: Integers, there: Integers, board: Board) -> Integers:
    """Return the board's cells under each way to lie, wherever it fits: [placements, cells of the piece].

    Args:
        ways: the cells of a piece in each way: [ways, cells of the piece, dimension].
        wanted: the colours of these cells as numbers, 0 for any: [ways, cells of the piece].
        there: the colours of the board's cells, likewise: [cells].
        board: the board.
    """
    # every way to lie, shifted so that its first cell covers a cell of the board, within the box around it
    shift = board.cells[:, None] - ways[:, 0]
    near = board.lattice.shifts(shift)
    if board.wrap is None:
        least, most = shift + ways.min(axis=1), shift + ways.max(axis=1)
        near &= ((least >= board.cells.min(axis=0)) & (most <= board.cells.max(axis=0))).all(axis=2)
    cell, way = np.nonzero(near)
    found = [np.empty((0, ways.shape[1]), np.int64)]
    at_once = max(1, LOOKUPS_AT_ONCE // ways.shape[1])
    for first in range(0, len(cell), at_once):
        some = slice(first, first + at_once)
        rows = board.numbers(shift[cell[some], way[some], None] + ways[way[some]])
        asked, has = wanted[way[some]], there[rows]
        fits = (rows >= 0) & ((asked == has) | (asked == 0) | (has == 0))
        found.append(rows[fits.all(axis=1)])
    return np.concatenate(found)
