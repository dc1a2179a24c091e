"""Draw the edge variables of a square board (loops, paths) as lines of text, with the clues.

·   ┏━━━┓   ·       Edges between dots, with clues in the cells; edges between cells go from clue to
3 ┃             clue. A vertex is every fourth sign of every second line.
┏━━━┛   ┃   ·
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from accord.families.problem.spec import Declared
from accord.picture import CORNERS, EMPTY, HOLE
from accord.problem.graphs.graph import Edge, Edges, Vertex, edge_name

POINT = "·"  # a vertex without an edge
ACROSS, DOWN = 4, 2  # signs and lines from one vertex to the next
_ARMS = {(-1, 0): 1, (0, 1): 2, (1, 0): 4, (0, -1): 8}  # as `CORNERS` counts them


def network(edges: Edges[Any], values: Mapping[str, Any], clues: Mapping[Any, str]) -> list[str]:
    """Return the lines of a drawing; where edges are of no square board, the names of chosen edges."""
    chosen = [edge for edge, atom in edges.items() if values.get(atom.name)]
    on_dots = edges.graph.dots_of is not None
    board = edges.graph.dots_of or edges.graph.board
    if board is None or board.lattice.name != "square" or None in map(_step, edges.graph.edges):
        known = any(atom.name in values for atom in edges.values())
        names = ", ".join(map(edge_name, chosen)) or "none"
        return [f"{edges.name} = {names}" if known else f"{edges.name}: {len(edges)} edges"]
    canvas = dict(_vertices(edges, chosen, {} if on_dots else clues))
    for edge in chosen:
        row, column = _place(edge[0])
        if _step(edge) == (1, 0):
            canvas[DOWN * row + 1, ACROSS * column] = "┃"
        else:
            canvas |= {(DOWN * row, ACROSS * column + right): "━" for right in range(1, ACROSS)}
    if on_dots:
        canvas |= {(DOWN * row + 1, ACROSS * column + 2): sign for (row, column), sign in clues.items()}
    height, width = (max(numbers) + 1 for numbers in zip(*canvas, strict=True))
    rows = ("".join(canvas.get((row, column), " ") for column in range(width)) for row in range(height))
    return [row.rstrip() for row in rows]


def _step(edge: Edge) -> tuple[int, int] | None:
    """Return the step from one vertex to the other, if these are a row or a column apart."""
    (row, column), (below, right) = map(_place, edge)
    step = (below - row, right - column)
    return step if step in _ARMS else None


def _place(vertex: Vertex) -> tuple[int, int]:
    assert isinstance(vertex, tuple)
    row, column = vertex
    return row, column


def _vertices(
    edges: Edges[Any], chosen: list[Edge], clues: Mapping[Any, str]
) -> Iterator[tuple[tuple[int, int], str]]:
    arms = dict.fromkeys(edges.graph.vertices, 0)
    for one, other in chosen:
        arms[one] |= _ARMS[_step((one, other)) or (0, 1)]
        arms[other] |= _ARMS[_step((other, one)) or (0, 1)]
    for vertex, arm in arms.items():
        row, column = _place(vertex)
        yield (DOWN * row, ACROSS * column), clues.get(vertex, CORNERS[arm] if arm else POINT)


def clues_of(spec: object, edges: Edges[Any]) -> dict[Any, str]:
    """Return the signs of the first picture in the data that fits the board of the edges, cells from 0."""
    graph = edges.graph
    cells: set[Any] = {cell for cell, _ in graph.faces} if graph.dots_of else {*graph.vertices}
    for text in spec.data.values() if isinstance(spec, Declared) else ():
        if isinstance(text, str) and "\n" in text:
            signs = {(r, c): sign for r, line in enumerate(text.split()) for c, sign in enumerate(line)}
            if cells == {cell for cell, sign in signs.items() if cell in cells or sign != HOLE}:
                return {cell: signs[cell] for cell in cells if signs[cell] not in (EMPTY, HOLE)}
    return {}
