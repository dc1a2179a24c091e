"""What both sides of `csplib` are given: numbers only."""

from __future__ import annotations

from typing import TypeAlias

Jobs: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]  # of each job, machines and durations in order
Table: TypeAlias = tuple[tuple[int, ...], ...]

# ten cars: how many of each class; of each option, at most so many of so many, and which classes have it
DEMAND = (1, 1, 2, 2, 2, 2)
OPTIONS = ((1, 2, (0, 4, 5)), (2, 3, (2, 3, 5)), (1, 3, (0, 4)), (2, 5, (0, 1, 3)), (1, 5, (2,)))

# Myciel3, a graph without triangles that takes four colours
MYCIEL = (
    (0, 1), (0, 3), (0, 6), (0, 8), (1, 2), (1, 5), (1, 7), (2, 4), (2, 6), (2, 9), (3, 4), (3, 5), (3, 9),
    (4, 7), (4, 8), (5, 10), (6, 10), (7, 10), (8, 10), (9, 10),
)  # fmt: skip

BLOCKS = ((2,), (4,), (6,), (8,), (2, 2), (2, 2), (8,), (6,), (4,), (2,))  # of a nonogram, both ways

THREE_JOBS: Jobs = (((0, 3), (1, 2), (2, 2)), ((0, 2), (2, 1), (1, 4)), ((1, 4), (2, 3), (0, 2)))
FT06: Jobs = (  # Fisher and Thompson, 1963
    ((2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)),
    ((1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)),
    ((2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)),
    ((1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)),
    ((2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)),
    ((1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)),
)

SEVEN_TOWNS: Table = (
    (0, 29, 20, 21, 16, 31, 100),
    (29, 0, 15, 29, 28, 40, 72),
    (20, 15, 0, 15, 14, 25, 81),
    (21, 29, 15, 0, 4, 12, 92),
    (16, 28, 14, 4, 0, 16, 94),
    (31, 40, 25, 12, 16, 0, 95),
    (100, 72, 81, 92, 94, 95, 0),
)
_TOWNS = [((37 * i * i + 11 * i) % 101, (53 * i * i + 7 * i) % 97) for i in range(20)]
TWENTY_TOWNS: Table = tuple(
    tuple(int(((x - u) ** 2 + (y - v) ** 2) ** 0.5) for u, v in _TOWNS) for x, y in _TOWNS
)

TWELVE = ((12, 2, 1, 4, 1, 7, 9, 5, 8, 3, 6, 11), (4, 2, 1, 10, 2, 6, 12, 5, 9, 3, 8, 13), 30)
_WEIGHTS = tuple((7919 * i * i + 104729) % 10**6 for i in range(100))
HUNDRED = (_WEIGHTS, tuple((6101 * i * i + 15485863) % 10**6 for i in range(100)), sum(_WEIGHTS) // 3)


def automaton(blocks: tuple[int, ...]) -> tuple[list[tuple[int, int, int]], int, list[int]]:
    """The moves, the start and the accepting states of an automaton that reads a line of a nonogram."""
    moves, state = [(0, 0, 0)], 0
    for block in blocks:
        moves += [(state + step, 1, state + step + 1) for step in range(block)]
        state += block
        moves += [(state, 0, state + 1), (state + 1, 0, state + 1)]
        state += 1
    return moves, 0, [state, state - 1]
