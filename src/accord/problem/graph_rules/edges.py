"""What graph rules on edges share: how they are stated, and what is local about them.

A rule on edges writes its rows vertex by vertex: how many of the edges there are chosen, and whether it is
visited. The rest is on all edges together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Any, ClassVar, Self

from accord.arguments.field import refuse_other_types
from accord.errors import UsageError
from accord.problem.expressions import can_be_key
from accord.problem.graph_rules.base import GraphRule, How, bound_size, sum_of_options
from accord.problem.graph_rules.lowered import LoweredRule
from accord.problem.graph_rules.meaning import degrees, parts
from accord.problem.graphs.flags import flags_of
from accord.problem.graphs.graph import Edge, Vertex, edge_name, graph_of
from accord.problem.lower.linear_form import FALSE, TRUE, LinearForm
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.notation import brief
from accord.problem.roles import Role, Says

ONE_WAY = "the line at {} can go on in one way only"
TWO_EDGES = Says("at {} the line can neither end nor branch", opens=ONE_WAY)
VISITED = Says(chosen="on a line", not_chosen="on no line")


class EdgeRule(GraphRule):
    """A rule on the edges of a graph."""

    fewest_edges: ClassVar[int] = 0  # that `shortest` may say

    @classmethod
    def of_flags(
        cls,
        flags: Any,
        graph: Any,
        ends: tuple[tuple[Vertex, Vertex], ...],
        empty: bool,
        spanning: bool,
        shortest: int,
        how: How,
        levels: int | None,
        words: str,
    ) -> Self:
        """Return the rule on edges with these flags. Raises UsageError."""
        over = graph_of(flags if graph is None else graph)
        refuse_other_types(shortest=(shortest, int))
        if not all(
            isinstance(pair, tuple | list) and len(pair) == 2 and can_be_key((*pair,)) for pair in ends
        ):
            raise UsageError(f"found the ends {brief(ends)}; expected pairs of vertices")
        ends = tuple((start, end) for start, end in ends)
        if empty and (spanning or ends):
            raise UsageError(
                f"a {cls.lowered.name} that visits all vertices, or has ends, is not empty; leave out "
                "empty=True"
            )
        flat = [vertex for pair in ends for vertex in pair]
        if any(vertex not in over.number for vertex in flat) or len(set(flat)) < len(flat):
            shown = ", ".join(map(edge_name, ends))
            raise UsageError(f"found the ends {shown}; expected pairs of vertices, all of them different")
        return cls(
            over,
            flags_of(flags, over.edges, turned=True),
            empty=empty,
            spanning=spanning,
            shortest=max(cls.fewest_edges, shortest),
            ends=ends,
            how=how,
            levels=levels,
            called=words,
        )

    def is_one(self, chosen: Collection[Edge]) -> bool:
        """Whether edges hang together, are neither too few nor nothing, and go everywhere if they must."""
        visited = degrees(chosen)
        if not chosen:
            return self.empty
        everywhere = not self.spanning or len(visited) == len(self.graph.vertices)
        return everywhere and len(chosen) >= self.shortest and len(parts(visited, chosen)) == 1


class OnEdges(LoweredRule):
    """A rule with an option for each edge."""

    on_vertices = False

    def signature(self, names: Sequence[str]) -> object:
        """Return the options at each vertex, and at the ends."""
        fixed = frozenset(names[place] for place in self.fixed)
        at = [frozenset(names[edge] for _, edge in near) for near in self.near]
        pairs_of_ends = zip(self.ends[::2], self.ends[1::2], strict=True)
        ends = Counter(frozenset(Counter((at[start], at[end])).items()) for start, end in pairs_of_ends)
        return self.shape, fixed, frozenset(Counter(at).items()), frozenset(ends.items())

    @property
    def adjacent(self) -> list[list[int]]:
        """For each edge those with a vertex in common."""
        found: list[set[int]] = [set() for _ in self.edges]
        for near in self.near:
            for (_, one), (_, other) in combinations(near, 2):
                found[one].add(other)
                found[other].add(one)
        return [sorted(others) for others in found]

    # -- what is local -----------------------------------------------------------------------------

    def write_local(self, writer: ModelWriter, names: Sequence[str], known: Sequence[LinearForm]) -> None:
        """Write what is local about the rule, vertex by vertex, and what is on all edges."""
        visited = [
            self.write_vertex(writer, vertex, names[vertex], [known[edge] for _, edge in near])
            for vertex, near in enumerate(self.near)
        ]
        some = writer.any(f"{self.words}: something is chosen", known) if self.empty else TRUE
        self.write_whole(writer, names, known, visited, some)
        bound_size(writer, self.words, "edges", known, self.fewest, None, self.empty)

    def write_vertex(self, writer: ModelWriter, vertex: int, at: str, forms: list[LinearForm]) -> LinearForm:
        """Write how many edges a vertex of this name may have; return what the rows of all need of it."""
        raise NotImplementedError

    def write_whole(
        self,
        writer: ModelWriter,
        names: Sequence[str],
        known: Sequence[LinearForm],
        visited: list[LinearForm],
        some: LinearForm,
    ) -> None:
        """Write what is said of all edges together, of which `some` is any, and `visited` of each vertex."""

    @property
    def fewest(self) -> int:
        """The fewest edges that a row demands."""
        return self.shortest


def visit_name(name: str) -> str:
    """Return the name of the option that says whether a vertex of this name is visited."""
    return f"{name} is visited"


def pass_through(
    writer: ModelWriter, words: str, at: str, forms: list[LinearForm], spanning: bool
) -> LinearForm:
    """Write two edges at a vertex, or none unless it must be visited; return whether it is."""
    name, here = f"{words}: {at}", sum_of_options(forms)
    with writer.saying(TWO_EDGES, at):
        if spanning or here.constant:
            writer.exactly(f"{name} has two edges", here, 2)
            return TRUE
        if len(forms) < 2:
            writer.at_most(f"{name} has no edge", here, 0)
            return FALSE
        if len(forms) == 2:
            writer.equal(f"{name} has two edges or none", *forms)
            return forms[0]
        visited = writer.option(visit_name(name), hidden=True)
        writer.option_roles[visited] = Role(VISITED, writer.rule, at)
        here.terms[visited] = -2
        writer.row(f"{name} has two edges or none", here.terms, 0, 0)
        return LinearForm({visited: 1})
