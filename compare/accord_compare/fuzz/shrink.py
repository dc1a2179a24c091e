"""The smallest model that still disagrees, by delta debugging.

Passes over the form, each proposing smaller ones: fewer options (halves first, then single ones), items,
entries, simpler demands, amounts, colours, weights; no order, no hidden options, no symmetries. What
still disagrees is kept; passes take turns until none makes the form smaller. After Zeller and Hildebrandt,
"Simplifying and isolating failure-inducing input" (2002).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from time import monotonic
from typing import TypeVar

from accord_compare.fuzz.form import Form, Item, Option

SECONDS = 20.0  # of wall clock, after which the smallest so far is taken
SIMPLE_DEMANDS = (Item(1, 1), Item(0, 1), Item(0, 0), Item(0, None), Item(1, None))

Thing = TypeVar("Thing")
Pass = Callable[[Form], Iterator[Form]]


class Patience:
    """How long proposals are made: so many seconds of wall clock, or so many proposals on any machine."""

    def __init__(self, seconds: float = SECONDS, proposals: int | None = None) -> None:
        """With `proposals`, which is how many, seconds do not count."""
        self._until = monotonic() + seconds
        self._left = proposals

    def is_over(self) -> bool:
        """Whether no more proposals are to be made; asked before each."""
        if self._left is None:
            return monotonic() > self._until
        self._left -= 1
        return self._left < 0


def shrunk(form: Form, disagrees: Callable[[Form], bool], patience: Patience | None = None) -> Form:
    """The form made as small as passes and patience allow; `disagrees(form)` is taken to hold.

    Args:
        form: the model to be made smaller.
        disagrees: whether a smaller one still shows what is looked for.
        patience: SECONDS if None.
    """
    return smallest(form, PASSES, disagrees, patience)


def smallest(
    thing: Thing,
    passes: Sequence[Callable[[Thing], Iterator[Thing]]],
    disagrees: Callable[[Thing], bool],
    patience: Patience | None = None,
) -> Thing:
    """Anything made as small as its passes allow; see `shrunk`."""
    patience = patience or Patience()
    before = None
    while thing != before:
        before = thing
        for propose in passes:
            thing = _exhaust(thing, propose, disagrees, patience)
    return thing


def _exhaust(
    thing: Thing,
    propose: Callable[[Thing], Iterator[Thing]],
    disagrees: Callable[[Thing], bool],
    patience: Patience,
) -> Thing:
    """Go through the proposals once; after taking one, go on at the same place for the new thing."""
    at = 0
    while True:
        for smaller in islice(propose(thing), at, None):
            if smaller == thing:
                at += 1
                continue
            if patience.is_over():
                return thing
            if disagrees(smaller):
                thing = smaller
                break
            at += 1
        else:
            return thing


# -- passes ----------------------------------------------------------------------------------------


def no_extras(form: Form) -> Iterator[Form]:
    """Without order, symmetries, objective, hidden options."""
    yield replace(form, symmetries=())
    yield replace(form, order=())
    yield replace(form.each_option(lambda option: option._replace(weight=0)), has_objective=False)
    yield form.each_option(lambda option: option._replace(hidden=False))


def fewer_options(form: Form) -> Iterator[Form]:
    """Without a half of the options, a quarter, ... a single one."""
    number = len(form.options)
    chunk = number // 2
    while chunk:
        for first in range(0, number, chunk):
            yield form.with_options(form.options[:first] + form.options[first + chunk :])
        chunk //= 2


def fewer_items(form: Form) -> Iterator[Form]:
    """Without one of the items that no symmetry moves; without unused ones first."""
    moved = {i for row in form.symmetries for i, image in enumerate(row) if i != image}
    used = {entry.item for option in form.options for entry in option.entries}
    free = set(range(len(form.items))) - moved
    if free - used:
        yield form.without_items(free - used)
    for item in sorted(free):
        without = form.without_items({item})
        emptied = {o for o, option in enumerate(without.options) if not option.entries}
        yield without.with_options(option for o, option in enumerate(without.options) if o not in emptied)
        yield without


def fewer_entries(form: Form) -> Iterator[Form]:
    """Without one entry."""
    for o, option in enumerate(form.options):
        for e in range(len(option.entries)):
            yield _with(form, o, option._replace(entries=option.entries[:e] + option.entries[e + 1 :]))


def simpler_demands(form: Form) -> Iterator[Form]:
    """A demand that is simple, or nearer to 0, or half as wide."""
    for i, (low, high) in enumerate(form.items):
        proposals = list(SIMPLE_DEMANDS)
        proposals += [Item(_half(low), high), Item(low, None if high is None else max(_half(high), low))]
        if high is not None:
            proposals += [Item(_half(low), _half(high)), Item(low - _sign(low), high - _sign(low))]
        for item in proposals:
            possible = item.high is None or item.low <= item.high
            if possible and _difficulty(item) < _difficulty(form.items[i]):  # so that shrinking ends
                yield replace(form, items=(*form.items[:i], item, *form.items[i + 1 :]))


def simpler_amounts(form: Form) -> Iterator[Form]:
    """Amounts of 1, or half of what they are, or one less; plain entries for coloured ones."""
    for o, option in enumerate(form.options):
        for e, entry in enumerate(option.entries):
            simpler = [entry._replace(amount=amount) for amount in _towards(entry.amount, 1)]
            simpler += [entry._replace(colour=colour) for colour in range(entry.colour)]
            for other in simpler:
                entries = (*option.entries[:e], other, *option.entries[e + 1 :])
                yield _with(form, o, option._replace(entries=entries))


def simpler_weights(form: Form) -> Iterator[Form]:
    """Weights nearer to 0, visible options."""
    for o, option in enumerate(form.options):
        for weight in _towards(option.weight, 0):
            yield _with(form, o, option._replace(weight=weight))
        if option.hidden:
            yield _with(form, o, option._replace(hidden=False))


def shorter_order(form: Form) -> Iterator[Form]:
    """Without one item of the order."""
    for at in range(len(form.order)):
        yield replace(form, order=form.order[:at] + form.order[at + 1 :])


PASSES: tuple[Pass, ...] = (
    no_extras,
    fewer_options,
    fewer_items,
    fewer_entries,
    simpler_demands,
    simpler_amounts,
    simpler_weights,
    shorter_order,
)


def _with(form: Form, o: int, option: Option) -> Form:
    return form.with_options((*form.options[:o], option, *form.options[o + 1 :]))


def _difficulty(item: Item) -> tuple[int, int]:
    """How far a demand is from a simple one."""
    rank = SIMPLE_DEMANDS.index(item) if item in SIMPLE_DEMANDS else len(SIMPLE_DEMANDS)
    return rank, abs(item.low) + abs(item.high or 0)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _half(number: int) -> int:
    return _sign(number) * (abs(number) // 2)


def _towards(number: int, least: int) -> list[int]:
    """Simpler numbers than this, the simplest first; never 0 where 1 is the least."""
    if abs(number) <= least:
        return [least] if number < 0 else []
    return [other for other in (least, _half(number), number - _sign(number)) if abs(other) >= least]
