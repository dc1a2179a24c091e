"""Generate unstructured random models: demands, amounts, colours, hidden options, corner cases.

Most have a planted set of options around which demands are drawn, so that many are possible and tight.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from accord_compare.fuzz.dice import Dice
from accord_compare.fuzz.form import Entry, Form, Item, Option

PRIMARY, SECONDARY = Item(1, 1), Item(0, 1)
CORNERS = (PRIMARY, SECONDARY, Item(0, 0), Item(0, None), Item(-3, 5), Item(-1, -1), Item(2, 2), Item(5, 9))
BORDERS = (1 << 31, 1 << 32, 1 << 53, 1 << 57)  # where a narrower number would overflow, or round


def exact(dice: Dice, size: int) -> Form:
    """Primary and secondary items, equal options, options in no item or in no primary one, empty items."""
    items = [PRIMARY if dice.chance(0.7) else SECONDARY for _ in range(dice.number(1, 3 + size // 2))]
    options = [_entries(dice, len(items), dice.number(1, 4)) for _ in range(dice.number(0, 2 * size))]
    return _finish(dice, items, options)


def multiplicities(dice: Dice, size: int) -> Form:
    """Demands [low, high] of any kind on amounts of 1, also impossible ones and such without an upper end."""
    options = _scatter(dice, size, dice.number(1, 2 + size // 2))
    items = [_demand(dice, total) for total in _plant(dice, options)]
    return _finish(dice, items, options)


def linear(dice: Dice, size: int) -> Form:
    """Amounts of either sign, on one item or on all."""
    options = _scatter(dice, size, dice.number(1, 2 + size // 3))
    among = range(1, 3) if dice.chance(0.3) else range(-6, 10)
    options = [[entry._replace(amount=dice.pick(among) or 1) for entry in option] for option in options]
    items = [_demand(dice, total) for total in _plant(dice, options)]
    return _finish(dice, items, options)


def huge(dice: Dice, size: int) -> Form:
    """Amounts beside the borders of narrower numbers, that cancel to small sums or sum to nearly 2^62."""
    size = min(size, 12)
    options = _scatter(dice, size, dice.number(1, 4))
    borders = [dice.pick(BORDERS) for _ in range(4)]
    signs = (1, 1, -1) if dice.chance(0.6) else (1,)

    def amount() -> int:
        return dice.pick(signs) * (dice.pick(borders) + dice.number(-2, 2) if dice.chance(0.7) else 1)

    options = [[entry._replace(amount=amount()) for entry in option] for option in options]
    items = [_demand(dice, total) for total in _plant(dice, options)]
    if dice.chance(0.4):  # an item of its own whose sum is all but the largest
        options.append([Entry(len(items), (1 << 61) + dice.number(-1, 1))])
        options.append([Entry(len(items), (1 << 61) - 2)])
        options.append([Entry(len(items), -(1 << 61) - dice.number(0, 3))])
        items.append(Item(*dice.pick([(1 << 61, None), (0, 1), (-5, 0), (-(1 << 61), 2)])))
    return _finish(dice, items, options)


def colours(dice: Dice, size: int) -> Form:
    """Secondary items whose options give colours, or amounts, of either sign now and then."""
    primary, coloured = dice.number(1, 2 + size // 3), dice.number(1, 3)
    options = []
    for _ in range(dice.number(1, 3 * size // 2)):
        entries = _entries(dice, primary, dice.number(0, 2))
        for item in dice.some(range(primary, primary + coloured), dice.number(0, coloured)):
            plain = dice.chance(0.25)
            amount = dice.pick((1, 1, 1, -1, 2)) if plain else 1
            entries.append(Entry(item, amount, 0 if plain else dice.number(1, 3)))
        options.append(entries)
    items = [PRIMARY if dice.chance(0.6) else SECONDARY for _ in range(primary)]
    return _finish(dice, items + [SECONDARY] * coloured, options)


def of_everything(dice: Dice, size: int) -> Form:
    """Return a form with everything at once."""
    plain, coloured = dice.number(1, 1 + size // 3), dice.number(0, 2)
    options = []
    for _ in range(dice.number(1, 3 * size // 2)):
        entries = [
            entry._replace(amount=dice.pick((1, 1, 1, 2, -1, 3, 1 << 40)))
            for entry in _entries(dice, plain, dice.number(0, 3))
        ]
        for item in dice.some(range(plain, plain + coloured), dice.number(0, coloured)):
            entries.append(Entry(item, 1, dice.number(0, 2)))
        options.append(entries)
    totals = _plant(dice, options)
    items = [
        PRIMARY if dice.chance(0.3) else _demand(dice, total) for total in [*totals, *[0] * plain][:plain]
    ]
    return _finish(dice, items + [SECONDARY] * coloured, options)


def implications(dice: Dice, size: int) -> Form:
    """Clauses as items: of literals x or not x at least one, now and then exactly or at most one."""
    variables = dice.number(3, min(14, size + 2))
    options: list[list[Entry]] = [[] for _ in range(variables)]
    items = []
    for item in range(dice.number(variables // 2, 3 * variables)):
        signs = [dice.pick((1, -1)) for _ in range(dice.pick((1, 2, 3, 3, 3, 3, 4)))]
        for option, sign in zip(dice.some(range(variables), len(signs)), signs, strict=False):
            options[option].append(Entry(item, sign))
        negated = signs.count(-1)
        items.append(Item(1 - negated, dice.pick((None, None, None, 1 - negated, len(signs) - negated))))
    return _finish(dice, items, options)


def hidden(dice: Dice, size: int) -> Form:
    """Hidden options that the visible ones determine: copies, opposites, `or`s and `and`s of visible ones."""
    form = exact(dice, max(2, size // 2)) if dice.chance(0.5) else multiplicities(dice, size // 2 + 1)
    visible = len(form.options)
    for _ in range(dice.number(1, 3) if visible else 0):
        of = dice.some(range(visible), dice.number(1, 3))
        number = len(of)
        amounts, low, high = dice.pick(
            [
                (-number, 1 - number, 0),  # or: the sum of the visible ones less n times this, in [1 - n, 0]
                (-number, 0, number - 1),  # and
                (number, 1, number),  # not and
                (number, number, 2 * number - 1),  # nor
            ]
        )
        form = form.with_options([*form.options, Option((), hidden=True)])
        entries: list[Entry | None] = [Entry(0) if o in of else None for o in range(len(form.options) - 1)]
        form = form.with_item(Item(low, high), [*entries, Entry(0, amounts)])
    return form


def corners(dice: Dice, size: int) -> Form:
    """Next to nothing: no items, no options, only free options, items without options, demands of nothing."""
    items = [dice.pick(CORNERS) for _ in range(dice.number(0, 3))]
    options = [
        [
            entry._replace(amount=dice.pick((1, 1, 1, -1, 2, 1 << 60)))
            for entry in _entries(dice, len(items), 2)
        ]
        for _ in range(dice.number(0, min(5, size)))
    ]
    if dice.chance(0.3):
        options += [[]] * dice.number(1, 6)
    return _finish(dice, items, options)


# -- what kinds share ------------------------------------------------------------------------------


def _entries(dice: Dice, items: int, number: int) -> list[Entry]:
    return [Entry(item) for item in dice.some(range(items), min(items, number))]


def _scatter(dice: Dice, size: int, items: int) -> list[list[Entry]]:
    """Return options with entries for any of the items, some for none."""
    share = dice.pick((0.2, 0.4, 0.7))
    number = dice.number(1, max(2, int(size * 1.2)))
    return [[Entry(item) for item in range(items) if dice.chance(share)] for _ in range(number)]


def _plant(dice: Dice, options: list[list[Entry]]) -> list[int]:
    """Return the sums for each item of some options, drawn as a solution to be."""
    share = dice.pick((0.15, 0.3, 0.6))
    total: Counter[int] = Counter()
    for entries in options:
        if dice.chance(share):
            total.update({entry.item: entry.amount for entry in entries})
    items = max((entry.item for option in options for entry in option), default=-1) + 1
    return [total[item] for item in range(items)]


def _demand(dice: Dice, total: int) -> Item:
    """A demand around a sum: tight, loose, without an upper end, or, rarely, one that misses it."""
    slack = dice.pick((0, 0, 1, 2, abs(total)))
    low, high = dice.pick(
        [(total, total), (total - slack, total), (total, total + slack), (total - slack, total + slack)]
    )
    if dice.chance(0.1):
        low, high = low + 1, high + 1
    low = max(low, 1 - (1 << 61))
    return Item(low, None if dice.chance(0.2) else max(low, min(high, (1 << 62) - 1)))


def _finish(dice: Dice, items: list[Item], options: list[list[Entry]]) -> Form:
    """Equal options and free ones now and then; a random order, or a part of one, or none."""
    options = list(options)
    if options and dice.chance(0.25):
        options += [dice.pick(options) for _ in range(dice.number(1, 2))]
    if dice.chance(0.12):
        options += [[]] * dice.number(1, 2)
    if options and dice.chance(0.1):  # an item without options
        items = [*items, dice.pick((PRIMARY, SECONDARY, Item(0, 0), Item(0, None)))]
    form = Form(tuple(items), tuple(Option(tuple(entries)) for entries in options))
    if dice.chance(0.5):
        ordered = dice.shuffle(range(len(items)))
        form = replace(form, order=tuple(ordered[: dice.number(0, len(ordered))]))
    return form
