"""Unfold to clauses that paths are short: none has a shortcut over an edge, or over a vertex that is free.

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

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from accord.problem.graph_rules.lowered import LoweredRule

__all__ = ["without_shortcuts"]


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
