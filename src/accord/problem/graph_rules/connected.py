"""Connected: the chosen vertices hang together.

`connected(x, where=value)`: the cells of a board that have this value are connected.

Its items say how many there are, and that the root is one of them. A rule with a root and few vertices has
clauses as well, which say how many steps lead to each vertex. They follow from the rule and from an item that
lets `most` of its vertices be chosen: a chosen vertex has a way of chosen ones from the root, of `most` - 1
steps at most. A solver that has them sees at once what cuts say one by one. They need a variable for each
vertex and number of steps, whose value follows from the chosen vertices, so that no solution is found twice:

    reached[v, k]   v is chosen, and k chosen steps lead to it from the root, or fewer
    the demand      a chosen vertex is reached in `most` - 1 steps
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from accord.errors import UsageError
from accord.model.data import LazyItem, ModelData
from accord.problem.expressions import can_be_key
from accord.problem.graph_rules import follows
from accord.problem.graph_rules.base import GraphRule, How, bound_size, states_rules
from accord.problem.graph_rules.lowered import LoweredRule, OnVertices
from accord.problem.graph_rules.meaning import parts
from accord.problem.graph_rules.separation import apart, parts_of_vertices
from accord.problem.graphs.flags import Size, flags_of, size_of, truths_where
from accord.problem.graphs.graph import Touching, Vertex, graph_of, vertex_name
from accord.problem.lower.linear_form import LinearForm
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.roles import Seen

MOST_CLAUSES = 100_000  # of one rule
FEW_ENTRIES = 4_000  # up to which it is unfolded


class LoweredConnected(OnVertices):
    """The rule on options."""

    name = "connected"
    decisive = False
    few_entries = FEW_ENTRIES
    is_whole = True

    def find_cuts(self, taken: list[int]) -> Iterator[LazyItem]:
        """Yield a cut for each part but one."""
        return apart(self, parts_of_vertices(self, taken))

    def derives(self, gives: Mapping[int, int], low: int, high: int | None) -> bool:
        """Whether something between is chosen, if two vertices apart are."""
        return high is None and follows.is_joined(self, gives, low)

    def clauses(
        self, model: ModelData, option: Mapping[str, int], unused: Iterator[int]
    ) -> Iterator[list[int]]:
        """Yield clauses on the steps from a root, if there is one, and a size."""
        if not self.fixed or not all(name in option for name in self.options):
            return
        chosen = [option[name] + 1 for name in self.options]
        most = _most_chosen(model, chosen)
        if most < len(chosen) and 2 * most * (len(chosen) + len(self.edges)) <= MOST_CLAUSES:
            yield from _steps(self, chosen, most - 1, unused)

    @property
    def most_levels(self) -> int:
        """How many steps from the root suffice for any choice that keeps the rule.

        The way from the root to a chosen vertex is a shortest one, so no other edges join its vertices. Of a
        path of k vertices without such edges, k - 1 edges of the graph are within it, and the others at its
        vertices end elsewhere: the sum of (degree - 1) over its vertices is less than the number of edges.
        That bounds k, by the vertices of least degree; of those with degree 1, two are on a path.
        """
        degrees = sorted(map(len, self.near))
        left, longest = len(self.edges) - 1, 0
        for number, degree in enumerate(degrees):
            if degree == 1 and number > 1 and degrees[number - 2] == 1:
                continue
            left -= max(0, degree - 1)
            if left < 0 and longest:
                break
            longest += 1
        most = min(longest, self.vertices, self.most or self.vertices)
        return max(0, most - 1)


class Connected(GraphRule):
    """The rule as it is stated."""

    lowered = LoweredConnected
    function_name = "connected"

    @property
    def broken(self) -> str:
        """What would become of it if it could not be met."""
        return "would fall apart"

    def hint(self, seen: Seen) -> str | None:
        """Return what falls apart, and what alone connects it.

        A cut says: where both of two vertices are chosen, so is one of those between them. What it forces is
        the last of those between, or that one of the two is not chosen.
        """
        if seen.step.rule != "bounds":
            return super().hint(seen)
        otherwise = f"otherwise {self.words} {self.broken}, so {seen.verdict}"
        if not seen.is_lazy:
            link = len(seen.gives) == 2 and seen.step.demand == (1, 1)  # between a truth and its contrary
            return otherwise if link else None
        sides = [seen.place_of(option) for option, amount in seen.gives.items() if amount < 0]
        forced = [each.option for each in seen.step.forced if each.chosen]
        between = [option for option in forced if seen.gives.get(option, 0) > 0]
        if between:
            only = seen.place_of(between[0])
            if len(sides) == 2:
                return f"{sides[0]} and {sides[1]} are connected only through {only}, so {seen.verdict}"
            return f"without {only} {self.words} {self.broken}, so {seen.verdict}"
        if len(sides) == 2:
            return f"{sides[0]} and {sides[1]} are cut off from each other, so {seen.verdict}"
        return otherwise

    def accepts(self, chosen: Iterable[Vertex]) -> bool:
        """Whether these vertices are connected, as many as they should be, and the root is one of them."""
        vertices = set(chosen)
        if not vertices:
            return self.empty
        low, high = self.size or (1, len(vertices))
        rooted = self.root is None or self.root in vertices
        return rooted and low <= len(vertices) <= high and len(parts(vertices, self.graph.edges)) == 1

    def write_local(
        self, writer: ModelWriter, rule: LoweredRule, known: list[LinearForm], forms: Sequence[LinearForm]
    ) -> None:
        """Write as many vertices as `size` says; one at least, unless it may be empty; its root."""
        del rule
        low, high = self.size or (1, len(known))
        low = low if self.empty else max(1, low)
        if self.root is not None:
            root = forms[self.graph.number[self.root]]
            writer.at_least(f"{self.words}: its root", root, 1)
        bound_size(writer, self.words, "vertices", known, low, high if self.size else None, self.empty)


@states_rules
def connected(
    flags: Any,
    graph: Any = None,
    *,
    where: Any = None,
    empty: bool = True,
    size: Size = None,
    root: Vertex | None = None,
    touching: Touching = "sides",
    how: How = "auto",
    levels: int | None = None,
    words: str = "",
) -> Connected:
    """Return the rule that the chosen vertices are connected.

    Args:
        flags: a truth for each vertex: a board, a mapping, or a list in the order of the graph. A vertex that
            a mapping lacks is never chosen.
        graph: a graph, or an argument of `graph_of`; by default the graph of the flags.
        where: the value, or a list of values, of chosen vertices; by default the flags are truths.
        empty: whether no vertex need be chosen.
        size: the number of chosen vertices: a number, (least, most), or a range.
        root: a vertex that is chosen; it makes cuts stronger.
        touching: whether cells of a board are connected by sides only, or by corners, too.
        how: "cuts" adds lazy constraints when solutions break them; "unfold" writes out steps outwards from
            the first chosen vertex; "auto": see docs/graphs.md.
        levels: the most steps of "unfold"; solutions that need more are lost. By default as many as any
            solution needs.
        words: the name of the rule in hints and explanations.

    Raises UsageError for flags that do not fit the graph, and for impossible arguments.
    """
    over = graph_of(flags if graph is None else graph, touching)
    if root is not None and (not can_be_key(root) or root not in over.number):
        raise UsageError(f"the root {vertex_name(root)} is no vertex of the graph")
    return Connected(
        over,
        flags_of(flags if where is None else truths_where(flags, where), over.vertices),
        empty=empty and root is None,
        size=size_of(size),
        root=root,
        how=how,
        levels=levels,
        called=words,
    )


def _most_chosen(model: ModelData, variables: Sequence[int]) -> int:
    """Return how many of these variables can be true, by the items that have them all."""
    options = np.array(variables) - 1
    found = [len(variables)]
    for item in model.items_of(int(options[0])).tolist():
        start, option, entry = model.by_item
        ours = slice(start[item], start[item + 1])
        if (model.added[entry[ours]] > 0).all() and np.isin(options, option[ours]).all():
            found.append(int(model.high[item]))
    return min(found)


def _steps(
    rule: LoweredRule, variables: Sequence[int], steps: int, unused: Iterator[int]
) -> Iterator[list[int]]:
    """Yield the clauses of one rule; `unused` yields the variables that are not in use."""
    root = rule.fixed[0]
    distance = {root: 0}
    for vertex in (order := [root]):  # grows while it is walked
        for other in rule.beside[vertex] if distance[vertex] < steps else ():
            if other not in distance:
                distance[other] = distance[vertex] + 1
                order.append(other)
    yield from ([-chosen] for vertex, chosen in enumerate(variables) if vertex not in distance)
    reached: Mapping[int, int] = {vertex: variables[vertex] for vertex in order if distance[vertex] <= 1}
    for step in range(2, steps + 1):
        before, reached = reached, dict(reached)
        for vertex in order:
            if not 2 <= distance[vertex] <= step:
                continue
            chosen = variables[vertex]
            ways = [before[other] for other in (vertex, *rule.beside[vertex]) if other in before]
            if step == steps:
                yield [-chosen, *ways]
                continue
            reached[vertex] = now = next(unused)
            yield [-now, chosen]
            yield [-now, *ways]
            yield from ([-way, -chosen, now] for way in ways)
