"""Combinatorial designs: queens, golomb, all-interval, langford, bibd, costas, magic-series, golfers."""

from __future__ import annotations

from itertools import combinations, pairwise

from accord.problem import Problem


def queens(n: int = 10) -> Problem:
    """Queens that attack each other nowhere."""
    p = Problem("queens")
    queen = p.integers(n, 1, n)
    p.different(queen)
    p.different(queen[i] + i for i in range(n))
    p.different(queen[i] - i for i in range(n))
    return p


def golomb(size: int = 8) -> Problem:
    """The shortest ruler on which every distance is measured once."""
    p = Problem("golomb")
    mark = p.integers(size, 0, size * size)
    p.add(mark[0] == 0)
    p.increasing(mark, strictly=True)
    distances = [other - one for one, other in combinations(mark, 2)]
    p.different(distances)
    p.add(mark[-1] - mark[-2] > mark[1] - mark[0])
    p.minimize(mark[-1])
    return p


def all_interval(n: int = 10) -> Problem:
    """A series of all notes, with all intervals between neighbours."""
    p = Problem("all-interval")
    x, intervals = p.integers(n, 1, n), p.integers(n - 1, 1, n - 1, name="interval")
    p.different(x)
    p.different(intervals)
    p.add(each == abs(b - a) for each, (a, b) in zip(intervals, pairwise(x), strict=True))
    p.add(x[0] < x[-1], intervals[0] < intervals[1])
    return p


def langford(k: int = 8) -> Problem:
    """Two of each number, with as many places between them as it says."""
    p = Problem("langford")
    position, solution = p.integers(2 * k, 0, 2 * k - 1, name="position"), p.integers(2 * k, 1, k)
    p.different(position)
    for i in range(1, k + 1):
        p.add(position[i + k - 1] == position[i - 1] + i + 1)
        p.add(solution[position[i - 1]] == i, solution[position[i + k - 1]] == i)
    p.add(solution[0] < solution[-1])
    return p


def bibd(v: int = 7, b: int = 7, r: int = 3, k: int = 3, together: int = 1) -> Problem:
    """Objects in blocks, such that every two are together equally often."""
    p = Problem("bibd")
    matrix = p.board(v, b)
    p.add(sum(row) == r for row in matrix.rows)
    p.add(sum(column) == k for column in matrix.columns)
    for one, other in combinations(matrix.rows, 2):
        p.add(sum(x & y for x, y in zip(one, other, strict=True)) == together)
    for one, other in [*pairwise(matrix.rows), *pairwise(matrix.columns)]:
        p.lexicographic(one, other)
    return p


def costas(n: int = 8) -> Problem:
    """A permutation in which the differences at each distance differ."""
    p = Problem("costas")
    x = p.integers(n, 1, n)
    p.different(x)
    for apart in range(1, n - 1):
        p.different(x[i + apart] - x[i] for i in range(n - apart))
    return p


def magic_series(n: int = 20) -> Problem:
    """Each number says how often its place stands in the series."""
    p = Problem("magic-series")
    x = p.integers(n, 0, n - 1)
    p.add(x[i] == sum(each == i for each in x) for i in range(n))
    p.add(sum(x) == n, sum(i * each for i, each in enumerate(x)) == n)
    return p


def golfers(weeks: int = 4, groups: int = 3, size: int = 3) -> Problem:
    """No two play in one group twice."""
    p = Problem("golfers")
    group = p.board(groups * size, weeks, 0, groups - 1)
    p.add(sum(each == g for each in week) == size for week in group.columns for g in range(groups))
    for one, other in combinations(group.rows, 2):
        p.add(sum(a == b for a, b in zip(one, other, strict=True)) <= 1)
    p.add(group[golfer, 0] == golfer // size for golfer in range(groups * size))
    p.add(group[golfer, 1] == golfer for golfer in range(size))
    p.add(each == 0 for each in group[0, :])
    return p
