"""Walk a graph and count: what the rules use to say whether a choice of vertices or edges meets them.

It shares no code with how rules are lowered, cut or unfolded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from accord.problem.graphs.graph import Edge, Vertex


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


def degrees(chosen: Iterable[Edge]) -> dict[Vertex, int]:
    """The vertices that edges visit, each with its number of edges."""
    found: dict[Vertex, int] = {}
    for edge in chosen:
        for vertex in edge:
            found[vertex] = found.get(vertex, 0) + 1
    return found
