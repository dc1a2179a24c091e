"""The placements of the Meteor contest by pair of rows, after the rule of a Smalltalk program for it (2012).

The program fills the board two rows at a time, and prints how many placements begin in each pair: 487, 600,
594, 326 and 19. It drops a placement that takes two cells at the left or right edge with a gap between them,
that reaches from edge to edge and cuts off what fives cannot fill, or that does so at the first or last row
of the board. Of the piece with the most placements it takes three turns in a row of each of its two faces, as
the board may be turned. Which three is not stated: the numbers depend on it only in the first and last pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise
from typing import TypeAlias

import accord

Cell: TypeAlias = tuple[int, int]  # row, column
Cells: TypeAlias = frozenset[Cell]

ROWS, COLUMNS, SIZE = 10, 5, 5
HALVED = "5"


def placements() -> Iterator[tuple[str, Cells]]:
    """Yield the piece and the cells of each option."""
    model = accord.load("meteor").model
    places = {f"r{row + 1}c{column + 1}": (row, column) for row in range(ROWS) for column in range(COLUMNS)}
    for option in range(model.options):
        names = [model.item_names[item] for item in model.items_of(option)]
        yield names[-1], frozenset(places[name] for name in names[:-1])


def beside(row: int, column: int) -> Iterator[Cell]:
    """Yield the cells beside a cell, on the board or not."""
    left = column - 1 + row % 2  # in the rows above and below
    yield from ((row, column - 1), (row, column + 1))
    yield from ((row + step, column) for step in (-1, 1) for column in (left, left + 1))


def regions(some: Iterable[Cell]) -> Iterator[set[Cell]]:
    """Yield the connected parts of some cells."""
    free = set(some)
    while free:
        part: set[Cell] = set()
        front = {free.pop()}
        while front:
            part |= front
            front = {cell for one in front for cell in beside(*one)} & free
            free -= front
        yield part


def cut_off(cells: Collection[Cell], rows: Iterable[int], end: int) -> bool:
    """Return whether among some rows a region that does not reach the row `end` cannot be filled by fives."""
    free = {(row, column) for row in rows for column in range(COLUMNS)}.difference(cells)
    return any(len(part) % SIZE for part in regions(free) if all(row != end for row, _ in part))


def dropped(cells: Collection[Cell]) -> bool:
    """Return whether the program drops a placement."""
    rows = [row for row, _ in cells]
    first = min(rows) // 2 * 2
    edges = [sorted(row for row, column in cells if column == edge) for edge in (0, COLUMNS - 1)]
    if any(b - a > 1 for edge in edges for a, b in pairwise(edge)):
        return True
    if all(edges) and cut_off(cells, range(first, first + 8), first + 7):
        return True
    return (min(rows) == 0 and cut_off(cells, range(8), 7)) or (
        max(rows) == ROWS - 1 and cut_off(cells, range(1, ROWS), 1)
    )


def turned(cells: Collection[Cell], times: int) -> Cells:
    """Return a piece wherever it lies, after so many sixths of a turn."""
    axial = [(column - (row - row % 2) // 2, row) for row, column in cells]
    for _ in range(times):
        axial = [(-r, q + r) for q, r in axial]
    least = (min(q for q, _ in axial), min(r for _, r in axial))
    return frozenset((q - least[0], r - least[1]) for q, r in axial)


def by_pair(kept: Iterable[Cells]) -> tuple[int, ...]:
    """Return how many placements begin in each pair of rows."""
    counts = Counter(min(row for row, _ in cells) // 2 for cells in kept)
    return tuple(counts[pair] for pair in range(ROWS // 2))


def counts() -> list[tuple[int, ...]]:
    """Return the numbers of placements for each choice of the three turns of both faces, each once."""
    kept = [(piece, cells) for piece, cells in placements() if not dropped(cells)]
    faces = {frozenset(turned(cells, n) for n in range(6)): cells for piece, cells in kept if piece == HALVED}
    one, other = ([{turned(cells, n + t) for t in range(3)} for n in range(6)] for cells in faces.values())
    found = {
        by_pair(cells for piece, cells in kept if piece != HALVED or turned(cells, 0) in first | second)
        for first in one
        for second in other
    }
    return sorted(found)
