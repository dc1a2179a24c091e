"""`circuit(list)`: each value is the next place; all places are on one circle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.arguments.field import refuse_other_types
from accord.problem.constraints import ConstraintSet, numbers_of
from accord.problem.expressions import Constant, Expression, Truth
from accord.problem.functions import element
from accord.problem.global_rules.base import (
    Arguments,
    Draw,
    GlobalRule,
    base_text,
    is_place,
    list_text,
    states,
)
from accord.problem.global_rules.different import Different
from accord.problem.lower.linear_form import TRUE, LinearForm, sum_of
from accord.problem.rules import Rule
from accord.problem.slips import wrong_base
from accord.problem.topic import Topic
from accord.problem.writers import IntegerWriter

if TYPE_CHECKING:
    from accord.problem.lower.rules import Rows


@dataclass(frozen=True, eq=False)
class Circuit(GlobalRule):
    """The value at a place is the place that follows, counted from `base`; all are on one circle."""

    of: tuple[Expression, ...]
    base: int = 0

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        after = [found[each] - self.base for each in self.of]
        seen: set[int] = set()
        at = 0
        while at in range(len(after)) and at not in seen:
            seen.add(at)
            at = after[at]
        return len(seen) == len(after) and at == 0

    def simpler_rules(self) -> Iterator[Truth | Rule]:
        """All are different places; from the first one, it takes as many steps as there are to come back."""
        yield from (is_place(each, self.base, len(self.of)) for each in self.of)
        yield Different(self.of)
        after = [each - self.base for each in self.of]
        at: Expression = Constant(0)
        for _ in self.of[1:]:
            at = element(after, at)
            yield at != 0

    def write_rows(self, rows: Rows, words: str) -> None:
        """Hidden: the place after each step from the first one, which is met again after the last step."""
        number = len(self.of)
        views = [
            {value - self.base: form for value, form in rows.forms.view(each).items()}  # type: ignore[operator]
            for each in self.of
        ]
        for each, view in zip(self.of, views, strict=True):
            outside = [form for value, form in view.items() if value not in range(number)]
            rows.writer.exactly(f"{words}: {each} is a place", sum_of(outside), 0)
        Different(self.of).write_rows(rows, words)
        at = {0: TRUE}
        for step in range(1, number):
            there: dict[int, list[LinearForm]] = {}
            for (place, here), (after, form) in (
                (one, other) for one in at.items() for other in views[one[0]].items() if other[0] < number
            ):
                name = f"{words}: step {step}, {place + self.base} to {after + self.base}"
                if after in (0, place):
                    rows.writer.at_most(name, sum_of((here, form)), 1)
                elif after > 0:
                    there.setdefault(after, []).append(rows.writer.both(name, [here, form]))
            at = {place: sum_of(forms) for place, forms in sorted(there.items())}
            rows.writer.exactly(f"{words}: step {step}", sum_of(at.values()), 1)

    def write_integers(self, to: IntegerWriter) -> None:
        """An arc for each place and another that may follow it."""
        write_circle(to, self.of, self.base, itself=False)

    @property
    def has_circuit(self) -> bool:
        """True: it is written as one."""
        return True

    def __str__(self) -> str:
        return f"circuit({list_text(self.of)}{base_text(self.base)})"


def write_circle(to: IntegerWriter, of: tuple[Expression, ...], base: int, *, itself: bool) -> None:
    """Write Circuit of CP-SAT, which takes literals of arcs; a place may follow `itself`, and is left out."""
    places = range(len(of))
    for each in of:
        to.made.add_linear_constraint(to.linear(to.form(each)), base, base + len(places) - 1)
    if len(places) > 1:
        arcs = ((i, j, each) for i, each in enumerate(of) for j in places if i != j or itself)
        to.made.add_circuit([(i, j, to.equals(each, base + j)) for i, j, each in arcs])


def _random(draw: Draw) -> Arguments:
    return (draw.tasks(1)[0],), {"base": draw.number(0, 1)}


class StatesCircuit(ConstraintSet):
    """A problem, and the method that states it."""

    @states(_random)
    def circuit(
        self, successors: Iterable[Any], *, base: int = 0, words: str = "", about: Topic | None = None
    ) -> None:
        """Add the rule that successors form one circle through all places, which count from `base`.

        >>> import accord
        >>> p = accord.Problem()
        >>> after = p.integers(5, 0, 4)
        >>> p.circuit(after)
        >>> accord.count(p).count
        24
        """
        after = numbers_of((successors,))
        refuse_other_types(base=(base, int))
        self._refuse_slips(wrong_base("circuit", after, base))
        self.state(Circuit(after, base, called=words), about)
