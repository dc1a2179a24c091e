"""Problems of CSPLib in CPMpy; `ours.csplib` says what each is about."""

from __future__ import annotations

from itertools import combinations, pairwise, product
from typing import Any

import cpmpy as cp

from accord_tutorials.csplib_data import BLOCKS, DEMAND, MYCIEL, OPTIONS, Jobs, Table, automaton


def magic_sequence(n: int) -> Any:
    """prob019."""
    x = cp.intvar(0, n - 1, shape=n)
    return cp.Model([cp.Count(x, i) == x[i] for i in range(n)]), x


def all_interval(n: int) -> Any:
    """prob007."""
    x = cp.intvar(0, n - 1, shape=n)
    return cp.Model(cp.AllDifferent(x), cp.AllDifferent([abs(b - a) for a, b in pairwise(x)])), x


def langford(n: int) -> Any:
    """prob024."""
    x = cp.intvar(0, 2 * n - 1, shape=2 * n)
    return cp.Model(cp.AllDifferent(x), [x[n + k - 1] == x[k - 1] + k + 1 for k in range(1, n + 1)]), x


def bibd(v: int, b: int, r: int, k: int, together: int) -> Any:
    """prob028."""
    x = cp.boolvar(shape=(v, b))
    m = cp.Model(
        [sum(row) == r for row in x],
        [sum(column) == k for column in x.T],
        [sum(s & t) == together for s, t in combinations(x, 2)],
        [cp.LexLess(t, s) for s, t in pairwise(x)],
        [cp.LexLessEq(t, s) for s, t in pairwise(x.T)],
    )
    return m, x


def quasigroup(n: int) -> Any:
    """prob003, QG5."""
    x = cp.intvar(0, n - 1, shape=(n, n))
    m = cp.Model(
        [cp.AllDifferent(row) for row in x],
        [cp.AllDifferent(column) for column in x.T],
        [x[i, i] == i for i in range(n)],
        [cp.Element(x[:, j], cp.Element(x[:, j], x[j, i])) == i for i, j in product(range(n), repeat=2)],
    )
    return m, x


def steiner(n: int) -> Any:
    """prob044."""
    x = cp.boolvar(shape=(n * (n - 1) // 6, n))
    m = cp.Model(
        [sum(row) == 3 for row in x],
        [sum(s & t) <= 1 for s, t in combinations(x, 2)],
        [cp.LexLess(s, t) for s, t in pairwise(x)],
    )
    return m, x


def costas(n: int) -> Any:
    """prob076."""
    x = cp.intvar(0, n - 1, shape=n)
    distances = [[x[i + d] - x[i] for i in range(n - d)] for d in range(1, n - 1)]
    return cp.Model(cp.AllDifferent(x), [cp.AllDifferent(some) for some in distances]), x


def cars() -> Any:
    """prob001."""
    n = sum(DEMAND)
    x = cp.intvar(0, len(DEMAND) - 1, shape=n)
    m = cp.Model([cp.Count(x, kind) == number for kind, number in enumerate(DEMAND)])
    for most, window, kinds in OPTIONS:
        m += [cp.Among(x[s : s + window], list(kinds)) <= most for s in range(n - window + 1)]
    return m, x


def golfers(groups: int, size: int, weeks: int) -> Any:
    """prob010."""
    n = groups * size
    x = cp.intvar(0, groups - 1, shape=(weeks, n))
    m = cp.Model(
        [cp.Count(row, group) == size for row in x for group in range(groups)],
        [cp.Precedence(row, list(range(groups))) for row in x],
        [sum(x[:, a] == x[:, b]) <= 1 for a, b in combinations(range(n), 2)],
    )
    return m, x


def colours(k: int) -> Any:
    """Myciel3."""
    v = cp.intvar(1, k, shape=11)
    return cp.Model([v[a] != v[b] for a, b in MYCIEL]), v


def nonogram() -> Any:
    """prob012."""
    x = cp.intvar(0, 1, shape=(10, 10))
    lines = zip([*x, *x.T], BLOCKS * 2, strict=True)
    return cp.Model([cp.Regular(line, *automaton(blocks)) for line, blocks in lines]), x


def golomb(n: int, most: int) -> Any:
    """prob006."""
    x = cp.intvar(0, most, shape=n)
    m = cp.Model(
        cp.IncreasingStrict(x),
        x[0] == 0,
        cp.AllDifferent([b - a for a, b in combinations(x, 2)]),
        x[1] - x[0] < x[n - 1] - x[n - 2],
        minimize=x[n - 1],
    )
    return m, x


def still_life(n: int) -> Any:
    """prob032."""
    x, m = cp.boolvar(shape=(n + 2, n + 2)), cp.Model()
    for r, c in product(range(n + 2), repeat=2):
        near = cp.sum(x[max(r - 1, 0) : r + 2, max(c - 1, 0) : c + 2]) - x[r, c]
        inside = 0 < r <= n and 0 < c <= n
        m += x[r, c].implies((near == 2) | (near == 3)) if inside else ~x[r, c]
        m += (~x[r, c]).implies(near != 3)
    m.maximize(cp.sum(x))
    return m, x


def queens(n: int) -> Any:
    """prob110."""
    x, k, m = cp.intvar(0, 2, shape=(n, n)), cp.intvar(0, n * n // 2), cp.Model()
    for (r, c), (s, t) in combinations(product(range(n), repeat=2), 2):
        if r == s or c == t or abs(r - s) == abs(c - t):
            m += cp.NegativeTable([x[r, c], x[s, t]], [(1, 2), (2, 1)])
    m += [cp.Count(x.flatten(), army) == k for army in (1, 2)]
    m.maximize(k)
    return m, x


def job_shop(jobs: Jobs, most: int) -> Any:
    """Jobs on machines."""
    end, m = cp.intvar(0, most), cp.Model()
    tasks: dict[int, list[tuple[Any, int]]] = {}
    for job in jobs:
        starts = cp.intvar(0, most, shape=len(job))
        for (machine, lasts), start, then in zip(job, starts, [*starts[1:], end], strict=True):
            m += start + lasts <= then
            tasks.setdefault(machine, []).append((start, lasts))
    for some in tasks.values():
        m += cp.NoOverlap([s for s, _ in some], [d for _, d in some], [s + d for s, d in some])
    m.minimize(end)
    return m, [end]


def tour(distances: Table) -> Any:
    """A round trip."""
    n = len(distances)
    x = cp.intvar(0, n - 1, shape=n)
    m = cp.Model(cp.Circuit(x))
    m.minimize(cp.sum([cp.Element(list(distances[i]), x[i]) for i in range(n)]))
    return m, x


def knapsack(weights: tuple[int, ...], values: tuple[int, ...], capacity: int) -> Any:
    """prob133."""
    x = cp.boolvar(shape=len(weights))
    carried = cp.sum([weight * each for weight, each in zip(weights, x, strict=True)])
    worth = cp.sum([value * each for value, each in zip(values, x, strict=True)])
    return cp.Model(carried <= capacity, maximize=worth), x
