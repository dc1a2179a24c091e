"""Read a half-filled packing board, as `accord solve` prints it, into the pieces that lie on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from accord.families.packing.declaration import Declaration
from accord.families.packing.spec import Packing
from accord.grids.board import Board
from accord.grids.lattice import Integers
from accord.grids.polyforms import canonical
from accord.picture import EMPTY, OPTIONAL
from accord.puzzles.family import Faults
from accord.puzzles.words import join_words


def placed_pieces(
    spec: Packing, puzzle: Declaration, options: Mapping[str, Integers]
) -> list[tuple[str, Integers]]:
    """Return the pieces that lie on a board: the name of each, and its cells, ascending.

    Cells with the same sign are one piece; or, since signs repeat where there are more pieces than signs,
    each connected part of them is one. It is the piece of that name, if it has the shape; where pieces may be
    there twice, signs are no names, and it may be another of that shape.

    Args:
        spec: the spec.
        puzzle: what it declares.
        options: for each piece the cells it covers, wherever it may lie: [placements, cells of the piece].

    Raises:
        SpecError: if what lies there is no whole piece, or none that may lie there, or too often.
    """
    faults = Faults()
    board, stock = puzzle.board, puzzle.stock
    form = partial(canonical, grid=board.lattice, flipping=spec.flipping, turning=spec.turning)
    shape_of = {entry.piece.name: form(entry.piece.shape) for entry in stock}
    keys = [f"`{key}`" for key in ("confine", "forbid", "colours") if getattr(spec, key)]
    by_name = all(entry.most == 1 for entry in stock)
    found: list[tuple[str, Integers]] = []

    def lies(name: str, cells: Integers) -> bool:
        rows = options[name]
        return rows.shape[1] == len(cells) and bool((rows == cells).all(axis=1).any())

    def is_whole(cells: Integers) -> bool:
        forms = map(form, board.shapes_of(cells.tolist()))
        if any(shape in shape_of.values() for shape in forms):
            return True
        return board.wrap is not None and any(lies(name, cells) for name in options)  # a piece in two parts

    for sign in sorted({*board.signs} - {EMPTY, OPTIONAL}):
        for cells in _pieces(board, sign, is_whole):
            forms = set(map(form, board.shapes_of(cells.tolist())))
            likely = [name for name, shape in shape_of.items() if shape in forms]
            here = [name for name in (options if board.wrap else likely) if lies(name, cells)]
            alike = [name for name in shape_of if name in likely or name in here]
            if by_name and sign in shape_of:
                alike = [name for name in alike if name == sign]
            here = [name for name in here if name in alike]
            if sign in here or len(here) == 1:
                found.append((sign if sign in here else here[0], cells))
            elif here:
                faults.add("board", f"found {sign}, which may be {' or '.join(here)}; draw it with that sign")
            elif alike:
                why = join_words(keys, "or")
                faults.add("board", f"found the piece {alike[0]} where {why} does not allow it")
            else:
                which = f"the piece {sign}" if sign in shape_of else "any piece"
                message = f"found {sign} on {len(cells)} cells, another shape than {which}"
                faults.add("board", f"{message}; expected a whole piece, with a sign of its own")
    for entry in stock:
        number = sum(name == entry.piece.name for name, _ in found)
        if entry.most is not None and number > entry.most:
            faults.add(
                "board", f"found {number} of the piece {entry.piece.name}; expected at most {entry.most}"
            )
    faults.end()
    return found


def _pieces(board: Board, sign: str, is_whole: Callable[[Integers], bool]) -> list[Integers]:
    """Return the cells with that sign, as one piece; or, if only these are pieces, each connected part."""
    everywhere = np.array([cell for cell, drawn in enumerate(board.signs) if drawn == sign], np.int64)
    if is_whole(everywhere):
        return [everywhere]
    parts = [np.array(part, np.int64) for part in board.components(everywhere.tolist())]
    return parts if all(map(is_whole, parts)) else [everywhere]
