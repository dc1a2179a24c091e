"""Problems of CSPLib in Accord; `theirs.csplib` has the same functions."""

from __future__ import annotations

from itertools import combinations, pairwise, product

from accord.problem import Problem, element, total
from accord_tutorials.csplib_data import BLOCKS, DEMAND, MYCIEL, OPTIONS, Jobs, Table, automaton


def magic_sequence(n: int) -> Problem:
    """Each place has how often its number is there (prob019)."""
    p = Problem("magic sequence")
    x = p.integers(n, 0, n - 1)
    p.add(sum(each == i for each in x) == x[i] for i in range(n))
    return p


def all_interval(n: int) -> Problem:
    """Notes and their intervals all differ (prob007)."""
    p = Problem("all-interval")
    x = p.integers(n, 0, n - 1)
    p.different(x)
    p.different(abs(b - a) for a, b in pairwise(x))
    return p


def langford(n: int) -> Problem:
    """Between the two of each number there are as many others (prob024)."""
    p = Problem("langford")
    x = p.integers(2 * n, 0, 2 * n - 1)
    p.different(x)
    p.add(x[n + k - 1] == x[k - 1] + k + 1 for k in range(1, n + 1))
    return p


def bibd(v: int, b: int, r: int, k: int, together: int) -> Problem:
    """A block design, rows and columns in order (prob028)."""
    p = Problem("bibd")
    x = p.board(v, b)
    p.add(sum(row) == r for row in x.rows)
    p.add(sum(column) == k for column in x.columns)
    p.add(sum(a & c for a, c in zip(s, t, strict=True)) == together for s, t in combinations(x.rows, 2))
    for s, t in pairwise(x.rows):
        p.lexicographic(t, s, strictly=True)
    for s, t in pairwise(x.columns):
        p.lexicographic(t, s)
    return p


def quasigroup(n: int) -> Problem:
    """Idempotent quasigroups with ((ji)j)j = i (prob003, QG5)."""
    p = Problem("quasigroup")
    x = p.board(n, n, 0, n - 1)
    for line in [*x.rows, *x.columns]:
        p.different(line)
    p.add(x[i, i] == i for i in range(n))
    columns = [list(column) for column in x.columns]
    for i, j in product(range(n), repeat=2):
        p.add(element(columns[j], element(columns[j], x[j, i])) == i)
    return p


def steiner(n: int) -> Problem:
    """Triples, no two with more than one thing in common (prob044)."""
    p = Problem("steiner")
    x = p.board(n * (n - 1) // 6, n)
    p.add(sum(row) == 3 for row in x.rows)
    p.add(sum(a & c for a, c in zip(s, t, strict=True)) <= 1 for s, t in combinations(x.rows, 2))
    for s, t in pairwise(x.rows):
        p.lexicographic(s, t, strictly=True)
    return p


def costas(n: int) -> Problem:
    """A permutation whose differences at each distance differ (prob076)."""
    p = Problem("costas")
    x = p.integers(n, 0, n - 1)
    p.different(x)
    for d in range(1, n - 1):
        p.different(x[i + d] - x[i] for i in range(n - d))
    return p


def cars() -> Problem:
    """An order of cars that no station is too slow for (prob001)."""
    p, n = Problem("cars"), sum(DEMAND)
    x = p.integers(n, 0, len(DEMAND) - 1)
    p.add(sum(each == kind for each in x) == number for kind, number in enumerate(DEMAND))
    for most, window, kinds in OPTIONS:
        for s in range(n - window + 1):
            p.add(sum(each.among(kinds) for each in x[s : s + window]) <= most)
    return p


def golfers(groups: int, size: int, weeks: int) -> Problem:
    """No two golfers meet twice (prob010)."""
    p, n = Problem("golfers"), groups * size
    x = p.board(weeks, n, 0, groups - 1)
    for row in x.rows:
        p.add(sum(each == group for each in row) == size for group in range(groups))
        p.precedence(row, range(groups))
    p.add(sum(row[a] == row[b] for row in x.rows) <= 1 for a, b in combinations(range(n), 2))
    return p


def colours(k: int) -> Problem:
    """Colourings of Myciel3."""
    p = Problem("colours")
    v = p.integers(11, 1, k)
    p.add(v[a] != v[b] for a, b in MYCIEL)
    return p


def nonogram() -> Problem:
    """A nonogram, by automata (prob012)."""
    p = Problem("nonogram")
    x = p.board(10, 10)
    for line, blocks in zip([*x.rows, *x.columns], BLOCKS * 2, strict=True):
        p.regular(line, *automaton(blocks))
    return p


def golomb(n: int, most: int) -> Problem:
    """The shortest ruler whose distances differ (prob006)."""
    p = Problem("golomb")
    x = p.integers(n, 0, most)
    p.increasing(x, strictly=True)
    p.add(x[0] == 0)
    p.different(b - a for a, b in combinations(x, 2))
    p.add(x[1] - x[0] < x[n - 1] - x[n - 2])
    p.minimize(x[n - 1])
    return p


def still_life(n: int) -> Problem:
    """The largest pattern of Life that stays as it is (prob032)."""
    p = Problem("still life")
    x = p.board(n + 2, n + 2)
    for r, c in x:
        near = sum(x.around(r, c))
        inside = 0 < r <= n and 0 < c <= n
        p.add(x[r, c].implies(near.among([2, 3])) if inside else ~x[r, c])
        p.add((~x[r, c]).implies(near != 3))
    p.maximize(total(x.cells))
    return p


def queens(n: int) -> Problem:
    """Two armies of queens that leave each other in peace (prob110)."""
    p = Problem("queens")
    x = p.board(n, n, 0, 2)
    for (r, c), (s, t) in combinations(list(x), 2):
        if r == s or c == t or abs(r - s) == abs(c - t):
            p.forbidden([x[r, c], x[s, t]], [(1, 2), (2, 1)])
    k = p.integer("k", 0, n * n // 2)
    p.add(sum(x[cell] == army for cell in x) == k for army in (1, 2))
    p.maximize(k)
    return p


def job_shop(jobs: Jobs, most: int) -> Problem:
    """The earliest end of all jobs."""
    p = Problem("job shop")
    end = p.integer("end", 0, most)
    tasks: dict[int, list[tuple[object, int]]] = {}
    for number, job in enumerate(jobs):
        starts = p.integers(len(job), 0, most, name=f"s{number}")
        for (machine, lasts), start, then in zip(job, starts, [*starts[1:], end], strict=True):
            p.add(start + lasts <= then)
            tasks.setdefault(machine, []).append((start, lasts))
    for some in tasks.values():
        p.no_overlap(*zip(*some, strict=True))
    p.minimize(end)
    return p


def tour(distances: Table) -> Problem:
    """The shortest round trip."""
    p, n = Problem("tour"), len(distances)
    x = p.integers(n, 0, n - 1)
    p.circuit(x)
    p.minimize(sum(element(distances[i], x[i]) for i in range(n)))
    return p


def knapsack(weights: tuple[int, ...], values: tuple[int, ...], capacity: int) -> Problem:
    """The dearest that can be carried (prob133)."""
    p = Problem("knapsack")
    x = p.booleans(len(weights))
    p.add(sum(weight * each for weight, each in zip(weights, x, strict=True)) <= capacity)
    p.maximize(sum(value * each for value, each in zip(values, x, strict=True)))
    return p
