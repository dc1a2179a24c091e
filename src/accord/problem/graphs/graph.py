"""Graphs: vertices and edges by name. The graph of a board has its cells as vertices.

Places on a board are tuples from 0, (row, column), as everywhere in Python; names of options count from 1:

    >>> grid(2, 2).edges
    (((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1)))
    >>> [edge_name(edge) for edge in grid(2, 2).around(0, 0)]
    []
    >>> [edge_name(edge) for edge in dots(grid(1, 1)).around(0, 0)]
    ['r1c1-r1c2', 'r1c2-r2c2', 'r2c1-r2c2', 'r1c1-r2c1']
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any, Generic, Literal, TypeAlias, TypeGuard, TypeVar

import numpy as np

from accord.errors import UsageError
from accord.grids import board as boards
from accord.problem.domains import cells_of, grid_of
from accord.problem.notation import text

Vertex: TypeAlias = Hashable
Edge: TypeAlias = tuple[Vertex, Vertex]
Touching: TypeAlias = Literal["sides", "corners"]
T = TypeVar("T")

# from a cell to its corners, one after the other around it: (level, place in the level)
CORNERS: dict[str, tuple[tuple[int, int], ...]] = {
    "square": ((0, 0), (0, 1), (1, 1), (1, 0)),
    "hexagonal": ((0, 1), (1, 2), (2, 2), (3, 1), (2, 0), (1, 0)),
}
LEVELS = {"square": 1, "hexagonal": 2}  # of corners, from one row to the next


@dataclass(frozen=True)
class Graph:
    """Vertices, and edges as pairs of them, the vertex that comes first in front; equal if all is equal.

    Raises UsageError for an edge that is there twice, goes nowhere, or has an end that is no vertex.
    """

    vertices: tuple[Vertex, ...]
    edges: tuple[Edge, ...]
    faces: tuple[tuple[Vertex, tuple[Edge, ...]], ...] = field(default=(), repr=False)  # cells, edges around
    board: boards.Board | None = field(default=None, repr=False, compare=False)  # whose cells these are
    dots_of: boards.Board | None = field(default=None, repr=False, compare=False)  # whose cells' corners

    def __post_init__(self) -> None:
        if len(self.number) < len(self.vertices):
            raise UsageError("the graph has a vertex twice; give each of them a name of its own")
        number, place = self.number, self.place
        for edge in self.edges:
            start, end = edge
            one, other = number.get(start, -1), number.get(end, -1)
            if one < 0 or other < 0 or one == other:
                raise UsageError(f"found the edge {edge_name(edge)}; expected two vertices of the graph")
            if one > other or (end, start) in place:
                raise UsageError(f"found the edge {edge_name(edge)} twice, or turned round; use `graph_of`")
        if len(self.place) < len(self.edges):
            raise UsageError("the graph has an edge twice")

    def is_same(self, other: Graph) -> bool:
        """Whether the vertices and the edges are the same, in the same order."""
        return self.vertices == other.vertices and self.edges == other.edges

    @cached_property
    def number(self) -> dict[Vertex, int]:
        """Vertex -> its place among the vertices."""
        return {vertex: number for number, vertex in enumerate(self.vertices)}

    @cached_property
    def place(self) -> dict[Edge, int]:
        """Edge -> its place among the edges."""
        return {edge: place for place, edge in enumerate(self.edges)}

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The edges as numbers of their vertices."""
        number = self.number
        return [(number[one], number[other]) for one, other in self.edges]

    @cached_property
    def near(self) -> dict[Vertex, tuple[Vertex, ...]]:
        """Each vertex, and its neighbours."""
        near: dict[Vertex, list[Vertex]] = {vertex: [] for vertex in self.vertices}
        for one, other in self.edges:
            near[one].append(other)
            near[other].append(one)
        return {vertex: tuple(others) for vertex, others in near.items()}

    def at(self, *vertex: Any) -> tuple[Edge, ...]:
        """The edges at a vertex: `at(row, column)` or `at("a")`. Raises UsageError if there is none."""
        return self._at[self._vertex(vertex)]

    @cached_property
    def _at(self) -> dict[Vertex, tuple[Edge, ...]]:
        at: dict[Vertex, list[Edge]] = {vertex: [] for vertex in self.vertices}
        for edge in self.edges:
            at[edge[0]].append(edge)
            at[edge[1]].append(edge)
        return {vertex: tuple(edges) for vertex, edges in at.items()}

    @cached_property
    def names(self) -> list[str]:
        """Return the name of each vertex; see `vertex_name`."""
        return [*map(vertex_name, self.vertices)]

    @cached_property
    def places_of_edges(self) -> list[str]:
        """Both ends of each edge as names of variables have them: `1,1,1,2`, or `"a","b"`."""
        ends = {
            vertex: ",".join([str(n + 1) for n in vertex]) if is_cell(vertex) else text(vertex)
            for vertex in self.vertices
        }
        return [f"{ends[one]},{ends[other]}" for one, other in self.edges]

    def around(self, *cell: Any) -> tuple[Edge, ...]:
        """The edges around a cell, where these are the edges of cells: `around(row, column)`."""
        return self._around.get(cell[0] if len(cell) == 1 else cell, ())

    def edge(self, one: Vertex, other: Vertex) -> Edge:
        """The edge between two vertices. Raises UsageError if there is none."""
        for edge in ((one, other), (other, one)):
            if edge in self.place:
                return edge
        raise UsageError(f"there is no edge {edge_name((one, other))}")

    def _vertex(self, vertex: tuple[Any, ...]) -> Vertex:
        here: Vertex = vertex[0] if len(vertex) == 1 and vertex not in self.near else vertex
        if here not in self.near:
            raise UsageError(f"there is no vertex {vertex_name(here)}")
        return here

    @cached_property
    def _around(self) -> dict[Any, tuple[Edge, ...]]:
        return dict(self.faces)


class Edges(Mapping[Edge, T], Generic[T]):
    """Something for each edge of a graph: `edges[one, other]`, in whichever order; `at` and `around`."""

    def __init__(self, name: str, graph: Graph, of: Mapping[Edge, T]) -> None:
        self.name, self.graph = name, graph
        self._of = dict(of)

    def __getitem__(self, edge: Edge) -> T:
        return self._of[self.graph.edge(*edge)]

    def __iter__(self) -> Iterator[Edge]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def values(self) -> ValuesView[T]:
        """Return what is on each edge."""
        return self._of.values()

    def items(self) -> ItemsView[Edge, T]:
        """Return each edge, and what is on it."""
        return self._of.items()

    def __repr__(self) -> str:
        return self.name

    def at(self, *vertex: Any) -> list[T]:
        """Return what is on the edges at a vertex."""
        return [self._of[edge] for edge in self.graph.at(*vertex)]

    def around(self, *cell: Any) -> list[T]:
        """Return what is on the edges around a cell."""
        return [self._of[edge] for edge in self.graph.around(*cell)]


def edges(name: str, graph: Graph, boolean: Callable[[str], T]) -> Edges[T]:
    """A Boolean for each edge, `name[1,1,1,2]` or `name["a","b"]`, made by the function that is given."""
    named = zip(graph.edges, graph.places_of_edges, strict=True)
    return Edges(name, graph, {edge: boolean(f"{name}[{ends}]") for edge, ends in named})


# -- making graphs ---------------------------------------------------------------------------------


def graph_of(of: Any, touching: Touching = "sides") -> Graph:
    """A graph from what has one: a graph, its edges, a board; adjacent vertices as a mapping; pairs.

    Args:
        of: a Graph; something with a `graph`; a board of variables; a mapping from each vertex to its
            neighbours; an iterable of pairs.
        touching: of boards: whether cells are adjacent by sides only, or by corners, too.

    Raises UsageError for anything else.
    """
    board = of if isinstance(of, boards.Board) else getattr(of, "board", None) or getattr(of, "grid", None)
    if isinstance(board, boards.Board) and (touching == "corners" or not isinstance(of, Graph)):
        return _of_board(board, touching)
    if touching == "corners":
        raise UsageError("only cells of a board touch by corners; give a graph with these edges instead")
    if isinstance(of, Graph):
        return of
    if isinstance(getattr(of, "graph", None), Graph):
        return of.graph
    try:
        if isinstance(of, Mapping):
            return _graph(of, ((one, other) for one, others in of.items() for other in others))
        return _graph((), [(one, other) for one, other in of])
    except (TypeError, ValueError):
        raise UsageError(f"found {of!r:.60}; expected a graph: a board, neighbours, or pairs") from None


def grid(*shape: int | str, lattice: str = "square", touching: Touching = "sides") -> Graph:
    """The cells of a board as a graph: `grid(rows, columns)`, or a picture, '.' a cell and '#' a hole.

    Raises UsageError if there is no such board.
    """
    picture = len(shape) == 1 and isinstance(shape[0], str)
    return _of_board(grid_of(str(shape[0]) if picture else [int(n) for n in shape], lattice), touching)


def dots(cells: Any) -> Graph:
    """The corners of a board's cells as a graph, with their sides as edges: where a Slitherlink's loop runs.

    On the square lattice the cell (row, column) is between the dots (row, column) and (row + 1, column + 1).
    `around(row, column)` gives the edges around a cell. Raises UsageError for a graph that is no flat board.
    """
    board = graph_of(cells).board
    if board is None or board.lattice.name not in CORNERS:
        raise UsageError(f"only boards of the lattices {' and '.join(CORNERS)} have dots")
    corners, levels = CORNERS[board.lattice.name], LEVELS[board.lattice.name]
    faces: dict[Vertex, tuple[Edge, ...]] = {}
    found: dict[tuple[tuple[int, int], tuple[int, int]], None] = {}
    for cell, (_, row, column) in sorted(zip(cells_of(board), board.places.tolist(), strict=True)):
        around = [(levels * row + down, column + right) for down, right in corners]
        sides = [min(pair, pair[::-1]) for pair in zip(around, [*around[1:], around[0]], strict=True)]
        faces[cell] = tuple(sides)
        found |= dict.fromkeys(sides)
    vertices = sorted({dot for edge in found for dot in edge})
    return Graph(tuple(vertices), tuple(sorted(found)), tuple(faces.items()), None, board)


def _of_board(board: boards.Board, touching: Touching) -> Graph:
    cells = cells_of(board)
    near = board.neighbours
    if touching == "corners" and board.lattice.name == "triangular":
        raise UsageError("cells of a triangular board touch at their sides alone here; say touching = sides")
    if touching == "corners" and board.lattice.name in (
        "square",
        "cubic",
    ):  # elsewhere sides share all corners
        steps = [step for step in product((-1, 0, 1), repeat=board.lattice.dimension) if any(step)]
        found = board.numbers(board.cells[:, None] + np.array(steps, np.int64))
        near = [[other for other in others if other >= 0] for others in found.tolist()]
    pairs = sorted((cells[i], cells[j]) for i, others in enumerate(near) for j in others)
    return _graph(sorted(cells), pairs, board)


def _graph(vertices: Iterable[Vertex], pairs: Iterable[Edge], board: boards.Board | None = None) -> Graph:
    """The graph of these pairs, each once, in whichever order; ends that are no vertices yet come behind."""
    number: dict[Vertex, int] = {vertex: n for n, vertex in enumerate(vertices)}
    found: dict[Edge, None] = {}
    for one, other in pairs:
        first, second = (number.setdefault(vertex, len(number)) for vertex in (one, other))
        found[(one, other) if first <= second else (other, one)] = None
    return Graph(tuple(number), tuple(found), (), board)


# -- names -----------------------------------------------------------------------------------------


def vertex_name(vertex: Vertex) -> str:
    """`r1c2` for (0, 1), `l1r1c2` for (0, 0, 1); any other vertex as it is printed."""
    if is_cell(vertex):
        return "".join(f"{sign}{n + 1}" for sign, n in zip("lrc"[-len(vertex) :], vertex, strict=True))
    return str(vertex)


def is_cell(vertex: Vertex) -> TypeGuard[tuple[int, ...]]:
    """Whether a vertex is a place on a board, from 0."""
    return isinstance(vertex, tuple) and len(vertex) in (2, 3) and all(isinstance(n, int) for n in vertex)


def edge_name(edge: Edge) -> str:
    """`r1c1-r1c2`."""
    return "-".join(map(vertex_name, edge))
