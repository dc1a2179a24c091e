"""Cutting a search into jobs: prefixes that exclude each other and together lead to every solution.

A prefix says which options are chosen and which are not. All options of an item that wants something are gone
through: a prefix chooses one of them and excludes those before it, the last one excludes them all, unless the
item cannot do without. Where prefixes are still too few they are cut further in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from accord.backends.contract import Request
from accord.backends.native.arrays import Flags, Ints
from accord.backends.native.engine import jobs_wanted
from accord.model import Kind, Model

MOST_JOBS = 4  # times as many as are wanted


@dataclass(frozen=True, slots=True)
class Prefix:
    """Options that are chosen, and options that are not; `new`: how many of the chosen no earlier one has."""

    chosen: tuple[int, ...] = ()
    excluded: tuple[int, ...] = ()
    new: int = 0


def cut(
    model: Model, request: Request, known: Iterable[int] = (), *, items_only: bool = False
) -> list[Prefix]:
    """About as many prefixes as jobs are wanted; one that says nothing where the search is not shared.

    Args:
        model: the model.
        request: what is asked; its root is gone through first.
        known: options that need not be gone through.
        items_only: leave it at items that want something, however few the prefixes are then.
    """
    wanted = jobs_wanted(request)
    prefixes, gone, exclusive = [Prefix()], set(known), _exclusive(model)
    for item, options in _groups(model, request.root, items_only):
        if not 0 < len(prefixes) < wanted:  # none: there is no solution
            break
        most = -(-MOST_JOBS * wanted // len(prefixes))
        ours = [option for option in options.tolist() if option not in gone][:most]
        gone.update(ours)
        prefixes = [
            more for prefix in prefixes for more in _cut_further(model, exclusive, prefix, item, ours)
        ]
    return prefixes


def _groups(model: Model, root: int | None, items_only: bool) -> Iterator[tuple[int | None, Ints]]:
    """Items that want something, and their options, the fewest first; then any options, one by one."""
    order = np.argsort(np.diff(model.by_item[0]), kind="stable")
    wanting = order[model.low[order] > 0].tolist()
    for item in dict.fromkeys([*([] if root is None else [root]), *wanting]):
        yield item, model.options_of(item).astype(np.int64)
    if not items_only:
        for option in np.argsort(-np.diff(model.start), kind="stable"):
            yield None, np.array([option])


def _cut_further(
    model: Model, exclusive: Flags, prefix: Prefix, item: int | None, options: list[int]
) -> Iterator[Prefix]:
    """The prefixes that choose one of these options, and the one that excludes them all."""
    taken = {i for option in prefix.chosen for i in model.items_of(option).tolist() if exclusive[i]}
    fitting = [option for option in options if taken.isdisjoint(model.items_of(option).tolist())]
    for at, option in enumerate(fitting):
        new = 1 if at else prefix.new + 1
        yield Prefix((*prefix.chosen, option), (*prefix.excluded, *fitting[:at]), new)
    without = Prefix(prefix.chosen, (*prefix.excluded, *fitting), 0 if fitting else prefix.new)
    if item is None or _can_do(model, item, without.excluded):
        yield without


def _exclusive(model: Model) -> Flags:
    """Items that only one chosen option can have, as far as that is seen at once."""
    if Kind.LINEAR in model.kind:
        return np.zeros(model.items, np.bool_)
    return model.primary if Kind.COLOURED in model.kind else model.high == 1


def _can_do(model: Model, item: int, excluded: tuple[int, ...]) -> bool:
    """Whether an item can get what it wants from other options."""
    start, options, entries = model.by_item
    ours = slice(start[item], start[item + 1])
    left = ~np.isin(options[ours], excluded)
    return bool(np.maximum(model.amount[entries[ours]][left], 0).sum() >= model.low[item])
