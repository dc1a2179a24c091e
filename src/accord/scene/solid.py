"""Cubes as one sees them from above and in front, the layers of a solid one above the other, apart.

A row goes to the left and down, a column to the right and down. So a face is a rhombus, and of a cube three
faces can be seen: its top, its left one if no cube lies in the next row, and its right one if none lies in
the next column.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from accord.picture import EMPTY, HOLE, Picture, Place
from accord.scene.board import MARGIN, numbers_of
from accord.scene.palette import GRID, PIECES
from accord.scene.shapes import INK, PAPER, Area, Label, Point, Scene, Shape, Stroke, bounded

ACROSS, DOWN = sqrt(3) / 2, 0.5  # how far an edge of a cube goes to the side, and down
GAP = 0.6  # between layers
LEFT, RIGHT = 0.8, 0.62  # how bright these faces are


def solid(picture: Picture, title: str = "") -> Scene:
    """The scene of a picture on the cubic lattice."""
    number = {
        place: colour
        for piece, colour in zip(picture.pieces, numbers_of(picture), strict=True)
        for place in piece
    }
    piece_of = {place: piece for piece, places in enumerate(picture.pieces) for place in places}
    cells = {place for place, sign in picture.signs.items() if sign != HOLE}
    layers, rows, columns = (max(numbers) + 1 for numbers in zip(*cells, strict=True))
    tall = (rows + columns) * DOWN + 1 + GAP
    labelled = {
        min((p for p in places if p[0] == layer), default=None)
        for places in picture.pieces
        for layer in range(layers)
    }
    shapes: list[Shape] = []
    for place in sorted(cells):
        colour = PIECES[number[place]] if place in number else PAPER
        part = list(_cube(place, colour, cells, piece_of))
        if place in labelled and picture.signs[place] != EMPTY:
            x, y = _at(*(c + 0.5 for c in place[1:]))
            part.append(Label((x, y), picture.signs[place], size=0.45))
        shapes += [shape.moved(rows * ACROSS, place[0] * tall, 1.0) for shape in part]
    return bounded(shapes, (rows + columns) * ACROSS, layers * tall - GAP, MARGIN, title)


def _cube(place: Place, colour: str, cells: set[Place], piece_of: dict[Place, int]) -> Iterator[Shape]:
    """The faces of a cube that can be seen, and lines where another piece or nothing is beside it."""
    layer, row, column = place
    north, east, south, west = ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column))
    a, b, c, d = (_at(*corner) for corner in (north, east, south, west))
    yield Area(((a, b, c, d),), fill=colour, line=GRID, width=0.02)
    if (layer, row + 1, column) not in cells:
        yield Area(((d, c, _below(c), _below(d)),), fill=_darker(colour, LEFT), line=INK, width=0.05)
    if (layer, row, column + 1) not in cells:
        yield Area(((b, c, _below(c), _below(b)),), fill=_darker(colour, RIGHT), line=INK, width=0.05)
    sides = (((-1, 0), a, b), ((0, 1), b, c), ((1, 0), c, d), ((0, -1), d, a))
    for (down, right), one, other in sides:
        beside = (layer, row + down, column + right)
        if piece_of.get(beside, -1) != piece_of.get(place, -1) or beside not in cells:
            yield Stroke((one, other), line=INK, width=0.06)


def _at(row: float, column: float) -> Point:
    return (column - row) * ACROSS, (column + row) * DOWN


def _below(point: Point) -> Point:
    return point[0], point[1] + 1


def _darker(colour: str, share: float) -> str:
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part * share):02X}" for part in parts)
