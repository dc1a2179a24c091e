"""Small graphs, and rules on them with what they mean in plain sets: it shares nothing with the library."""

from itertools import combinations
from types import SimpleNamespace

from accord.problem.graph_rules.base import STATED
from accord.problem.graphs.graph import graph_of, grid

rules = SimpleNamespace(**STATED)

GRAPHS = {
    "board": grid(2, 3),
    "hexagons": grid(2, 3, lattice="hexagonal"),
    "hole": grid("...\n.#.\n..."),
    "complete": graph_of(list(combinations("abcd", 2))),
    "two triangles": graph_of([(1, 2), (2, 3), (3, 1), (4, 5), (5, 6), (6, 4), (3, 4)]),
    "apart": graph_of({1: [2], 2: [1], 3: [4], 5: []}),
    "one alone": graph_of({1: [2], 2: [3], 4: []}),
}


def merged(vertices, edges):
    """The parts of a graph, by merging sets until nothing merges."""
    parts = [{vertex} for vertex in vertices]
    for one, other in edges:
        joined = [part for part in parts if one in part or other in part]
        parts = [part for part in parts if part not in joined] + [set().union(*joined)]
    return parts


def degrees(edges):
    ends = [vertex for edge in edges for vertex in edge]
    return {vertex: ends.count(vertex) for vertex in ends}


def one(edges):
    return len(merged(degrees(edges), edges)) == 1


def connected(graph, chosen):
    within = [edge for edge in graph.edges if set(edge) <= set(chosen)]
    return len(merged(chosen, within)) == 1


def loop(edges):
    return one(edges) and all(degree == 2 for degree in degrees(edges).values())


def circle_free(edges):
    return len(edges) == len(degrees(edges)) - len(merged(degrees(edges), edges))


def line(edges):
    """The two ends of a path; None if it is none."""
    at = degrees(edges)
    ends = {vertex for vertex in at if at[vertex] == 1}
    return ends if one(edges) and circle_free(edges) and max(at.values()) <= 2 else None


def lines(edges, pairs):
    """Whether edges are a path for each pair of ends."""
    parts = merged(degrees(edges), edges)
    ends = [line([edge for edge in edges if edge[0] in part]) for part in parts]
    return len(ends) == len(pairs) and all(set(pair) in ends for pair in pairs)


def all_of(graph, edges):
    return set(degrees(edges)) == set(graph.vertices)


def flags(kind, graph):
    return [True] * len(graph.vertices if kind == "connected" else graph.edges)


# name -> (statement, what it means); both of a graph
def on(function, **conventions):
    kind = "connected" if function is rules.connected else "edges"
    return lambda graph, flags_=None, **more: function(
        flags(kind, graph) if flags_ is None else flags_, graph, **conventions, **more
    )


def first_and_last(graph):
    return graph.vertices[0], graph.vertices[-1]


KINDS = {
    "connected": (on(rules.connected), lambda g, c: not c or connected(g, c)),
    "connected, some": (on(rules.connected, empty=False), lambda g, c: c and connected(g, c)),
    "connected, sized": (
        on(rules.connected, size=(2, 3)),
        lambda g, c: not c or (len(c) in (2, 3) and connected(g, c)),
    ),
    "connected, four": (
        on(rules.connected, size=range(4, 5), empty=False),
        lambda g, c: len(c) == 4 and connected(g, c),
    ),
    "connected, some up to three": (
        on(rules.connected, size=(0, 3), empty=False),
        lambda g, c: 0 < len(c) <= 3 and connected(g, c),
    ),
    "connected, rooted": (
        lambda g, f=None, **more: on(rules.connected, root=g.vertices[1])(g, f, **more),
        lambda g, c: g.vertices[1] in c and connected(g, c),
    ),
    "loop": (on(rules.single_loop), lambda g, e: e and loop(e)),
    "loop or nothing": (
        on(rules.single_loop, empty=True, shortest=4),
        lambda g, e: not e or (loop(e) and len(e) >= 4),
    ),
    "loop through all": (on(rules.single_loop, spanning=True), lambda g, e: e and loop(e) and all_of(g, e)),
    "path": (on(rules.path), lambda g, e: e and line(e)),
    "path or nothing": (
        on(rules.path, empty=True, shortest=2),
        lambda g, e: not e or (line(e) and len(e) >= 2),
    ),
    "path through all": (on(rules.path, spanning=True), lambda g, e: e and line(e) and all_of(g, e)),
    "path between": (
        lambda g, f=None, **more: on(rules.path, ends=first_and_last(g))(g, f, **more),
        lambda g, e: e and line(e) == set(first_and_last(g)),
    ),
    "path between, through all": (
        lambda g, f=None, **more: on(rules.path, ends=first_and_last(g), spanning=True)(g, f, **more),
        lambda g, e: e and line(e) == set(first_and_last(g)) and all_of(g, e),
    ),
    "paths": (
        lambda g, f=None, **more: on(rules.paths, ends=(g.vertices[:2], g.vertices[-2:]))(g, f, **more),
        lambda g, e: lines(e, (g.vertices[:2], g.vertices[-2:])),
    ),
    "tree": (on(rules.tree), lambda g, e: e and one(e) and circle_free(e) and all_of(g, e)),
    "tree somewhere": (
        on(rules.tree, spanning=False, shortest=2),
        lambda g, e: len(e) >= 2 and one(e) and circle_free(e),
    ),
    "tree or nothing": (
        on(rules.tree, spanning=False, empty=True),
        lambda g, e: not e or (one(e) and circle_free(e)),
    ),
}


def right(graph, name):
    """What keeps a rule, by trying all: sets of vertices or edges."""
    of = graph.vertices if name.startswith("connected") else graph.edges
    means = KINDS[name][1]
    every = (chosen for size in range(len(of) + 1) for chosen in combinations(of, size))
    return {frozenset(chosen) for chosen in every if means(graph, list(chosen))}
