"""`inverse(here, there)`: here[i] == j exactly where there[j] == i; places count from 1 or `base`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from accord.problem.constraints import ConstraintSet, numbers_of
from accord.problem.expressions import Expression
from accord.problem.global_rules.base import Arguments, Draw, base_text, list_text, states
from accord.problem.lower.linear_form import FALSE, sum_of
from accord.problem.rules import Rule
from accord.problem.topic import Topic
from accord.problem.writers import IntegerWriter

if TYPE_CHECKING:
    from accord.problem.lower.rules import Rows


@dataclass(frozen=True, eq=False)
class Inverse(Rule):
    """here[i] == j exactly where there[j] == i; places count from `base`."""

    here: tuple[Expression, ...]
    there: tuple[Expression, ...]
    base: int = 0

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        here, there = (
            {place: found[each] for place, each in enumerate(some, self.base)}
            for some in (self.here, self.there)
        )
        return all(there.get(j) == i for i, j in here.items()) and all(
            here.get(i) == j for j, i in there.items()
        )

    def write_rows(self, rows: Rows, words: str) -> None:
        """here[i] has the value j just as there[j] has the value i; no other values."""
        here, there = ([rows.forms.view(each) for each in some] for some in (self.here, self.there))
        for (i, one), (j, other) in product(enumerate(here, self.base), enumerate(there, self.base)):
            rows.writer.equal(f"{words}: {i} with {j}", one.get(j, FALSE), other.get(i, FALSE))
        for views, number, of in ((here, len(there), self.here), (there, len(here), self.there)):
            inside = range(self.base, self.base + number)
            for view, each in zip(views, of, strict=True):
                outside = [form for value, form in view.items() if value not in inside]
                if outside:
                    rows.writer.exactly(f"{words}: {each} is a place", sum_of(outside), 0)

    def write_integers(self, to: IntegerWriter) -> None:
        """Inverse of places from 0. Lists of different lengths never undo each other."""
        if len(self.here) != len(self.there):
            to.refuse()
        elif self.here:
            here, there = ([self._from_0(each, to) for each in some] for some in (self.here, self.there))
            to.made.add_inverse(here, there)

    def _from_0(self, of: Expression, to: IntegerWriter) -> Any:
        """A variable with the place that an expression is, from 0."""
        made = to.new(0, len(self.here) - 1)
        to.made.add(to.linear(to.form(of)) - self.base == made)
        return made

    def __str__(self) -> str:
        return f"inverse({list_text(self.here)}, {list_text(self.there)}{base_text(self.base)})"


def _random(draw: Draw) -> Arguments:
    lists = (draw.numbers(0, 3, 1 + draw.number(0, 1)) for _ in range(2))
    return (*lists,), {"base": draw.number(0, 1)}


class StatesInverse(ConstraintSet):
    """A problem, and the method that states it."""

    @states(_random)
    def inverse(
        self,
        here: Iterable[Any],
        there: Iterable[Any],
        *,
        base: int = 0,
        words: str = "",
        about: Topic | None = None,
    ) -> None:
        """Add the rule that here[i] == j if and only if there[j] == i; places count from `base`.

        >>> import accord
        >>> p = accord.Problem()
        >>> p.inverse(p.integers(3, 0, 2), p.integers(3, 0, 2, name="y"))
        >>> accord.count(p).count
        6
        """
        self.state(Inverse(numbers_of((here,)), numbers_of((there,)), base, called=words), about)
