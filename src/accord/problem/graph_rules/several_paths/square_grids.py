"""Find where a graph is a square grid, and place the corners and the exchanges of paths there.

Find edges of paths in a window of a square grid that can be exchanged: the same ends stay joined.

The paths in a window visit some of its vertices, with one or two edges at each, and join their ends in pairs.
Other edges may do the same. Then these paths can be exchanged for those, whatever is outside of the window:

    e---f        e   f
                 |   |
    b---c   <->  b---c      two paths of a window of 2 x 3 vertices
    |   |
    a   d        a---d

Of all edges that do the same, those are *first* whose list of closed and chosen edges is lexicographically
first, row by row. The others are exchanged for them. So an exchange makes the list of a whole board earlier
as well, and only a limited number of exchanges can follow each other.

An edge of a window is (row, column, 0) to the right of a vertex, and (row, column, 1) below it.

Conflicts of cadical195 that show that no other solution is without an exchange, measured on published puzzles
of Numberlink with 15 x 15 cells: windows of 2 x 3 take 15,000 to 330,000, `SMALL` 10,000 to 200,000, `LARGE`
5,000 to 120,000. Windows of 3 x 5 save no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from accord.problem.graph_rules.lowered import LoweredRule
from accord.problem.graph_rules.several_paths.pairs import circles
from accord.problem.graphs.network import network

Numbers: TypeAlias = npt.NDArray[np.int64]
Pairs: TypeAlias = tuple[tuple[int, int], ...]

BOARDS = 16  # graphs and windows whose exchanges are kept: about 1 MB of a board of 15 x 15
UNIT = ((0, 0), (0, 1), (1, 1), (1, 0))  # the corners of a unit square, one after the other


@dataclass(frozen=True, slots=True)
class Placed:
    """An exchange at all its places on a board: numbers of edges, [place, edge]."""

    chosen: Numbers
    closed: Numbers
    old: Numbers
    new: Numbers
    kept: Numbers  # of `chosen`, that are not given up

    def undo(self, chosen: npt.NDArray[np.bool_]) -> tuple[list[int], list[int]] | None:
        """Return the edges to give up, and those to choose, for edges that an exchange turns into these.

        `chosen` says of each edge whether it is one of these. None if no exchange leads to them.
        """
        found = chosen[self.new].all(1) & chosen[self.kept].all(1) & ~chosen[self.old].any(1)
        places = np.flatnonzero(found)[:1].tolist()
        return next(((self.new[place].tolist(), self.old[place].tolist()) for place in places), None)


@dataclass(frozen=True, slots=True)
class Corner:
    """Two edges that meet in a square of a grid, one of them at its top."""

    edges: frozenset[int]
    opposite: int  # the vertex where the two other edges of the square meet
    beyond: frozenset[int]  # all edges there but these two


def place_corners(rule: LoweredRule) -> tuple[Corner, ...]:
    """Return the two upper corners of each square of a rule's graph, wherever that is a square grid.

    If the vertex opposite is not visited, a path may go across instead: of both, that is *first* as in
    `accord.problem.graph_rules.several_paths.exchanges`.
    """
    return _find_corners(rule.vertices, rule.edges)


@lru_cache(maxsize=BOARDS)
def _find_corners(vertices: int, pairs: Pairs) -> tuple[Corner, ...]:
    near = network(vertices, pairs).near
    found: list[Corner] = []
    for number in _grids(pairs, circles(vertices, pairs)):
        for row, column, way in number:
            square = [(row, column, 0), (row, column, 1), (row, column + 1, 1), (row + 1, column, 0)]
            if way == 0 and all(edge in number for edge in square):
                top, left, right, bottom = (number[edge] for edge in square)
                for side, other in ((left, right), (right, left)):
                    (opposite,) = {*pairs[other]}.intersection(pairs[bottom])
                    beyond = frozenset(edge for _, edge in near[opposite]) - {other, bottom}
                    found.append(Corner(frozenset((top, side)), opposite, beyond))
    return tuple(found)


def place_exchanges(rule: LoweredRule, windows: tuple[Size, ...]) -> tuple[Placed, ...]:
    """Return the exchanges in windows of a rule's graph, wherever that is a square grid."""
    return _find_places(rule.vertices, rule.edges, windows)


@lru_cache(maxsize=BOARDS)
def _find_places(vertices: int, pairs: Pairs, windows: tuple[Size, ...]) -> tuple[Placed, ...]:
    found: list[Placed] = []
    for number in _grids(pairs, circles(vertices, pairs)):
        places = np.array([*number], np.int64)
        low = np.array([*places.min(0)[:2], 0])
        most = max(map(max, windows))
        edges = np.full((*(places.max(0) - low)[:2] + 1 + 2 * most, 2), -1)
        edges[tuple((places - low + [most, most, 0]).T)] = [*number.values()]
        anchors = np.argwhere((edges >= 0).any(2))
        for exchange in exchanges(windows):
            kept = exchange.chosen - exchange.old
            parts = (exchange.chosen, exchange.closed, exchange.old, exchange.new, kept)
            first = np.array([*min(exchange.chosen)[:2], 0])
            numbers = [
                _at(edges, anchors, np.array(sorted(some), np.int64).reshape(-1, 3) - first) for some in parts
            ]
            there = np.logical_and.reduce([(some >= 0).all(1) for some in numbers])
            found.append(Placed(*(some[there] for some in numbers)))
    return tuple(found)


def _at(edges: Numbers, anchors: Numbers, some: Numbers) -> Numbers:
    """Return the numbers of some edges, by place of their window."""
    rows, columns = (anchors[:, [axis]] + some[None, :, axis] for axis in (0, 1))
    return edges[rows, columns, some[None, :, 2]]


def _grids(pairs: Pairs, squares: Sequence[Sequence[int]]) -> Iterator[dict[Edge, int]]:
    """Yield each part of a graph that is a square grid: the numbers of its edges.

    A part has circles of four edges, the squares, each of which shares an edge with another one. No edge is
    in two parts: exchanges in one then leave the order of edges in the other as it is.
    """
    rings = [_ring([pairs[edge] for edge in square]) for square in squares]
    beside: dict[frozenset[int], list[int]] = {}
    for number, ring in enumerate(rings):
        for side in _sides(ring):
            beside.setdefault(frozenset(side), []).append(number)
    left, used = {*range(len(rings))}, set[int]()
    while left:
        part = [min(left)]
        left.discard(part[0])
        place = dict(zip(rings[part[0]], UNIT, strict=True))
        is_grid = True
        for number in part:  # grows while it is walked
            for one, other in _sides(rings[number]):
                _, _, behind_other, behind_one = _turn(rings[number], one, other)
                for far in beside[frozenset((one, other))]:
                    if far not in left:
                        continue
                    _, _, beyond_other, beyond_one = _turn(rings[far], one, other)
                    for vertex, near, behind in (
                        (beyond_one, one, behind_one),
                        (beyond_other, other, behind_other),
                    ):
                        (row, column), (above, before) = place[near], place[behind]
                        there = 2 * row - above, 2 * column - before
                        is_grid &= place.setdefault(vertex, there) == there
                    left.discard(far)
                    part.append(far)
        if is_grid and len({*place.values()}) == len(place):
            numbers = {e: number for e, number in _number_edges(pairs, place).items() if number not in used}
            used.update(numbers.values())
            if numbers:
                yield numbers


def _number_edges(pairs: Pairs, place: Mapping[int, Place]) -> dict[Edge, int]:
    """Return the numbers of the edges between vertices that have places side by side."""
    found = {}
    for number, pair in enumerate(pairs):
        if all(vertex in place for vertex in pair):
            (row, column), (below, right) = sorted(place[vertex] for vertex in pair)
            if (below - row) + abs(right - column) == 1:
                found[row, column, below - row] = number
    return found


def _ring(circle: Sequence[tuple[int, int]]) -> list[int]:
    """Return the vertices of a circle of four edges, one after the other."""
    (one, other), *pairs = circle
    last = next(sum(pair) - one for pair in pairs if one in pair)
    third = next(sum(pair) - other for pair in pairs if other in pair)
    return [one, other, third, last]


def _sides(ring: Sequence[int]) -> list[tuple[int, int]]:
    return [*zip(ring, [*ring[1:], ring[0]], strict=True)]


def _turn(ring: list[int], one: int, other: int) -> list[int]:
    """Return a ring that begins with two vertices beside each other."""
    at = ring.index(one)
    turned = ring[at:] + ring[:at]
    return turned if turned[1] == other else [one, *turned[:0:-1]]


Size: TypeAlias = tuple[int, int]  # rows and columns of vertices
Place: TypeAlias = tuple[int, int]
Edge: TypeAlias = tuple[int, int, int]
Edges: TypeAlias = frozenset[Edge]

FLIPS: tuple[Size, ...] = ((2, 3), (3, 2))
SMALL: tuple[Size, ...] = (*FLIPS, (2, 4), (4, 2), (3, 3))
LARGE: tuple[Size, ...] = (*SMALL, (3, 4), (4, 3))
INNER = -1  # the other end of a path, of a vertex that is no end


@dataclass(frozen=True, slots=True)
class Exchange:
    """Edges of a window that can be exchanged, where all `chosen` are chosen and none of `closed` is."""

    chosen: Edges  # all edges of the paths that change
    closed: Edges  # edges of `new` that may be chosen beside them
    old: Edges  # of `chosen`, that are given up
    new: Edges  # that are chosen in their place


@cache
def exchanges(windows: tuple[Size, ...]) -> tuple[Exchange, ...]:
    """Return the exchanges in windows of these sizes, none of which has another one in it."""
    found: list[Exchange] = []
    for size in windows:
        edges = _edges(size)
        bit = {edge: 1 << place for place, edge in enumerate(reversed(edges))}
        known = [masks for each in found for masks in _masks(each, bit, size)]
        new: dict[tuple[Edges, Edges], Exchange] = {}
        for paths, first in _pairs(size, edges, bit):
            if not any(some & paths == some and not closed for some, closed in known):
                one, other = (frozenset(e for e in edges if bit[e] & some) for some in (paths, first))
                each = _exchange(one, other, edges)
                new[each.chosen, each.closed] = each
        for each in sorted(new.values(), key=_length):
            chosen = _mask(each.chosen, bit)
            never = _mask(each.closed | _never_beside(each.chosen, edges), bit)
            if not any(some & chosen == some and closed & never == closed for some, closed in known):
                found.append(each)
                known += _masks(each, bit, size)
    return tuple(found)


def _length(exchange: Exchange) -> tuple[int, list[Edge], list[Edge]]:
    both = len(exchange.chosen) + len(exchange.closed)
    return both, sorted(exchange.chosen), sorted(exchange.closed)


def _mask(edges: Iterable[Edge], bit: Mapping[Edge, int]) -> int:
    return sum(bit[edge] for edge in edges)


def _masks(exchange: Exchange, bit: Mapping[Edge, int], size: Size) -> Iterator[tuple[int, int]]:
    """Yield the bits of an exchange at each place of a window."""
    top, left = (min(edge[axis] for edge in exchange.chosen | exchange.closed) for axis in (0, 1))
    for down, right in product(range(-top, size[0]), range(-left, size[1])):
        both = [
            [(row + down, column + right, way) for row, column, way in some]
            for some in (exchange.chosen, exchange.closed)
        ]
        if all(edge in bit for some in both for edge in some):
            yield _mask(both[0], bit), _mask(both[1], bit)


def _edges(size: Size) -> list[Edge]:
    """Return the edges of a window, in order."""
    rows, columns = size
    return [
        (row, column, way)
        for row, column, way in product(range(rows), range(columns), (0, 1))
        if (column + 1 < columns if way == 0 else row + 1 < rows)
    ]


def _ends(edge: Edge) -> tuple[Place, Place]:
    row, column, way = edge
    return (row, column), (row + way, column + 1 - way)


def _pairs(size: Size, edges: Sequence[Edge], bit: Mapping[Edge, int]) -> Iterator[tuple[int, int]]:
    """Yield paths in a window, as bits, and the first ones that visit and join the same.

    Edge by edge, paths are known by the other end of the path of each vertex: itself, if it has no edge yet.
    """
    rows, columns = size
    found: dict[tuple[int, ...], list[int]] = {tuple(range(rows * columns)): [0]}
    for edge in edges:
        one, other = (row * columns + column for row, column in _ends(edge))
        for end, alike in [*found.items()]:
            if INNER not in (end[one], end[other]) and end[one] != other:
                joined = [*end]
                joined[one] = joined[other] = INNER
                joined[end[one]], joined[end[other]] = end[other], end[one]
                found.setdefault(tuple(joined), []).extend([some | bit[edge] for some in alike])
    for alike in found.values():
        first = min(alike)
        yield from ((paths, first) for paths in alike if paths != first)


def _exchange(paths: Edges, first: Edges, edges: Sequence[Edge]) -> Exchange:
    old, new = paths - first, first - paths
    chosen = {*old}
    while more := {
        edge
        for edge in paths - chosen
        if any(not {*_ends(edge)}.isdisjoint(_ends(other)) for other in chosen)
    }:
        chosen |= more
    closed = new - _never_beside(chosen, edges)
    return Exchange(frozenset(chosen), closed, old, new)


def _never_beside(chosen: Set[Edge], edges: Sequence[Edge]) -> Edges:
    """Return the edges that no paths have beside the chosen ones: a third one at a vertex, or a circle."""
    near: dict[Place, set[Place]] = {}
    for one, other in map(_ends, chosen):
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)

    def is_never(one: Place, other: Place) -> bool:
        if any(len(near.get(vertex, ())) == 2 for vertex in (one, other)):
            return True
        path = [one]
        for vertex in path:  # grows while it is walked
            path += near.get(vertex, set()).difference(path)
        return other in path

    return frozenset(edge for edge in edges if edge not in chosen and is_never(*_ends(edge)))
