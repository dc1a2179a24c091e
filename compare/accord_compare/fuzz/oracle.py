"""All solutions of a model by plain recursion, in numbers of any size; it shares no code with an engine.

Options are taken or left one after the other. For every item it is known what has been given and what the
options still to come can give at the least and at the most; where the demand is out of reach, the search goes
back. An item that was given a colour takes that colour only, and its uncoloured sum must end at 0.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from accord_compare.fuzz.form import Form, Solution

MOST_NODES, MOST_SOLUTIONS = 25_000, 1500


class TooLargeError(Exception):
    """The model has more solutions, or a larger search tree, than the oracle is given."""


def solve(form: Form, nodes: int = MOST_NODES, solutions: int = MOST_SOLUTIONS) -> list[Solution]:
    """All solutions, each as its options ascending. Raises TooLargeError."""
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
        self.least, self.most = [0] * some, [0] * some  # what can still come
        for entry in (entry for entries in self.entries for entry in entries if not entry.colour):
            self.least[entry.item] += min(entry.amount, 0)
            self.most[entry.item] += max(entry.amount, 0)
        self.given, self.colour = [0] * some, [0] * some
        self.chosen: list[int] = []
        self.found: list[Solution] = []
        self.nodes, self.solutions = nodes, solutions

    def out_of_reach(self, item: int) -> bool:
        low, high = self.items[item]
        if self.colour[item]:
            low, high = max(low, 0), 0 if high is None else min(high, 0)
        given = self.given[item]
        return given + self.most[item] < low or (high is not None and given + self.least[item] > high)

    def hopeless(self) -> bool:
        return any(self.out_of_reach(item) for item in range(len(self.items)))

    def visit(self, at: int) -> None:
        self.nodes -= 1
        if self.nodes < 0 or len(self.found) > self.solutions:
            raise TooLargeError
        if at == len(self.sequence):
            self.found.append(tuple(sorted(self.chosen)))
            return
        entries = self.entries[at]
        for entry in entries:
            if not entry.colour:
                self.least[entry.item] -= min(entry.amount, 0)
                self.most[entry.item] -= max(entry.amount, 0)
        self._take(at)
        if not any(self.out_of_reach(entry.item) for entry in entries):
            self.visit(at + 1)
        for entry in entries:
            if not entry.colour:
                self.least[entry.item] += min(entry.amount, 0)
                self.most[entry.item] += max(entry.amount, 0)

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
        if not any(self.out_of_reach(entry.item) for entry in entries):
            self.visit(at + 1)
        self.chosen.pop()
        for entry, colour in zip(entries, before, strict=True):
            if entry.colour:
                self.colour[entry.item] = colour
            else:
                self.given[entry.item] -= entry.amount


def option_maps(form: Form) -> list[Sequence[int]]:
    """Where each candidate that is a symmetry, also of the objective, takes every option.

    Equal options keep their order.
    """
    number: dict[tuple[object, int], int] = {}
    for o, option in enumerate(form.options):
        number[_numbered(option.entries, range(len(form.items)), number)] = o
    maps: list[Sequence[int]] = []
    for row in form.symmetries:
        seen: dict[tuple[object, int], int] = {}
        images = []
        for o, option in enumerate(form.options):
            key = _numbered(option.entries, row, seen)
            seen[key] = o
            images.append(number.get(key, -1))
        same = all(form.items[i] == form.items[row[i]] for i in range(len(form.items)))
        weighed = all(form.options[o].weight == form.options[i].weight for o, i in enumerate(images))
        if same and weighed and len(set(images)) == len(images) and -1 not in images:
            maps.append(images)
    return maps


def _numbered(entries: Sequence[Sequence[int]], row: Sequence[int], seen: object) -> tuple[object, int]:
    gives = tuple(sorted((row[item], amount, colour) for item, amount, colour in entries))
    ordinal = 0
    while (gives, ordinal) in seen:  # type: ignore[operator]
        ordinal += 1
    return gives, ordinal


def classes(solutions: list[Solution], maps: list[Sequence[int]]) -> list[frozenset[Solution]]:
    """The solutions in classes under a group of permutations of the options."""
    left, found = set(solutions), []
    while left:
        one = left.pop()
        alike = {one, *(tuple(sorted(images[o] for o in one)) for images in maps)}
        left -= alike
        found.append(frozenset(alike))
    return found
