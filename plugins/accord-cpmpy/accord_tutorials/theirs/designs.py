"""Combinatorial designs: queens, golomb, all-interval, langford, bibd, costas, magic-series, golfers."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import cpmpy as cp
import numpy as np


def queens(n: int = 10) -> Any:
    """Queens that attack each other nowhere."""
    queen = cp.intvar(1, n, shape=n)
    m = cp.Model(cp.AllDifferent(queen))
    m += cp.AllDifferent([queen[i] + i for i in range(n)])
    m += cp.AllDifferent([queen[i] - i for i in range(n)])
    return m, queen


def golomb(size: int = 8) -> Any:
    """The shortest ruler on which every distance is measured once."""
    m = cp.Model()
    mark = cp.intvar(0, size * size, shape=size)
    m += mark[0] == 0
    m += mark[:-1] < mark[1:]
    distances = [other - one for one, other in combinations(mark, 2)]
    m += cp.AllDifferent(distances)
    m += mark[-1] - mark[-2] > mark[1] - mark[0]
    m.minimize(mark[-1])
    return m, mark


def all_interval(n: int = 10) -> Any:
    """A series of all notes, with all intervals between neighbours."""
    m = cp.Model()
    x, intervals = cp.intvar(1, n, shape=n), cp.intvar(1, n - 1, shape=n - 1)
    m += [cp.AllDifferent(x), cp.AllDifferent(intervals)]
    m += intervals == np.abs(x[1:] - x[:-1])
    m += [x[0] < x[-1], intervals[0] < intervals[1]]
    return m, [*x, *intervals]


def langford(k: int = 8) -> Any:
    """Two of each number, with as many places between them as it says."""
    m = cp.Model()
    position, solution = cp.intvar(0, 2 * k - 1, shape=2 * k), cp.intvar(1, k, shape=2 * k)
    m += cp.AllDifferent(position)
    for i in range(1, k + 1):
        m += position[i + k - 1] == position[i - 1] + i + 1
        m += [i == solution[position[i - 1]], i == solution[position[i + k - 1]]]
    m += solution[0] < solution[2 * k - 1]
    return m, [*position, *solution]


def bibd(v: int = 7, b: int = 7, r: int = 3, k: int = 3, together: int = 1) -> Any:
    """Objects in blocks, such that every two are together equally often."""
    m = cp.Model()
    matrix = cp.boolvar(shape=(v, b))
    m += [cp.sum(row) == r for row in matrix]
    m += [cp.sum(column) == k for column in matrix.T]
    m += [np.dot(one, other) == together for one, other in combinations(matrix, 2)]
    m += cp.LexChainLessEq(matrix)
    m += cp.LexChainLessEq(matrix.T)
    return m, matrix


def costas(n: int = 8) -> Any:
    """A permutation in which the differences at each distance differ."""
    m = cp.Model()
    x, differences = cp.intvar(1, n, shape=n), cp.intvar(-n + 1, n - 1, shape=(n, n))
    lower, upper = np.tril_indices(n, -1), np.triu_indices(n, 1)
    m += differences[lower] == -n + 1
    m += [differences[i, i] == 0 for i in range(n)]
    m += cp.AllDifferent(x)
    for i, j in zip(*upper, strict=True):
        m += differences[i, j] == x[j] - x[j - i - 1]
    for apart in range(n - 2):
        m += cp.AllDifferent([differences[apart, j] for j in range(apart + 1, n)])
    m += differences[upper] != 0
    for i, j in zip(*upper, strict=True):
        if i >= 2 and j >= 2:
            m += (
                differences[i - 2, j - 1] + differences[i, j]
                == differences[i - 1, j - 1] + differences[i - 1, j]
            )
    return m, x


def magic_series(n: int = 20) -> Any:
    """Each number says how often its place stands in the series."""
    m = cp.Model()
    x = cp.intvar(0, n - 1, shape=n)
    for i in range(n):
        m += x[i] == cp.sum(x == i)
    m += cp.sum(x) == n
    m += cp.sum(x * np.arange(n)) == n
    return m, x


def golfers(weeks: int = 4, groups: int = 3, size: int = 3) -> Any:
    """No two play in one group twice."""
    m = cp.Model()
    players = np.arange(groups * size)
    group = cp.intvar(0, groups - 1, shape=(groups * size, weeks))
    for g in range(groups):
        for week in range(weeks):
            m += cp.sum(group[:, week] == g) == size
    for one, other in combinations(players, 2):
        m += cp.sum(group[one] == group[other]) <= 1
    m += group[:, 0] == players // size
    for player in players[:size]:
        m += group[player, 1] == player
    m += group[0, :] == 0
    return m, group
