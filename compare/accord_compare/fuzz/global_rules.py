"""Random global constraints: each is stated to the problem, and its meaning returned."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, permutations
from typing import Any

from accord_compare.fuzz.expressions import Generator, Meaning, Term, Values
from accord_compare.fuzz.rules import anything, values_near


def _constant(number: int) -> Term:
    return Term(number, lambda _: number)


def _tasks(generator: Generator, lists: int) -> list[list[Term]]:
    """Lists of numbers of one length: the first has variables mostly, the others numbers from 0 mostly."""
    dice, number = generator.dice, generator.dice.number(0, 3)
    numbers = [*generator.integers, *generator.integers, generator.number(1)]

    def amount() -> Term:
        return dice.pick(numbers) if dice.chance(0.25) else _constant(dice.number(-dice.chance(0.1), 3))

    return [[dice.pick(numbers) for _ in range(number)]] + [
        [amount() for _ in range(number)] for _ in range(lists - 1)
    ]


def _no_overlap(generator: Generator) -> Meaning:
    starts, lengths = _tasks(generator, 2)
    generator.problem.no_overlap([e.expression for e in starts], [e.expression for e in lengths])

    def means(values: Values) -> bool:
        tasks = [(s.meaning(values), d.meaning(values)) for s, d in zip(starts, lengths, strict=True)]
        pairs = [(a, b) for i, a in enumerate(tasks) for b in tasks[:i]]
        return all(d >= 0 for _, d in tasks) and not any(
            d > 0 < lasts and s + d > other and other + lasts > s for (s, d), (other, lasts) in pairs
        )

    return means


def _cumulative(generator: Generator) -> Meaning:
    starts, lengths, demands = _tasks(generator, 3)
    most = generator.dice.pick([*generator.integers, *map(_constant, (1, 2, 3, 4))])
    begun, last, needed = ([each.expression for each in some] for some in (starts, lengths, demands))
    generator.problem.cumulative(begun, last, needed, most.expression)

    def means(values: Values) -> bool:
        begins, lasts, needs = ([e.meaning(values) for e in some] for some in (starts, lengths, demands))
        if min([0, *lasts, *needs, most.meaning(values)]) < 0:
            return False
        ends = [b + d for b, d in zip(begins, lasts, strict=True)]
        return all(
            sum(n for b, e, n in zip(begins, ends, needs, strict=True) if b <= time < e)
            <= most.meaning(values)
            for time in begins  # what is needed grows only where a task begins
        )

    return means


def _circuit(generator: Generator) -> Meaning:
    of, base = _tasks(generator, 1)[0], generator.dice.number(0, 1)
    generator.problem.circuit([e.expression for e in of], base=base)

    def means(values: Values) -> bool:
        after = [each.meaning(values) - base for each in of]
        circles = ((0, *order, 0) for order in permutations(range(1, len(of))))
        return not of or any(all(after[a] == b for a, b in pairwise(circle)) for circle in circles)

    return means


def _cardinality(generator: Generator) -> Meaning:
    of, dice = anything(generator, 0, 4), generator.dice
    near = [value for each in of for value in values_near(generator, each)] or [1]
    values = list(dict.fromkeys(dice.pick(near) for _ in range(dice.number(0, 3))))
    counts: dict[Any, tuple[Term, Term]] = {}
    for value in values:
        low, high = dice.number(0, 2), dice.number(0, 3)
        least = _constant(low)
        most = _constant(high) if dice.chance(0.6) else least
        if generator.integers and dice.chance(0.2):
            least = most = dice.pick(generator.integers)
        counts[value] = (least, most)
    closed = dice.chance(0.3)
    says = {
        v: low.expression if low is high else (low.expression, high.expression)
        for v, (low, high) in counts.items()
    }
    generator.problem.cardinality([e.expression for e in of], says, closed=closed)

    def means(assigned: Values) -> bool:
        found = [each.meaning(assigned) for each in of]
        often = all(
            low.meaning(assigned) <= sum(each == value for each in found) <= high.meaning(assigned)
            for value, (low, high) in counts.items()
        )
        return often and not (closed and any(each not in counts for each in found))

    return means


def _n_values(generator: Generator) -> Meaning:
    of, number = anything(generator, 0, 4), generator.dice.number(0, 4)
    counted = generator.dice.pick([*generator.integers, _constant(number)])
    generator.problem.n_values([e.expression for e in of], counted.expression)
    return lambda values: len({e.meaning(values) for e in of}) == counted.meaning(values)


def _bin_packing(generator: Generator) -> Meaning:
    dice, base = generator.dice, generator.dice.number(0, 1)
    bins, weights = _tasks(generator, 2)
    number = dice.number(0, 3)
    most = [dice.pick([*generator.integers, _constant(n)]) for n in range(1, number + 1)]
    says = [[each.expression for each in some] for some in (bins, weights, most)]
    generator.problem.bin_packing(*says, base=base)

    def means(values: Values) -> bool:
        loads = [0] * number
        for each, weight in zip(bins, weights, strict=True):
            place = each.meaning(values) - base
            if not 0 <= place < number:
                return False
            loads[place] += weight.meaning(values)
        return all(load <= each.meaning(values) for load, each in zip(loads, most, strict=True))

    return means


def _pair(generator: Generator) -> tuple[Any, Callable[[Values, int], bool]]:
    """A number of something, or at least and at most so many, and whether a number is that."""
    dice = generator.dice
    one, other = (dice.pick([*generator.integers, *map(_constant, range(5))]) for _ in range(2))
    if dice.chance(0.5):
        return one.expression, lambda values, number: number == one.meaning(values)
    return (
        one.expression,
        other.expression,
    ), lambda values, number: one.meaning(values) <= number <= other.meaning(values)


def _among(generator: Generator) -> Meaning:
    of, dice = anything(generator, 0, 4), generator.dice
    near = [value for each in of for value in values_near(generator, each)] or [1]
    wanted = [dice.pick(near) for _ in range(dice.number(0, 4))]
    says, fits = _pair(generator)
    generator.problem.among([e.expression for e in of], wanted, says)
    return lambda values: fits(values, len([1 for e in of if e.meaning(values) in wanted]))


def _knapsack(generator: Generator) -> Meaning:
    taken, weights, worths = _tasks(generator, 3)
    (weight, fits), (worth, pays) = _pair(generator), _pair(generator)
    numbers, heavy, worthy = ([each.expression for each in some] for some in (taken, weights, worths))
    generator.problem.knapsack(numbers, heavy, worthy, weight, worth)

    def means(values: Values) -> bool:
        numbers = [each.meaning(values) for each in taken]
        heavy, worthy = (
            sum(n * each.meaning(values) for n, each in zip(numbers, some, strict=True))
            for some in (weights, worths)
        )
        possible = all(n >= 0 for n in numbers)
        return possible and fits(values, heavy) and pays(values, worthy)

    return means


def _no_overlap_2d(generator: Generator) -> Meaning:
    lists = _tasks(generator, 4)
    lists[1] = [generator.dice.pick([*generator.integers, _constant(0)]) for _ in lists[0]]
    generator.problem.no_overlap_2d(*([each.expression for each in some] for some in lists))

    def means(values: Values) -> bool:
        boxes = [*zip(*([each.meaning(values) for each in some] for some in lists), strict=True)]
        return all(w >= 0 and h >= 0 for _, _, w, h in boxes) and not any(
            x < u + w and u < x + v and y < b + h and b < y + g
            for n, (x, y, v, g) in enumerate(boxes)
            for u, b, w, h in boxes[:n]
        )

    return means


def _subcircuit(generator: Generator) -> Meaning:
    of, base = _tasks(generator, 1)[0], generator.dice.number(0, 1)
    of += [generator.dice.pick(of) for _ in range(generator.dice.number(0, 2)) if of]
    generator.problem.subcircuit([e.expression for e in of], base=base)
    places = range(len(of))
    circles = {
        tuple(order[(order.index(place) + 1) % size] if place in order else place for place in places)
        for size in range(len(of) + 1)
        for order in permutations(places, size)
    }
    return lambda values: tuple(each.meaning(values) - base for each in of) in circles


GLOBALS: dict[str, Callable[[Generator], Meaning]] = {
    "no_overlap": _no_overlap,
    "cumulative": _cumulative,
    "circuit": _circuit,
    "cardinality": _cardinality,
    "n_values": _n_values,
    "bin_packing": _bin_packing,
    "no_overlap_2d": _no_overlap_2d,
    "subcircuit": _subcircuit,
    "among": _among,
    "knapsack": _knapsack,
}
