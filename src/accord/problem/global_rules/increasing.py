"""`increasing(list, strictly=True)`: each is at most, or less than, the next one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from accord.problem.constraints import ConstraintSet, numbers_of
from accord.problem.expressions import Expression, Truth
from accord.problem.global_rules.base import Arguments, Draw, list_text, states, strictly_text
from accord.problem.rules import Rule
from accord.problem.topic import Topic
from accord.problem.writers import IntegerWriter

if TYPE_CHECKING:
    from accord.problem.lower.rules import Rows


@dataclass(frozen=True, eq=False)
class Ordered(Rule):
    """Each is at most the next one, or less if `strictly`."""

    of: tuple[Expression, ...]
    strictly: bool = False

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        pairs = pairwise(found[each] for each in self.of)
        return all(a < b or (a == b and not self.strictly) for a, b in pairs)

    def _comparisons(self) -> Iterator[tuple[str, Truth]]:
        """Yield each pair of neighbours as text, and their comparison."""
        for one, other in pairwise(self.of):
            yield f"{one}, {other}", one < other if self.strictly else one <= other

    def write_rows(self, rows: Rows, words: str) -> None:
        """Each pair of neighbours, as a comparison."""
        for pair, truth in self._comparisons():
            rows.truths.holds(truth, f"{words}: {pair}")

    def write_integers(self, to: IntegerWriter) -> None:
        """Each pair of neighbours, as a comparison."""
        for _, truth in self._comparisons():
            to.holds(truth)

    def __str__(self) -> str:
        return f"increasing({list_text(self.of)}{strictly_text(self.strictly)})"


def _random(draw: Draw) -> Arguments:
    return (draw.numbers(1, 4, 2),), {"strictly": draw.chance(0.5)}


class StatesOrdered(ConstraintSet):
    """A problem, and the method that states it."""

    @states(_random)
    def increasing(
        self, *of: Any, strictly: bool = False, words: str = "", about: Topic | None = None
    ) -> None:
        """Add the rule that each is at most the next one, or less if `strictly`.

        >>> import accord
        >>> p = accord.Problem()
        >>> p.increasing(p.integers(3, 1, 4), strictly=True)
        >>> accord.count(p).count
        4
        """
        self.state(Ordered(numbers_of(of), strictly, called=words), about)
