"""Options that stand for many others, and a relaxation of a problem that lacks these.

A fillomino states for each cell a number, and beside it one truth for all large numbers:

    A   one of 1, 2, 3, 4, ..., 150
    B   one of 1, 2, 3, large

So `large` is chosen if and only if one of 4 to 150 is, since of A and B all else is the same. It stands for
them. The rows and the graph rules that speak of other options only are a relaxation. Most puzzles have no
large number anywhere, and the solutions of the relaxation are theirs. Where one of them has an option that
stands for others, they are no answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

import numpy as np

from accord.model import Model
from accord.model.model import Indices
from accord.model.model_cache import cached_on_model
from accord.problem.graph_rules.cuts import GraphCuts

MANY = 10_000  # options for which others stand, from which on a question saves time


@cached_on_model()
def find_kept(model: Model) -> Indices | None:
    """Return all options but those for which others stand, ascending; None where these are few."""
    if not isinstance(model.lazy, GraphCuts) or model.options < MANY:
        return None
    number = {model.option_name(option): option for option in range(model.options)}
    ranged = [rule for rule in model.lazy.rules if rule.ranges]
    others = {*_others(model, {number[name] for rule in ranged for name in rule.options if name})}
    if len(others) < MANY:
        return None
    for rule in model.lazy.rules:  # each speaks of these only, or of none of them
        inside = sum(number[name] in others for name in rule.options if name)
        if inside and inside < len(rule.options):
            return None
    is_kept = np.ones(model.options, np.bool_)
    is_kept[[*others]] = False
    return np.flatnonzero(is_kept).astype(np.int32)


def _others(model: Model, among: Collection[int]) -> Iterator[int]:
    """Yield the options for which one of these stands."""
    exactly_one = (model.low == 1) & (model.high == 1)
    exactly_one[model.item[model.amount != 1]] = False
    members = {
        item: frozenset(model.options_of(item).tolist()) for item in np.flatnonzero(exactly_one).tolist()
    }
    exclusive: dict[int, list[int]] = {}
    for item, some in members.items():
        for each in some:
            exclusive.setdefault(each, []).append(item)
    for one in sorted(among):
        for item in exclusive.get(one, ()):
            rest = members[item] - {one}
            for other in exclusive.get(min(rest, default=-1), ()):
                if other != item and rest < members[other] and one not in members[other]:
                    yield from members[other] - rest


def relax(model: Model, kept: Indices) -> Model:
    """Return the relaxation with these options. Rules on components of others are met without them."""
    assert isinstance(model.lazy, GraphCuts)
    is_other = np.ones(model.options, np.bool_)
    is_other[kept] = False
    low, high = model.low.copy(), model.high.copy()
    touched = np.unique(model.item[is_other[model.option_of_entry]])
    low[touched] = np.minimum(model.least[touched], 0)
    high[touched] = np.maximum(model.most[touched], 0)
    names = {model.option_name(option) for option in kept.tolist()}
    rules = (rule for rule in model.lazy.rules if not rule.limits_parts or not names.isdisjoint(rule.options))
    lazy, alone = GraphCuts(tuple(rules)), model.symmetries[:1]
    return replace(model, low=low, high=high, lazy=lazy, symmetries=alone, origin=None).restrict(kept)
