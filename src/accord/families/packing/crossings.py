"""Items for points where edge pieces would cross: at most one piece goes straight through each.

Where four edges of the board meet, a piece passes if it has both edges that lie, or both that stand. If
another piece passes there too, the two cross. So each such point is an item of its own, with the demand [0,
1], as in D. E. Knuth's Dancing Links (2000), and every piece that passes gives 1 to it. Pieces that turn a
corner, or end, may touch there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from accord.families.packing.spec import Packing, board_of
from accord.grids.board import Board
from accord.grids.lattice import Integers
from accord.model import Model

ARMS = np.array([[0, -1], [0, 1], [-1, 0], [1, 0]])  # from a point to the edges at it: two lie, two stand


@dataclass(frozen=True, eq=False)
class Crossings:
    """The points, and the numbers of the four edges at each: [points, 4], in the order of `ARMS`."""

    names: list[str]
    edges: Integers

    def points_passed(self, placements: Integers) -> list[list[int]]:
        """Return the points that each placement passes; placements are rows of cells."""
        cells = int(max(self.edges.max(initial=0), placements.max(initial=0))) + 1
        taken = np.zeros((len(placements), cells), np.bool_)
        np.put_along_axis(taken, placements, values=True, axis=1)
        lie = taken[:, self.edges[:, 0]] & taken[:, self.edges[:, 1]]
        passing = lie | (taken[:, self.edges[:, 2]] & taken[:, self.edges[:, 3]])
        return [np.flatnonzero(row).tolist() for row in passing]

    def point_permutation(self, permutation: Integers) -> list[int]:
        """Return the permutation of the points that a permutation of the cells makes."""
        number = {frozenset(edges): point for point, edges in enumerate(self.edges.tolist())}
        return [number[frozenset(edges)] for edges in permutation[self.edges].tolist()]


def crossings_of(spec: Packing, board: Board) -> Crossings:
    """Return the points of a board at which pieces could cross; none if they may."""
    if board.lattice.name != "edges" or spec.crossing:
        return Crossings([], np.empty((0, 4), np.int64))
    return _crossings(board)


@lru_cache(maxsize=16)  # they are asked for each picture of a solution, as boards are
def _crossings(board: Board) -> Crossings:
    _, rows, columns = (board.places.max(axis=0) + 2).tolist()
    points = [(row, column) for row in range(0, rows, 2) for column in range(0, columns, 2)]
    edges = board.numbers(np.array(points)[:, None] + ARMS)
    found: dict[frozenset[int], int] = {}  # on joined sides some are the same
    for number, around in enumerate(edges.tolist()):
        if min(around) >= 0:
            found.setdefault(frozenset(around), number)
    kept = list(found.values())
    names = [f"p{points[number][0] // 2 + 1}.{points[number][1] // 2 + 1}" for number in kept]
    return Crossings(names, edges[kept])


def behind_points(spec: Packing, model: Model) -> int:
    """Return how many items are cells, or points where pieces could cross."""
    board = board_of(spec)
    return min(len(board.cells) + len(crossings_of(spec, board).names), model.items)
