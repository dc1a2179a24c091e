"""A tree: the chosen edges are connected, and have no circle.

`tree(e)`: the chosen edges are a tree that reaches every vertex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from accord.model.data import LazyItem
from accord.problem.graph_rules import follows
from accord.problem.graph_rules.base import How, states_rules, sum_of_options
from accord.problem.graph_rules.edges import VISITED, EdgeRule, OnEdges
from accord.problem.graph_rules.meaning import degrees
from accord.problem.graph_rules.separation import MOST_CUTS, apart, circles_within, parts_of_edges
from accord.problem.graphs.graph import Edge
from accord.problem.lower.linear_form import TRUE, LinearForm, sum_of
from accord.problem.lower.model_writer import ModelWriter


class LoweredTree(OnEdges):
    """The rule on options."""

    name = "tree"
    is_whole = True
    circles = "none"

    def find_cuts(self, taken: list[int]) -> Iterator[LazyItem]:
        """Yield cuts of parts with a circle, and a cut for each part but one."""
        parts = parts_of_edges(self, taken)
        yield from islice(circles_within(self, parts), MOST_CUTS)
        yield from apart(self, parts)

    def derives(self, gives: Mapping[int, int], low: int, high: int | None) -> bool:
        """Whether there is no circle, or something between is chosen."""
        if high is not None:
            return low <= 0 and follows.has_no_circle(self, gives, high)
        return follows.is_joined(self, gives, low)

    def degrees(self, vertex: int) -> range | None:
        """One or more where every vertex is visited."""
        del vertex
        return range(1, max(3, self.vertices)) if self.spanning else None

    def write_vertex(self, writer: ModelWriter, vertex: int, at: str, forms: list[LinearForm]) -> LinearForm:
        """Write that it is visited where it must be; return whether it is."""
        del vertex
        name = f"{self.words}: {at}"
        if self.spanning:
            writer.at_least(f"{name} is visited", sum_of_options(forms), min(1, self.vertices - 1))
            return TRUE
        with writer.saying(VISITED, at):
            return writer.any(f"{name} is visited", forms)

    def write_whole(
        self,
        writer: ModelWriter,
        names: Sequence[str],
        known: Sequence[LinearForm],
        visited: list[LinearForm],
        some: LinearForm,
    ) -> None:
        """Write that there is one edge less than there are vertices visited."""
        del names
        if self.spanning:
            writer.exactly(
                f"{self.words}: {self.vertices - 1} edges", sum_of_options(known), self.vertices - 1
            )
        else:
            writer.equal(
                f"{self.words}: an edge less than vertices",
                sum_of((sum_of_options(known), some)),
                sum_of(visited),
            )


class Tree(EdgeRule):
    """The rule as it is stated."""

    lowered = LoweredTree
    function_name = "tree"

    def _short(self) -> str:
        return "one tree"

    def accepts(self, chosen: Iterable[Edge]) -> bool:
        """Whether these edges are one part, with one edge less than vertices."""
        edges = set(chosen)
        if self.spanning and len(self.graph.vertices) == 1:
            return not edges and not self.shortest
        return self.is_one(edges) and (not edges or len(degrees(edges)) == len(edges) + 1)


@states_rules
def tree(
    flags: Any,
    graph: Any = None,
    *,
    empty: bool = False,
    spanning: bool = True,
    shortest: int = 0,
    how: How = "auto",
    levels: int | None = None,
    words: str = "",
) -> Tree:
    """Return the rule that the chosen edges are connected and have no loop; see `connected`."""
    return Tree.of_flags(flags, graph, (), empty, spanning, shortest, how, levels, words)
