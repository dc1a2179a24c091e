"""What is best: knapsack, buses, tour, cakes, job-shop, photo."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import cpmpy as cp
import numpy as np

from accord_tutorials.data import CAPACITY, DEMANDS, DISTANCES, KINDS, MINUTES, VALUES, WEIGHTS

Table = Sequence[Sequence[int]]


def knapsack() -> Any:
    """The dearest that can be carried."""
    x = cp.boolvar(shape=len(WEIGHTS))
    m = cp.Model(cp.sum(x * np.array(WEIGHTS)) <= CAPACITY)
    m.maximize(cp.sum(x * np.array(VALUES)))
    return m, x


def buses(demands: Sequence[int] = DEMANDS) -> Any:
    """As few buses as do; each drives for two slots, around the clock."""
    slots = len(demands)
    x = cp.intvar(0, sum(demands), slots)
    m = cp.Model([x[i] + x[i + 1] >= demands[i] for i in range(slots - 1)])
    m += x[-1] + x[0] == demands[-1]
    m.minimize(cp.sum(x))
    return m, x


def tour(distances: Table = DISTANCES) -> Any:
    """The shortest round trip through all towns."""
    n, table = len(distances), cp.cpm_array(distances)
    after = cp.intvar(0, n - 1, shape=n)
    m = cp.Model(cp.Circuit(after))
    m.minimize(cp.sum([table[i, after[i]] for i in range(n)]))
    return m, after


def cakes() -> Any:
    """What a fete earns with what is in the kitchen."""
    m = cp.Model()
    b, c = cp.intvar(0, 100), cp.intvar(0, 100)
    m += 250 * b + 200 * c <= 4000
    m += 2 * b <= 6
    m += 75 * b + 150 * c <= 2000
    m += 100 * b + 150 * c <= 500
    m += 75 * c <= 500
    m.maximize(400 * b + 450 * c)
    return m, [b, c]


def job_shop(minutes: Table = MINUTES) -> Any:
    """Every job through all machines in their order, and each machine at one job at a time."""
    m, total = cp.Model(), sum(map(sum, minutes))
    start = cp.intvar(0, total, shape=(len(minutes), len(minutes[0])))
    end = cp.intvar(0, total)
    for j, row in enumerate(minutes):
        m += [start[j, k] + row[k] <= start[j, k + 1] for k in range(len(row) - 1)]
        m += start[j, -1] + row[-1] <= end
    for k in range(len(minutes[0])):
        for i, j in combinations(range(len(minutes)), 2):
            m += (start[i, k] + minutes[i][k] <= start[j, k]) | (start[j, k] + minutes[j][k] <= start[i, k])
    m.minimize(end)
    return m, [*start.flat, end]


def photo(kinds: Sequence[int] = KINDS) -> Any:
    """Friends close together, and not three of one kind in a row."""
    m, n = cp.Model(), len(kinds)
    place, who = cp.intvar(0, n - 1, shape=n), cp.intvar(0, n - 1, shape=n)
    kind = cp.cpm_array(kinds)
    m += cp.Inverse(place, who)
    for i in range(n - 2):
        m += (kind[who[i]] != kind[who[i + 1]]) | (kind[who[i + 1]] != kind[who[i + 2]])
    m.minimize(cp.sum([abs(place[i] - place[i + 1]) for i in range(n - 1)]))
    return m, [*place, *who]
