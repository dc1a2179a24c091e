"""Draw edges on a board: loops along the sides of cells, paths from cell to cell, bridges, crosses, dots.

Board scenes put it between the cells and their signs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from accord.picture import EMPTY, FULL, HOLE, Edge, Network, Picture, Vertex
from accord.scene.cells import Cells
from accord.scene.palette import FOUND, GIVEN, GRID, NEW
from accord.scene.shapes import INK, PAPER, Disk, Label, Point, Ring, Shape, Stroke

DOT = 0.06  # the radius of a dot
LABEL = 0.2  # the radius of a disk below what stands in the place of a dot
LINE = 0.13  # the width of a line
PLATE = 0.33  # the radius of a disk below a sign that lines lead to
CROSS = 0.09  # half the width of a cross
APART = 0.09  # how far each of two lines side by side is from their middle
THIN = 0.08  # the width of these lines


def network_shapes(picture: Picture, cells: Cells) -> Iterator[Shape]:
    """Yield the lines, crosses and dots of a picture; nothing for one without a network."""
    network = picture.network
    if network is None:
        return
    found = network.chosen - network.given
    for edges, ink in ((found - network.new, FOUND), (found & network.new, NEW), (network.given, GIVEN)):
        if edges - network.double:
            yield Stroke(tuple(_lines(edges - network.double, network, cells)), ink, LINE)
        if edges & network.double:
            yield Stroke(tuple(_double_lines(edges & network.double, network, cells)), ink, THIN)
    for crossed, ink in ((network.crossed - network.new, GRID), (network.crossed & network.new, NEW)):
        if crossed:
            yield Stroke(tuple(_crosses(crossed, network, cells)), ink, 0.04)
    if network.on == "dots":
        for vertex in network.vertices:
            label, point = network.labels.get(vertex), vertex_at(vertex, network, cells)
            yield (
                Disk(point, DOT, fill=INK)
                if label is None
                else Disk(point, LABEL, fill=PAPER, line=INK, width=0.03)
            )
            yield from [] if label is None else [Label(point, label, size=0.32)]
        return
    vertices = {*network.vertices}
    for place, sign in sorted(picture.signs.items()):
        if place[1:] in vertices and sign not in (EMPTY, HOLE, FULL) and sign not in picture.figures:
            yield Disk(cells.centre(place), PLATE, fill=PAPER, line=INK, width=0.03)


def vertex_at(vertex: Vertex, network: Network, cells: Cells) -> Point:
    """Return where a vertex is: at the middle of its cell, or at a corner of cells."""
    row, column = vertex
    if network.on == "cells":
        return cells.centre((0, row, column))
    levels = cells.row[1]  # of corners from a row of cells to the next: one, or of hexagons three of which
    ((x, y),) = cells.ring([(column, row if levels == 1 else 3 * row // 2)])  # two have dots
    return x, y


def _lines(edges: Iterable[Edge], network: Network, cells: Cells) -> Iterator[Ring]:
    for edge in sorted(edges):
        yield tuple(vertex_at(vertex, network, cells) for vertex in edge)


def _double_lines(edges: Iterable[Edge], network: Network, cells: Cells) -> Iterator[Ring]:
    for (x, y), (u, v) in _lines(edges, network, cells):
        right, down = (APART, 0.0) if x == u else (0.0, APART)
        for way in (-1, 1):
            yield (x + way * right, y + way * down), (u + way * right, v + way * down)


def _crosses(edges: Iterable[Edge], network: Network, cells: Cells) -> Iterator[Ring]:
    for (x, y), (u, v) in _lines(edges, network, cells):
        middle, down = (x + u) / 2, (y + v) / 2
        for slope in (CROSS, -CROSS):
            yield (middle - CROSS, down - slope), (middle + CROSS, down + slope)
