"""Stones and bones: an n-triangle of hexagons, covered by three in a triangle and three in a line (A377309).

The n-triangle has rows of 1 to n hexagons. Stones are the triangles of three, both ways up; bones are the
lines of three, in three directions. If n is 1 modulo 3, the cells are no multiple of three, and there is no
tiling. (J. Propp, "Trimer covers in the triangular grid: twenty mostly open problems", 2022.) Two methods
count them, and share nothing but n:

    by_layers    the triangle as a model file, drawn with its base above, and the engine `layers`
    by_merging   cells by three coordinates, and sorted states: `accord_research.kernels.merging`

Both begin at the base and end at the corner: the frontier grows shorter, and the states are the fewest.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import numpy as np
import numpy.typing as npt

from accord.kernels import load
from accord_research.counted import Counted
from accord_research.engine import by_engine
from accord_research.kernels.merging_layout import FULL, OVER

Words = npt.NDArray[np.uint64]
Cell = tuple[int, int, int]  # how far from each side; together one less than there are rows

LINES = (
    ((0, 0, 0), (0, 1, -1), (0, 2, -2)),
    ((0, 0, 0), (1, 0, -1), (2, 0, -2)),
    ((0, 0, 0), (1, -1, 0), (2, -2, 0)),
)
TRIANGLES = (((0, 0, 0), (0, 1, -1), (1, 0, -1)), ((0, 0, 0), (1, 0, -1), (1, -1, 0)))
LOW_WORD = 1 << 64


def model_file(rows: int) -> str:
    """The text of a model file of an n-triangle, its base above."""
    return f'''family = "packing"
title = "Stones and bones on a triangle of {rows} rows"
rule = """
Cover the triangle of hexagons with stones, which are triangles of three, and bones, which are lines of three.
OEIS A377309."""
lattice = "hexagonal"
pieces = "trihexes L T"
copies = "any"
board = """
{drawing(rows)}
"""
'''


def drawing(rows: int) -> str:
    """An n-triangle as it is drawn in a model file: every second row half a cell further right."""
    lines = []
    for above in range(rows):  # so many rows are above
        holes = above // 2  # on the left; odd rows begin half a cell further right by themselves
        width = rows - above
        signs = ["#"] * holes + ["."] * width + ["#"] * (rows - holes - width)
        lines.append(" " * (above % 2) + " ".join(signs))
    return "\n".join(lines)


def by_layers(rows: int, memory_limit: int | None = None) -> Counted:
    """The tilings of an n-triangle, by the engine `layers`.

    Args:
        rows: of the triangle, at least three: bones must fit.
        memory_limit: bytes that the engine may take; if None, half of what is free.

    Raises:
        AccordError: if the memory is not enough.
    """
    asked = {"backend": "native", "engine": "layers", "memory_limit": memory_limit}
    return by_engine(f"stones {rows}", model_file(rows), **asked)


def by_merging(rows: int) -> Counted:
    """The tilings of an n-triangle, by sorted states.

    Raises:
        OverflowError: if there are 2^128 ways to a state, or more.
    """
    merge, bound = (load("accord_research.kernels.merging", name) for name in ("merge", "bound"))
    states, ways = np.zeros(1, np.uint64), np.array([[1, 0]], np.uint64)
    work = most = 0
    for tiles in _tiles(rows):
        room = bound(states, tiles)
        after, counts = np.empty(room, np.uint64), np.empty((room, 2), np.uint64)  # pages unused cost nothing
        scratch = np.zeros(len(tiles) + 1, np.int64), np.zeros(len(tiles) + 1, np.uint64)
        work += len(states)
        size = merge(states, ways, tiles, after, counts, *scratch)
        if size == OVER:
            raise OverflowError(f"stones {rows}: 2^128 ways to a state, or more")
        assert size != FULL, "there is room for as many states as `bound` says"
        states, ways = after[:size], counts[:size]
        most = max(most, size)
    found = sum(int(low) + LOW_WORD * int(high) for low, high in ways)
    return Counted(found, work, most)


def _tiles(rows: int) -> Iterator[Words]:
    """Cell by cell the tiles that have it as their first cell, as sets of cells from there on."""
    cells: list[Cell] = [
        (one, other, rows - 1 - one - other) for one in range(rows) for other in range(rows - one)
    ]
    number = dict(zip(cells, count()))
    for cell in cells:
        found = []
        for shape in (*LINES, *TRIANGLES):
            places = [number.get((cell[0] + a, cell[1] + b, cell[2] + c)) for a, b, c in shape]
            there = [place for place in places if place is not None]
            if len(there) == len(places) and min(there) == number[cell]:
                found.append(sum(1 << place - number[cell] for place in there))
        yield np.array(sorted(found), np.uint64)
