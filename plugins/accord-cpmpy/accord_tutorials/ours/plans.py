"""What is best: knapsack, buses, tour, cakes, job-shop, photo."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from accord.problem import Problem, every, some
from accord_tutorials.data import CAPACITY, DEMANDS, DISTANCES, KINDS, MINUTES, VALUES, WEIGHTS

Table = Sequence[Sequence[int]]


def knapsack() -> Problem:
    """The dearest that can be carried."""
    p = Problem("knapsack")
    x = p.booleans(len(WEIGHTS))
    p.add(sum(weight * each for weight, each in zip(WEIGHTS, x, strict=True)) <= CAPACITY)
    p.maximize(sum(value * each for value, each in zip(VALUES, x, strict=True)))
    return p


def buses(demands: Sequence[int] = DEMANDS) -> Problem:
    """As few buses as do; each drives for two slots, around the clock."""
    p, slots = Problem("buses"), len(demands)
    x = p.integers(slots, 0, sum(demands))
    p.add(x[i] + x[i + 1] >= demands[i] for i in range(slots - 1))
    p.add(x[-1] + x[0] == demands[-1])
    p.minimize(sum(x))
    return p


def tour(distances: Table = DISTANCES) -> Problem:
    """The shortest round trip through all towns."""
    p = Problem("tour")
    trip = {each: p.boolean(f"{each}") for each in combinations(range(len(distances)), 2)}
    p.single_loop(trip, list(trip), spanning=True)
    p.minimize(sum(distances[i][j] * chosen for (i, j), chosen in trip.items()))
    return p


def cakes() -> Problem:
    """What a fete earns with what is in the kitchen."""
    p = Problem("cakes")
    b, c = p.integer("banana", 0, 100), p.integer("chocolate", 0, 100)
    p.add(250 * b + 200 * c <= 4000)
    p.add(2 * b <= 6)
    p.add(75 * b + 150 * c <= 2000)
    p.add(100 * b + 150 * c <= 500)
    p.add(75 * c <= 500)
    p.maximize(400 * b + 450 * c)
    return p


def job_shop(minutes: Table = MINUTES) -> Problem:
    """Every job through all machines in their order, and each machine at one job at a time."""
    p, total = Problem("job-shop"), sum(map(sum, minutes))
    start = p.board(len(minutes), len(minutes[0]), 0, total, name="start")
    end = p.integer("end", 0, total)
    for j, row in enumerate(minutes):
        p.add(start[j, m] + row[m] <= start[j, m + 1] for m in range(len(row) - 1))
        p.add(start[j, len(row) - 1] + row[-1] <= end)
    for m in range(len(minutes[0])):
        for i, j in combinations(range(len(minutes)), 2):
            p.add((start[i, m] + minutes[i][m] <= start[j, m]) | (start[j, m] + minutes[j][m] <= start[i, m]))
    p.minimize(end)
    return p


def photo(kinds: Sequence[int] = KINDS) -> Problem:
    """Friends close together, and not three of one kind in a row."""
    p, n = Problem("photo"), len(kinds)
    place, who = p.integers(n, 0, n - 1, name="place"), p.integers(n, 0, n - 1, name="who")
    p.inverse(place, who)
    odd = [each.among(i for i in range(n) if kinds[i]) for each in who]
    p.add(some(odd[i : i + 3]) & ~every(odd[i : i + 3]) for i in range(n - 2))
    p.minimize(sum(abs(one - other) for one, other in pairwise(place)))
    return p
