"""Packing: pieces laid on a board so that every cell is covered exactly once.

The items are the cells, in fill order, then the points where pieces could cross, if they are edges, then the
pieces; an option lays a piece somewhere and gives 1 to each
cell it covers and to the piece. A piece of which there are k has the demand [k, k], or [j, k] if there may be
fewer, down to j; one of which there may be any number has no item. Where a piece is placed already, that is
the only option on its cells. Options are sorted by piece, then by the cells they cover.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from string import ascii_letters, digits

import numpy as np

from accord.families.packing.crossings import Crossings, crossings_of, first_piece
from accord.families.packing.placements import options_of, symmetries_of
from accord.families.packing.spec import Packing, board_and_stock, board_of
from accord.grids.lattice import Integers
from accord.model import Model
from accord.model.arrays import starts
from accord.picture import EMPTY, Picture

FREE_SIGNS = ascii_letters + digits  # for the pieces on a board where some may be there twice


def build(spec: Packing) -> Model:
    """The model of a packing. Raises SpecError with every fault."""
    board, stock = board_and_stock(spec)
    options = options_of(spec, board, stock)
    points = crossings_of(spec, board)

    counted = [(entry, entry.copies) for entry in stock if entry.copies is not None]
    first = len(board.cells) + len(points.names)
    number = {entry.piece.name: first + i for i, (entry, _) in enumerate(counted)}
    rows = [
        row
        for entry, cells in zip(stock, options, strict=True)
        for row in _rows(cells, points, len(board.cells), number.get(entry.piece.name))
    ]
    sizes = np.repeat([row.shape[1] for row in rows], [len(row) for row in rows])
    bounds = [(1, 1)] * len(board.cells) + [(0, 1)] * len(points.names) + [copies for _, copies in counted]
    low, high = zip(*bounds, strict=True)
    return Model.from_arrays(
        [*board.names, *points.names, *number],
        starts(sizes),
        np.concatenate([row.ravel() for row in rows]),
        low=low,
        high=high,
        order=np.arange(len(board.cells)),
        symmetries=symmetries_of(spec, board, stock, points),
        family="packing",
    )


def _rows(cells: Integers, points: Crossings, first: int, piece: int | None) -> Iterator[Integers]:
    """The items of a piece's options: its cells, the points it passes, itself if it is an item."""
    last = [] if piece is None else [piece]
    if not points.names:
        yield np.insert(cells, cells.shape[1], piece, axis=1) if piece is not None else cells
        return
    for row, passed in zip(cells.tolist(), points.passed(cells), strict=True):
        yield np.array([[*row, *(first + point for point in passed), *last]], np.int64)


def picture(spec: Packing, model: Model, options: Sequence[int] | None) -> Picture:
    """The board with the chosen pieces on it, or with those that are placed already if `options` is None.

    If a piece can be there twice, all get signs of their own.
    """
    board = board_of(spec)
    places = board.place_tuples
    if options is None and not board.solved:
        laid = [model.items_of(option).tolist() for option in given(spec, model)]
        return Picture(
            spec.lattice,
            dict(zip(places, board.signs, strict=True)),
            pieces=tuple(tuple(places[item] for item in items if item < len(places)) for items in laid),
            names=model.item_names[first_piece(spec, model) :],
            wrap=spec.wrap or "",
        )
    cells = len(board.cells)
    signs = [EMPTY] * cells
    piece = first_piece(spec, model)
    last = model.item[model.start[1:] - 1]
    named = bool((last >= piece).all() and (model.high[piece:] == 1).all())
    chosen = sorted((model.items_of(option).tolist() for option in options or ()), key=lambda items: items[0])
    turn = 0
    for items in chosen:
        covered = [item for item in items if item < cells]
        if named:
            sign = model.item_names[items[-1]]
        else:
            near = {signs[cell] for cell in chain.from_iterable(board.neighbours[c] for c in covered)}
            turn = next((t for t in range(turn, turn + len(FREE_SIGNS)) if _free_sign(t) not in near), turn)
            sign, turn = _free_sign(turn), turn + 1
        for cell in covered:
            signs[cell] = sign
    return Picture(
        spec.lattice,
        dict(zip(places, signs, strict=True)),
        pieces=tuple(tuple(places[item] for item in items if item < cells) for items in chosen),
        names=model.item_names[piece:] if named else (),
        wrap=spec.wrap or "",
    )


def given(spec: Packing, model: Model) -> list[int]:
    """The options of the pieces that are placed already."""
    board = board_of(spec)
    if board.solved:
        return []
    cells = [cell for cell, sign in enumerate(board.signs) if sign != EMPTY]
    return sorted({int(model.options_of(cell)[0]) for cell in cells})


def _free_sign(turn: int) -> str:
    return FREE_SIGNS[turn % len(FREE_SIGNS)]
