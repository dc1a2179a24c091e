"""Find edges of paths in a window of a square grid that can be exchanged: the same ends stay joined.

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
from functools import cache
from itertools import product
from typing import TypeAlias

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
    while more := {edge for edge in paths - chosen if _touches(edge, chosen)}:
        chosen |= more
    closed = new - _never_beside(chosen, edges)
    return Exchange(frozenset(chosen), closed, old, new)


def _touches(edge: Edge, others: Iterable[Edge]) -> bool:
    return any(not {*_ends(edge)}.isdisjoint(_ends(other)) for other in others)


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
