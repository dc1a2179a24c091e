"""Colourings of a board's cells by coordinates: chessboard, stripes, and separated regions.

A row of whole numbers f tells cells by f . cell modulo k: with f = (1, 1) and k = 2 that is a chessboard,
with f = (1, 0) and k = 3 each third row. None of them knows the lattice, and none has to: any weights of
cells make an honest argument, or none.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import gcd

import numpy as np
import numpy.typing as npt

from accord.grids.board import Board
from accord.grids.lattice import Integers
from accord.refute.imbalance import Colouring

BLACK, WHITE = "black", "white"
NAMED = 4  # cells that a sentence names
SIDES = {"layers": "layer", "rows": "row", "columns": "column"}


def colourings(board: Board) -> Iterator[Colouring]:
    """Colourings of a board, the most telling first; `weight` is [cells]."""
    yield Colouring(np.ones(len(board.cells), np.int64), str, kind="all")
    yield from _cut_off(board)
    for row in _rows(board.lattice.dimension, 2):
        yield _two_colours(board, row)
    for row in _rows(board.lattice.dimension, 3):
        yield from _stripes(board, row, 3)
    yield from _corners(board)
    for row in _rows(board.lattice.dimension, 4):
        yield from _stripes(board, row, 4)


def _rows(dimension: int, modulo: int) -> Iterator[Integers]:
    """All that tell cells apart in different ways: of two that differ by a factor, the first."""
    seen = set()
    for row in sorted(product(range(modulo), repeat=dimension), key=lambda row: (-min(row), row)):
        if gcd(*row, modulo) > 1 or row in seen:
            continue
        seen |= {tuple(by * each % modulo for each in row) for by in range(modulo) if gcd(by, modulo) == 1}
        yield np.array(row, np.int64)


def _two_colours(board: Board, row: Integers) -> Colouring:
    odd = board.cells @ row % 2

    def describe() -> str:
        flips = bool((board.lattice.steps @ row % 2).all())
        return "coloured like a chessboard" if flips else f"with {_cell_names(board, odd == 0)} black"

    return Colouring(1 - 2 * odd, describe, (BLACK, WHITE))


def _stripes(board: Board, row: Integers, modulo: int) -> Iterator[Colouring]:
    value = board.cells @ row % modulo
    for each in range(modulo):
        if (value == each).any():
            yield _part(board, value == each)


def _corners(board: Board) -> Iterator[Colouring]:
    """The cells all of whose numbers are even, or odd: of a square board, every fourth."""
    for parities in product(range(2), repeat=board.lattice.dimension):
        chosen = (board.cells % 2 == parities).all(axis=1)
        if chosen.any():
            yield _part(board, chosen)


def _cut_off(board: Board) -> Iterator[Colouring]:
    """The regions of a board that hangs together in several."""
    regions = board.components(range(len(board.cells)))
    for region in regions if len(regions) > 1 else ():
        chosen = np.zeros(len(board.cells), np.bool_)
        chosen[region] = True
        yield _part(board, chosen, "cut off from the others ({})")


def _part(board: Board, chosen: npt.NDArray[np.bool_], words: str = "") -> Colouring:
    def describe() -> str:
        some = "in {}" if _lines(board, chosen) else "of one colour ({})"
        return (words or some).format(_cell_names(board, chosen))

    return Colouring(chosen.astype(np.int64), describe, kind="part")


def _cell_names(board: Board, chosen: npt.NDArray[np.bool_]) -> str:
    """Some cells of a colour, by name; of whole lines, these lines."""
    lines = _lines(board, chosen)
    if lines:
        return lines
    cells = sorted(np.flatnonzero(chosen).tolist(), key=board.place_tuples.__getitem__)
    return ", ".join(board.names[cell] for cell in cells[:NAMED]) + (", ..." if len(cells) > NAMED else "")


def _lines(board: Board, chosen: npt.NDArray[np.bool_]) -> str:
    """The lines, if it is all cells of some, and of no others."""
    counted = board.lattice.ordinals(board.places)
    for side, numbers in zip(SIDES, counted.T, strict=True):
        inside, outside = set(numbers[chosen].tolist()), set(numbers[~chosen].tolist())
        if not inside & outside and len(inside | outside) > 1:
            lines = sorted(inside)
            if len(lines) == 1:
                return f"{SIDES[side]} {lines[0]}"
            some = ", ".join(map(str, lines[:NAMED])) + (", ..." if len(lines) > NAMED else "")
            return f"{side} {some}"
    return ""
