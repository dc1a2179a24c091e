"""What graph rules on vertices share: the rule on options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from accord.problem.graph_rules.lowered import LoweredRule


class OnVertices(LoweredRule):
    """A rule with an option for each vertex."""

    on_vertices = True

    def signature(self, names: Sequence[str]) -> object:
        """Return the options, and which are adjacent."""
        fixed = frozenset(names[place] for place in self.fixed)
        pairs = Counter(frozenset((names[one], names[other])) for one, other in self.edges)
        return self.shape, frozenset(names), fixed, frozenset(pairs.items())

    @property
    def adjacent(self) -> list[list[int]]:
        """For each vertex its neighbours."""
        return [[other for other, _ in near] for near in self.near]
