"""A graph rule on options, as a model has it: the same kinds as stated rules, on numbered vertices.

`accord.problem.lower.graphs` makes it of a stated rule. It goes where connectivity is enforced: to cuts, to
clauses that say the same, to backends that count by the graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from accord.problem.graphs.network import Network, network

Kind: TypeAlias = Literal["connected", "components", "loop", "path", "tree", "forest"]

ON_VERTICES = (
    "connected",
    "components",
)  # kinds with an option for each vertex; others: for each edge


@dataclass(frozen=True)
class Rule:
    """A graph that must hang together. Vertices are numbered from 0.

    An edge is a pair, and none is there twice.
    """

    words: str  # the statement, as the items of the model name it
    kind: Kind
    vertices: int
    edges: tuple[tuple[int, int], ...]
    options: tuple[str, ...]  # of each vertex where kind is on vertices, else of each edge; no two the same;
    # "" where it is always chosen
    fixed: tuple[int, ...] = ()  # places in `options` that are always chosen, all of those with "" among them
    ends: tuple[int, ...] = ()  # of paths: a start, its end, the next start, ...; none: one path, free ends
    empty: bool = False  # whether nothing at all may be chosen
    spanning: bool = False  # of edges: whether every vertex is visited
    shortest: int = 0  # of edges: the fewest
    most: int = 0  # of vertices, or of each component: how many at most, if that is said
    least: int = 1  # of each component: how many at least

    @cached_property
    def network(self) -> Network:
        """The graph, as it is walked."""
        return network(self.vertices, self.edges)

    @property
    def near(self) -> Sequence[Sequence[tuple[int, int]]]:
        """For each vertex, its neighbours and the edges to them."""
        return self.network.near

    @property
    def beside(self) -> Sequence[Sequence[int]]:
        """For each vertex, its neighbours."""
        return self.network.beside

    @cached_property
    def always(self) -> list[int]:
        """The places in `options` without a name, which are always chosen."""
        return [place for place, name in enumerate(self.options) if not name]

    @property
    def on_vertices(self) -> bool:
        """Whether its options are of vertices."""
        return self.kind in ON_VERTICES

    @cached_property
    def shape(self) -> tuple[object, ...]:
        """The properties of the rule other than its options."""
        return (self.kind, self.vertices, self.empty, self.spanning, self.shortest, self.most, self.least)
