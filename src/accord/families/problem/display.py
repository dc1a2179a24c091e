"""Pictures of problems and solutions: boards as boards, other variables as `name = value`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, islice
from math import ceil
from typing import Any

from accord.deduce.step import MOST_NAMES
from accord.families.problem.graphs import shape_of
from accord.families.problem.problems import Group, choices_of, groups_of, problem_of
from accord.families.problem.reading import (
    board_signs,
    cells_at,
    drawing_of,
    ends,
    is_truths,
    region_numbers,
    side_clues,
)
from accord.families.problem.spec import SIDES, Declared
from accord.grids.board import Board as Grid
from accord.model import Model
from accord.picture import EMPTY, FULL, HOLE, Edge, Network, Picture, Place
from accord.problem import Board, Problem
from accord.problem.expressions import Atom, Boolean, Member, Variable
from accord.problem.graphs.graph import Edges, edge_name
from accord.problem.rules import Holds
from accord.problem.variables import values_in
from accord.render.network import step

LINES = 40  # of a puzzle without a solution


def picture(spec: Declared | Problem, _model: Model | None, options: Sequence[int] | None) -> Picture:
    """Return the board, where there is one of one sign a cell and nothing else; else lines.

    Without a solution it shows what the rules give, or of other variables what they may be.
    """
    problem = problem_of(spec)
    groups = list(groups_of(problem))
    given = _given_values(problem)
    values = given if options is None else _values(problem, options)
    if len(groups) == 1 and (single := _single(spec, groups[0], values, given)):
        return single
    lines = [line for group in groups for line in _lines(spec, group, values, len(groups) > 1)]
    if options is None and len(lines) > LINES:
        lines[LINES:] = [f"... and {len(lines) - LINES} more lines"]
    panels, undrawn = _panels(spec, groups, values, given, domains=options is None)
    return Picture("square", {}, tuple(lines), panels=tuple(panels), undrawn=undrawn)


def _single(
    spec: object, group: Group, values: Mapping[str, Any], given: Mapping[str, Any]
) -> Picture | None:
    """Return the picture of a board of one sign a cell, or of edges that can be a text; None for others."""
    if group.board is not None:
        shown = _board_picture(spec, group.board, values, given)
        return shown if all(len(sign) == 1 for sign in shown.signs.values()) else None
    if group.edges is not None:
        found = network_picture(spec, group.edges, values, given)
        return found if found is not None and is_text(found, group.edges) else None
    return None


def _board_picture(
    spec: object, board: Board[Any], values: Mapping[str, Any], given: Mapping[str, Any]
) -> Picture:
    """Return a board with the values of its variables."""
    signs = _signs(board, values)
    stated = frozenset(
        board.places[cell] for cell in board if given.get(board[cell].name) not in (None, False)
    )
    return board_picture(spec, board, signs, stated)


def _panels(
    spec: object,
    groups: Sequence[Group],
    values: Mapping[str, Any],
    given: Mapping[str, Any],
    *,
    domains: bool,
) -> tuple[list[tuple[str, Picture]], str]:
    """Return what drawings show in place of lines, each picture with its caption; and why they cannot."""
    if sum(len(group.atoms) for group in groups) > MOST_VARIABLES:
        return [], f"it has more than {MOST_VARIABLES:,} variables"
    found: list[tuple[str, Picture]] = []
    for single, some in groupby(groups, key=lambda group: group.is_single):
        if single:
            several = [*some]
            may = [_may_be(group) if domains and group.name not in values else "" for group in several]
            found += [("", each) for each in single_pictures(several, values, may)]
            continue
        for group in some:
            if group.board is not None:
                drawn: Picture | None = _board_picture(spec, group.board, values, given)
            elif group.edges is not None:
                drawn = network_picture(spec, group.edges, values, given)
            else:
                drawn = array_picture(group, values, _may_be(group) if domains else "")
            if drawn is None:
                return [], f"the edges {group.name} are of no flat board; a drawing needs one: board = ..."
            found.append(("" if group.array or len(groups) == 1 else group.name, drawn))
    return found, ""


def given_options(spec: Declared | Problem, _model: Model) -> list[int]:
    """Return the options that rules of the form `x == 3` choose."""
    problem = problem_of(spec)
    values = _given_values(problem)
    return sorted(
        option for option, (atom, value) in enumerate(choices_of(problem)) if values.get(atom.name) == value
    )


def _given_values(problem: Problem) -> dict[str, Any]:
    """Return the values of variables that single rules fix, by name."""
    found: dict[str, Any] = {}
    for rule in problem.rules:
        match rule:
            case Holds(truth=Boolean() as atom):
                found[atom.name] = True
            case Holds(truth=Member(of=Variable() as atom, values=(value,))) if value in atom.values:
                found[atom.name] = value
    return found


def _values(problem: Problem, options: Sequence[int]) -> dict[str, Any]:
    """Return the values that these options give, by name; of a partial solution, as many as there are."""
    return values_in(problem.options, options)


# -- pictures --------------------------------------------------------------------------------------


def _signs(board: Board[Any], values: Mapping[str, Any]) -> dict[Place, str]:
    """Return the value of each variable of a board, by its place."""
    full = TRUE if isinstance(shape_of(board.grid), str) else FULL
    return {place: _sign(values, board[cell], full) for cell, place in board.places.items()}


def _sign(values: Mapping[str, Any], atom: Atom, full: str) -> str:
    """Return the value of a variable, or a dot."""
    value = values.get(atom.name)
    if isinstance(atom, Boolean):
        return full if value else EMPTY
    return EMPTY if value is None else str(value)


def _lines(spec: object, group: Group, values: Mapping[str, Any], several: bool) -> list[str]:
    """Return the lines of a group."""
    if group.board is not None:
        return [*([f"{group.name}:"] if several else []), *_rows(group.board, values)]
    if group.edges is not None:
        drawn = _edge_lines(spec, group.edges, values)
        return [*([f"{group.name}:"] if several and len(drawn) > 1 else []), *drawn]
    known = [values.get(atom.name) for atom in group.atoms]
    if all(value is None for value in known):
        number = f"{len(group.atoms)} times " if group.array else ""
        return [f"{group.name}: {number}{_may_be(group)}"]
    texts = [
        "?" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
        for value in known
    ]
    return [f"{group.name} = {', '.join(texts)}"]


def _edge_lines(spec: object, edges: Edges[Any], values: Mapping[str, Any]) -> list[str]:
    """Return edges of a square board as a drawing; others as the names of the chosen ones."""
    drawn = network_picture(spec, edges, values, {})
    if drawn is not None and is_text(drawn, edges):
        return str(drawn).split("\n")
    chosen = [edge_name(edge) for edge, atom in edges.items() if values.get(atom.name)]
    known = any(atom.name in values for atom in edges.values())
    names = ", ".join(chosen) or "none"
    return [f"{edges.name} = {names}" if known else f"{edges.name}: {len(edges)} edges"]


def _may_be(group: Group) -> str:
    """Return the values that each variable of a group may have, in short."""
    one = group.atoms[0]
    return "true or false" if isinstance(one, Boolean) else _domain_text(one.values)


def _domain_text(values: Sequence[Any]) -> str:
    """Return the values that a variable may have, in short."""
    if type(values) is range and len(values) > 2:
        return f"{values[0]} to {values[-1]}"
    shown = ", ".join(map(str, values[:MOST_NAMES]))
    return shown + (", ..." if len(values) > MOST_NAMES else "")


def _rows(board: Board[Any], values: Mapping[str, Any]) -> list[str]:
    """Return the rows of a board, its columns aligned."""
    signs = _signs(board, values)
    width = max(map(len, signs.values()))
    layers, rows, columns = (max(numbers) + 1 for numbers in zip(*signs, strict=True))
    apart = " " if width > 1 else ""
    lines: list[str] = []
    for layer in range(layers):
        lines += [""] * (layer > 0)
        for row in range(rows):
            of = [signs.get((layer, row, column), _between(board, row, column)) for column in range(columns)]
            lines.append(apart.join(sign.rjust(width) for sign in of).rstrip())
    return lines


def _between(board: Board[Any], row: int, column: int) -> str:
    """Return the sign of a place without a cell: a hole, or a blank between cells of a staggered board."""
    return HOLE if board.grid.lattice.is_cell(row, column) else " "


def marks(spec: Declared | Problem, model: Model, items: Iterable[int], sign: str) -> Picture | None:
    """Return the board with a sign on the cells of these items; None if there is no single board."""
    problem = problem_of(spec)
    board = picture(spec, model, None)
    if board.lines is not None or board.network is not None:
        return None
    (grid,) = problem.boards.values()
    place_of = {grid[cell].name: place for cell, place in grid.places.items()}
    choices = choices_of(problem)
    options = {
        option for item in items for option in model.options_of(item).tolist() if option < len(choices)
    }
    found = {place_of[choices[option][0].name]: sign for option in options}
    return Picture(board.lattice, {**board.signs, **found}) if found else None


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
