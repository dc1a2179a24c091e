"""Read graph rules in problem files: calls of the functions in `accord.problem.graph_rules`; write graphs.

A graph is a board (its cells), edges, a list of pairs, or a table of vertices with their neighbours.
`ARGUMENTS` says how each argument is read: an argument more there is one more in files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from math import prod
from typing import Any

from accord.errors import RefusedError, UsageError
from accord.families.problem.operators import Listed, describe, edge, file_vertex, vertex
from accord.families.problem.spec import Cells
from accord.grids.board import Board as Grid
from accord.picture import Picture
from accord.problem.arrays import Board
from accord.problem.domains import cells_of
from accord.problem.expressions import Expression
from accord.problem.graph_rules.base import STATED, GraphRule
from accord.problem.graphs.graph import Edges, Graph, Vertex, dots, graph_of, grid


def graph_rules(name: str, listed: Listed, arguments: Mapping[str, Any]) -> list[GraphRule]:
    """Return the rules that a call states; `arguments` by the names of the function. Raises UsageError."""
    function = STATED[name]
    found = {}
    for key, value in arguments.items():
        read = ARGUMENTS.get(f"{key} of {name}", ARGUMENTS.get(key))
        if read is None:
            known = ", ".join(each for each in signature(function).parameters if each in ARGUMENTS)
            raise UsageError(f"{name}(...): found {key}=; expected some of {known}")
        try:
            found[key] = read(value, listed)
        except UsageError as error:
            raise UsageError(f"{name}(...): {key}: {error}") from None
    try:
        made = function(**found)
    except UsageError as error:
        raise UsageError(f"{name}(...): {error}") from None
    return made if isinstance(made, list) else [made]


def graph_in(cells: Cells) -> Graph:
    """Return the graph of variables for edges. Raises UsageError."""
    if cells.array is not None:
        raise UsageError("found edges and an array; expected one of them")
    if isinstance(cells.edges, str):
        if cells.board is None:
            raise UsageError(
                f'found edges = "{cells.edges}" without a board; expected board = [rows, columns]'
            )
        shape = [cells.board] if isinstance(cells.board, str) else cells.board
        board = grid(*shape, lattice=cells.lattice)
        return dots(board) if cells.edges == "dots" else board
    if cells.board is not None:
        raise UsageError('found a list of edges and a board; expected edges = "cells" or "dots", or no board')
    pairs = [tuple(map(vertex, pair)) for pair in cells.edges or ()]
    strange = next((pair for pair in pairs if len(pair) not in (1, 2)), None)
    if strange is not None:
        raise UsageError(f"found {len(strange)} vertices as an edge; expected two, or one for a vertex alone")
    return _graph([pair for pair in pairs if len(pair) == 1], [pair for pair in pairs if len(pair) == 2])


def _graph(alone: list[Any], pairs: list[Any]) -> Graph:
    """Return the graph of these vertices and edges, in this order."""
    number = {each: n for n, each in enumerate(dict.fromkeys(end for ends in alone + pairs for end in ends))}
    edges = [(one, other) if number[one] < number[other] else (other, one) for one, other in pairs]
    return Graph(tuple(number), tuple(edges))


# -- the same, written -----------------------------------------------------------------------------


def shape_of(grid: Grid) -> str | list[int]:
    """Return the size of a board, or where it has holes its picture."""
    sides = [max(numbers) + 1 for numbers in zip(*cells_of(grid), strict=True)]
    if len(grid.places) == prod(sides):
        return sides
    return f"{Picture(grid.lattice.name, dict.fromkeys(grid.place_tuples, '.'))}\n"


def edges_cells(edges: Edges[Any]) -> Cells:
    """Return the declaration of edges: of a board, or as a list. Raises RefusedError if there is none."""
    graph = edges.graph
    for kind, board in (("cells", graph.board), ("dots", graph.dots_of)):
        if board is not None:
            found = Cells(edges=kind, board=shape_of(board), lattice=board.lattice.name)  # type: ignore[arg-type]
            if graph_in(found) == graph:
                return found
    try:
        pairs = [[_plain(one), _plain(other)] for one, other in graph.edges]
        alone = [[_plain(each)] for each in graph.vertices]
    except UsageError as error:
        raise RefusedError(f"the edges {edges.name}: {error}") from None
    short = Cells(edges=pairs)
    return short if graph_in(short).vertices == graph.vertices else Cells(edges=alone + pairs)


def _plain(of: Vertex) -> Any:
    """Return a vertex as TOML has it. Raises UsageError."""
    vertex(name := file_vertex(of))
    return list(name) if isinstance(name, tuple) else name


# -- arguments -------------------------------------------------------------------------------------


def _flags(of: Any, listed: Listed) -> Any:
    """Return truths: a board, edges, a list in the order of the graph, or a table by vertex or edge."""
    if isinstance(of, Board | Edges):
        return of
    if isinstance(of, Mapping):
        ends = {key: isinstance(key, tuple) and len(key) == 2 and not _is_number(key[0]) for key in of}
        return {edge([key]) if ends[key] else vertex(key): each for key, each in of.items()}
    return listed(of)


def _is_number(of: Any) -> bool:
    return type(of) is int


def _labels(of: Any, listed: Listed) -> Any:
    found = _flags(of, listed)
    if not isinstance(found, Mapping):
        raise UsageError(f"found {describe(of)}; expected a board, or a table of vertices")
    strange = next((each for each in found.values() if not isinstance(each, Expression)), None)
    if strange is not None:
        raise UsageError(f"found {describe(strange)}; expected variables")
    return found


def _over(of: Any, listed: Listed) -> Any:
    """Return a graph: a board, edges, pairs, or neighbours."""
    if isinstance(of, Board | Edges):
        return of
    if isinstance(of, Mapping):
        return graph_of({vertex(key): list(map(vertex, listed(each))) for key, each in of.items()})
    return graph_of(_pairs(of, listed))


def _pairs(of: Any, listed: Listed) -> list[tuple[Vertex, Vertex]]:
    return [_pair(pair, listed) for pair in listed(of)]


def _pair(of: Any, listed: Listed) -> tuple[Vertex, Vertex]:
    found = listed(of)
    if len(found) != 2:
        raise UsageError(f"found {describe(of)}; expected two vertices")
    return vertex(found[0]), vertex(found[1])


def _vertex(of: Any, _listed: Listed) -> Vertex:
    return vertex(of)


def _where(of: Any, listed: Listed) -> Any:
    return of if isinstance(of, int | str) else listed(of)


def _size(of: Any, listed: Listed) -> Any:
    """Return a number, or the least and the greatest."""
    found = (of,) if _is_number(of) else tuple(listed(of))
    if isinstance(of, range) and found:
        found = (min(found), max(found))
    if len(found) not in (1, 2) or not all(map(_is_number, found)):
        raise UsageError(f"found {describe(of)}; expected a number, or [least, most]")
    return found[0], found[-1]


def _sizes(of: Any, listed: Listed) -> Any:
    return (
        {key: _size(each, listed) for key, each in of.items()}
        if isinstance(of, Mapping)
        else _size(of, listed)
    )


def _roots(of: Any, _listed: Listed) -> Any:
    if not isinstance(of, Mapping):
        raise UsageError(f"found {describe(of)}; expected a table: value -> vertex")
    return {key: vertex(each) for key, each in of.items()}


def _of_type(kind: type, expected: str) -> Callable[[Any, Listed], Any]:
    def check(of: Any, _listed: Listed) -> Any:
        if type(of) is not kind:
            raise UsageError(f"found {describe(of)}; expected {expected}")
        return of

    return check


def _touching(of: Any, _listed: Listed) -> Any:
    if of not in ("sides", "corners"):
        raise UsageError(f'found {describe(of)}; expected "sides" or "corners"')
    return of


_TRUE_OR_FALSE = _of_type(bool, "True or False")
_NUMBER = _of_type(int, "a whole number")
_TEXT = _of_type(str, "a text")

ARGUMENTS: Mapping[str, Callable[[Any, Listed], Any]] = {
    "flags": _flags,
    "labels": _labels,
    "graph": _over,
    "ends": _pair,
    "ends of paths": _pairs,
    "where": _where,
    "values": lambda of, listed: listed(of),
    "size": _size,
    "sizes": _sizes,
    "root": _vertex,
    "roots": _roots,
    "empty": _TRUE_OR_FALSE,
    "spanning": _TRUE_OR_FALSE,
    "absent": _TRUE_OR_FALSE,
    "shortest": _NUMBER,
    "levels": _NUMBER,
    "touching": _touching,
    "how": _TEXT,
    "words": _TEXT,
}
