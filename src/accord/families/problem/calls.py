"""Read graphs and graph rules in problem files: function calls over boards and edges.

    connected(x, where=False)
    single_loop(loop)
    paths(link, ends=[[[1, 1], [4, 2]], [[1, 2], [4, 3]]], spanning=True)

A rule that fits none of them is written out: flags, and a table of vertices with their neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

from accord.errors import RefusedError, UsageError
from accord.families.problem.graphs import graph_in
from accord.families.problem.operators import file_vertex, vertex
from accord.families.problem.spec import Cells
from accord.grids.board import Board as Grid
from accord.picture import Picture
from accord.problem import Problem
from accord.problem.domains import cells_of
from accord.problem.expressions import Expression, Member, truth
from accord.problem.graph_rules.base import GraphRule
from accord.problem.graphs.flags import one_of
from accord.problem.graphs.graph import Edges, Graph, Vertex, graph_of, vertex_name
from accord.problem.notation import text


def shape_of(grid: Grid) -> str | list[int]:
    """Return the size of a board, or where it has holes its picture."""
    sides = [max(numbers) + 1 for numbers in zip(*cells_of(grid), strict=True)]
    if len(grid.places) == prod(sides):
        return sides
    return f"{Picture(grid.lattice.name, dict.fromkeys(grid.place_tuples, '.'))}\n"


def edges_cells(edges: Edges[Any]) -> Cells:
    """Return the declaration of edges: of a board, or as a list. Raises RefusedError if there is none."""
    graph = edges.graph
    for kind, grid in (("cells", graph.board), ("dots", graph.dots_of)):
        if grid is not None:
            found = Cells(edges=kind, board=shape_of(grid), lattice=grid.lattice.name)  # type: ignore[arg-type]
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


def call_of(rule: GraphRule, problem: Problem) -> str:
    """Return the call that states a rule. Raises RefusedError where vertices have the same name."""
    for about in _on_vertices(rule, problem) if rule.on_vertices else _on_edges(rule, problem):
        return rule.text(about, file_vertex)
    if len(set(map(vertex_name, rule.graph.vertices))) < len(rule.graph.vertices):
        raise RefusedError(f"{rule.words}: found two vertices of the same name; in a file names differ")
    return rule.text()


def _on_vertices(rule: GraphRule, problem: Problem) -> Iterator[list[str]]:
    """Yield flags and graph of a rule on vertices, the shortest first."""
    for board in problem.boards.values():
        for touching in ("sides", "corners"):
            if not _same(rule.graph, graph_of(board, touching)):
                continue
            more = [] if touching == "sides" else [f"touching={text(touching)}"]
            of = [*board.cells]
            yield from ([board.name, *where, *more] for where in _where(rule, of))
            yield [_flags(rule), board.name, *more]
    for edges in problem.links.values():
        if _same(rule.graph, edges.graph):
            yield [_flags(rule), edges.name]


def _where(rule: GraphRule, of: list[Expression]) -> Iterator[list[str]]:
    """Yield the arguments that say which values of these variables are the flags, if any do."""
    first = rule.flags[0]
    values = first.values if isinstance(first, Member) else ()
    for where in (None, False, *([list(values)] if values else [])):
        try:
            wanted = [str(each if where is None else one_of(each, where)) for each in of]
        except UsageError:  # such as of numbers that are no truths
            continue
        if wanted == list(map(str, rule.flags)):
            one = where[0] if isinstance(where, list) and len(where) == 1 else where
            yield [] if where is None else [f"where={_where_text(one)}"]


def _where_text(where: Any) -> str:
    return f"[{', '.join(map(text, where))}]" if isinstance(where, list) else text(where)


def _on_edges(rule: GraphRule, problem: Problem) -> Iterator[list[str]]:
    """Yield flags and graph of a rule on edges."""
    for edges in problem.links.values():
        if _same(rule.graph, edges.graph):
            whole = [str(each) for each in edges.values()] == list(map(str, rule.flags))
            yield [edges.name] if whole else [_flags(rule), edges.name]
    for board in problem.boards.values():
        if _same(rule.graph, graph_of(board)):
            yield [_flags(rule), board.name]


def _same(one: Graph, other: Graph) -> bool:
    return one.vertices == other.vertices and one.edges == other.edges


def _flags(rule: GraphRule) -> str:
    known = {str(truth(value)): str(value) for value in (True, False)} | {"None": "False"}
    return f"[{', '.join(known.get(str(flag), str(flag)) for flag in rule.flags)}]"
