"""Reorder the items of a model so that few are open at a time, for engines that count by what is left.

    open      an item that is not filled yet, and shares an option with one that is
    width     how many are open at a time, at most: an engine may meet two states for each of these

On a board of one room the rows are a good order. On one of several rooms side by side each row crosses all of
them; room after room is far better, though nothing is in parts before the doors are filled. The order is
found step by step: next comes the open item that opens the fewest others, of several the one that has been
open the longest. (Such greedy orders for the vertex separation of a graph are folklore.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from accord.backends.contract import Request
from accord.model import Model
from accord.model.model_cache import cached_on_model

MOST = 1024  # items that are reordered
CLEARLY = 0.7  # of the width in the model's own order: only less is worth a change


def narrow_model(model: Model, request: Request) -> Model:
    """Return the model in a clearly narrower order, if one is found; else the model itself.

    A count that is saved, resumed or begins with an item that was named stays in the model's own order.
    """
    plain = request.save_when is None and request.resume is None and request.root is None
    return _reorder(model) if plain else model


@cached_on_model(lambda model: len(model.item))
def _reorder(model: Model) -> Model:
    own = model.order.tolist()
    if not 2 <= len(own) <= MOST:
        return model
    near = neighbours(model)
    other = greedy(near)
    if width(near, other) >= CLEARLY * width(near, range(len(own))):
        return model
    return replace(model, order=model.order[other])


def neighbours(model: Model) -> list[set[int]]:
    """For each place in the order the places whose items share an option with its item."""
    place = np.full(model.items, -1, np.int64)
    place[model.order] = np.arange(len(model.order))
    near: list[set[int]] = [set() for _ in model.order]
    for option in range(model.options):
        some = [at for at in place[model.items_of(option)].tolist() if at >= 0]
        for at in some:
            near[at].update(some)
    for at, others in enumerate(near):
        others.discard(at)
    return near


def width(near: Sequence[set[int]], order: Sequence[int]) -> int:
    """How many are open at a time, at most, in an order."""
    filled, opened, most = set[int](), set[int](), 0
    for at in order:
        filled.add(at)
        opened |= near[at]
        opened -= filled
        most = max(most, len(opened))
    return most


def greedy(near: Sequence[set[int]]) -> list[int]:
    """An order in which few are open at a time; part after part, each from a place far from others."""
    found: list[int] = []
    rest = set(range(len(near)))
    while rest:
        opened = {_farthest(near, min(rest)): None}  # those that are open, the longest first
        while opened:
            at = min(opened, key=lambda each: len((near[each] & rest) - opened.keys()))
            del opened[at]
            found.append(at)
            rest.discard(at)
            opened |= dict.fromkeys(sorted((near[at] & rest) - opened.keys()))
    return found


def _farthest(near: Sequence[set[int]], start: int) -> int:
    """The last place that is reached breadth first."""
    reached = {start: None}
    queue = [start]
    for at in queue:  # grows while it is walked
        new = sorted(near[at] - reached.keys())
        reached |= dict.fromkeys(new)
        queue += new
    return queue[-1]
