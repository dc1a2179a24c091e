"""Check directly, by graph search, whether a choice of vertices or edges meets a graph rule.

It walks the graph and counts, and shares no code with how rules are lowered, cut or unfolded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord.problem.graphs.graph import Edge, Vertex
    from accord.problem.graphs.rules import GraphRule


def holds(rule: GraphRule, chosen: Iterable[Vertex]) -> bool:
    """Whether these vertices, or edges, keep a rule."""
    if rule.kind == "connected":
        return _is_connected(rule, set(chosen))
    if rule.kind == "components":
        low, high = rule.size or (1, len(rule.flags))
        vertices = set(chosen)
        return all(low <= len(part) <= high for part in parts(vertices, rule.graph.edges))
    edges: set[Edge] = set(chosen)  # type: ignore[arg-type]
    if rule.kind == "loop":
        return _is_loop(rule, edges)
    if rule.kind == "forest":
        return len(_degrees(edges)) == len(edges) + len(parts(_degrees(edges), edges))
    return _is_path(rule, edges) if rule.kind == "path" else _is_tree(rule, edges)


def parts(vertices: Collection[Vertex], edges: Collection[Edge]) -> list[set[Vertex]]:
    """The parts that vertices are in, with these edges between them."""
    near: dict[Vertex, list[Vertex]] = {vertex: [] for vertex in vertices}
    for one, other in edges:
        if one in near and other in near:
            near[one].append(other)
            near[other].append(one)
    found, left = [], dict.fromkeys(vertices)
    while left:
        part = [left.popitem()[0]]
        for vertex in part:  # grows while it is walked
            fresh = [other for other in near[vertex] if other in left]
            for other in dict.fromkeys(fresh):
                del left[other]
                part.append(other)
        found.append(set(part))
    return found


def _is_connected(rule: GraphRule, chosen: set[Vertex]) -> bool:
    if not chosen:
        return rule.empty
    low, high = rule.size or (1, len(chosen))
    rooted = rule.root is None or rule.root in chosen
    return rooted and low <= len(chosen) <= high and len(parts(chosen, rule.graph.edges)) == 1


def _is_loop(rule: GraphRule, chosen: set[Edge]) -> bool:
    return _one(rule, chosen) and set(_degrees(chosen).values()) <= {2}


def _is_path(rule: GraphRule, chosen: set[Edge]) -> bool:
    ends = {vertex for vertex, degree in _degrees(chosen).items() if degree == 1}
    if not rule.ends:
        return (
            _one(rule, chosen) and set(_degrees(chosen).values()) <= {1, 2} and len(ends) == 2 * bool(chosen)
        )
    found = parts(_degrees(chosen), chosen)
    return (
        set(_degrees(chosen).values()) <= {1, 2}
        and Counter(frozenset(part & ends) for part in found) == Counter(map(frozenset, rule.ends))
        and len(chosen) >= rule.shortest
        and (not rule.spanning or len(_degrees(chosen)) == len(rule.graph.vertices))
    )


def _is_tree(rule: GraphRule, chosen: set[Edge]) -> bool:
    if rule.spanning and len(rule.graph.vertices) == 1:
        return not chosen and not rule.shortest
    return _one(rule, chosen) and (not chosen or len(_degrees(chosen)) == len(chosen) + 1)


def _one(rule: GraphRule, chosen: set[Edge]) -> bool:
    """Whether edges hang together, are neither too few nor nothing, and go everywhere if they must."""
    degrees = _degrees(chosen)
    if not chosen:
        return rule.empty
    everywhere = not rule.spanning or len(degrees) == len(rule.graph.vertices)
    return everywhere and len(chosen) >= rule.shortest and len(parts(degrees, chosen)) == 1


def _degrees(chosen: Iterable[Edge]) -> dict[Vertex, int]:
    degrees: dict[Vertex, int] = {}
    for edge in chosen:
        for vertex in edge:
            degrees[vertex] = degrees.get(vertex, 0) + 1
    return degrees
