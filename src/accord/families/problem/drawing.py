"""Make pictures of boards, edges and arrays of variables for drawings, with the clues of the data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import ceil
from typing import Any

from accord.families.problem.clues import (
    board_signs,
    cells_at,
    drawing_of,
    ends,
    is_truths,
    region_numbers,
    side_clues,
)
from accord.families.problem.problems import Group
from accord.families.problem.spec import SIDES
from accord.grids.board import Board as Grid
from accord.picture import EMPTY, FULL, Edge, Network, Picture, Place
from accord.problem import Board
from accord.problem.expressions import Atom, Boolean
from accord.problem.graphs.graph import Edges
from accord.render.network import step

TRUE = "*"  # a cell whose Boolean holds, on a board with holes
TICK = "✓"  # a single Boolean that holds
MOST_VARIABLES = 10_000  # of a drawing
IN_A_ROW = 20  # members of an array
IN_A_COLUMN = 8  # single variables, at most


# -- boards ------------------------------------------------------------------------------------------


def board_picture(
    spec: object, board: Board[Any], signs: Mapping[Place, str], given: frozenset[Place]
) -> Picture:
    """Return a board with these signs, its clues and its regions; true cells are black or have a figure."""
    clues = board_signs(spec, board.places, "clues")
    picture = Picture(
        board.grid.lattice.name,
        signs,
        given=given,
        clues={board.places[cell]: sign for cell, sign in clues.items()},
    )
    figure = drawing_of(spec).figure
    if is_truths(board) and figure:
        picture = replace(picture, figures=dict.fromkeys((FULL, TRUE), figure))
    elif is_truths(board):
        full = frozenset(place for place, sign in signs.items() if sign in (FULL, TRUE))
        picture = replace(picture, dark=full)
    return _with_sides(spec, board.grid, board.places, picture, of_truths=is_truths(board))


def _with_sides(
    spec: object, grid: Grid, places: Mapping[Any, Place], picture: Picture, *, of_truths: bool = False
) -> Picture:
    """Return the picture of a square board with its regions and the clues beside it, if the data has any.

    A board of truths has walls around it in any case: there, # is a cell that is full.
    """
    if picture.lattice != "square":
        return picture
    sides: dict[str, Any] = {side: side_clues(spec, side, grid) for side in SIDES}
    numbers = region_numbers(spec, places)
    boxes = {place: numbers.get(place, 0) for place in picture.signs}
    if not any(sides.values()):
        return replace(picture, boxes=boxes) if numbers or of_truths else picture
    if not of_truths:  # holes between runs of numbers are black
        rows, columns = ends(grid)
        whole = {(0, row, column) for row in range(rows) for column in range(columns)}
        holes = whole - picture.signs.keys()
        picture = replace(picture, dark=picture.dark | holes)
        boxes |= dict.fromkeys(holes, 0)
    return replace(picture, boxes=boxes, **sides)


# -- edges -------------------------------------------------------------------------------------------


def network_picture(
    spec: object, edges: Edges[Any], values: Mapping[str, Any], given: Mapping[str, Any]
) -> Picture | None:
    """Return edges with the clues of their board; None if they are of no flat board."""
    graph = edges.graph
    grid = graph.dots_of or graph.board
    if grid is None or grid.lattice.dimension != 2 or grid.lattice.name == "edges":
        return None
    places = cells_at(grid)

    def vertex(at: Any) -> tuple[int, int]:
        return at if graph.dots_of is not None else places[at][1:]

    def those(known: Mapping[str, Any]) -> frozenset[Edge]:
        return frozenset((vertex(a), vertex(b)) for (a, b), atom in edges.items() if known.get(atom.name))

    clues = board_signs(spec, places, "clues")
    picture = Picture(
        grid.lattice.name,
        {place: clues.get(cell, EMPTY) for cell, place in places.items()},
        network=Network(
            on="cells" if graph.dots_of is None else "dots",
            vertices=tuple(map(vertex, graph.vertices)),
            chosen=those(values),
            given=those(given),
        ),
    )
    return _with_sides(spec, grid, places, picture)


def is_text(picture: Picture, edges: Edges[Any]) -> bool:
    """Whether edges can be drawn as text: on a square board, with steps to the side and down."""
    return picture.lattice == "square" and None not in map(step, edges.graph.edges)  # type: ignore[arg-type]


# -- other variables ---------------------------------------------------------------------------------


def array_picture(group: Group, values: Mapping[str, Any], domain: str) -> Picture:
    """Return the members of an array in a row; beside it its name, and what the values may be."""
    signs = [value_sign(values, atom) for atom in group.atoms]
    rows = [signs[at : at + IN_A_ROW] for at in range(0, len(signs), IN_A_ROW)]
    return _table(rows, [group.name], [domain])


def single_pictures(
    groups: Sequence[Group], values: Mapping[str, Any], domains: Sequence[str]
) -> Iterator[Picture]:
    """Yield single variables, one below the other, in columns."""
    columns = ceil(len(groups) / IN_A_COLUMN)
    of = iter(zip(groups, domains, strict=True))
    while some := [*islice(of, ceil(len(groups) / columns))]:
        signs = [[value_sign(values, group.atoms[0])] for group, _ in some]
        yield _table(signs, [group.name for group, _ in some], [domain for _, domain in some])


def value_sign(values: Mapping[str, Any], atom: Atom) -> str:
    """Return the value of a variable of its own as a sign."""
    value = values.get(atom.name)
    if isinstance(atom, Boolean):
        return TICK if value else EMPTY
    return EMPTY if value is None else str(value)


def _table(rows: Sequence[Sequence[str]], left: Sequence[str], right: Sequence[str]) -> Picture:
    signs = {(0, r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
    more = [""] * (len(rows) - len(left))
    return Picture("square", signs, boxes=dict.fromkeys(signs, 0), left=(*left, *more), right=(*right, *more))
