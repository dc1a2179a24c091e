"""A forest: the chosen edges have no circle.

`forest(e)`: the chosen edges have no circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from accord.grids.regions import Joined
from accord.model.data import LazyItem
from accord.problem.graph_rules import follows
from accord.problem.graph_rules.base import states_rules
from accord.problem.graph_rules.edges import EdgeRule, OnEdges
from accord.problem.graph_rules.lowered import LoweredRule
from accord.problem.graph_rules.meaning import degrees, parts
from accord.problem.graph_rules.separation import MOST_CUTS, join_names
from accord.problem.graphs.graph import Edge
from accord.problem.lower.linear_form import LinearForm
from accord.problem.lower.model_writer import ModelWriter


class LoweredForest(OnEdges):
    """The rule on options."""

    name = "forest"
    circles = "none"

    def find_cuts(self, taken: list[int]) -> Iterator[LazyItem]:
        """Yield cuts of circles."""
        return islice(_short_circles(self, taken), MOST_CUTS)

    def derives(self, gives: Mapping[int, int], low: int, high: int | None) -> bool:
        """Whether there is no circle."""
        if high is not None:
            return low <= 0 and follows.has_no_circle(self, gives, high)
        return not gives and follows.has_no_circle(self, gives, -low)

    def write_local(self, writer: ModelWriter, names: Sequence[str], known: Sequence[LinearForm]) -> None:
        """Write nothing: a vertex needs nothing of the edges there."""


class Forest(EdgeRule):
    """The rule as it is stated."""

    lowered = LoweredForest
    function_name = "forest"

    def accepts(self, chosen: Iterable[Edge]) -> bool:
        """Whether these edges have no circle."""
        edges = set(chosen)
        visited = degrees(edges)
        return len(visited) == len(edges) + len(parts(visited, edges))


@states_rules
def forest(flags: Any, graph: Any = None, *, words: str = "") -> Forest:
    """Return the rule that the chosen edges have no loop; see `connected`."""
    return Forest.of_flags(flags, graph, (), True, False, 0, "cuts", None, words)


def _short_circles(rule: LoweredRule, taken: Iterable[int]) -> Iterator[LazyItem]:
    """Yield a cut for a circle through each edge that closes one, if edges are taken one after the other."""
    forest = Joined(rule.vertices)
    near: dict[int, list[tuple[int, int]]] = {}
    for edge in taken:
        one, other = rule.edges[edge]
        if forest.find(one) == forest.find(other):
            way = _way(near, one, other)
            named = [rule.options[each] for each in (*way, edge) if rule.options[each]]
            name = f"no circle of {join_names(named)}"
            if named:
                yield rule.item(name, dict.fromkeys(named, 1), 0, len(named) - 1)
            else:
                yield rule.item(name, {}, 1)
        else:
            forest.join(one, other)
            near.setdefault(one, []).append((other, edge))
            near.setdefault(other, []).append((one, edge))


def _way(near: Mapping[int, Sequence[tuple[int, int]]], start: int, end: int) -> list[int]:
    """Return the edges of the way from one vertex to another in a forest."""
    before: dict[int, tuple[int, int]] = {start: (start, -1)}
    found = [start]
    for vertex in found:  # grows while it is walked
        for other, edge in near[vertex]:
            if other not in before:
                before[other] = vertex, edge
                found.append(other)
    way = []
    while end != start:
        end, edge = before[end]
        way.append(edge)
    return way
