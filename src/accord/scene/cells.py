"""Polygons of the cells of each lattice, the outline of a set of cells, and where its sign stands.

Corners are whole numbers in units of the lattice, so that two cells share an edge exactly if they share both
its corners. For each lattice: the corners of the cell at row 0 and column 0, what a row and a column add to
them, and how long the units are.

    square     0 . 1      A square has the corners of its place.
               3 . 2
    hexagonal  . 0 .      A hexagon stands on a corner, and is two half cells wide. A row further down is
               5 . 1      three units lower: the slopes take one of them, and the upright sides two.
               4 . 2
               . 3 .
    triangular . 0 .      A triangle is two half sides wide. It stands on a side, or on a corner as in 0 . 1
               2 . 1      where row and column are not both even or both odd.                       . 2 .
    edges      . 1 .      Of an edge it is the middle that is at its place. Around it is a square that stands
               0 . 2      on a corner: from end to end, and between the middles of the squares at its sides.
               . 3 .
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import copysign, sqrt
from typing import TypeAlias

from accord.picture import Place
from accord.scene.shapes import Point, Ring


def middle(places: Sequence[Place], cells: Cells) -> Point:
    """Return the point for the sign of a piece: near to its middle, on its axis if it has one.

    It is the centre of a cell, a corner that only cells of the piece share, or the middle of a side between
    two cells. Of two of a kind that are as near none is taken: so the sign of a V is in its corner.
    """
    centres = [cells.centre(place) for place in places]
    x, y = (sum(numbers) / len(centres) for numbers in zip(*centres, strict=True))
    near: dict[tuple[float, int], list[Point]] = {}
    for kind, points in enumerate((centres, _inner_corners(places, cells), _inner_sides(places, cells))):
        for point in points:
            distance = round((point[0] - x) ** 2 + (point[1] - y) ** 2, 6)
            near.setdefault((distance, kind), []).append(point)
    alone = [at for at, points in near.items() if len(points) == 1]
    return near[min(alone or near)][0]


def _inner_corners(places: Sequence[Place], cells: Cells) -> Iterable[Point]:
    """Return the corners that only these cells share; squares around edges are no cells."""
    if cells is EDGES:
        return ()
    edges = {edge for place in places for edge in cells.edges(place)}
    border = {corner for a, b in edges if (b, a) not in edges for corner in (a, b)}
    return cells.ring(sorted({a for a, _ in edges} - border))


def _inner_sides(places: Sequence[Place], cells: Cells) -> Iterator[Point]:
    """Yield the middles of sides between these cells; a hexagon's side is too short for a sign."""
    edges = {edge for place in places for edge in cells.edges(place)}
    for a, b in sorted(edges) if cells not in (EDGES, HEXAGONAL) else ():
        if a < b and (b, a) in edges:
            (x, y), (u, v) = cells.ring((a, b))
            yield (x + u) / 2, (y + v) / 2


Corner: TypeAlias = tuple[int, int]
Edge: TypeAlias = tuple[Corner, Corner]

REMEMBERED = 256  # outlines, and grids: films and edited boards draw the same ones again and again


@dataclass(frozen=True, slots=True)
class Cells:
    """How the cells of a lattice lie on a plane."""

    around: tuple[Corner, ...]  # the corners of the cell at (0, 0), clockwise
    other: tuple[Corner, ...] | None  # the same of every second cell, if that is different
    row: Corner  # what a row adds to them
    column: Corner  # and a column of the text
    unit: Point  # the length of a unit

    def corners(self, place: Place) -> list[Corner]:
        """Return the corners of a cell, clockwise."""
        _, row, column = place
        x = row * self.row[0] + column * self.column[0]
        y = row * self.row[1] + column * self.column[1]
        around = self.other if self.other is not None and (row + column) % 2 else self.around
        return [(x + dx, y + dy) for dx, dy in around]

    def ring(self, corners: Iterable[Corner]) -> Ring:
        """Corners in lengths of the scene."""
        return tuple((x * self.unit[0], y * self.unit[1]) for x, y in corners)

    def polygon(self, place: Place) -> Ring:
        """A cell."""
        return self.ring(self.corners(place))

    def centre(self, place: Place) -> Point:
        """The middle of a cell."""
        corners = self.polygon(place)
        return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)

    def edges(self, place: Place) -> list[Edge]:
        """The edges of a cell, each from one corner to the next, clockwise."""
        corners = self.corners(place)
        return list(zip(corners, corners[1:] + corners[:1], strict=True))

    def outline(self, places: Iterable[Place]) -> tuple[Ring, ...]:
        """The rings around cells and around the holes between them; no corner lies on a straight line."""
        return _outline(self, tuple(places))

    def inset(self, places: Iterable[Place], distance: float) -> tuple[Ring, ...]:
        """The outline of square cells, so far inside them."""
        return tuple(_inset(ring, distance) for ring in self.outline(places))

    def grid(self, places: Iterable[Place]) -> tuple[Ring, ...]:
        """The edges of cells, each once, as few lines: a line continues straight where it can."""
        return _grid(self, tuple(places))

    def size(self, places: Collection[Place]) -> Point:
        """How far cells reach to the right and down."""
        corners = [corner for place in places for corner in self.corners(place)]
        return max(x for x, _ in corners) * self.unit[0], max(y for _, y in corners) * self.unit[1]


SQUARE = Cells(
    around=((0, 0), (1, 0), (1, 1), (0, 1)), other=None, row=(0, 1), column=(1, 0), unit=(1.0, 1.0)
)
HEXAGONAL = Cells(
    around=((1, 0), (2, 1), (2, 3), (1, 4), (0, 3), (0, 1)),
    other=None,
    row=(0, 3),
    column=(1, 0),
    unit=(0.5, 0.5 / sqrt(3)),
)
TRIANGULAR = Cells(
    around=((1, 0), (2, 1), (0, 1)),
    other=((0, 0), (2, 0), (1, 1)),
    row=(0, 1),
    column=(1, 0),
    unit=(sqrt(3) / 2, 1.5),
)
EDGES = Cells(around=((0, 1), (1, 0), (2, 1), (1, 2)), other=None, row=(0, 1), column=(1, 0), unit=(0.6, 0.6))
LATTICES = {
    "square": SQUARE,
    "hexagonal": HEXAGONAL,
    "cubic": SQUARE,  # a solid is seen layer by layer
    "triangular": TRIANGULAR,
    "edges": EDGES,
}


@lru_cache(REMEMBERED)
def _outline(cells: Cells, places: tuple[Place, ...]) -> tuple[Ring, ...]:
    edges = {edge for place in places for edge in cells.edges(place)}
    after: dict[Corner, list[Corner]] = {}
    for start, end in sorted(edges):
        if (end, start) not in edges:
            after.setdefault(start, []).append(end)
    rings = []
    while after:
        first = at = min(after)
        ring: list[Corner] = []
        while at != first or not ring:
            ring.append(at)
            following = after[at].pop()
            if not after[at]:
                del after[at]
            at = following
        rings.append(cells.ring(_bends(ring)))
    return tuple(rings)


@lru_cache(REMEMBERED)
def _grid(cells: Cells, places: tuple[Place, ...]) -> tuple[Ring, ...]:
    edges = {tuple(sorted(edge)) for place in places for edge in cells.edges(place)}
    beside: dict[Corner, set[Corner]] = {}
    for one, other in edges:
        beside.setdefault(one, set()).add(other)
        beside.setdefault(other, set()).add(one)
    lines = []
    for start in sorted(beside):
        while beside[start]:
            line = [start]
            while beside[line[-1]]:
                line.append(_onwards(line, beside[line[-1]], cells.unit))
                beside[line[-1]].remove(line[-2])
                beside[line[-2]].remove(line[-1])
            lines.append(cells.ring(_turns(line)))
    return tuple(lines)


def _inset(ring: Ring, distance: float) -> Ring:
    """A ring of upright and level sides, each moved so far to its right, where the cells are."""
    found = []
    for (a, b), (x, y), (u, v) in zip((ring[-1], *ring), ring, (*ring[1:], ring[0]), strict=False):
        right = copysign(1, b - y) if b != y else copysign(1, y - v)  # of the upright one of two sides
        down = copysign(1, x - a) if a != x else copysign(1, u - x)  # of the level one
        found.append((x + distance * right, y + distance * down))
    return tuple(found)


def _onwards(line: list[Corner], ways: set[Corner], unit: Point) -> Corner:
    """The way on that turns the least: straight ahead, if there is one."""
    (x, y), (u, v) = line[-1], line[-2] if len(line) > 1 else line[-1]
    across, down = (x - u) * unit[0] ** 2, (y - v) * unit[1] ** 2
    return min(ways, key=lambda way: (-round((way[0] - x) * across + (way[1] - y) * down, 6), way))


def _bends(ring: list[Corner]) -> list[Corner]:
    """The corners of a ring where it turns."""
    return _turns([ring[-1], *ring, ring[0]])[1:-1]


def _turns(line: list[Corner]) -> list[Corner]:
    """The corners of a line where it turns, and its ends."""
    inner = zip(line, line[1:], line[2:], strict=False)
    turns = [b for a, b, c in inner if (b[0] - a[0]) * (c[1] - b[1]) != (b[1] - a[1]) * (c[0] - b[0])]
    return [line[0], *turns, line[-1]]
