"""Enumerate all solutions of a model by plain recursion, sharing no code with the engines.

Options are taken or left one after the other. For every item it is known what has been given and what the
options still to come can give at the least and at the most; where the demand is out of reach, the search goes
back. An item that was given a colour takes that colour only, and its uncoloured sum must end at 0.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from accord_compare.fuzz.form import Form, Solution

MOST_NODES, MOST_SOLUTIONS = 25_000, 1500


class TooLargeError(Exception):
    """The model has a larger search tree than the oracle is given."""


class TooManyError(TooLargeError):
    """The form has more solutions than the oracle may find."""


def solve(form: Form, nodes: int = MOST_NODES, solutions: int = MOST_SOLUTIONS) -> list[Solution]:
    """All solutions, each as its options ascending. Raises TooLargeError, TooManyError."""
    search = _Search(form, nodes, solutions)
    if not search.hopeless():
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, 10 * len(form.options) + 1000))
        try:
            search.visit(0)
        finally:
            sys.setrecursionlimit(limit)
    return sorted(search.found)


class _Search:
    def __init__(self, form: Form, nodes: int, solutions: int) -> None:
        self.items = form.items
        rank = {item: number for number, item in enumerate(form.order)}
        some = len(form.items)

        def place(option: int) -> tuple[int, int]:  # items are settled one after the other where it can be
            ranks = [rank.get(entry.item, some + entry.item) for entry in form.options[option].entries]
            return min(ranks, default=2 * some), option

        self.sequence = sorted(range(len(form.options)), key=place)
        self.entries = [form.options[o].entries for o in self.sequence]
        self.least, self.most = [[0] * some], [[0] * some]  # what can still come from each place on
        for entries in reversed(self.entries):
            for bound, ends in ((min, self.least), (max, self.most)):
                ends.append(ends[-1].copy())
                for entry in entries:
                    ends[-1][entry.item] += 0 if entry.colour else bound(entry.amount, 0)
        self.least.reverse()
        self.most.reverse()
        self.given, self.colour = [0] * some, [0] * some
        self.chosen: list[int] = []
        self.found: list[Solution] = []
        self.nodes, self.solutions = nodes, solutions

    def out_of_reach(self, item: int, at: int) -> bool:
        low, high = self.items[item]
        if self.colour[item]:
            low, high = max(low, 0), 0 if high is None else min(high, 0)
        given = self.given[item]
        too_much = high is not None and given + self.least[at][item] > high
        return too_much or given + self.most[at][item] < low

    def hopeless(self) -> bool:
        return any(self.out_of_reach(item, 0) for item in range(len(self.items)))

    def visit(self, at: int) -> None:
        self.nodes -= 1
        if len(self.found) > self.solutions:
            raise TooManyError
        if self.nodes < 0:
            raise TooLargeError
        if at == len(self.sequence):
            self.found.append(tuple(sorted(self.chosen)))
            return
        self._take(at)
        self._go_on(at)

    def _go_on(self, at: int) -> None:
        if not any(self.out_of_reach(entry.item, at + 1) for entry in self.entries[at]):
            self.visit(at + 1)

    def _take(self, at: int) -> None:
        entries = self.entries[at]
        if any(entry.colour and self.colour[entry.item] not in (0, entry.colour) for entry in entries):
            return
        before = [self.colour[entry.item] for entry in entries]
        for entry in entries:
            if entry.colour:
                self.colour[entry.item] = entry.colour
            else:
                self.given[entry.item] += entry.amount
        self.chosen.append(self.sequence[at])
        self._go_on(at)
        self.chosen.pop()
        for entry, colour in zip(entries, before, strict=True):
            if entry.colour:
                self.colour[entry.item] = colour
            else:
                self.given[entry.item] -= entry.amount


def option_maps(form: Form) -> list[Sequence[int]]:
    """Return where each candidate that is a symmetry, also of the objective, takes every option.

    Equal options keep their order.
    """
    number = {key: o for o, key in enumerate(_number_equal_options(form, range(len(form.items))))}
    maps: list[Sequence[int]] = []
    for row in form.symmetries:
        images = [number.get(key, -1) for key in _number_equal_options(form, row)]
        same = all(form.items[i] == form.items[row[i]] for i in range(len(form.items)))
        weighed = all(form.options[o].weight == form.options[i].weight for o, i in enumerate(images))
        if same and weighed and len(set(images)) == len(images) and -1 not in images:
            maps.append(images)
    return maps


def _number_equal_options(form: Form, row: Sequence[int]) -> Iterator[tuple[object, int]]:
    """Yield the entries of each option on the images of its items, and how many options before have them."""
    seen: Counter[object] = Counter()
    for option in form.options:
        gives = tuple(sorted((row[item], amount, colour) for item, amount, colour in option.entries))
        yield gives, seen[gives]
        seen[gives] += 1


def classes(solutions: list[Solution], maps: list[Sequence[int]]) -> list[frozenset[Solution]]:
    """The solutions in classes under a group of permutations of the options."""
    left, found = set(solutions), []
    while left:
        one = left.pop()
        alike = {one, *(tuple(sorted(images[o] for o in one)) for images in maps)}
        left -= alike
        found.append(frozenset(alike))
    return found
