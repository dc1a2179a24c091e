"""Graphs, models of loops, paths and trees in them, and their numbers by trying every set of edges."""

from itertools import combinations

from accord.model import Model
from accord.problem.graph_rules.components import LoweredComponents
from accord.problem.graph_rules.connected import LoweredConnected
from accord.problem.graph_rules.cuts import GraphCuts
from accord.problem.graph_rules.forest import LoweredForest
from accord.problem.graph_rules.loop import LoweredLoop
from accord.problem.graph_rules.path import LoweredPath
from accord.problem.graph_rules.tree import LoweredTree

LOWERED = {
    each.name: each
    for each in (LoweredConnected, LoweredComponents, LoweredLoop, LoweredPath, LoweredTree, LoweredForest)
}


def grid(rows, columns):
    """The vertices of a grid, row by row, and its edges."""
    across = [(v, v + 1) for v in range(rows * columns) if (v + 1) % columns]
    down = [(v, v + columns) for v in range((rows - 1) * columns)]
    return rows * columns, tuple(across + down)


def names_of(kind, graph):
    """The options of a rule: edges, or vertices where they are to be connected."""
    vertices, edges = graph
    return [f"{v}" for v in range(vertices)] if kind == "connected" else [f"{a}-{b}" for a, b in edges]


def model_of(kind, graph, clues=(), **conventions):
    """One graph rule, with rows for what is local: two edges or none at a vertex, one at the ends of a path.

    Clues are further items: names of options with amounts, low, high.
    """
    vertices, edges = graph
    names, ends = names_of(kind, graph), conventions.get("ends", ())
    items, gives, hidden = {}, {name: {} for name in names}, []
    if kind in ("loop", "path"):
        for vertex in range(vertices):
            items[f"at {vertex}"] = 1 if vertex in ends else 0
            if vertex not in ends:
                gives[f"in {vertex}"] = {f"at {vertex}": -2}
                hidden.append(f"in {vertex}")
        for name, edge in zip(names, edges, strict=True):
            gives[name] |= dict.fromkeys((f"at {vertex}" for vertex in edge), 1)
    if not conventions.get("empty") and not conventions.get("spanning"):
        items["some"] = (1, None)
        for name in names:
            gives[name]["some"] = 1
    for number, (amounts, low, high) in enumerate(clues):
        items[f"clue {number}"] = (low, high)
        for name, amount in amounts.items():
            gives[name][f"clue {number}"] = amount
    rule = LOWERED[kind]("rule", vertices, edges, tuple(names), **conventions)
    return Model.build(items, gives, hidden=hidden, lazy=GraphCuts((rule,)))


def sets_of(kind, graph, clues=(), *, ends=(), empty=False, spanning=False):
    """How many sets of edges, or of vertices, are what the kind says, and meet the clues."""
    names = names_of(kind, graph)
    return sum(
        is_one(kind, graph, chosen, ends, empty, spanning)
        and all(low <= sum(a.get(names[n], 0) for n in chosen) <= high for a, low, high in clues)
        for size in range(len(names) + 1)
        for chosen in combinations(range(len(names)), size)
    )


def is_one(kind, graph, chosen, ends, empty, spanning):
    """Whether edges, or vertices, are a loop, a path, a tree, or connected."""
    vertices, edges = graph
    if not chosen:
        return empty or (spanning and vertices == 1)
    within = set(chosen)
    if kind == "connected":
        pairs = [pair for pair in edges if within.issuperset(pair)]
    else:
        pairs = [edges[n] for n in chosen]
        within = {vertex for pair in pairs for vertex in pair}
    parts = {vertex: vertex for vertex in within}
    for one, other in pairs:
        old, new = parts[one], parts[other]
        parts = {vertex: new if part == old else part for vertex, part in parts.items()}
    degrees = sorted(sum(vertex in pair for pair in pairs) for vertex in within)
    loose = tuple(v for v in sorted(within) if sum(v in pair for pair in pairs) == 1)
    return (
        len(set(parts.values())) == 1
        and (not spanning or len(within) == vertices)
        and (kind != "loop" or degrees[0] == degrees[-1] == 2)
        and (kind not in ("path", "tree") or len(pairs) == len(within) - 1)
        and (kind != "path" or degrees[-1] <= 2)
        and (not ends or loose == tuple(sorted(ends)))
    )
