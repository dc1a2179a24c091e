"""Search a packing in depth in a stated order: solution by solution, with the nodes placed until then.

At the first empty cell each placement that begins there and fits is tried, in the order of `request.ranks`;
with each, the search goes on at once. Places of the root come first, in the order of their first cells. Many
published programs search so, and print how many pieces they tried before each solution. The kernel of the
engine window places the same nodes in another order, and much faster.

    dominoes on 2 x 2, cells 0 1 above 2 3, ranks: standing before across
    place 0-2, place 1-3: solution 1 after 2 nodes
    place 0-1, place 2-3: solution 2 after 4
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from accord.backends.contract import Request, Search, Slice
from accord.model import Model

NODES_AT_ONCE = 20_000  # between two slices, some tens of milliseconds


@dataclass(slots=True)
class _Effort:
    """What was placed so far."""

    nodes: int = 0
    roots: int = 0

    @property
    def counters(self) -> dict[str, int]:
        """The counters as slices have them."""
        return {"nodes": self.nodes, "roots": self.roots}


def search_in_order(model: Model, request: Request) -> Search:
    """Search; the model is one that the engine window takes."""
    effort = _Effort()
    for found in _walk(model, request, effort):
        rows = None if found is None else np.array([found], np.int32)
        yield Slice(count=0 if rows is None else 1, solutions=rows, effort=effort.counters)
    yield Slice(effort=effort.counters, complete=True)


def _walk(model: Model, request: Request, effort: _Effort) -> Iterator[list[int] | None]:
    """Yield each solution, and None from time to time."""
    order = model.order.tolist()
    others = sorted({*range(model.items)} - {*order})
    bit = {item: 1 << place for place, item in enumerate([*order, *others])}
    mask = [sum(bit[item] for item in model.items_of(option).tolist()) for option in range(model.options)]
    cells, every = (1 << len(order)) - 1, (1 << model.items) - 1
    first = [(each & -each).bit_length() - 1 for each in mask]  # of each option: the place of its first cell
    ranked = sorted(range(model.options), key=lambda option: (first[option], request.ranks[option]))
    at: list[list[tuple[int, int]]] = [[] for _ in order]
    for option in ranked:
        at[first[option]].append((mask[option], option))
    root = request.root
    begun = [[]] if root is None else [[option] for option in ranked if mask[option] & bit[root]]
    due = request.quantum(NODES_AT_ONCE, 0)
    for chosen in begun:
        effort.roots += len(chosen)
        effort.nodes += len(chosen)
        taken = sum(mask[option] for option in chosen)
        waiting = [(taken, iter(at[_first_empty(cells & ~taken)]))] if cells & ~taken else []
        if not waiting and taken == every:
            yield [*chosen]
        while waiting:
            taken, fits = waiting[-1]
            for here, option in fits:
                if taken & here:
                    continue
                effort.nodes += 1
                chosen.append(option)
                now = taken | here
                if cells & ~now:
                    waiting.append((now, iter(at[_first_empty(cells & ~now)])))
                    break
                if now == every:
                    yield [*chosen]
                chosen.pop()
            else:
                waiting.pop()
                if waiting:
                    chosen.pop()
            if effort.nodes >= due:
                due = effort.nodes + request.quantum(NODES_AT_ONCE, effort.nodes)
                yield None


def _first_empty(empty: int) -> int:
    return (empty & -empty).bit_length() - 1
