"""Draw cubes in perspective, layer above layer.

A row goes to the left and down, a column to the right and down. So a face is a rhombus, and of a cube three
faces can be seen: its top, its left one if no cube lies in the next row, and its right one if none lies in
the next column.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import sqrt

from accord.picture import EMPTY, HOLE, Picture, Place
from accord.scene.board import MARGIN, SPOT, numbers_of
from accord.scene.heat import hottest_place, share_label, with_scale
from accord.scene.palette import GRID, PIECES, SHADES, warmth
from accord.scene.shapes import INK, PAPER, Area, Disk, Label, Point, Scene, Shape, Stroke, framed_scene

ACROSS, DOWN = sqrt(3) / 2, 0.5  # how far an edge of a cube goes to the side, and down
GAP = 0.6  # between layers
LEFT, RIGHT = 0.8, 0.62  # how bright these faces are


def solid(picture: Picture, title: str = "") -> Scene:
    """The scene of a picture on the cubic lattice."""
    piece_of = {place: piece for piece, places in enumerate(picture.pieces) for place in places}
    colours = numbers_of(picture)
    pattern = {place: group % len(SHADES) for place, group in picture.shades.items()}
    fill = {place: warmth(share / picture.hottest) for place, share in picture.heat.items()}
    fill |= {place: SHADES[group] for place, group in pattern.items()}
    fill |= {place: PIECES[colours[piece]] for place, piece in piece_of.items()}
    pattern |= {place: colours[piece] for place, piece in piece_of.items()}
    cells = {place for place, sign in picture.signs.items() if sign != HOLE}
    layers, rows, columns = (max(numbers) + 1 for numbers in zip(*cells, strict=True))
    tall = (rows + columns) * DOWN + 1 + GAP
    labelled = {
        min((p for p in places if p[0] == layer), default=None)
        for places in picture.pieces
        for layer in range(layers)
    }
    hottest = hottest_place(picture)
    shapes: list[Shape] = []
    for place in sorted(cells):
        part = list(_cube(place, fill.get(place, PAPER), pattern.get(place), cells, piece_of))
        middle = _at(*(c + 0.5 for c in place[1:]))
        if place in picture.shades and place in piece_of:
            shade = SHADES[picture.shades[place] % len(SHADES)]
            part.append(Disk(middle, SPOT, fill=shade, line=INK, width=0.03))
        if place in labelled and picture.signs[place] != EMPTY:
            part.append(Label(middle, picture.signs[place], size=0.45))
        if place == hottest:
            part.append(share_label(middle, picture.heat[place], picture.hottest))
        shapes += [shape.place(rows * ACROSS, place[0] * tall, 1.0) for shape in part]
    scene = framed_scene(shapes, (rows + columns) * ACROSS, layers * tall - GAP, MARGIN, title)
    return with_scale(with_layers(scene, layers, tall), picture) if layers > 1 else with_scale(scene, picture)


def with_layers(scene: Scene, layers: int, tall: float) -> Scene:
    """Return the scene with the name of each layer at its left corner above."""
    labels = []
    for layer in range(layers):
        at = MARGIN, MARGIN + layer * tall + 0.1
        labels.append(Label(at, f"layer {layer + 1}", 0.3, anchor="start", layer="captions"))
    return replace(scene, shapes=(*scene.shapes, *labels))


def _cube(
    place: Place, colour: str, pattern: int | None, cells: set[Place], piece_of: dict[Place, int]
) -> Iterator[Shape]:
    """The faces of a cube that can be seen, and lines where another piece or nothing is beside it."""
    layer, row, column = place
    north, east, south, west = ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column))
    a, b, c, d = (_at(*corner) for corner in (north, east, south, west))
    yield Area(((a, b, c, d),), fill=colour, line=GRID, width=0.02, pattern=pattern)
    if (layer, row + 1, column) not in cells:
        yield Area(((d, c, _below(c), _below(d)),), fill=_darker(colour, LEFT), line=INK, width=0.05)
    if (layer, row, column + 1) not in cells:
        yield Area(((b, c, _below(c), _below(b)),), fill=_darker(colour, RIGHT), line=INK, width=0.05)
    sides = (((-1, 0), a, b), ((0, 1), b, c), ((1, 0), c, d), ((0, -1), d, a))
    for (down, right), one, other in sides:
        beside = (layer, row + down, column + right)
        if piece_of.get(beside, -1) != piece_of.get(place, -1) or beside not in cells:
            yield Stroke(((one, other),), line=INK, width=0.06)


def _at(row: float, column: float) -> Point:
    return (column - row) * ACROSS, (column + row) * DOWN


def _below(point: Point) -> Point:
    return point[0], point[1] + 1


def _darker(colour: str, share: float) -> str:
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part * share):02X}" for part in parts)
