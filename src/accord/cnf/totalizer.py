"""Encode linear constraints as clauses by a tree of unary sums: the generalized totalizer.

The literals are the leaves of a balanced tree, equal amounts side by side. A node knows the sums that its
leaves can reach within the bounds, and has a variable for each but the least: the sum is at least this. Two
clauses for each pair of sums of its children define them, one upwards and one downwards:

    left >= a and right >= b  ->  node >= a + b            left <= a and right <= b  ->  node <= a + b

and a sum that is at least this is at least the one before it. Downwards is upwards in the mirror: for what is
lacking to the total.
Bailleux and Boufkhad, CP 2003, for amounts of 1; Joshi, Martins and Manquinho, CP 2015, for others.

What the bounds say of every node is no variable but a constant: its sum is never more than `high`, nor less
than `low` minus all amounts elsewhere. At the root these constants are the whole constraint.

A worked example: exactly 2 of a, b, c, d, as (a, b) and (c, d). Each pair has the sums 0, 1, 2 and so two
variables, at least 1 and at least 2. At the root, among others: not both left >= 1 and right >= 2.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Generator
from dataclasses import dataclass
from itertools import pairwise

from accord.cnf.clauses import Clauses
from accord.cnf.linear import Linear


@dataclass(frozen=True, slots=True)
class _Node:
    sums: list[int]  # within the bounds, ascending
    at_least: list[int]  # for each sum but the first, a literal: at least this
    total: int  # of the amounts of the leaves

    def mirror(self) -> _Node:
        """Return the node that counts what the leaves lack to their total."""
        sums = [self.total - s for s in reversed(self.sums)]
        return _Node(sums, [-x for x in reversed(self.at_least)], self.total)


class _Tree:
    """The bounds of a constraint, the variables in use, and the clauses so far, a 0 behind each."""

    def __init__(self, linear: Linear, variables: int) -> None:
        self.low, self.high, self.total = linear.low, linear.high, linear.total
        self.variables = variables
        self.stream = array("i")

    def join(self, left: _Node, right: _Node, budget: int) -> Generator[None, None, _Node | None]:
        """The parent of two nodes; None if the budget, in integers of the stream, is spent."""
        total = left.total + right.total
        sums = yield from self._sums(left, right, budget)
        if sums is None:
            return None
        root = total == self.total  # its sum is not needed
        number = 0 if root else max(0, len(sums) - 1)
        node = _Node(sums, list(range(self.variables + 1, self.variables + number + 1)), total)
        self.variables += number
        for less, more in pairwise(node.at_least):
            self.stream.extend((-more, less, 0))
        for ways in ((left, right, node), (left.mirror(), right.mirror(), node.mirror())):
            row: list[int] = []
            for p in range(len(left.sums)):
                row = self._upwards(*ways, p, row)
                yield
                if len(self.stream) > budget:
                    return None
        return node

    def _sums(self, left: _Node, right: _Node, budget: int) -> Generator[None, None, list[int] | None]:
        """Return the sums of both within the bounds; None if they are more than the budget allows."""
        least = max(0, self.low - (self.total - left.total - right.total))
        found: set[int] = set()
        for a in left.sums:
            found.update(s for b in right.sums if least <= (s := a + b) <= self.high)
            yield
            if len(self.stream) + len(found) > budget:
                return None
        return sorted(found)

    def _upwards(self, left: _Node, right: _Node, node: _Node, p: int, before: list[int]) -> list[int]:
        """With left >= sum p and each sum of the right: node >= sum j, which is false beyond the last.

        Nothing is written for j = 0, nor for what follows from a smaller sum of a child already; `before` are
        the j of p - 1. Returns those of p.
        """
        stream, sums, a = self.stream, node.sums, left.sums[p]
        row = [bisect_left(sums, a + b) for b in right.sums]
        for q, j in enumerate(row):
            if (not j and sums) or (before and before[q] == j) or (q and row[q - 1] == j):
                continue
            if j < len(sums):
                if not node.at_least:
                    continue
                stream.append(node.at_least[j - 1])
            if p:
                stream.append(-left.at_least[p - 1])
            if q:
                stream.append(-right.at_least[q - 1])
            stream.append(0)
        return row


def totalizer(clauses: Clauses, linear: Linear, budget: int) -> Generator[None, None, bool]:
    """Both bounds of a constraint, unless that takes more than the budget; whether it was written."""
    tree = _Tree(linear, clauses.variables)
    pairs = sorted(zip(linear.amounts, linear.literals, strict=True), key=lambda pair: pair[0])
    nodes = [_Node([0, amount], [literal], amount) for amount, literal in pairs]
    while len(nodes) > 1:
        parents = []
        for left, right in zip(nodes[::2], nodes[1::2], strict=False):
            node = yield from tree.join(left, right, budget)
            if node is None:
                return False
            parents.append(node)
        nodes = parents + nodes[2 * len(parents) :]
    clauses.variables = tree.variables
    clauses.extend(tree.stream)
    return True
