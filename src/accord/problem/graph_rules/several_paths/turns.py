"""State what holds of paths between given ends in the only solution of most puzzles that people publish.

They make no *turn*: three edges of a circle of four, there and back. A path with a turn could take the fourth
edge instead, and leave out two vertices. So no only solution has a turn where vertices may be left out. Where
all vertices are visited, few puzzles have one.

They visit all vertices, even if some may be left out: where two beside each other are left out, a path beside
them could take a turn. Puzzles with a single vertex left out are rare.
"""

from __future__ import annotations

from collections.abc import Iterator

from accord.model.data import LazyItem
from accord.problem.graph_rules.lowered import LoweredRule
from accord.problem.graph_rules.several_paths.sides import circles
from accord.problem.roles import Says

TURN = 3  # edges of a circle of four
EDGES = 2  # of a path, at a vertex that is no end
NO_TURN = Says("no line turns back at once")
ALL_VISITED = Says("no cell is left over")


def without_turns(rule: LoweredRule) -> Iterator[LazyItem]:
    """Yield an item for each circle of four edges of a rule with ends: no path turns there."""
    for circle in circles(rule.vertices, rule.edges) if rule.ends else ():
        named = [rule.options[edge] for edge in circle if rule.options[edge]]
        most = TURN - 1 - (len(circle) - len(named))
        yield rule.item(f"no turn by {', '.join(named)}", dict.fromkeys(named, 1), 0, most, NO_TURN)


def visits(rule: LoweredRule) -> Iterator[LazyItem]:
    """Yield an item for each vertex that paths may leave out: it is visited."""
    for vertex, near in enumerate(rule.near) if rule.ends and not rule.spanning else ():
        named = [rule.options[edge] for _, edge in near if rule.options[edge]]
        if vertex not in rule.ends:
            name, least = f"visited by {', '.join(named) or 'nothing'}", EDGES - (len(near) - len(named))
            yield rule.item(name, dict.fromkeys(named, 1), least, says=ALL_VISITED)
