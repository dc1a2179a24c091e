"""Random loops, for generators of puzzles whose solutions are lines.

A loop is the outline of an area that grows cell by cell from one. A cell joins it only where the area stays
in one piece, without a hole, and touches itself nowhere by a corner only: of the eight cells around it, those
of the area come one behind the other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import pairwise
from random import Random
from typing import Any

from accord.pencil import making
from accord.pencil.instance import Cell
from accord.pencil.kind import Kind
from accord.pencil.lines import beside, edges_of
from accord.pencil.making import Dice

AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))  # in a circle
Edge = tuple[Cell, Cell]


def random_area(dice: Random, size: tuple[int, int], bend: float = 0.85) -> set[Cell]:
    """Return cells whose outline is one loop.

    Args:
        dice: which cells.
        size: rows and columns.
        bend: how often a cell that lies beside more than one of the area is passed over: loops wind more.
    """
    height, width = size
    start = dice.randrange(height), dice.randrange(width)
    area, edge = {start}, [*_beside(start, size)]
    while edge:
        place = dice.randrange(len(edge))
        edge[place], edge[-1] = edge[-1], edge[place]
        cell = edge.pop()
        if cell in area or not _joins(cell, area):
            continue
        if sum(near in area for near in _beside(cell, size)) == 1 or dice.random() > bend:
            area.add(cell)
            edge += _beside(cell, size)
    return area


def random_loop(dice: Random, size: tuple[int, int], bend: float = 0.85) -> set[Edge]:
    """Return the edges of one loop from cell to cell, of a board with two rows and columns or more."""
    return outline(random_area(dice, (size[0] - 1, size[1] - 1), bend))


def change(dice: Random, area: Collection[Cell], size: tuple[int, int], near: Collection[Edge]) -> set[Cell]:
    """Return an area with one cell more or less, at one of these edges of dots, with a loop around it.

    The same area, if there is no such cell.
    """
    cells = sorted({cell for edge in near for cell in beside(edge)})
    dice.shuffle(cells)
    for row, column in cells:
        if 0 <= row < size[0] and 0 <= column < size[1] and _may_change((row, column), area):
            changed = {*area} ^ {(row, column)}
            if changed:
                return changed
    return {*area}


def draw_unique(
    kind: Kind,
    dice: Dice,
    size: tuple[int, int],
    say: Callable[[set[Edge]], tuple[Mapping[str, Any], Mapping[str, Any]]],
    tries: tuple[int, int],
) -> Mapping[str, Any]:
    """Return what a model file says of a random loop that is the only one. Raises NotDrawnError.

    Args:
        kind: of the puzzle.
        dice: random numbers.
        size: rows and columns.
        say: what a file says of a loop, and the solution.
        tries: how many loops, and how often each is changed where another solution differs.
    """
    if min(size) < 2:
        raise making.impossible(kind, size)
    dots = size[0] - 1, size[1] - 1
    draws, moves = tries
    for _ in range(draws):
        area = random_area(dice, dots)
        for _ in range(moves):
            loop = outline(area)
            said, known = say(loop)
            other = making.another(kind.problem(**said), known)
            if other is None:
                return said
            differs = [edge for edge, there in edges_of(other).items() if there != (edge in loop)]
            area = change(dice, area, dots, differs or sorted(loop))
    raise making.none_found()


def outline(area: Collection[Cell]) -> set[Edge]:
    """Return the sides of cells that are on the outline of an area, as pairs of dots."""
    found: set[Edge] = set()
    for row, column in area:
        around = ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column), (row, column))
        for one, other in pairwise(around):
            found ^= {(min(one, other), max(one, other))}
    return found


def _joins(cell: Cell, area: Collection[Cell]) -> bool:
    row, column = cell
    ring = [(row + down, column + right) in area for down, right in AROUND]
    changes = sum(ring[place] != ring[place - 1] for place in range(len(ring)))
    return changes == 2 and any(ring[1::2])


def _may_change(cell: Cell, area: Collection[Cell]) -> bool:
    """Whether a cell may join an area or leave it: of those around it, both kinds share a side with it."""
    row, column = cell
    outside = any((row + down, column + right) not in area for down, right in AROUND[1::2])
    return _joins(cell, area) and outside


def _beside(cell: Cell, size: tuple[int, int]) -> Iterator[Cell]:
    for down, right in AROUND[1::2]:
        row, column = cell[0] + down, cell[1] + right
        if 0 <= row < size[0] and 0 <= column < size[1]:
            yield row, column
