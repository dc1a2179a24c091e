"""Draw edges on a square board (loops, paths) as text, with the clues.

·   ┏━━━┓   ·       Edges between dots, with clues in the cells; edges between cells go from clue to
3 ┃             clue. A vertex is every fourth sign of every second line.
┏━━━┛   ┃   ·
"""

from __future__ import annotations

from collections.abc import Iterator

from accord.picture import CORNERS, EMPTY, HOLE, Edge, Network, Picture, Vertex

POINT = "·"  # a vertex without an edge
ACROSS, DOWN = 4, 2  # signs and lines from one vertex to the next
ARMS = {(-1, 0): 1, (0, 1): 2, (1, 0): 4, (0, -1): 8}  # as `CORNERS` counts them


def network_lines(picture: Picture) -> list[str]:
    """Return the lines of a board with a network."""
    network = picture.network
    assert network is not None
    clues = {
        (row, column): sign for (_, row, column), sign in picture.signs.items() if sign not in (EMPTY, HOLE)
    }
    on_dots = network.on == "dots"
    canvas = dict(_vertices(network, {} if on_dots else clues))
    for edge in network.chosen:
        row, column = min(edge)
        if step(edge) in ((1, 0), (-1, 0)):
            canvas[DOWN * row + 1, ACROSS * column] = "┃"
        else:
            canvas |= {(DOWN * row, ACROSS * column + right): "━" for right in range(1, ACROSS)}
    if on_dots:
        canvas |= {(DOWN * row + 1, ACROSS * column + 2): sign for (row, column), sign in clues.items()}
    height, width = (max(numbers) + 1 for numbers in zip(*canvas, strict=True))
    rows = ("".join(canvas.get((row, column), " ") for column in range(width)) for row in range(height))
    return [row.rstrip() for row in rows]


def step(edge: Edge) -> Vertex | None:
    """Return the step from one vertex to the other, if these are a row or a column apart."""
    (row, column), (below, right) = edge
    found = (below - row, right - column)
    return found if found in ARMS else None


def _vertices(network: Network, clues: dict[Vertex, str]) -> Iterator[tuple[Vertex, str]]:
    arms = dict.fromkeys(network.vertices, 0)
    for one, other in network.chosen:
        arms[one] |= ARMS[step((one, other)) or (0, 1)]
        arms[other] |= ARMS[step((other, one)) or (0, 1)]
    for (row, column), arm in arms.items():
        sign = clues.get((row, column), CORNERS[arm] if arm else POINT)
        yield (DOWN * row, ACROSS * column), sign
