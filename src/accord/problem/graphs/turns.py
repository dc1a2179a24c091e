"""State that paths between given ends make no turn: three edges of a circle of four, there and back.

A path with a turn could take the fourth edge instead, and leave out two vertices. So no only solution has a
turn where vertices may be left out. Where all vertices are visited, few puzzles that people publish have one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from accord.model.data import LazyItem
from accord.problem.graphs.sides import circles

if TYPE_CHECKING:
    from accord.problem.graphs.cuts import Rule

TURN = 3  # edges of a circle of four


def without_turns(rule: Rule) -> Iterator[LazyItem]:
    """Yield an item for each circle of four edges of a rule with ends: no path turns there."""
    for circle in circles(rule.vertices, rule.edges) if rule.ends else ():
        named = [rule.options[edge] for edge in circle if rule.options[edge]]
        most = TURN - 1 - (len(circle) - len(named))
        yield LazyItem(f"{rule.words}: no turn by {', '.join(named)}", dict.fromkeys(named, 1), 0, most)
