"""`lexicographic(list, list, ..., strictly=True)`: each list comes before the next one, read as a word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from accord.problem.constraints import ConstraintSet, numbers_of
from accord.problem.expressions import Expression
from accord.problem.global_rules.base import Arguments, Draw, list_text, states, strictly_text
from accord.problem.lower.linear_form import TRUE, sum_of
from accord.problem.rules import Rule
from accord.problem.topic import Topic
from accord.problem.writers import IntegerWriter

if TYPE_CHECKING:
    from accord.problem.lower.rules import Rows


@dataclass(frozen=True, eq=False)
class Lexicographic(Rule):
    """The first list, read as a word, comes before the second, or is the same unless `strictly`."""

    first: tuple[Expression, ...]
    second: tuple[Expression, ...]
    strictly: bool = False

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        one, other = ([found[each] for each in some] for some in (self.first, self.second))
        return one < other or (one == other and not self.strictly)

    def write_rows(self, rows: Rows, words: str) -> None:
        """Hidden: whether the words are the same so far. As long as they are, neither may be behind."""
        same = TRUE
        last = min(len(self.first), len(self.second))
        for number, (one, other) in enumerate(zip(self.first, self.second, strict=False), start=1):
            strictly = number == last and (
                len(self.first) > len(self.second) or (self.strictly and len(self.first) == len(self.second))
            )
            follows = rows.forms.form(one < other if strictly else one <= other)
            rows.writer.at_least(f"{words}: place {number}", sum_of((follows, same), (1, -1)), 0)
            if number < last:
                equal = rows.forms.form(one == other)
                same = rows.writer.both(f"{words}: the same to place {number}", [same, equal])
        if not last and (len(self.first) > len(self.second) or (self.strictly and not self.second)):
            rows.writer.row(words, {}, 1, 1)

    def write_integers(self, to: IntegerWriter) -> None:
        """Place by place: as long as both are the same, the first one is not ahead."""
        same: list[Any] = []
        last = min(len(self.first), len(self.second))
        longer = len(self.first) > len(self.second)
        strictly = longer or (self.strictly and len(self.first) == len(self.second))
        for number, (one, other) in enumerate(zip(self.first, self.second, strict=False), start=1):
            to.holds(one < other if strictly and number == last else one <= other, same)
            if number < last:
                equal = to.same(one, other)
                same = [to.all([*same, equal])]
        if not last and strictly:
            to.refuse()

    def __str__(self) -> str:
        lists = f"{list_text(self.first)}, {list_text(self.second)}"
        return f"lexicographic({lists}{strictly_text(self.strictly)})"


def _random(draw: Draw) -> Arguments:
    lists = (draw.numbers(0, 3, 1 + draw.number(0, 1)) for _ in range(2))
    return (*lists,), {"strictly": draw.chance(0.5)}


class StatesLexicographic(ConstraintSet):
    """A problem, and the method that states it."""

    @states(_random)
    def lexicographic(
        self, *lists: Iterable[Any], strictly: bool = False, words: str = "", about: Topic | None = None
    ) -> None:
        """Add the rule that each list, as a word, is before the next one, or equal unless `strictly`.

        Each pair of neighbours is a rule of its own, with these words.

        >>> import accord
        >>> p = accord.Problem()
        >>> p.lexicographic(p.integers(2, 0, 1), p.integers(2, 0, 1, name="y"))
        >>> accord.count(p).count
        10
        """
        for first, second in pairwise([numbers_of((each,)) for each in lists]):
            self.state(Lexicographic(first, second, strictly, called=words), about)
