"""Draw pieces made of edges as sticks that join where the edges meet.

Each stick is a bar between two points. At a point where a piece has one arm, the bar ends; where it has two
in a row, or more, it has the whole point; where it turns a corner it has that half of the point, so that
another piece may have the other half.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from accord.picture import EMPTY, HOLE, Picture, Place
from accord.scene.board import (
    MARGIN,
    WIDEST,
    numbers_of,
    outline_places,
    shade_areas,
    shade_spots,
    signs,
    with_wrap,
    wrap_arrows,
)
from accord.scene.cells import EDGES, middle
from accord.scene.heat import heat_areas, heat_number, with_scale
from accord.scene.palette import GRID, PIECES
from accord.scene.shapes import (
    INK,
    Area,
    Disk,
    Label,
    Point,
    Ring,
    Scene,
    Shape,
    Stroke,
    font_size,
    framed_scene,
    on_layer,
)

HALF = 0.17  # of the width of a stick
POINT = 0.07  # the radius of a point
AROUND = 0.25  # between the points at a side and what is beside it


def sticks(picture: Picture, title: str = "") -> Scene:
    """The scene of a picture on the lattice of edges."""
    left, top, right, bottom = sides(outline_places(picture))
    arrows = wrap_arrows(picture.wrap, right - left + 2 * AROUND, bottom - top + 2 * AROUND)
    wrapped = [shape.place(left - AROUND, top - AROUND, 1.0) for shape in arrows]
    scene = framed_scene([*_shapes(picture), *wrapped], left + right, top + bottom, MARGIN, title)
    return with_scale(with_wrap(scene, picture.wrap), picture)


def sides(places: Iterable[Place]) -> tuple[float, float, float, float]:
    """Return where the first and the last points of edges are: left, top, right, bottom."""
    across, down = zip(*(_at(end) for place in places for end in _ends(place)), strict=True)
    return min(across), min(down), max(across), max(down)


def _shapes(picture: Picture) -> Iterator[Shape]:
    places = sorted(place for place, sign in picture.signs.items() if sign != HOLE)
    covered = {place for piece in picture.pieces for place in piece}
    yield from on_layer("cells", shade_areas(picture.shades, covered, EDGES))
    yield from on_layer("cells", heat_areas(picture, EDGES))
    edges = tuple(tuple(map(_at, _ends(place))) for place in places)
    yield Stroke(edges, line=GRID, width=0.06, layer="grid")
    for point in sorted({end for place in places for end in _ends(place)}):
        yield Disk(_at(point), POINT, fill=INK, layer="grid")
    for piece, number in zip(picture.pieces, numbers_of(picture), strict=True):
        rings = tuple(_rings(piece))
        yield Area(rings, fill=INK, line=INK, width=0.1, layer="pieces")
        yield Area(rings, fill=PIECES[number], pattern=number, layer="pieces")
    yield from shade_spots(picture.shades, covered, (), EDGES)
    for piece in picture.pieces:
        sign = picture.signs.get(piece[0], EMPTY)
        if sign not in (EMPTY, HOLE):
            size = font_size(sign, WIDEST / 2, 0.32)
            yield Label(middle(piece, EDGES), sign, size=size, layer="solution")
    yield from heat_number(picture, EDGES)
    shown = dict(picture.signs) | dict(picture.marks)
    yield from signs({place: shown[place] for place in places if place not in covered}, picture, EDGES)


def _ends(place: Place) -> tuple[tuple[int, int], tuple[int, int]]:
    """The points, as rows and columns, at the ends of an edge: one that lies has an even row."""
    _, row, column = place
    down, right = (1, 0) if row % 2 else (0, 1)
    return (row - down, column - right), (row + down, column + right)


def _at(point: tuple[int, int]) -> Point:
    row, column = point
    return (column + 1) * EDGES.unit[0], (row + 1) * EDGES.unit[1]


def _rings(piece: Iterable[Place]) -> Iterator[Ring]:
    """The bars of a piece, and what it has of the points: nothing lies over anything else."""
    arms: dict[tuple[int, int], list[int]] = {}
    for place in piece:
        one, other = _ends(place)
        upright = place[1] % 2
        arms.setdefault(one, []).append(2 if upright else 1)
        arms.setdefault(other, []).append(0 if upright else 3)
        (x, y), (u, v) = _at(one), _at(other)
        if upright:
            yield (x - HALF, y + HALF), (x + HALF, y + HALF), (u + HALF, v - HALF), (u - HALF, v - HALF)
        else:
            yield (x + HALF, y - HALF), (u - HALF, v - HALF), (u - HALF, v + HALF), (x + HALF, y + HALF)
    for point, ways in arms.items():
        yield from _joint(_at(point), ways)


def _joint(point: Point, ways: list[int]) -> Iterator[Ring]:
    """Return a piece's share of a point at which it has arms into these ways."""
    x, y = point
    corners = [(x - HALF, y - HALF), (x + HALF, y - HALF), (x + HALF, y + HALF), (x - HALF, y + HALF)]
    if len(ways) == 2 and (ways[0] - ways[1]) % 2:
        one, other = sorted(ways)
        first = other if (one, other) == (0, 3) else one  # the way from which the other one is a turn right
        yield tuple(corners[(first + turn) % 4] for turn in range(3))
    elif len(ways) > 1:
        yield tuple(corners)
