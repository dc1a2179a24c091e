"""Graph rules as they are stated: which flags of which graph, by which conventions.

    rule          says                                      empty  spanning  more
    ------------  ----------------------------------------  -----  --------  ---------------------------------
    connected     the chosen vertices hang together         yes    -         size, root, touching
    single_loop   the chosen edges are one circle           no     no        shortest
    path          they are one path, its ends given or not  no     no        ends, shortest
    paths         they are a path for each pair of ends     no     no        shortest (of all together)
    tree          they hang together, without a circle      no     yes       shortest
    regions       the vertices of each label hang together  no     -         sizes, roots, touching
    components    the chosen vertices that hang together    yes    -         size, touching
                  are as many as `size` says, in each part
    forest        the chosen edges have no circle           yes    no

*empty*: whether nothing at all may be chosen. *spanning*: whether every vertex is visited. A path of a single
vertex has no edges: it is there if the path may be empty. So is a tree of one vertex that need not span.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice
from operator import eq
from typing import Any, Literal, TypeAlias, get_args

from accord.arguments.field import refuse_other_types
from accord.errors import UsageError, unknown
from accord.problem.expressions import ATOMS, Expression, Truth, Value, can_be_key, values_of
from accord.problem.graphs import semantics
from accord.problem.graphs.flags import Size, flags_of, size_of, truths_where
from accord.problem.graphs.graph import Graph, Touching, Vertex, edge_name, graph_of, vertex_name
from accord.problem.graphs.lowered import ON_VERTICES, Kind
from accord.problem.graphs.rule_text import rule_text
from accord.problem.notation import brief
from accord.problem.rules import Rule
from accord.problem.writers import IntegerWriter, Sizes

__all__ = [
    "GraphRule", "How", "components", "connected", "forest", "path", "paths", "regions", "single_loop",
    "tree",
]  # fmt: skip

How: TypeAlias = Literal["auto", "cuts", "unfold"]
MOST_FLAGS = 1_000_000  # of all labels of regions together


@dataclass(frozen=True, eq=False)
class GraphRule(Rule):
    """A rule on the vertices of a graph (`connected`), or on its edges."""

    kind: Kind
    graph: Graph
    flags: tuple[Truth | None, ...]  # of each vertex, or edge; None where there is none to be chosen
    empty: bool = False
    spanning: bool = False
    shortest: int = 0  # the fewest edges
    size: tuple[int, int] | None = None  # the fewest vertices and the most
    root: Vertex | None = None  # a vertex that is chosen
    ends: tuple[tuple[Vertex, Vertex], ...] = ()  # of paths
    how: How = "auto"
    levels: int | None = None  # of an unfolding; None: as many as are ever needed

    def __post_init__(self) -> None:
        refuse_other_types(
            how=(self.how, str), levels=(self.levels, int | None), shortest=(self.shortest, int)
        )
        if self.how not in get_args(How):
            raise unknown("way", self.how, get_args(How))
        if self.levels is not None and self.levels < 1:
            raise UsageError(f"found levels={self.levels}; expected 1 or more")

    def __repr__(self) -> str:
        return f"<the rule {self.words}>"

    def _short(self) -> str:
        return {"loop": "one loop", "tree": "one tree"}.get(self.kind, self.kind)

    def __str__(self) -> str:
        return rule_text(self, self.function)

    @property
    def function(self) -> Callable[..., GraphRule]:
        """The function that states it."""
        path_or_paths = paths if len(self.ends) > 1 else path
        by_kind: dict[Kind, Callable[..., GraphRule]] = {
            "connected": connected,
            "components": components,
            "forest": forest,
            "loop": single_loop,
            "path": path_or_paths,
            "tree": tree,
        }
        return by_kind[self.kind]

    @property
    def on_vertices(self) -> bool:
        """Whether its flags belong to vertices."""
        return self.kind in ON_VERTICES

    @property
    def of(self) -> tuple[Vertex, ...]:
        """The vertices, or the edges, that its flags belong to."""
        return self.graph.vertices if self.on_vertices else self.graph.edges

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        flags = zip(self.of, self.flags, strict=True)
        return self.accepts(each for each, flag in flags if flag is not None and found[flag])

    def accepts(self, chosen: Iterable[Vertex]) -> bool:
        """Whether these vertices, or edges, meet it; shares no code with its lowering."""
        return semantics.holds(self, chosen)

    def write_rows(self, rows: Any, words: str) -> None:  # noqa: ARG002
        """Write what is local as rows; cuts or an unfolding say the rest."""
        rows.graph(self)

    def write_integers(self, to: IntegerWriter) -> None:
        """Write a loop, if only the best is wanted. Raises RefusedError for any other rule."""
        to.graph(self)

    def sizes(self, seen: Sizes) -> Iterator[int]:  # noqa: ARG002
        """Yield about how many entries it adds: it is left to cuts, or small."""
        yield len(self.graph.edges)

    @property
    def has_circuit(self) -> bool:
        """Whether it is a loop."""
        return self.kind == "loop"


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
) -> GraphRule:
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
    return GraphRule(
        "connected",
        over,
        flags_of(flags if where is None else truths_where(flags, where), over.vertices),
        empty=empty and root is None,
        size=size_of(size),
        root=root,
        how=how,
        levels=levels,
        called=words,
    )


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
) -> GraphRule:
    """Return the rule that the chosen edges are one loop of `shortest` edges or more; see `connected`."""
    return _on_edges("loop", flags, graph, (), empty, spanning, shortest, how, levels, words)


def path(
    flags: Any,
    graph: Any = None,
    ends: tuple[Vertex, Vertex] | None = None,
    *,
    empty: bool = False,
    spanning: bool = False,
    shortest: int = 1,
    how: How = "auto",
    levels: int | None = None,
    words: str = "",
) -> GraphRule:
    """Return the rule that the chosen edges are one path, with the given `ends` or any; see `connected`."""
    of = () if ends is None else (ends,)
    return _on_edges("path", flags, graph, of, empty, spanning, shortest, how, levels, words)


def paths(
    flags: Any,
    graph: Any = None,
    ends: Iterable[tuple[Vertex, Vertex]] = (),
    *,
    spanning: bool = False,
    shortest: int = 1,
    how: How = "auto",
    levels: int | None = None,
    words: str = "",
) -> GraphRule:
    """Return the rule that the chosen edges are a path for each pair of `ends`, without common vertices."""
    pairs = tuple(ends) if isinstance(ends, Iterable) else (ends,)
    if not pairs:
        raise UsageError("paths need their ends: a pair of vertices for each of them")
    return _on_edges("path", flags, graph, pairs, False, spanning, shortest, how, levels, words)


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
) -> GraphRule:
    """Return the rule that the chosen edges are connected and have no loop; see `connected`."""
    return _on_edges("tree", flags, graph, (), empty, spanning, shortest, how, levels, words)


def regions(
    labels: Mapping[Vertex, Any],
    graph: Any = None,
    *,
    values: Iterable[Any] = (),
    sizes: Mapping[Any, Size] | Size = None,
    roots: Mapping[Any, Vertex] | None = None,
    absent: bool = False,
    touching: Touching = "sides",
    how: How = "auto",
    levels: int | None = None,
    words: str = "",
    has: Callable[[Any, Any], Any] = eq,
) -> list[GraphRule]:
    """Return a rule for each label: its vertices are connected.

    Args:
        labels: the label of each vertex: a board of variables, or a mapping.
        graph: a graph; by default the graph of the labels.
        values: the labels; by default all values of the variables. Labels with a size or a root are included.
        sizes: the number of vertices of a label: for each label, or for all.
        roots: a vertex for some labels, which has that label.
        absent: whether a label without a root may have no vertex.
        touching: as in `connected`.
        how: as in `connected`.
        levels: as in `connected`.
        words: the name of the rules; each adds its label.
        has: a function of a member of `labels` and a label: the truth that the vertex has it.
    """
    if not isinstance(labels, Mapping):
        raise UsageError(f"regions: found {brief(labels)}; expected a board, or the label of each vertex")
    over = graph_of(labels if graph is None else graph, touching)
    of, seeds = (sizes if isinstance(sizes, Mapping) else {}), roots or {}
    every = list(dict.fromkeys([*(values_of(values) or _values_in(labels)), *of, *seeds]))
    if not every:
        raise UsageError("regions need their labels: variables, or values=")
    if len(every) * len(labels) > MOST_FLAGS:
        raise UsageError(
            f"regions: found more than {MOST_FLAGS // len(labels):,} labels of {len(labels):,} vertices; "
            "expected fewer, by `values` or smaller domains"
        )
    return [
        replace(
            connected(
                {vertex: has(each, label) for vertex, each in labels.items()},
                over,
                empty=absent,
                size=of.get(label) if isinstance(sizes, Mapping) else sizes,
                root=seeds.get(label),
                how=how,
                levels=levels,
            ),
            called=f"{words or 'regions'}: {label}",
        )
        for label in every
    ]


def _values_in(labels: Mapping[Vertex, Any]) -> Iterator[Value]:
    """Yield the values of labels that are variables; of very many not all."""
    domains = {id(each.values): each.values for each in labels.values() if type(each) in ATOMS}
    return islice(chain.from_iterable(domains.values()), MOST_FLAGS + 1)


def components(
    flags: Any,
    graph: Any = None,
    *,
    where: Any = None,
    size: Size = None,
    touching: Touching = "sides",
    words: str = "",
) -> GraphRule:
    """Return the rule that each connected part of the chosen vertices has a `size`; see `connected`."""
    over = graph_of(flags if graph is None else graph, touching)
    found = flags_of(flags if where is None else truths_where(flags, where), over.vertices)
    return GraphRule("components", over, found, empty=True, size=size_of(size), how="cuts", called=words)


def forest(flags: Any, graph: Any = None, *, words: str = "") -> GraphRule:
    """Return the rule that the chosen edges have no loop; see `connected`."""
    return _on_edges("forest", flags, graph, (), True, False, 0, "cuts", None, words)


def _on_edges(
    kind: Kind,
    flags: Any,
    graph: Any,
    ends: tuple[tuple[Vertex, Vertex], ...],
    empty: bool,
    spanning: bool,
    shortest: int,
    how: How,
    levels: int | None,
    called: str,
) -> GraphRule:
    over = graph_of(flags if graph is None else graph)
    refuse_other_types(shortest=(shortest, int))
    shortest = max(3, shortest) if kind == "loop" else shortest
    if not all(isinstance(pair, tuple | list) and len(pair) == 2 and can_be_key((*pair,)) for pair in ends):
        raise UsageError(f"found the ends {brief(ends)}; expected pairs of vertices")
    ends = tuple((start, end) for start, end in ends)
    if empty and (spanning or ends):
        raise UsageError(
            f"a {kind} that visits all vertices, or has ends, is not empty; leave out empty=True"
        )
    flat = [vertex for pair in ends for vertex in pair]
    if any(vertex not in over.number for vertex in flat) or len(set(flat)) < len(flat):
        shown = ", ".join(map(edge_name, ends))
        raise UsageError(f"found the ends {shown}; expected pairs of vertices, all of them different")
    found = flags_of(flags, over.edges, turned=True)
    return GraphRule(
        kind, over, found, empty, spanning, shortest, None, None, ends, how, levels, called=called
    )
