"""Find the components of a wrong size, of all rules on components at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from accord.model.arrays import least_connected
from accord.problem.graphs.lowered import Rule

__all__ = ["Sizes"]


class Sizes:
    """The vertices of several rules, numbered through, and the sizes that their components may have.

    Most components have a right size, and only the others need a walk in Python. A fillomino of 1,350 cells
    has 150 rules, and they see 70 solutions until one is true.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        lengths = [rule.vertices for rule in rules]
        *self._first, self._vertices = accumulate(lengths, initial=0)
        edges = [np.array(rule.edges, np.int64).reshape(-1, 2) for rule in rules]
        pairs = np.concatenate([some + at for some, at in zip(edges, self._first, strict=True)])
        self._pairs = np.ascontiguousarray(pairs.T)
        self._least = np.repeat([rule.least for rule in rules], lengths)
        self._most = np.repeat([rule.most or rule.vertices for rule in rules], lengths)

    def wrong(self, taken: Sequence[Sequence[int]]) -> list[list[int]]:
        """Return by rule which of the vertices taken are in components that are too small or too large."""
        numbers = [at + vertex for at, some in zip(self._first, taken, strict=True) for vertex in some]
        there = np.array(numbers, np.int64)
        is_taken = np.zeros(self._vertices, np.bool_)
        is_taken[there] = True
        pairs = self._pairs[:, is_taken[self._pairs[0]] & is_taken[self._pairs[1]]]
        edge = np.tile(np.arange(pairs.shape[1]), 2)
        part = least_connected(edge, pairs.ravel(), pairs.shape[1], self._vertices)[there]
        size = np.bincount(part, minlength=self._vertices)[part]
        wrong = np.sort(there[(size < self._least[there]) | (size > self._most[there])])
        by_rule = np.split(wrong, np.searchsorted(wrong, self._first[1:]))
        return [(some - at).tolist() for some, at in zip(by_rule, self._first, strict=True)]
