"""Paths: the chosen edges are one path, its ends given or not; or a path for each pair of ends.

`path(link, ends=[cell, cell])`: the chosen edges are one path.
`paths(link, ends=list)`: the chosen edges are a path for each pair of cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from accord.errors import UsageError
from accord.model.data import LazyItem, ModelData
from accord.problem.graph_rules import follows
from accord.problem.graph_rules.base import How, states_rules, sum_of_options
from accord.problem.graph_rules.edges import ONE_WAY, TWO_EDGES, VISITED, EdgeRule, OnEdges, pass_through
from accord.problem.graph_rules.lowered import LoweredRule
from accord.problem.graph_rules.meaning import degrees, parts
from accord.problem.graph_rules.separation import (
    MOST_CUTS,
    Part,
    apart,
    between,
    circles_within,
    cut,
    parts_of_edges,
)
from accord.problem.graph_rules.several_paths.pairs import sides, visits, without_turns, write_pairs
from accord.problem.graphs.graph import Edge, Vertex
from accord.problem.lower.linear_form import FALSE, TRUE, LinearForm, sum_of
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.roles import Says

HARD_PATHS = 50_000  # conflicts, after which clauses of several paths save time
END = Says("the line of {} leaves it in one way only", opens=ONE_WAY)


class LoweredPath(OnEdges):
    """The rule on options."""

    name = "path"
    is_whole = True
    circles = "none"
    two_at_a_vertex = True

    def find_cuts(self, taken: list[int]) -> Iterator[LazyItem]:
        """Yield cuts of parts with a circle, and of parts that are not joined to what they should be."""
        parts = parts_of_edges(self, taken)
        yield from islice(circles_within(self, parts), MOST_CUTS)
        if self.ends:
            yield from islice(_to_ends(self, parts), MOST_CUTS)
        else:
            yield from apart(self, parts)

    def derives(self, gives: Mapping[int, int], low: int, high: int | None) -> bool:
        """Whether there is no circle, or something between is chosen."""
        if high is not None:
            return low <= 0 and follows.has_no_circle(self, gives, high)
        if self.ends:
            return follows.comes_and_goes(self, gives, low)
        return follows.is_joined(self, gives, low)

    @property
    def hard(self) -> int:
        """After how many conflicts `clauses` was measured to save time."""
        return HARD_PATHS if len(self.ends) > 2 else super().hard

    def clauses(
        self, model: ModelData, option: Mapping[str, int], unused: Iterator[int]
    ) -> Iterator[list[int]]:
        """Return clauses on the path that each vertex is on, and on the side of it that each face is on."""
        del model
        return sides(self, option, unused)

    def expectations(self) -> Sequence[list[LazyItem]]:
        """Return items that no path turns back, and items that all vertices are visited."""
        return [*without_turns(self)], [*visits(self)]

    def degrees(self, vertex: int) -> range:
        """One at an end; two elsewhere, or none unless it must be visited; any of them if ends are free."""
        if not self.ends:
            return range(1 if self.spanning else 0, 3)
        if vertex in self.ends:
            return range(1, 2)
        return range(2, 3) if self.spanning else range(0, 3, 2)

    def write_vertex(self, writer: ModelWriter, vertex: int, at: str, forms: list[LinearForm]) -> LinearForm:
        """Write one edge at an end, and two elsewhere, or none; return whether a free end is here."""
        if not self.ends:
            return _end(writer, self.words, at, forms, self.spanning)
        if vertex in self.ends:
            with writer.saying(END, at):
                writer.exactly(f"{self.words}: {at} is an end", sum_of_options(forms), 1)
            return TRUE
        return pass_through(writer, self.words, at, forms, self.spanning)

    def write_whole(
        self,
        writer: ModelWriter,
        names: Sequence[str],
        known: Sequence[LinearForm],
        visited: list[LinearForm],
        some: LinearForm,
    ) -> None:
        """Write two ends in all if they are free, and that paths join the ends of a pair."""
        if not self.ends:
            writer.equal(f"{self.words}: two ends", sum_of(visited), sum_of((some,), (2,)))
        elif len(self.ends) > 2:
            write_pairs(writer, names, self, known, visited)


class Path(EdgeRule):
    """The rule as it is stated."""

    lowered = LoweredPath

    @property
    def function_name(self) -> str:
        """One path, or several."""
        return "paths" if len(self.ends) > 1 else "path"

    def argument(self, name: str, default: Any, place: Callable[[Vertex], object]) -> Any:
        """The argument of its function with that name."""
        if name != "ends":
            return super().argument(name, default, place)
        pairs = [[place(start), place(end)] for start, end in self.ends]
        return pairs if len(pairs) > 1 else next(iter(pairs), None)

    def accepts(self, chosen: Iterable[Edge]) -> bool:
        """Whether these edges are one path, or one for each pair of ends."""
        edges = set(chosen)
        visited = degrees(edges)
        ends = {vertex for vertex, degree in visited.items() if degree == 1}
        if not set(visited.values()) <= {1, 2}:
            return False
        if not self.ends:
            return self.is_one(edges) and len(ends) == 2 * bool(edges)
        found = parts(visited, edges)
        return (
            Counter(frozenset(part & ends) for part in found) == Counter(map(frozenset, self.ends))
            and len(edges) >= self.shortest
            and (not self.spanning or len(visited) == len(self.graph.vertices))
        )


@states_rules
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
) -> Path:
    """Return the rule that the chosen edges are one path, with the given `ends` or any; see `connected`."""
    of = () if ends is None else (ends,)
    return Path.of_flags(flags, graph, of, empty, spanning, shortest, how, levels, words)


@states_rules
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
) -> Path:
    """Return the rule that the chosen edges are a path for each pair of `ends`, without common vertices."""
    pairs = tuple(ends) if isinstance(ends, Iterable) else (ends,)
    if not pairs:
        raise UsageError("paths need their ends: a pair of vertices for each of them")
    return Path.of_flags(flags, graph, pairs, False, spanning, shortest, how, levels, words)


def _to_ends(rule: LoweredRule, parts: list[Part]) -> Iterator[LazyItem]:
    """Paths between given ends: each start is joined to its end, and nothing lies apart from them."""
    partner = dict(zip(rule.ends, _partners(rule.ends), strict=True))
    for part in parts:
        ends = [vertex for vertex in rule.ends if vertex in part.vertices]
        alone = [vertex for vertex in ends if partner[vertex] not in part.vertices]
        if alone:
            yield cut(rule, between(rule, part.vertices, [partner[alone[0]]]), [])
        elif not ends:
            separating = between(rule, part.vertices, rule.ends)
            known = rule.spanning or not set(rule.fixed).isdisjoint(part.places)
            yield cut(rule, separating, [] if known else part.places[:1])


def _partners(ends: Sequence[int]) -> list[int]:
    return [ends[number ^ 1] for number in range(len(ends))]


def _end(writer: ModelWriter, words: str, at: str, forms: list[LinearForm], spanning: bool) -> LinearForm:
    """Whether it is an end: with one edge; all others have two, or none unless they must be visited."""
    name, here = f"{words}: {at}", sum_of_options(forms)
    if not forms:
        if spanning:
            writer.at_least(f"{name} is visited", here, 1)
        return FALSE
    if len(forms) == 1 and not spanning:
        return forms[0]
    end = writer.truth(f"{name} is an end")
    both = sum_of((here, end))
    with writer.saying(VISITED, at):
        visited = TRUE if spanning else writer.truth(f"{name} is visited")
    with writer.saying(TWO_EDGES, at):
        said = "has two edges, or one as an end" if spanning else "has two edges, one as an end, or none"
        writer.exactly(f"{name} {said}", sum_of((both, visited), (1, -2)), 0)
    return end
