"""Generate random models with symmetries: a permutation group of the items, options in whole orbits.

Now and then an option is left out of its orbit, so that only a part of the candidates are symmetries.
"""

from __future__ import annotations

from accord_compare.fuzz.dice import Dice
from accord_compare.fuzz.form import Entry, Form, Item, Option
from accord_compare.fuzz.random_kinds import PRIMARY, SECONDARY

Permutation = tuple[int, ...]
LARGEST = 48  # elements of a group


def symmetric(dice: Dice, size: int) -> Form:
    """Orbits of random options under a random group; it fixes some items, so that parts can be split."""
    moved, fixed = dice.number(2, 3 + size // 4), dice.number(0, 2)
    group = _group(dice, moved, fixed)
    items = moved + fixed
    demands: list[Item] = [PRIMARY] * items
    linear, coloured = dice.chance(0.25), dice.chance(0.2)
    for orbit in {frozenset(row[i] for row in group) for i in range(items)}:
        choices = [PRIMARY, PRIMARY, SECONDARY, *([Item(0, 2), Item(2, 3), Item(1, None)] if linear else [])]
        demand = dice.pick(choices)
        for i in orbit:
            demands[i] = demand
    options: dict[tuple[Entry, ...], int] = {}
    for _ in range(dice.number(1, size)):
        if len(options) > 3 * size:
            break
        entries = []
        for item in dice.some(range(items), dice.number(1, 3)):
            amount = dice.pick((1, 1, 2, -1)) if linear else 1
            colour = dice.number(1, 2) if coloured and demands[item] == SECONDARY else 0
            entries.append(Entry(item, 1 if colour else amount, colour))
        copies = 2 if dice.chance(0.1) else 1
        for row in group:
            options[tuple(sorted(entry._replace(item=row[entry.item]) for entry in entries))] = copies
    listed = [entries for entries, copies in options.items() for _ in range(copies)]
    if dice.chance(0.2):
        listed = dice.some(listed, len(listed) - 1)
    order = tuple(dice.shuffle(range(items))) if dice.chance(0.5) else ()
    return Form(tuple(demands), tuple(Option(entries) for entries in dice.shuffle(listed)), order, group)


def _group(dice: Dice, moved: int, fixed: int) -> tuple[Permutation, ...]:
    """The group that one or two random permutations make, on all items; the identity first."""
    rest = tuple(range(moved, moved + fixed))
    while True:
        elements = {tuple(range(moved + fixed))}
        generators = [(*dice.shuffle(range(moved)), *rest) for _ in range(dice.number(1, 2))]
        if dice.chance(0.4):  # an involution: a mirror
            row = list(range(moved))
            for a in range(0, moved - 1, 2):
                row[a], row[a + 1] = a + 1, a
            generators = [(*row, *rest)]
        new = set(elements)
        while new and len(elements) <= LARGEST:
            new = {tuple(g[i] for i in row) for row in new for g in generators} - elements
            elements |= new
        if len(elements) <= LARGEST:
            return tuple(sorted(elements))
