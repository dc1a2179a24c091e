"""Random global constraints: each is stated to the problem, and its meaning returned."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, permutations
from typing import Any

from accord_compare.fuzz.rules import anything, values_near
from accord_compare.fuzz.spoken import Meaning, Speaker, Spoken, Values


def _constant(number: int) -> Spoken:
    return Spoken(number, lambda _: number)


def _tasks(speaker: Speaker, lists: int) -> list[list[Spoken]]:
    """Lists of numbers of one length: the first has variables mostly, the others numbers from 0 mostly."""
    dice, number = speaker.dice, speaker.dice.number(0, 3)
    numbers = [*speaker.integers, *speaker.integers, speaker.number(1)]

    def amount() -> Spoken:
        return dice.pick(numbers) if dice.chance(0.25) else _constant(dice.number(-dice.chance(0.1), 3))

    return [[dice.pick(numbers) for _ in range(number)]] + [
        [amount() for _ in range(number)] for _ in range(lists - 1)
    ]


def _no_overlap(speaker: Speaker) -> Meaning:
    starts, lengths = _tasks(speaker, 2)
    speaker.problem.no_overlap([e.says for e in starts], [e.says for e in lengths])

    def means(values: Values) -> bool:
        tasks = [(s.means(values), d.means(values)) for s, d in zip(starts, lengths, strict=True)]
        pairs = [(a, b) for i, a in enumerate(tasks) for b in tasks[:i]]
        return all(d >= 0 for _, d in tasks) and not any(
            s + d > other and other + lasts > s for (s, d), (other, lasts) in pairs
        )

    return means


def _cumulative(speaker: Speaker) -> Meaning:
    starts, lengths, demands = _tasks(speaker, 3)
    most = speaker.dice.pick([*speaker.integers, *map(_constant, (1, 2, 3, 4))])
    begun, last, needed = ([each.says for each in some] for some in (starts, lengths, demands))
    speaker.problem.cumulative(begun, last, needed, most.says)

    def means(values: Values) -> bool:
        begins, lasts, needs = ([e.means(values) for e in some] for some in (starts, lengths, demands))
        if min([0, *lasts, *needs, most.means(values)]) < 0:
            return False
        ends = [b + d for b, d in zip(begins, lasts, strict=True)]
        return all(
            sum(n for b, e, n in zip(begins, ends, needs, strict=True) if b <= time < e) <= most.means(values)
            for time in range(min(begins, default=0), max(ends, default=0))
        )

    return means


def _circuit(speaker: Speaker) -> Meaning:
    of, base = _tasks(speaker, 1)[0], speaker.dice.number(0, 1)
    speaker.problem.circuit([e.says for e in of], base=base)

    def means(values: Values) -> bool:
        after = [each.means(values) - base for each in of]
        circles = ((0, *order, 0) for order in permutations(range(1, len(of))))
        return not of or any(all(after[a] == b for a, b in pairwise(circle)) for circle in circles)

    return means


def _cardinality(speaker: Speaker) -> Meaning:
    of, dice = anything(speaker, 0, 4), speaker.dice
    near = [value for each in of for value in values_near(speaker, each)] or [1]
    values = list(dict.fromkeys(dice.pick(near) for _ in range(dice.number(0, 3))))
    counts: dict[Any, tuple[Spoken, Spoken]] = {}
    for value in values:
        low, high = dice.number(0, 2), dice.number(0, 3)
        least = _constant(low)
        most = _constant(high) if dice.chance(0.6) else least
        if speaker.integers and dice.chance(0.2):
            least = most = dice.pick(speaker.integers)
        counts[value] = (least, most)
    closed = dice.chance(0.3)
    says = {v: low.says if low is high else (low.says, high.says) for v, (low, high) in counts.items()}
    speaker.problem.cardinality([e.says for e in of], says, closed=closed)

    def means(assigned: Values) -> bool:
        found = [each.means(assigned) for each in of]
        often = all(
            low.means(assigned) <= sum(each == value for each in found) <= high.means(assigned)
            for value, (low, high) in counts.items()
        )
        return often and not (closed and any(each not in counts for each in found))

    return means


def _n_values(speaker: Speaker) -> Meaning:
    of, number = anything(speaker, 0, 4), speaker.dice.number(0, 4)
    counted = speaker.dice.pick([*speaker.integers, _constant(number)])
    speaker.problem.n_values([e.says for e in of], counted.says)
    return lambda values: len({e.means(values) for e in of}) == counted.means(values)


def _bin_packing(speaker: Speaker) -> Meaning:
    dice, base = speaker.dice, speaker.dice.number(0, 1)
    bins, weights = _tasks(speaker, 2)
    number = dice.number(0, 3)
    most = [dice.pick([*speaker.integers, _constant(n)]) for n in range(1, number + 1)]
    says = [[each.says for each in some] for some in (bins, weights, most)]
    speaker.problem.bin_packing(*says, base=base)

    def means(values: Values) -> bool:
        loads = [0] * number
        for each, weight in zip(bins, weights, strict=True):
            place = each.means(values) - base
            if not 0 <= place < number:
                return False
            loads[place] += weight.means(values)
        return all(load <= each.means(values) for load, each in zip(loads, most, strict=True))

    return means


def _pair(speaker: Speaker) -> tuple[Any, Callable[[Values, int], bool]]:
    """A number of something, or at least and at most so many, and whether a number is that."""
    dice = speaker.dice
    one, other = (dice.pick([*speaker.integers, *map(_constant, range(5))]) for _ in range(2))
    if dice.chance(0.5):
        return one.says, lambda values, number: number == one.means(values)
    return (one.says, other.says), lambda values, number: one.means(values) <= number <= other.means(values)


def _among(speaker: Speaker) -> Meaning:
    of, dice = anything(speaker, 0, 4), speaker.dice
    near = [value for each in of for value in values_near(speaker, each)] or [1]
    wanted = [dice.pick(near) for _ in range(dice.number(0, 4))]
    says, fits = _pair(speaker)
    speaker.problem.among([e.says for e in of], wanted, says)
    return lambda values: fits(values, len([1 for e in of if e.means(values) in wanted]))


def _knapsack(speaker: Speaker) -> Meaning:
    taken, weights, worths = _tasks(speaker, 3)
    (weight, fits), (worth, pays) = _pair(speaker), _pair(speaker)
    numbers, heavy, worthy = ([each.says for each in some] for some in (taken, weights, worths))
    speaker.problem.knapsack(numbers, heavy, worthy, weight, worth)

    def means(values: Values) -> bool:
        numbers = [each.means(values) for each in taken]
        heavy, worthy = (
            sum(n * each.means(values) for n, each in zip(numbers, some, strict=True))
            for some in (weights, worths)
        )
        possible = all(n >= 0 for n in numbers)
        return possible and fits(values, heavy) and pays(values, worthy)

    return means


def _no_overlap_2d(speaker: Speaker) -> Meaning:
    lists = _tasks(speaker, 4)
    lists[1] = [speaker.dice.pick([*speaker.integers, _constant(0)]) for _ in lists[0]]
    speaker.problem.no_overlap_2d(*([each.says for each in some] for some in lists))

    def means(values: Values) -> bool:
        boxes = [*zip(*([each.means(values) for each in some] for some in lists), strict=True)]
        return all(w >= 0 and h >= 0 for _, _, w, h in boxes) and not any(
            x < u + w and u < x + v and y < b + h and b < y + g
            for n, (x, y, v, g) in enumerate(boxes)
            for u, b, w, h in boxes[:n]
        )

    return means


def _subcircuit(speaker: Speaker) -> Meaning:
    of, base = _tasks(speaker, 1)[0], speaker.dice.number(0, 1)
    of += [speaker.dice.pick(of) for _ in range(speaker.dice.number(0, 2)) if of]
    speaker.problem.subcircuit([e.says for e in of], base=base)
    places = range(len(of))
    circles = {
        tuple(order[(order.index(place) + 1) % size] if place in order else place for place in places)
        for size in range(len(of) + 1)
        for order in permutations(places, size)
    }
    return lambda values: tuple(each.means(values) - base for each in of) in circles


GLOBALS: dict[str, Callable[[Speaker], Meaning]] = {
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
