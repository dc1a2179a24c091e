"""A single loop: the chosen edges are one circle.

`single_loop(loop)`: the chosen edges are one loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from accord.model.data import LazyItem
from accord.problem.graph_rules import follows
from accord.problem.graph_rules.base import How, states_rules
from accord.problem.graph_rules.edges import EdgeRule, OnEdges, pass_through
from accord.problem.graph_rules.meaning import degrees
from accord.problem.graph_rules.separation import apart, parts_of_edges
from accord.problem.graphs.graph import Edge
from accord.problem.lower.linear_form import LinearForm
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.writers import OneLoop

SHORTEST = 3  # edges that a loop of a graph has at least: no two edges join the same vertices


class LoweredLoop(OnEdges):
    """The rule on options."""

    name = "loop"
    is_whole = True
    circles = "one"
    two_at_a_vertex = True

    def find_cuts(self, taken: list[int]) -> Iterator[LazyItem]:
        """Yield a cut for each part but one."""
        return apart(self, parts_of_edges(self, taken))

    def derives(self, gives: Mapping[int, int], low: int, high: int | None) -> bool:
        """Whether two edges between are chosen, if edges apart are."""
        return high is None and follows.is_joined(self, gives, low, ways=2)

    def degrees(self, vertex: int) -> range:
        """Two, or none unless it must be visited."""
        del vertex
        return range(2, 3) if self.spanning else range(0, 3, 2)

    @property
    def most_levels(self) -> int:
        """How many steps from the root suffice: two sides are gone along at once."""
        return min(self.vertices, len(self.edges)) // 2

    def write_vertex(self, writer: ModelWriter, vertex: int, at: str, forms: list[LinearForm]) -> LinearForm:
        """Write two edges at a vertex, or none."""
        del vertex
        return pass_through(writer, self.words, at, forms, self.spanning)

    @property
    def fewest(self) -> int:
        """One is enough to say that there is a loop, where it may be as short as any."""
        return 1 if self.shortest <= SHORTEST else self.shortest


class Loop(EdgeRule):
    """The rule as it is stated."""

    lowered = LoweredLoop
    function_name = "single_loop"
    fewest_edges = SHORTEST

    def _short(self) -> str:
        return "one loop"

    @property
    def one_loop(self) -> OneLoop:
        """The loop, for engines that know circuits."""
        vertices = len(self.graph.vertices)
        return OneLoop(self.graph.pairs, self.flags, vertices, self.empty, self.spanning, self.shortest)

    def accepts(self, chosen: Iterable[Edge]) -> bool:
        """Whether these edges are one part, with two at each vertex."""
        edges = set(chosen)
        return self.is_one(edges) and set(degrees(edges).values()) <= {2}


@states_rules
def single_loop(
    flags: Any,
    graph: Any = None,
    *,
    empty: bool = False,
    spanning: bool = False,
    shortest: int = 3,
    how: How = "auto",
    levels: int | None = None,
    words: str = "",
) -> Loop:
    """Return the rule that the chosen edges are one loop of `shortest` edges or more; see `connected`."""
    return Loop.of_flags(flags, graph, (), empty, spanning, shortest, how, levels, words)
