"""Which vertices are reached in a graph, found for whole sets at once: a set is an int, with a bit a vertex.

An edge leads from a vertex to the one that is so many numbers behind it, its step. On a board there are few
steps: 1 and the width. So all vertices that are one edge away are found with two shifts a step, and a set is
reached in as many rounds as the way to its farthest vertex is long.
"""

from __future__ import annotations

from collections.abc import Iterable

ONE = ord("1")
DIGITS = bytes.maketrans(b"01", b"\0\1")  # of a number in base 2 -> what they say
MOST_STEPS = 8  # more take longer than going from vertex to vertex


class Flood:
    """A graph whose vertices are numbered from 0, with edges of few steps."""

    def __init__(self, vertices: int, edges: Iterable[tuple[int, int]]) -> None:
        lower: dict[int, list[int]] = {}  # step -> the lower ends of its edges
        for one, other in edges:
            lower.setdefault(abs(one - other), []).append(min(one, other))
        self.vertices = vertices
        self.is_quick = len(lower) <= MOST_STEPS
        self._steps: list[tuple[int, int, int]] = []  # the step, lower ends, upper ends
        if self.is_quick:
            sets = [(step, self.set_of(some)) for step, some in lower.items()]
            self._steps = [(step, ends, ends << step) for step, ends in sets]

    def set_of(self, some: Iterable[int]) -> int:
        """Return vertices as a set."""
        digits = bytearray(b"0" * self.vertices or b"0")
        for vertex in some:
            digits[~vertex] = ONE
        return int(digits, 2)

    def reach(self, start: Iterable[int], closed: Iterable[int]) -> bytes:
        """Return for each vertex 1 if it is reached from some of these, not through closed ones; else 0."""
        outside = self.set_of(closed)
        found = self.set_of(start) & ~outside
        known, new = found | outside, found
        while new:
            wave = 0
            for step, lower, upper in self._steps:
                wave |= (new & lower) << step | (new & upper) >> step
            new = wave & ~known
            known |= new
        return f"{known ^ outside:0{self.vertices}b}"[::-1].encode().translate(DIGITS)
