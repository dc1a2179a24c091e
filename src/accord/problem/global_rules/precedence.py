"""`precedence(list, values)`: the first occurrence of each value is after that of the value before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from accord.problem.constraints import ConstraintSet, list_of
from accord.problem.expressions import Expression, Value, values_of
from accord.problem.global_rules.base import Arguments, Draw, list_text, states, values_list
from accord.problem.lower.linear_form import FALSE, sum_of
from accord.problem.rules import Rule
from accord.problem.slips import strange_values
from accord.problem.topic import Topic
from accord.problem.writers import IntegerWriter

if TYPE_CHECKING:
    from accord.problem.lower.rules import Rows


@dataclass(frozen=True, eq=False)
class Precedence(Rule):
    """Each value comes after the first place of the value before it in `chain`."""

    of: tuple[Expression, ...]
    chain: tuple[Value, ...]

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        values = [found[each] for each in self.of]
        return all(
            after not in values or before in values[: values.index(after)]
            for before, after in pairwise(self.chain)
        )

    def write_rows(self, rows: Rows, words: str) -> None:
        """Hidden: whether a value has stood so far; only behind it may the next of the chain stand."""
        views = [rows.forms.view(each) for each in self.of]
        for before, after in pairwise(self.chain):
            seen = FALSE
            for number, view in enumerate(views, start=1):
                if after in view:
                    name = f"{words}: {after} at place {number} behind {before}"
                    rows.writer.at_least(name, sum_of((seen, view[after]), (1, -1)), 0)
                if before in view and number < len(views):
                    seen = rows.writer.any(f"{words}: {before} to place {number}", [seen, view[before]])

    def write_integers(self, to: IntegerWriter) -> None:
        """Behind no value of the chain stands a later one before the first of it."""
        forms = [to.form(each) for each in self.of]
        for before, after in pairwise(self.chain):
            seen = ~to.true
            for form in forms:
                here = to.among(form, [to.code(after)])
                to.made.add_bool_or([seen, ~here])
                seen = to.any([seen, to.among(form, [to.code(before)])])

    def __str__(self) -> str:
        return f"precedence({list_text(self.of)}, {values_list(self.chain)})"


def _random(draw: Draw) -> Arguments:
    of = draw.anything(0, 4)
    reached = list(dict.fromkeys(value for each in of for value in draw.near(each)))
    return (of, draw.shuffle(reached)[: draw.number(0, 3)]), {}


class StatesPrecedence(ConstraintSet):
    """A problem, and the method that states it."""

    @states(_random)
    def precedence(
        self, of: Iterable[Any], chain: Iterable[Value], *, words: str = "", about: Topic | None = None
    ) -> None:
        """Add the rule that each value of `chain` occurs first after the one before it, or not at all.

        >>> import accord
        >>> p = accord.Problem()
        >>> p.precedence(p.integers(3, 1, 3), [1, 2, 3])
        >>> accord.count(p).count
        5
        """
        listed, values = list_of((of,)), values_of(chain)
        self._refuse_slips(strange_values(listed, values, "precedence"))
        self.state(Precedence(listed, values, called=words), about)
