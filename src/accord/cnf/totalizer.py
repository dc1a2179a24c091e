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

Encode linear constraints as clauses by binary addition: add up the amounts bit by bit, then compare.

Three literals of a column become one of it, their parity, and one of the next, their carry; until a column
has one, the sum's bit. Eén and Sörensson, "Translating pseudo-Boolean constraints into SAT", JSAT 2, 2006.
The size grows with the number of bits, so even amounts near 2^62 cost little; but much less follows from half
of the options than in the other encodings.

A worked example: 3a + b <= 2. Column 0 has a and b: bit 0 is their parity, the carry both. Column 1 has a
and the carry: bit 1 is their parity, bit 2 both. The sum exceeds binary 010 if bit 2 is set, or bits 1 and 0.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import deque
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


AT_ONCE = 500  # additions between two yields


def adder(clauses: Clauses, linear: Linear) -> Generator[None, None, None]:
    """Both bounds of a constraint."""
    bits = yield from _sum(clauses, linear)
    if linear.high < linear.total:
        _at_most(clauses, bits, linear.high)
    if linear.low > 0:
        _at_least(clauses, bits, linear.low)


def _at_most(clauses: Clauses, bits: list[int], bound: int) -> None:
    """No bit is set where the bound has none, while all higher bits of the bound are set."""
    higher: list[int] = []
    for bit in reversed(range(len(bits))):
        if bound >> bit & 1:
            if not bits[bit]:
                return  # the sum is less
            higher.append(-bits[bit])
        elif bits[bit]:
            clauses.add(-bits[bit], *higher)


def _at_least(clauses: Clauses, bits: list[int], bound: int) -> None:
    """Every bit of the bound is set, unless a higher one is that the bound has not."""
    higher: list[int] = []
    for bit in reversed(range(len(bits))):
        ours = [bits[bit]] if bits[bit] else []
        if bound >> bit & 1:
            clauses.add(*ours, *higher)
        else:
            higher += ours


def _sum(clauses: Clauses, linear: Linear) -> Generator[None, None, list[int]]:
    """The bits of the sum, lowest first; 0 for one that is never set."""
    width = linear.total.bit_length()
    columns: list[deque[int]] = [deque() for _ in range(width + 1)]
    for literal, amount in zip(linear.literals, linear.amounts, strict=True):
        for bit in range(amount.bit_length()):
            if amount >> bit & 1:
                columns[bit].append(literal)
    bits, made = [], 0
    for bit in range(width):
        column = columns[bit]
        while len(column) > 1:
            parity, carry = clauses.variable(), clauses.variable()
            x, y = column.popleft(), column.popleft()
            if column:
                clauses.extend(_full(x, y, column.popleft(), parity, carry))
            else:
                clauses.extend(_half(x, y, parity, carry))
            column.append(parity)
            columns[bit + 1].append(carry)
            made += 1
            if made % AT_ONCE == 0:
                yield
        bits.append(column[0] if column else 0)
    for carry in columns[width]:
        clauses.add(-carry)  # the sum has no such bit
    return bits


def _full(x: int, y: int, z: int, parity: int, carry: int) -> tuple[int, ...]:
    """Parity and majority of three literals, both ways; and what both together say."""
    # fmt: off
    return (
        -x, -y, -z, parity, 0,  -x, y, z, parity, 0,  x, -y, z, parity, 0,  x, y, -z, parity, 0,
        x, y, z, -parity, 0,  x, -y, -z, -parity, 0,  -x, y, -z, -parity, 0,  -x, -y, z, -parity, 0,
        -x, -y, carry, 0,  -x, -z, carry, 0,  -y, -z, carry, 0,
        x, y, -carry, 0,  x, z, -carry, 0,  y, z, -carry, 0,
        -carry, -parity, x, 0,  -carry, -parity, y, 0,  -carry, -parity, z, 0,
        carry, parity, -x, 0,  carry, parity, -y, 0,  carry, parity, -z, 0,
    )
    # fmt: on


def _half(x: int, y: int, parity: int, carry: int) -> tuple[int, ...]:
    """Parity and conjunction of two literals, both ways."""
    # fmt: off
    return (
        x, y, -parity, 0,  -x, -y, -parity, 0,  x, -y, parity, 0,  -x, y, parity, 0,
        -x, -y, carry, 0,  x, -carry, 0,  y, -carry, 0,
    )
    # fmt: on
