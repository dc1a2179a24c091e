"""How the search for clues by bands is cut into runs, so that every clue set is in exactly one.

A run has a *view*: one of the three bands or three stacks is taken as band 3 (a stack by turning the grid),
the other two are searched first. Let k = 3q + r clues be asked for, and t be how many make a band *rich*:

    r    t      no band and no stack is rich: bands have at most t - 1 clues, so their numbers are
    ---  -----  ---------------------------------------------------------------------------------
    0    q + 1  q, q, q
    1    q + 1  impossible
    2    q + 2  q + 1, q + 1, q in some order

Pass 1: some band or stack is rich. The views come in some order; a clue set belongs to the first of them
whose band 3 is rich. So the bands and stacks of earlier views have at most t - 1 clues, and the other two
bands of this view at most k - t together. Where r is 1 three views of one direction are enough, for one
band of it is rich.

Pass 2: none is rich. Let X be one of the bands. It has q + 1 clues (or all q), so the other two 2q + 1, at
most q + 1 each; or X has q, then any other band Y has q + 1 and is taken as band 3: X and the last one have
2q + 1. Stacks have at most t - 1 as well, and both may be read in either direction.

So 17 clues take six runs with at most 10 clues in two bands, and two with 11; 16 take three with at most 10.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

VIEWS = 6  # 0..2: a band is band 3; 3..5: a stack is
NO_LIMIT = 81


@dataclass(frozen=True)
class Run:
    """One run: at least and at most so many clues in the first two bands of a view, and limits."""

    view: int
    clues: int
    least: int
    most: int
    bands: tuple[int, int]  # clues in bands 1 and 2 of the view, at most
    stacks: tuple[int, int, int]  # and in its stacks


def others(view: int) -> tuple[int, int]:
    """The views whose band 3 is band 1, and band 2, of this view."""
    first = view // 3 * 3
    one, two = (first + band for band in range(3) if first + band != view)
    return one, two


def across(view: int) -> range:
    """The views whose band 3 is a stack of this view."""
    return range(3, 6) if view < 3 else range(3)


def rich(clues: int) -> int:
    """How many clues make a band rich."""
    return clues // 3 + (2 if clues % 3 == 2 else 1)


def runs(clues: int, costs: Sequence[float]) -> list[Run]:
    """The runs for so many clues; `costs` says which views are expensive."""
    q, r = divmod(clues, 3)
    directions = sorted((range(3), range(3, 6)), key=lambda views: sum(costs[view] for view in views))
    found = _rich_runs(clues, directions[: 1 if r == 1 else 2], costs)
    if r == 1:
        return found
    limit = rich(clues) - 1
    stacks = (limit, limit, limit)
    if r == 0:
        x = min(range(VIEWS), key=lambda view: costs[view])
        return [*found, Run(x, clues, 2 * q, 2 * q, (q, q), stacks)]
    pairs = [(x, y) for x in range(VIEWS) for y in others(x)]
    x, y = min(pairs, key=lambda pair: 2 * costs[pair[0]] + costs[pair[1]])
    one, two = others(y)
    bands = (q if one == x else q + 1, q if two == x else q + 1)
    both = 2 * q + 1
    return [
        *found,
        Run(x, clues, both, both, (q + 1, q + 1), stacks),
        Run(y, clues, both, both, bands, stacks),
    ]


def _rich_runs(clues: int, directions: Sequence[range], costs: Sequence[float]) -> list[Run]:
    """Pass 1: the expensive views last, since they have the narrowest limits."""
    least_rich = rich(clues)
    found: list[Run] = []
    seen: set[int] = set()
    for views in directions:
        for view in sorted(views, key=lambda view: costs[view]):
            limits = [
                least_rich - 1 if other in seen else NO_LIMIT for other in (*others(view), *across(view))
            ]
            bands, stacks = (limits[0], limits[1]), (limits[2], limits[3], limits[4])
            if clues >= least_rich:
                most = clues - least_rich
                found.append(Run(view, clues, max(0, clues - 27), most, bands, stacks))
            seen.add(view)
    return found
