"""Find the point of a piece at which its sign stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from accord.picture import Place
from accord.scene.cells import EDGES, HEXAGONAL, Cells
from accord.scene.shapes import Point


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
