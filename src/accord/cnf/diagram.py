"""Encode linear constraints as clauses by a decision diagram of partial sums (a BDD or sequential counter).

Literals are looked at one by one, the largest amounts first. A node (i, k) says whether the literals from
i on add up to at least k. It follows from that literal and two nodes one level down:

    (i, k)  =  (i + 1, k)  or  literal i and (i + 1, k - amount i)

and is defined so, both ways, in four clauses. All k between two sums that can be reached make the same node,
so a level keeps its nodes with intervals of k, as in Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell and
Mayer-Eichberger, "A new look at BDDs for pseudo-Boolean constraints", JAIR 45, 2012. Both bounds share
the nodes.

What the bounds say of every level is no node but a constant: the literals from i on never add up to more
than `high`, nor to less than `low` minus all amounts before them. Two clauses a level guard that.

    name      form                meaning
    --------  ------------------  ----------------------------------------------------------------------
    least     [levels]            a node (i, k) with k <= least[i] is true
    most      [levels]            a node (i, k) with k > most[i] is false
    ends      [levels] of lists   the last k of each interval of the level, ascending
    nodes     [levels] of lists   (first k, literal) of the same intervals

A worked example: exactly 1 of a, b, c. (2, 1) is c; (1, 1) is a new variable, b or c. Level 0: not both a
and (1, 1), but one of them; level 1: not both b and c.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Generator
from typing import TypeAlias

from accord.cnf.clauses import Clauses
from accord.cnf.linear import Linear

TRUE = 1 << 40  # a literal beyond all variables; -TRUE is false
NO_END = 1 << 80  # beyond all sums
AT_ONCE = 1_000  # nodes made between two yields

Node: TypeAlias = tuple[int, int, int]  # its literal, and the first and last k it stands for


class Diagram:
    """The nodes of one constraint, level by level, and the clauses that define them."""

    def __init__(self, linear: Linear, variables: int) -> None:
        order = sorted(range(len(linear.amounts)), key=lambda t: -linear.amounts[t])
        self.literals = [linear.literals[t] for t in order]
        self.amounts = [linear.amounts[t] for t in order]
        self.low, self.high = linear.low, linear.high
        self.variables = variables  # in use
        self.stream = array("i")  # clauses, a 0 behind each
        before, after = 0, linear.total
        self.before: list[int] = []
        self.least: list[int] = []
        self.most: list[int] = []
        for amount in [*self.amounts, 0]:
            self.before.append(before)
            self.least.append(max(0, self.low - before))
            self.most.append(min(after, self.high))
            before, after = before + amount, after - amount
        self.ends: list[list[int]] = [[] for _ in self.most]
        self.nodes: list[list[tuple[int, int]]] = [[] for _ in self.most]

    def write(self, budget: int) -> Generator[None, None, bool]:
        """Make all of it; whether the budget, in integers of the stream, was enough."""
        for i in reversed(range(len(self.literals))):
            x, amount = self.literals[i], self.amounts[i]
            for sign, k in ((-1, self.high + 1 - amount), (1, self.low - self.before[i])):
                for _ in self._make(i + 1, k):
                    yield
                    if len(self.stream) > budget:
                        return False
                node = self._find(i + 1, k)
                assert node is not None
                self._clause(sign * x, sign * node[0])
        return len(self.stream) <= budget

    def _find(self, i: int, k: int) -> Node | None:
        if k <= self.least[i]:
            return TRUE, -NO_END, self.least[i]
        if k > self.most[i]:
            return -TRUE, self.most[i] + 1, NO_END
        ends = self.ends[i]
        at = bisect_left(ends, k)
        if at < len(ends):
            first, literal = self.nodes[i][at]
            if first <= k:
                return literal, first, ends[at]
        return None

    def _make(self, level: int, wanted: int) -> Generator[None, None, None]:
        """Make a node, and first those it follows from."""
        made = 0
        stack = [(level, wanted)]
        while stack:
            i, k = stack[-1]
            if self._find(i, k) is not None:
                stack.pop()
                continue
            amount = self.amounts[i]
            without, beside = self._find(i + 1, k), self._find(i + 1, k - amount)
            if without is None:
                stack.append((i + 1, k))
            if beside is None:
                stack.append((i + 1, k - amount))
            if without is None or beside is None:
                continue
            stack.pop()
            first = max(without[1], beside[1] + amount)
            last = min(without[2], beside[2] + amount)
            at = bisect_left(self.ends[i], last)
            self.ends[i].insert(at, last)
            self.nodes[i].insert(at, (first, self._define(self.literals[i], without[0], beside[0])))
            made += 1
            if made % AT_ONCE == 0:
                yield

    def _define(self, x: int, without: int, beside: int) -> int:
        """A literal for: without, or x and beside. The former implies the latter."""
        if without == beside:
            return without
        if without == -TRUE and beside == TRUE:
            return x
        self.variables += 1
        node = self.variables
        self._clause(-without, node)
        self._clause(-node, beside)
        self._clause(-x, -beside, node)
        self._clause(x, without, -node)
        return node

    def _clause(self, *literals: int) -> None:
        if TRUE not in literals:
            self.stream.extend(literal for literal in literals if literal != -TRUE)
            self.stream.append(0)


def diagram(clauses: Clauses, linear: Linear, budget: int) -> Generator[None, None, bool]:
    """Both bounds of a constraint, unless that takes more than the budget; whether it was written."""
    made = Diagram(linear, clauses.variables)
    fits = yield from made.write(budget)
    if fits:
        clauses.variables = made.variables
        clauses.extend(made.stream)
    return fits
