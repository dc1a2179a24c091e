"""Split the band search for clue sets into disjoint runs, so that each clue set is found exactly once.

A run has a *view*: one of the three bands or three stacks is taken as band 3 (a stack by turning the grid),
the other two are searched first. All runs of a number of clues have views of one direction: all bands or
all stacks, whichever are cheaper. Let k = 3q + r clues be asked for, and t be how many make a band *rich*:

    r    t      no band is rich: bands have at most t - 1 clues, so their numbers are
    ---  -----  ---------------------------------------------------------------------
    0    q + 1  q, q, q
    1    q + 1  impossible
    2    q + 2  q + 1, q + 1, q in some order

Pass 1: some band is rich. The views come in some order; a clue set belongs to the first of them whose band 3
is rich. So the bands of earlier views have at most t - 1 clues, and the other two bands of this view at most
k - t together.

Pass 2: none is rich. Let X be one of the bands. It has q + 1 clues (or all q), so the other two 2q + 1, at
most q + 1 each; or X has q, then any other band Y has q + 1 and is taken as band 3: X and the last one have
2q + 1.

So 17 clues take three runs with at most 10 clues in two bands, and two with 11; 16 take three with at most
10. Pass 1 in the other direction too would bar rich stacks in pass 2, which saves less than it costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

GROWTH = 5.5  # of the effort with every clue more in the first two bands
NARROW = 0.65  # of the effort of a run, if only one of its first two bands may have the most
VIEWS = 6  # 0..2: a band is band 3; 3..5: a stack is
NO_LIMIT = 81
BAND_CELLS = 27


@dataclass(frozen=True)
class Run:
    """One run: at least and at most so many clues in the first two bands of a view, and limits."""

    view: int
    clues: int
    least: int
    most: int
    bands: tuple[int, int]  # clues in bands 1 and 2 of the view, at most

    @property
    def words(self) -> str:
        """The run in words, as in `17 clues, stack 2 last: 11 before it, at most 6 and 5 in one`."""
        side = "band" if self.view < VIEWS // 2 else "stack"
        before = f"{self.least} to {self.most}" if self.least < self.most else f"{self.most}"
        limits = [f"{limit}" if limit < NO_LIMIT else "any" for limit in self.bands]
        most = f", at most {' and '.join(limits)} in one" if min(self.bands) < NO_LIMIT else ""
        return f"{self.clues} clues, {side} {self.view % 3 + 1} last: {before} before it{most}"


def entry_case(clues: int, case: int) -> tuple[int, int, int]:
    """Return the limits of a case: the most clues in each shared band, and the least in the last one.

    Let t be how many clues make a band rich, and s = k - 2(t - 1) + 1. Each clue set is of just one case:
    band 3 has s clues or more, or fewer; then band 1 has t or more, or fewer. The case says which band comes
    last, and so which two bands grids share.

        case  band 1    band 3     last  of 17 clues               before the last band, at most
        ----  --------  ---------  ----  ------------------------  -----------------------------
        3     any       s or more  3     band 3: 6 or more         k - s = 11
        2     t - 1 or  s - 1 or   2     band 3: 5, band 1: 6, or  (t - 1) + (s - 1) = 6 + 5
              fewer     fewer            fewer
        1     t or      s - 1 or   1     band 3: 5 or fewer, band  k - t = 10
              more      fewer            1: 7 or more

    In case 2, k - (t - 1) - (s - 1) = t - 1 clues or more are left for band 2.
    """
    t = rich(clues)
    s = clues - 2 * (t - 1) + 1
    return {
        3: (NO_LIMIT, NO_LIMIT, s),
        2: (t - 1, s - 1, clues - (t - 1) - (s - 1)),
        1: (NO_LIMIT, s - 1, t),
    }[case]


def entry_runs(clues: int, case: int = 0) -> tuple[Run | None, list[Run]]:
    """Return the runs for all grids with the same two bands: the shared one, and those for each grid.

    The shared run is that of case 3, or of the case asked for, whose last band is then the last of the grid.
    Without a case, the runs for each grid are of cases 1 and 2.
    """
    found = []
    for each in (case,) if case else (3, 1, 2):
        one, two, least_last = entry_case(clues, each)
        least, most = max(0, clues - BAND_CELLS), clues - least_last
        if most >= 0:
            found.append(Run(2 if case else each - 1, clues, least, most, (one, two)))
    shared = next((run for run in found if run.view == 2), None)
    return shared, [run for run in found if run.view < 2]


def others(view: int) -> tuple[int, int]:
    """Return the views whose band 3 is band 1, and band 2, of this view."""
    first = view // 3 * 3
    one, two = (first + band for band in range(3) if first + band != view)
    return one, two


def rich(clues: int) -> int:
    """Return how many clues make a band rich."""
    return clues // 3 + (2 if clues % 3 == 2 else 1)


def _effort(r: int, costs: Sequence[float]) -> float:
    """Estimate the effort of all runs whose views have these costs, the cheapest first."""
    x, y, _ = costs
    return sum(costs) + GROWTH * (x, 0.0, x + NARROW * y)[r]


def runs(clues: int, costs: Sequence[float]) -> list[Run]:
    """Return the runs for so many clues; `costs` says which views are expensive."""
    q, r = divmod(clues, 3)
    directions = (sorted(views, key=lambda view: costs[view]) for views in (range(3), range(3, VIEWS)))
    views = min(directions, key=lambda views: _effort(r, [costs[view] for view in views]))
    limit = rich(clues) - 1
    found: list[Run] = []
    for place, view in enumerate(views):  # the expensive ones last, since they have the narrowest limits
        one, two = (limit if other in views[:place] else NO_LIMIT for other in others(view))
        if clues > limit:
            found.append(Run(view, clues, max(0, clues - BAND_CELLS), clues - limit - 1, (one, two)))
    x, y = views[:2]
    if r == 0:
        found.append(Run(x, clues, 2 * q, 2 * q, (q, q)))
    elif r == 2:
        both = 2 * q + 1
        one, two = (q if other == x else q + 1 for other in others(y))
        found.append(Run(x, clues, both, both, (q + 1, q + 1)))
        found.append(Run(y, clues, both, both, (one, two)))
    return found
