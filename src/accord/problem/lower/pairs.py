"""Lower paths between several pairs of ends: the path of each vertex, and the side that each face is on.

The cuts of a graph rule would say all of this, but there are too many of them: pairs of ends that do not
belong together. So each vertex has a truth for each pair, and chosen edges stay on one path.

A solver does not see soon that a line separates the ends of a pair: it has to try all ways on one side. That
an inner vertex has an even number of edges is a parity argument, and clauses prove those slowly. So on large
boards the parity is written out. A path and one fixed way between its ends are together an even set of
edges. Such a set is the border of exactly one set of faces. A hidden truth for each face says whether it is
in that set. Two faces beside an edge differ if the edge is on the path, or on the fixed way, and not on both.
Around an area that the path cannot leave, unit propagation leads from face to face to a contradiction.

Measured on published puzzles of Numberlink with 15 x 15 cells, by cadical195: 16,000 conflicts in place of
137,000; 19,000 in place of more than 300,000. Puzzles up to about 12 x 12 cells gain little.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from accord.grids.regions import Joined
from accord.problem.graphs.cuts import Rule
from accord.problem.lower.model_writer import FALSE, TRUE, LinearForm, ModelWriter, sum_of

__all__ = ["write_pairs"]

FEW = 3_000  # edges, once for each pair: where there are fewer, sides of paths are not written


def write_pairs(
    writer: ModelWriter,
    names: Sequence[str],
    rule: Rule,
    known: Sequence[LinearForm],
    visited: Sequence[LinearForm],
) -> None:
    """Write that each visited vertex is on the path of one pair of ends, and chosen edges stay on one path.

    Args:
        writer: where to.
        names: of the vertices.
        rule: the rule, with two pairs of ends or more.
        known: whether each edge is chosen.
        visited: whether each vertex is visited.
    """
    words = rule.words
    pairs = [rule.ends[at : at + 2] for at in range(0, len(rule.ends), 2)]
    on: list[list[LinearForm]] = []
    for vertex, there in enumerate(visited):
        if vertex in rule.ends:
            on.append([TRUE if vertex in pair else FALSE for pair in pairs])
            continue
        titles = [f"{words}: {names[vertex]} is on path {number}" for number, _ in enumerate(pairs, start=1)]
        on.append([writer.truth(title) for title in titles])
        writer.equal(f"{words}: {names[vertex]} is on one path", sum_of(on[-1]), there)
    for edge, chosen in zip(rule.edges, known, strict=True):
        for one, other in (edge, edge[::-1]):
            for here, there, number in zip(on[one], on[other], range(1, len(pairs) + 1), strict=True):
                name = f"{words}: path {number} from {names[one]} to {names[other]}"
                writer.at_most(name, sum_of((here, there, chosen), (1, -1, 1)), 1)
    if len(rule.edges) * len(pairs) > FEW and not writer.symmetric:  # a fixed way has no symmetry
        beside = faces(rule)
        for number, pair in enumerate(pairs if beside else (), start=1):
            _sides(
                writer, f"{words}: path {number}", rule, beside, pair, known, [of[number - 1] for of in on]
            )


def faces(rule: Rule) -> list[list[int]]:
    """Return the faces beside each edge, by number; nothing if circles of four edges are not all faces.

    They are if there are as many as the graph has independent circles, and no set of them is without a
    border. Then each even set of edges is the border of one set of faces.
    """
    edge_of = {frozenset(pair): edge for edge, pair in enumerate(rule.edges)}
    circles: set[tuple[int, ...]] = set()
    for edge, (one, other) in enumerate(rule.edges):
        for near, first in rule.near[one]:
            for far, last in rule.near[other]:
                if (
                    near != other
                    and far != one
                    and (across := edge_of.get(frozenset((near, far)))) is not None
                ):
                    circles.add(tuple(sorted((edge, first, last, across))))
    beside: list[list[int]] = [[] for _ in rule.edges]
    connected, adjacent = Joined(rule.vertices), Joined(len(circles))
    for pair in rule.edges:
        connected.join(*pair)
    for face, circle in enumerate(sorted(circles)):
        for edge in circle:
            beside[edge].append(face)
            adjacent.join(face, beside[edge][0])
    parts = sum(connected.find(vertex) == vertex for vertex in range(rule.vertices))
    bordered = {adjacent.find(some[0]) for some in beside if len(some) == 1}
    areas = sum(adjacent.find(face) == face for face in range(len(circles)))
    flat = len(circles) == len(rule.edges) - rule.vertices + parts and max(map(len, beside), default=0) <= 2
    return beside if flat and len(bordered) == areas else []


def _sides(
    writer: ModelWriter,
    name: str,
    rule: Rule,
    beside: Sequence[Sequence[int]],
    pair: Sequence[int],
    known: Sequence[LinearForm],
    on: Sequence[LinearForm],
) -> None:
    """Write which faces are between a path and a fixed way from end to end.

    Args:
        writer: where to.
        name: of the path.
        rule: the rule.
        beside: the faces beside each edge.
        pair: the ends of the path.
        known: whether each edge is chosen.
        on: whether each vertex is on the path.
    """
    fixed = _way(rule, pair)
    count = max((face for some in beside for face in some), default=-1) + 1
    within = [writer.truth(f"{name} is around face {face}") for face in range(1, count + 1)]
    for edge, (one, other) in enumerate(rule.edges):
        faces = [within[face] for face in beside[edge]]
        differ = int(edge in fixed)
        for title, holds in (
            ("is not chosen", known[edge]),
            ("ends off it", on[one]),
            ("begins off it", on[other]),
        ):
            _parity(writer, f"{name}: edge {edge + 1} {title}", faces, differ, [holds], [])
        _parity(writer, f"{name}: edge {edge + 1} is on it", faces, 1 - differ, [], [known[edge], on[one]])


def _parity(
    writer: ModelWriter,
    name: str,
    faces: Sequence[LinearForm],
    parity: int,
    holds: Sequence[LinearForm],
    fails: Sequence[LinearForm],
) -> None:
    """Write that the number of faces has a parity, unless one truth holds or another fails."""
    for chosen in product((0, 1), repeat=len(faces)):
        if sum(chosen) % 2 != parity:
            positive = [*holds, *(face for face, there in zip(faces, chosen, strict=True) if not there)]
            negative = [*fails, *(face for face, there in zip(faces, chosen, strict=True) if there)]
            amounts = (*[1] * len(positive), *[-1] * len(negative))
            writer.at_least(name, sum_of((*positive, *negative), amounts), 1 - len(negative))


def _way(rule: Rule, pair: Sequence[int]) -> set[int]:
    """Return the edges of a shortest way from the first of a pair to the last; none if there is no way."""
    start, end = pair
    before = {start: (start, -1)}
    queue = [start]
    for vertex in queue:  # grows while it is walked
        for other, edge in rule.near[vertex]:
            if other not in before:
                before[other] = vertex, edge
                queue.append(other)
    way = set()
    while end != start and end in before:
        end, edge = before[end]
        way.add(edge)
    return way
