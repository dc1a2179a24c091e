"""Encode linear constraints as clauses by binary addition: add up the amounts bit by bit, then compare.

Three literals of a column become one of it, their parity, and one of the next, their carry; until a column
has one, the sum's bit. Eén and Sörensson, "Translating pseudo-Boolean constraints into SAT", JSAT 2, 2006.
The size grows with the number of bits, so even amounts near 2^62 cost little; but much less follows from half
of the options than in the other encodings.

A worked example: 3a + b <= 2. Column 0 has a and b: bit 0 is their parity, the carry both. Column 1 has a
and the carry: bit 1 is their parity, bit 2 both. The sum exceeds binary 010 if bit 2 is set, or bits 1 and 0.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator

from accord.cnf.clauses import Clauses
from accord.cnf.linear import Linear

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
