"""Random rules on small graphs: each is stated to the problem, and its meaning, by merging sets, returned."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import combinations
from typing import Any

from accord_compare.fuzz.expressions import Generator, Meaning, Values

VERTICES = "abcde"
Edge = tuple[str, str]


def merged(vertices: Iterable[str], edges: Iterable[Edge]) -> list[set[str]]:
    """Return the parts of a graph, by merging sets until nothing merges."""
    parts = [{vertex} for vertex in vertices]
    for edge in edges:
        joined = [part for part in parts if part.intersection(edge)]
        parts = [part for part in parts if part not in joined] + [set[str]().union(*joined)]
    return parts


def degrees(edges: Collection[Edge]) -> dict[str, int]:
    """How many of the edges each of their vertices has."""
    ends = [vertex for edge in edges for vertex in edge]
    return {vertex: ends.count(vertex) for vertex in ends}


def _chosen(generator: Generator, of: Sequence[Any]) -> tuple[dict[Any, Any], Callable[[Values], list[Any]]]:
    """A truth for each vertex or edge, and which of them are chosen."""
    truths = {each: generator.truth(generator.dice.number(0, 1)) for each in of}
    flags = {each: truth.expression for each, truth in truths.items()}
    return flags, lambda values: [each for each, truth in truths.items() if truth.meaning(values)]


def _graph(generator: Generator) -> list[Edge]:
    pairs = list(combinations(VERTICES[: generator.dice.number(2, 5)], 2))
    return generator.dice.some(pairs, generator.dice.number(1, 7))


def _connected(generator: Generator) -> Meaning:
    """The chosen vertices hang together; perhaps with a root, or so many of them."""
    graph, dice = _graph(generator), generator.dice
    vertices = sorted({vertex for edge in graph for vertex in edge})
    flags, chosen = _chosen(generator, vertices)
    root = dice.pick(vertices) if dice.chance(0.3) else None
    empty, low = dice.chance(0.5) and root is None, dice.number(1, 3)
    size = dice.pick((None, low, (low, low + 1), (0, low)))
    least, most = (1, 9) if size is None else (size, size) if isinstance(size, int) else size
    generator.problem.connected(flags, graph, empty=empty, size=size, root=root, how="unfold")

    def means(values: Values) -> bool:
        found = chosen(values)
        if not found:
            return empty
        within = [edge for edge in graph if {*edge} <= {*found}]
        return least <= len(found) <= most and root in (None, *found) and len(merged(found, within)) == 1

    return means


def _on_edges(generator: Generator) -> Meaning:
    """The chosen edges are a loop, a path, paths between given ends, or a tree."""
    graph, dice = _graph(generator), generator.dice
    vertices = dice.shuffle(sorted({vertex for edge in graph for vertex in edge}))
    flags, chosen = _chosen(generator, graph)
    kind = dice.pick(("loop", "path", "ends", "tree"))
    ends = (
        list(zip(vertices[::2], vertices[1::2], strict=False))[: dice.number(1, 2)] if kind == "ends" else []
    )
    spanning = dice.chance(0.4)
    empty = dice.chance(0.4) and not spanning and not ends
    shortest = dice.number(2, 4) if dice.chance(0.4) else {"loop": 3, "tree": 0}.get(kind, 1)
    state = generator.problem
    more: dict[str, Any] = {"spanning": spanning, "shortest": shortest, "how": "unfold"}
    if ends:
        state.paths(flags, graph, ends, **more)
    else:
        {"loop": state.single_loop, "path": state.path, "tree": state.tree}[kind](
            flags, graph, empty=empty, **more
        )

    def means(values: Values) -> bool:
        edges = chosen(values)
        if not edges:
            return empty
        at = degrees(edges)
        parts = merged(at, edges)
        single = [{vertex for vertex in part if at[vertex] == 1} for part in parts]
        shaped = {
            "loop": set(at.values()) == {2},
            "path": max(at.values()) < 3 and len(single[0]) == 2,
            "ends": max(at.values()) < 3 and sorted(map(sorted, single)) == sorted(map(sorted, ends)),
            "tree": len(edges) == len(at) - 1,
        }[kind]
        whole = len(parts) == 1 or kind == "ends"
        return shaped and whole and len(edges) >= shortest and (not spanning or len(at) == len(vertices))

    return means


GRAPHS: dict[str, Callable[[Generator], Meaning]] = {"connected": _connected, "edges": _on_edges}
