"""A graph as it is walked: the neighbours of each vertex, and which vertices are reached from some.

On a board, edges are of few steps: they lead from a vertex to the next one, or to the one that is the width
of the board behind it. Then a set of vertices is an int, with a bit a vertex, and two shifts a step find all
vertices that are one edge away. So as many rounds are needed as the way to the farthest vertex is long.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property, lru_cache

KEPT = 64  # graphs: the next puzzle often has the same one
MOST_STEPS = 8  # more take longer than going from vertex to vertex
ONE = ord("1")
DIGITS = bytes.maketrans(b"01", b"\0\1")  # of a number in base 2 -> what they say


class Network:
    """A graph of vertices that are numbered from 0. Its lists are not to be changed."""

    def __init__(self, vertices: int, edges: Sequence[tuple[int, int]]) -> None:
        self.vertices, self.edges = vertices, edges

    @cached_property
    def near(self) -> list[list[tuple[int, int]]]:
        """For each vertex, its neighbours and the edges to them."""
        near: list[list[tuple[int, int]]] = [[] for _ in range(self.vertices)]
        for edge, (one, other) in enumerate(self.edges):
            near[one].append((other, edge))
            near[other].append((one, edge))
        return near

    @cached_property
    def beside(self) -> list[list[int]]:
        """For each vertex, its neighbours."""
        return [[other for other, _ in some] for some in self.near]

    @cached_property
    def steps(self) -> list[tuple[int, int, int]] | None:
        """For each step, the sets of lower and upper ends of its edges; None if steps are many."""
        lower: dict[int, list[int]] = {}
        for one, other in self.edges:
            lower.setdefault(abs(one - other), []).append(min(one, other))
        if len(lower) > MOST_STEPS:
            return None
        sets = [(step, self._set_of(some)) for step, some in lower.items()]
        return [(step, ends, ends << step) for step, ends in sets]

    def reach(self, start: Iterable[int], closed: Collection[int]) -> Sequence[int]:
        """Return for each vertex 1 if it is reached from some of these, not through closed ones; else 0."""
        if self.steps is None:
            return self._walk(start, closed)
        outside = self._set_of(closed)
        new = self._set_of(start) & ~outside
        known = new | outside
        while new:
            wave = 0
            for step, lower, upper in self.steps:
                wave |= (new & lower) << step | (new & upper) >> step
            new = wave & ~known
            known |= new
        return f"{known ^ outside:0{self.vertices}b}"[::-1].encode().translate(DIGITS)

    def _walk(self, start: Iterable[int], closed: Collection[int]) -> Sequence[int]:
        """Return what `reach` does, found from vertex to vertex."""
        found = [vertex for vertex in start if vertex not in closed]
        known, beside = {*found, *closed}, self.beside
        for vertex in found:  # grows while it is walked
            for other in beside[vertex]:
                if other not in known:
                    known.add(other)
                    found.append(other)
        reached = bytearray(self.vertices)
        for vertex in found:
            reached[vertex] = 1
        return reached

    def _set_of(self, some: Iterable[int]) -> int:
        """Return vertices as a set."""
        digits = bytearray(b"0" * self.vertices or b"0")
        for vertex in some:
            digits[~vertex] = ONE
        return int(digits, 2)


@lru_cache(maxsize=KEPT)
def network(vertices: int, edges: tuple[tuple[int, int], ...]) -> Network:
    """Return a graph; of equal ones the same."""
    return Network(vertices, edges)
