"""A connected dominating set: the chosen vertices are connected, and beside all others.

`dominating(x)`: the chosen cells are connected, and each other cell is beside one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from accord.model.data import LazyItem
from accord.problem.graph_rules import follows
from accord.problem.graph_rules.base import GraphRule, How, states_rules
from accord.problem.graph_rules.lowered import LoweredRule, OnVertices
from accord.problem.graph_rules.meaning import parts
from accord.problem.graph_rules.separation import apart, parts_of_vertices
from accord.problem.graphs.flags import flags_of
from accord.problem.graphs.graph import Vertex, graph_of
from accord.problem.lower.linear_form import LinearForm, sum_of
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.roles import Says

NEEDS_ONE = Says("{} needs one there or beside it")


class LoweredDominating(OnVertices):
    """The rule on options."""

    name = "dominating"
    decisive = False
    is_whole = True

    def find_cuts(self, taken: list[int]) -> Iterator[LazyItem]:
        """Yield a cut for each part but one."""
        return apart(self, parts_of_vertices(self, taken))

    def derives(self, gives: Mapping[int, int], low: int, high: int | None) -> bool:
        """Whether something between is chosen, if vertices apart are."""
        return high is None and follows.is_joined(self, gives, low)


class Dominating(GraphRule):
    """The rule as it is stated."""

    lowered = LoweredDominating
    function_name = "dominating"

    def accepts(self, chosen: Iterable[Vertex]) -> bool:
        """Whether these vertices are one part, and reach all others."""
        vertices = set(chosen)
        reached = vertices.union(*(self.graph.near[each] for each in vertices))
        return len(parts(vertices, self.graph.edges)) == 1 and reached == {*self.graph.vertices}

    def write_local(
        self, writer: ModelWriter, rule: LoweredRule, known: list[LinearForm], forms: Sequence[LinearForm]
    ) -> None:
        """Write that each vertex is chosen, or one beside it."""
        del rule, known
        for vertex, name in zip(self.graph.vertices, self.graph.names, strict=True):
            here = [forms[self.graph.number[each]] for each in (vertex, *self.graph.near[vertex])]
            with writer.saying(NEEDS_ONE, name):
                writer.at_least(f"{self.words}: {name}", sum_of(here), 1)


@states_rules
def dominating(flags: Any, graph: Any = None, *, how: How = "auto", words: str = "") -> Dominating:
    """Return the rule that the chosen vertices are connected, and beside all others; see `connected`.

    >>> import accord
    >>> p = accord.Problem()
    >>> b = p.board(1, 3, 0, 1, name="b")
    >>> p.dominating({cell: b[cell] == 1 for cell in b}, b)
    >>> accord.count(p).count
    4
    """
    over = graph_of(flags if graph is None else graph)
    return Dominating(over, flags_of(flags, over.vertices), how=how, called=words)
