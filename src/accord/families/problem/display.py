"""Pictures of problems and solutions: boards as boards, other variables as `name = value`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from accord.deduce.step import MOST_NAMES
from accord.families.problem.drawing import (
    MOST_VARIABLES,
    TRUE,
    array_picture,
    board_picture,
    is_text,
    network_picture,
    single_pictures,
)
from accord.families.problem.graphs import shape_of
from accord.families.problem.problems import Group, choices_of, groups_of, problem_of
from accord.families.problem.spec import Declared
from accord.model import Model
from accord.picture import EMPTY, FULL, HOLE, Picture, Place
from accord.problem import Board, Problem
from accord.problem.expressions import Atom, Boolean, Member, Variable
from accord.problem.graphs.graph import Edges, edge_name
from accord.problem.rules import Holds
from accord.problem.variables import values_in

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
