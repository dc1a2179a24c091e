"""Lower two questions about a rule on several paths, which settle most of them soon.

Three edges of a circle of four are a *turn*: a path goes from a to b, across to c, and back to d. A solution
without any turn is found soon: a solver has few ways. So that is the question where one solution is wanted.

Paths can be *reduced*, and their ends stay joined. A limited number of reductions can follow each other:

    reduction   the paths before and after it              edges     possible where
    ----------  -----------------------------------------  --------  -------------------------------------
    exchange    see `square_grids`                         the same
    shortcut    a part of a path becomes an edge, or two   fewer     vertices may be left out
                over a vertex that is not visited: a
                turn a-b-c-d becomes the edge a-d
    corner      a-b-c becomes a-d-c in a square, if d is   the same  vertices may be left out
                not visited; `square_grids` says which
                of both is first

So where there is a solution, there is one without reductions. Hence:

    if R is the only solution without reductions, and none leads to R, it is the only solution at all

For reductions lead from any solution S to one that has none, which is R; and none leads to R. Nothing is
assumed of S. Other rules of a problem do not matter: they can only exclude R. If a reduction leads to R, it
comes from another solution.

A rule that visits all vertices is asked first as if they could be left out: S is a solution of that, too. So
if R visits all vertices, and no reduction leads to R, it is the only solution. If R does not, the answer is
no help, and the rule is asked as it is, with exchanges alone.

Where vertices may be left out, corners need others. The vertex d opposite of a corner is visited, since else
the corner were reduced, and not by a turn. So its path is beyond the corner, in a corner of its own, and so
on to the end of a path. A corner whose diagonal leads to no end does not occur.

Measured on eight published puzzles of Numberlink: without reductions, 200 to 14,000 conflicts of minisat22
prove most answers, and 35,000 the hardest; with exchanges alone, cadical195 takes as many, each of
which takes twice the time. Without any of this, both take 7,000 to millions.

Unfold to clauses that paths are short: none has a shortcut over an edge, or over a vertex that is free.

    on[v, k]    vertex v is on path k

    shortcut    the part of a path                        becomes
    ----------  ----------------------------------------  -----------------------------------
    edge        from one end of an edge to the other      the edge, if it is not chosen
    vertex      of three edges or more between two        the two edges there, if the vertex
                neighbours of a vertex                    is not visited

A search for paths gets these clauses only once it is hard, as there are tens of thousands. Measured on a
published Numberlink of 15 x 15 cells, by minisat22: shortcuts over edges alone, with paths by digits, take
107,000 conflicts, and paths one by one 36,000 to 64,000; with shortcuts over vertices, 23,000 to 36,000.
Shortcuts over two vertices save no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations, count
from operator import xor

import numpy as np

from accord.model import Model
from accord.model.data import ModelData
from accord.problem.graph_rules.cuts import GraphCuts
from accord.problem.graph_rules.edges import visit_name
from accord.problem.graph_rules.lowered import LoweredRule
from accord.problem.graph_rules.path import LoweredPath
from accord.problem.graph_rules.several_paths.pairs import TURN, circles
from accord.problem.graph_rules.several_paths.square_grids import (
    LARGE,
    SMALL,
    Size,
    place_corners,
    place_exchanges,
)
from accord.problem.lower.linear_form import LinearForm
from accord.problem.lower.model_writer import ModelWriter

FIRST = SMALL  # windows whose exchanges are excluded from the beginning; the first of `LARGE`
HARD, HARD_FREE = 2_000, 10_000  # conflicts, after which the clauses of `_Reduced` save time


def rule_of(lazy: GraphCuts) -> LoweredPath | None:
    """Return the first rule with several paths in a graph with squares; None if there is none."""
    several = (rule for rule in lazy.rules if isinstance(rule, LoweredPath) and len(rule.ends) > 2)
    return next((rule for rule in several if rule.spanning or circles(rule.vertices, rule.edges)), None)


def free_of_vertices(rule: LoweredPath) -> LoweredPath:
    """Return the rule that may leave vertices out."""
    return replace(rule, spanning=False)


def visits_all(rule: LoweredPath, edges: frozenset[int]) -> bool:
    """Whether these edges of the rule visit all vertices."""
    return len({vertex for edge in edges for vertex in rule.edges[edge]}) == rule.vertices


def without_turns(rule: LoweredPath) -> Model:
    """Return the model of the rule's solutions without a turn; option n is edge n."""
    writer, free = _begin(rule)
    _exclude_turns(writer, free)
    return writer.model(lazy=GraphCuts((free,)))


def without_reductions(rule: LoweredPath) -> Model:
    """Return the model of the rule's solutions that have no reduction; option n is edge n.

    Its items exclude exchanges in windows of `FIRST`. Once a search is hard, clauses exclude larger ones.
    """
    writer, free = _begin(rule)
    for number, each in enumerate(place_exchanges(rule, FIRST), start=1):
        amounts = [1] * each.chosen.shape[1] + [-1] * each.closed.shape[1]
        names = [f"{rule.words}: no exchange {number} at {place}" for place in range(1, len(each.chosen) + 1)]
        edges = np.hstack([each.chosen, each.closed]).astype(np.int32)
        writer.rows_at_most(names, edges, amounts, each.chosen.shape[1] - 1)
    if not rule.spanning:
        _exclude_turns(writer, free)
        _exclude_corners(writer, free)
    return writer.model(lazy=_Reduced((free,), len(writer.names)))


def before(rule: LoweredPath, solution: frozenset[int]) -> frozenset[int] | None:
    """Return another solution, if a reduction leads to this one: that which is reduced, or one more."""
    found = exchanged_for(rule, solution)
    visited = {vertex for edge in solution for vertex in rule.edges[edge]}
    if found is not None or rule.spanning or len(visited) == rule.vertices:
        return found
    for part in _short_parts(rule, solution):
        if (detour := _detour(rule, part, visited)) is not None:
            return solution.difference(part).union(detour)
    return None


def _short_parts(rule: LoweredPath, solution: frozenset[int]) -> Iterator[frozenset[int]]:
    """Yield the parts of paths to which a shortcut or a corner leads: of one edge, and of two."""
    at: dict[int, list[int]] = {}
    for edge in solution:
        yield frozenset((edge,))
        for vertex in rule.edges[edge]:
            at.setdefault(vertex, []).append(edge)
    yield from (frozenset(some) for some in at.values() if len(some) == 2)


def _detour(rule: LoweredPath, part: frozenset[int], visited: Set[int]) -> list[int] | None:
    """Return other edges from end to end of a part of a path, over vertices that are not visited."""
    start, end = reduce(xor, (frozenset(rule.edges[edge]) for edge in part))
    way: dict[int, list[int]] = {start: []}
    queue = [start]
    for vertex in queue:  # grows while it is walked
        for other, step in rule.near[vertex]:
            if other == end and step not in part:
                return [*way[vertex], step]
            if other not in visited and other not in way:
                way[other] = [*way[vertex], step]
                queue.append(other)
    return None


def exchanged_for(
    rule: LoweredPath, solution: frozenset[int], windows: tuple[Size, ...] = LARGE
) -> frozenset[int] | None:
    """Return a solution from which an exchange leads to this one; None if there is none."""
    chosen = np.zeros(len(rule.edges), np.bool_)
    chosen[[*solution]] = True
    for exchange in place_exchanges(rule, windows):
        if (found := exchange.undo(chosen)) is not None:
            new, old = found
            return frozenset(solution.difference(new).union(old))
    return None


@dataclass(frozen=True)
class _Reduced(GraphCuts):
    """The cuts of paths without reductions; and clauses of more reductions."""

    options: int  # of the model

    @property
    def hard(self) -> int:
        """After how many conflicts `unfold` was measured to save time."""
        return HARD if self.rules[0].spanning else HARD_FREE

    def unfold(self, model: ModelData, variables: int) -> Iterator[list[int]]:
        """Yield clauses that exclude solutions with an exchange in a larger window, or with a shortcut."""
        (rule,) = self.rules
        if model.options < self.options:  # a part of the question's model: options have other numbers
            return
        if rule.spanning:
            for each in place_exchanges(rule, LARGE)[len(place_exchanges(rule, FIRST)) :]:
                yield from np.hstack([-each.chosen - 1, each.closed + 1]).tolist()
            return
        option = {model.option_name(number): number + 1 for number in range(model.options)}

        def visited(vertex: int) -> int:
            """Return the variable of a vertex: its first edge where it has but two, both chosen or none."""
            first_edge = rule.near[vertex][0][1]
            return option.get(visit_name(f"{rule.words}: {vertex_name(vertex)}"), first_edge + 1)

        yield from without_shortcuts(rule, range(1, len(rule.edges) + 1), visited, count(variables + 1))


def _begin(rule: LoweredPath) -> tuple[ModelWriter, LoweredPath]:
    """Return a writer with the rule, where every edge may be chosen or not, and that rule."""
    writer = ModelWriter()
    edges = writer.options(name or f"edge {place}" for place, name in enumerate(rule.options, start=1))
    known = [LinearForm({edge: 1}) for edge in edges]
    free = replace(rule, options=tuple(writer.names), fixed=(), shortest=0)
    free.write_local(writer, [vertex_name(vertex) for vertex in range(rule.vertices)], known)
    return writer, free


def vertex_name(vertex: int) -> str:
    """Return the name of a vertex in the models of the questions."""
    return f"vertex {vertex + 1}"


def _exclude_turns(writer: ModelWriter, rule: LoweredPath) -> None:
    squares = np.array(circles(rule.vertices, rule.edges), np.int32).reshape(-1, 4)
    names = [f"{rule.words}: no turn in circle {number}" for number in range(1, len(squares) + 1)]
    writer.rows_at_most(names, squares, (1, 1, 1, 1), TURN - 1)


def _exclude_corners(writer: ModelWriter, rule: LoweredPath) -> None:
    """Exclude the corners that are reduced: each needs the edges beyond it, unless a path ends there."""
    ends = {*rule.ends}
    corners = [each for each in place_corners(rule) if each.opposite not in ends and len(each.beyond) <= 2]
    never: set[frozenset[int]] = set()
    while more := {c.edges for c in corners if len(c.beyond) < 2 or c.beyond in never} - never:
        never |= more
    alone = np.array([sorted(edges) for edges in never], np.int32).reshape(-1, 2)
    writer.rows_at_most(
        [f"{rule.words}: no corner {place}" for place in range(1, len(alone) + 1)], alone, (1, 1), 1
    )
    rows = [[*sorted(c.edges), edge] for c in corners if c.edges not in never for edge in sorted(c.beyond)]
    beyond = np.array(rows, np.int32).reshape(-1, 3)
    names = [f"{rule.words}: beyond a corner {place}" for place in range(1, len(beyond) + 1)]
    writer.rows_at_most(names, beyond, (1, 1, -1), 1)


def without_shortcuts(
    rule: LoweredRule, edges: Sequence[int], visited: Callable[[int], int], variables: Iterator[int]
) -> Iterator[list[int]]:
    """Yield clauses that paths meet if they have no shortcut, over edges and over vertices.

    Args:
        rule: a rule with several paths that may leave vertices out.
        edges: the variable of each edge.
        visited: returns the variable of a vertex that is no end.
        variables: numbers that are not in use.
    """
    paths = range(len(rule.ends) // 2)
    on = [[next(variables) for _ in paths] for _ in range(rule.vertices)]
    for place, vertex in enumerate(rule.ends):
        yield from ([each if path == place // 2 else -each] for path, each in enumerate(on[vertex]))
    for vertex in {*range(rule.vertices)}.difference(rule.ends):
        there = visited(vertex)
        yield [-there, *on[vertex]]
        yield from ([-each, there] for each in on[vertex])
        yield from ([-one, -other] for one, other in combinations(on[vertex], 2))
    for edge, (one, other) in zip(edges, rule.edges, strict=True):
        for here, there in zip(on[one], on[other], strict=True):
            yield from ([-edge, -here, there], [-edge, here, -there], [edge, -here, -there])
    for vertex in {*range(rule.vertices)}.difference(rule.ends):
        for one, other in combinations(rule.beside[vertex], 2):
            ways = _ways_of_two(rule, vertex, one, other)
            if ways is not None:
                for here, there in zip(on[one], on[other], strict=True):
                    beside = [visited(vertex), -here, -there]
                    yield from ([*beside, edges[edge]] for edge in ways) if ways else [beside]


def _ways_of_two(rule: LoweredRule, vertex: int, one: int, other: int) -> Sequence[int] | None:
    """Return the edges by which a path joins two neighbours of a vertex in two steps, not over the vertex.

    Empty if it cannot; None if there is more than one way, or the neighbours are joined by an edge.
    """
    here, there = dict(rule.near[one]), dict(rule.near[other])
    between = here.keys() & there.keys() - {vertex, *rule.ends}
    if other in here or len(between) > 1:
        return None
    return [some[far] for far in between for some in (here, there)]
