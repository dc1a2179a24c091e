"""Metamorphic relations: how a model is changed, and what that does to its number of solutions."""

from dataclasses import replace
from itertools import combinations

from accord_compare.fuzz.form import Entry, Form, Item

LARGEST = 1 << 61


def bounds(form, item):
    """The least and the most that all options together can give to an item."""
    amounts = [e.amount for o in form.options for e in o.entries if e.item == item and not e.colour]
    return sum(min(a, 0) for a in amounts), sum(max(a, 0) for a in amounts)


def shuffled(form, dice):
    """Items and options in another order: the same number."""
    items = dice.shuffle(range(len(form.items)))
    place = {item: number for number, item in enumerate(items)}
    options = [
        option._replace(entries=tuple(dice.shuffle([e._replace(item=place[e.item]) for e in option.entries])))
        for option in dice.shuffle(form.options)
    ]
    return Form(
        tuple(form.items[i] for i in items),
        tuple(options),
        tuple(place[i] for i in form.order),
        has_objective=form.has_objective,
    )


def seen(form):
    """With all options visible, for a change after which hidden ones would no longer be determined."""
    return form.each_option(lambda option: option._replace(hidden=False))


def with_copy(form, option):
    """An option twice; with an item that forbids both at once, each solution with it comes twice."""
    copied = replace(form.with_options([*form.options, form.options[option]]), symmetries=())
    entries = [Entry(0) if o in (option, len(form.options)) else None for o in range(len(form.options) + 1)]
    return copied.with_item(Item(0, 1), entries)


def forced(form, option):
    """An item that only this option gives to, and that wants it: the solutions that have it."""
    entries = [Entry(0) if o == option else None for o in range(len(form.options))]
    return replace(form, symmetries=()).with_item(Item(1, 1), entries)


def forbidden(form, option):
    """The same, but it must not be given: the solutions without it."""
    entries = [Entry(0) if o == option else None for o in range(len(form.options))]
    return replace(form, symmetries=()).with_item(Item(0, 0), entries)


def without(form, option):
    """The option left out: the solutions without it."""
    return replace(form.with_options(form.options[:option] + form.options[option + 1 :]), symmetries=())


def split_on_item(form, item):
    """A demand of few numbers, as one model for each of them: disjoint, and together everything."""
    least, most = bounds(form, item)
    low, high = form.items[item]
    low, high = max(low, least), most if high is None else min(high, most)
    return [
        replace(form, symmetries=(), items=(*form.items[:item], Item(k, k), *form.items[item + 1 :]))
        for k in range(low, high + 1)
    ]


def can_be_split(form, item):
    """Whether an item has no colours, which want [0, 1], and its demand has few numbers in reach."""
    low, high = form.items[item]
    least, most = bounds(form, item)
    coloured = any(e.item == item and e.colour for o in form.options for e in o.entries)
    return not coloured and (most if high is None else min(high, most)) - max(low, least) < 6


def loosened(form, item):
    """A primary item made secondary: no solution is lost."""
    return replace(form, symmetries=(), items=(*form.items[:item], Item(0, 1), *form.items[item + 1 :]))


def complemented(form, option):
    """x -> 1 - x for one option without colours: its amounts negated, demands shifted; as many solutions."""
    changed = form.options[option]
    items = list(form.items)
    for entry in changed.entries:
        low, high = items[entry.item]
        high = max(bounds(form, entry.item)[1], low) if high is None else high
        items[entry.item] = Item(low - entry.amount, high - entry.amount)
    negated = changed._replace(entries=tuple(e._replace(amount=-e.amount) for e in changed.entries))
    options = (*form.options[:option], negated, *form.options[option + 1 :])
    return replace(form, symmetries=(), items=tuple(items), options=options, order=())


def can_be_complemented(form, option):
    """Whether no item of the option has colours, and nothing overflows."""
    items = {e.item for e in form.options[option].entries}
    coloured = {e.item for o in form.options for e in o.entries if e.colour}
    return not items & coloured and all(max(map(abs, bounds(form, i))) < LARGEST for i in items)


def scaled(form, item, factor):
    """An item's amounts and demand, times a number: the same solutions."""
    low, high = form.items[item]

    def times(entry):
        return entry._replace(amount=entry.amount * factor) if entry.item == item else entry

    changed = form.each_option(lambda option: option._replace(entries=tuple(map(times, option.entries))))
    demand = Item(low * factor, None if high is None else high * factor)
    return replace(changed, symmetries=(), items=(*form.items[:item], demand, *form.items[item + 1 :]))


def can_be_scaled(form, item, factor):
    low, high = form.items[item]
    coloured = any(e.item == item and e.colour for o in form.options for e in o.entries)
    largest = max(*map(abs, bounds(form, item)), abs(low), abs(high or 0))
    return not coloured and largest * factor < LARGEST


def added(form, one, two):
    """An item that is the sum of two others, demanded as they are together: nothing is lost or gained."""
    (low, high), (other_low, other_high) = form.items[one], form.items[two]
    entries = []
    for option in form.options:
        amount = sum(e.amount for e in option.entries if e.item in (one, two))
        entries.append(Entry(0, amount) if amount else None)
    both = None if high is None or other_high is None else high + other_high
    return replace(form, symmetries=()).with_item(Item(low + other_low, both), entries)


def can_be_added(form):
    """Pairs of items without colours whose sums cannot overflow."""
    coloured = {e.item for o in form.options for e in o.entries if e.colour}
    small = [
        i
        for i, (low, high) in enumerate(form.items)
        if i not in coloured and max(*map(abs, bounds(form, i)), abs(low), abs(high or 0)) < LARGEST // 4
    ]
    return list(combinations(small, 2))


def doubled(form):
    """Two copies of a model side by side, without common items: the number squared."""
    shift = len(form.items)
    more = [
        option._replace(entries=tuple(e._replace(item=e.item + shift) for e in option.entries))
        for option in form.options
    ]
    return Form(form.items * 2, (*form.options, *more), form.order)
