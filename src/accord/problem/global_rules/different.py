"""`different(list, apart=[0])`: all different, except members with a value of `apart`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from accord.problem.arrays import Array
from accord.problem.constraints import ConstraintSet, list_of
from accord.problem.expressions import Expression, Member, Value, equal, values_of
from accord.problem.functions import some
from accord.problem.global_rules.base import Arguments, Draw, list_text, states, values_list
from accord.problem.lower.linear_form import sum_of
from accord.problem.rules import Rule
from accord.problem.topic import Topic
from accord.problem.writers import IntegerWriter

if TYPE_CHECKING:
    from accord.problem.lower.rules import Rows


@dataclass(frozen=True, eq=False)
class Different(Rule):
    """All different, but for those with a value of `apart`."""

    of: tuple[Expression, ...]
    apart: tuple[Value, ...] = ()

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        values = [found[each] for each in self.of if found[each] not in self.apart]
        return len(set(values)) == len(values)

    def write_rows(self, rows: Rows, words: str) -> None:
        """At most one a value; exactly one where there are as many values as expressions.

        Where values have no options, each pair differs.
        """
        if rows.forms.is_wide(*self.of):
            for one, other in combinations(self.of, 2):
                apart = [Member(one, self.apart)] if self.apart else []
                rows.truths.holds(some(~equal(one, other), *apart), f"{words}: {one}, {other}")
            return
        views = [rows.forms.view(each) for each in self.of]
        values = list(dict.fromkeys(value for view in views for value in view if value not in self.apart))
        all_taken = len(values) == len(views) and not self.apart
        for value in values:
            having = [view[value] for view in views if value in view]
            if all_taken:
                rows.writer.exactly(f"{words}: {value}", sum_of(having), 1)
            elif len(having) > 1:
                rows.writer.at_most(f"{words}: {value}", sum_of(having), 1)
        if len(values) < len(views) and not self.apart:
            rows.writer.deduce_none(f"{words}: {len(views)} different ones of {len(values)} values")

    def write_integers(self, to: IntegerWriter) -> None:
        """AllDifferent; with values apart, no two have the same other value."""
        if not self.apart:
            if len(self.of) > 1:
                to.made.add_all_different([to.expression(each) for each in self.of])
            return
        apart = [to.code(value) for value in self.apart]
        for one, other in combinations(self.of, 2):
            same = to.same(one, other)
            to.made.add_bool_or([~same, to.among(to.form(one), apart)])

    def __str__(self) -> str:
        but = f", apart={values_list(self.apart)}" if self.apart else ""
        return f"different({list_text(self.of)}{but})"


def _random(draw: Draw) -> Arguments:
    of = draw.anything(1, 4)
    apart = [draw.pick(draw.near(draw.pick(of))) for _ in range(draw.pick((0, 0, 1, 2)))]
    return (of,), {"apart": apart}


class StatesDifferent(ConstraintSet):
    """A problem, and the method that states it."""

    @states(_random)
    def different(
        self, *of: Any, apart: Iterable[Value] = (), words: str = "", about: Topic | None = None
    ) -> None:
        """Add the rule that all have different values; several may have the same value of `apart`.

        >>> import accord
        >>> p = accord.Problem()
        >>> p.different(p.integers(3, 1, 3))
        >>> accord.count(p).count
        6
        """
        label = of[0].label if len(of) == 1 and isinstance(of[0], Array) else ""
        called = words or (f"{label}: all different" if label else "")
        self.state(Different(list_of(of), values_of(apart), called=called), about)
