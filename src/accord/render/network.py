"""Draw edges on a square board (loops, paths, bridges) as text, with the clues; find what such a text states.

·   ┏━━━┓   ·       Edges between dots, with clues in the cells; edges between cells go from clue to
3 ┃ x x ┃           clue. A vertex is every fourth sign of every second line. In hints an x is an edge
┏━━━┛   ┃   ·       that is none; what is new is ┅, ┇ or X. Walls between regions are thin lines, which
                    a line crosses; there the number of a region stands above its cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from accord.picture import CORNERS, EMPTY, FULL, HOLE, Edge, Picture, Vertex

POINT = "·"  # a vertex without an edge
CROSS, NEW_CROSS = "x", "X"
VOID = ("x", "-")  # a cell without something, as boards that are half solved have it
ACROSS, DOWN = 4, 2  # signs and lines from one vertex to the next
ARMS = {(-1, 0): 1, (0, 1): 2, (1, 0): 4, (0, -1): 8}  # as `CORNERS` counts them
LINES = {False: ("━", "┅", "═"), True: ("┃", "┇", "║")}  # by whether it goes down: a line, a new one, two
WALLS = dict(
    zip(CORNERS, CORNERS.translate(str.maketrans("━┃┏┓┗┛┣┫┳┻╋╸╹╺╻", "─│┌┐└┘├┤┬┴┼╴╵╶╷")), strict=True)
)
CROSSED = {"━": "┿", "┃": "╂", "┅": "┿", "┇": "╂"}  # a line through a wall


def network_lines(picture: Picture) -> list[str]:
    """Return the lines of a board with a network."""
    network = picture.network
    assert network is not None
    canvas: dict[Vertex, str] = dict(_walls(picture)) if _is_walled(picture) else {}
    canvas |= {spot(picture, vertex): sign for vertex, sign in _vertices(picture)}
    for edge in network.chosen:
        sign = LINES[_is_down(edge)][2 if edge in network.double else edge in network.new]
        for place in _between(picture, edge):
            canvas[place] = CROSSED.get(sign, sign) if canvas.get(place, " ") != " " else sign
    for edge in network.crossed:
        canvas[middle(picture, edge)] = NEW_CROSS if edge in network.new else CROSS
    for place, label in _labels(picture):
        row, column = place
        canvas |= {(row, column + at): letter for at, letter in enumerate(label)}
    height, width = (max(numbers) + 1 for numbers in zip(*canvas, strict=True))
    rows = ("".join(canvas.get((row, column), " ") for column in range(width)) for row in range(height))
    return [row.rstrip() for row in rows]


def sign_at(lines: Sequence[str], place: Vertex) -> str:
    """Return the sign at a place of a text; beyond the end of a line it is a blank."""
    row, column = place
    return lines[row][column : column + 1] or " " if row < len(lines) else " "


def spot(picture: Picture, vertex: Vertex) -> Vertex:
    """Return the line and the column of a vertex in a text."""
    down, right = (1, 2) if _is_walled(picture) else (0, 0)
    return DOWN * vertex[0] + down, ACROSS * vertex[1] + right


def middle(picture: Picture, edge: Edge) -> Vertex:
    """Return the line and the column of the middle of an edge."""
    (top, left), (bottom, right) = (spot(picture, vertex) for vertex in edge)
    return (top + bottom) // 2, (left + right) // 2


def step(edge: Edge) -> Vertex | None:
    """Return the step from one vertex to the other, if these are a row or a column apart."""
    (row, column), (below, right) = edge
    found = (below - row, right - column)
    return found if found in ARMS else None


def _is_down(edge: Edge) -> bool:
    return edge[0][1] == edge[1][1]


def _is_walled(picture: Picture) -> bool:
    """Whether lines run from cell to cell through walls between regions."""
    assert picture.network is not None
    return picture.network.on == "cells" and len({*(picture.regions or {}).values()}) > 1


def _between(picture: Picture, edge: Edge) -> Iterator[Vertex]:
    """Yield the places between the ends of an edge, however long it is."""
    (top, left), (bottom, right) = sorted(spot(picture, vertex) for vertex in edge)
    if left == right:
        yield from ((row, left) for row in range(top + 1, bottom))
    else:
        yield from ((top, column) for column in range(left + 1, right))


def _vertices(picture: Picture) -> Iterator[tuple[Vertex, str]]:
    """Yield each vertex with the sign of its lines."""
    assert picture.network is not None
    arms = dict.fromkeys(picture.network.vertices, 0)
    for edge in picture.network.chosen:
        one, other = sorted(edge)
        arms[one] |= 4 if _is_down(edge) else 2
        arms[other] |= 1 if _is_down(edge) else 8
    labels = picture.network.labels
    yield from ((at, CORNERS[arm] if arm else labels.get(at, POINT)) for at, arm in arms.items())


def _labels(picture: Picture) -> Iterator[tuple[Vertex, str]]:
    """Yield what stands in cells, and where it begins: between dots, at a vertex, or above it by a wall."""
    assert picture.network is not None
    on_dots = picture.network.on == "dots"
    passed = {vertex for edge in picture.network.chosen for vertex in edge} if not on_dots else set()
    cells = set() if on_dots else {*picture.network.vertices}
    for place, sign in picture.signs.items():
        _, row, column = place
        filled = (row, column) in cells or place in picture.fills
        is_full = sign == FULL and filled  # FULL is the sign of a hole as well
        if is_full or not (sign in (EMPTY, HOLE) or (sign in VOID and (row, column) in passed)):
            down, right = spot(picture, (row, column))
            if on_dots:
                down, right = down + 1, right + 2
            yield (down, right - (len(sign) - 1) // 2), sign
    for (_, row, column), sign in picture.corners.items():
        down, right = spot(picture, (row, column))
        yield (down - 1, right - 1), sign


def _walls(picture: Picture) -> Iterator[tuple[Vertex, str]]:
    """Yield the walls between regions, and around the board."""
    regions = picture.regions or {}
    label = {place[1:]: number for place, number in regions.items()}
    height, width = (max(numbers) + 1 for numbers in list(zip(*label, strict=True)))
    for row in range(height + 1):
        for column in range(width + 1):
            around = ((row - 1, column - 1), (row - 1, column), (row, column), (row, column - 1))
            here = [label.get(cell) for cell in around]
            arms = sum(1 << at for at in range(4) if here[at] != here[(at + 1) % 4])
            yield (DOWN * row, ACROSS * column), WALLS[CORNERS[arms]]
            if arms & ARMS[0, 1]:
                yield from (((DOWN * row, ACROSS * column + at), "─") for at in range(1, ACROSS))
            if arms & ARMS[1, 0]:
                yield (DOWN * row + 1, ACROSS * column), "│"
