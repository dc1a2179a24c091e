"""`table(list, rows)`, `forbidden(list, rows)`: the values are one of these rows; none of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar

from accord.errors import UsageError
from accord.problem.bounds import Bounds
from accord.problem.constraints import ConstraintSet, list_of, lists_in
from accord.problem.expressions import (
    Boolean,
    Expression,
    Value,
    Variable,
    is_numeric,
    values_of,
    whole_number,
)
from accord.problem.global_rules.base import Arguments, Draw, list_text, states, values_list
from accord.problem.lower import TUPLES
from accord.problem.lower.linear_form import LinearForm, sum_of
from accord.problem.notation import brief, text
from accord.problem.rules import Rule
from accord.problem.slips import strange, values_text
from accord.problem.topic import Topic
from accord.problem.writers import IntegerWriter, Sizes

if TYPE_CHECKING:
    from accord.problem.lower.rules import Rows


@dataclass(frozen=True, eq=False)
class Table(Rule):
    """The values, in this order, are one of the rows; or none of them, if these are `forbidden`."""

    of: tuple[Expression, ...]
    rows: frozenset[tuple[Value, ...]]
    forbidden: bool = False
    by_values: ClassVar[bool] = True

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        return (tuple(found[each] for each in self.of) in self.rows) != self.forbidden

    def write_rows(self, rows: Rows, words: str) -> None:
        """A hidden option a row, tied to the values; or for each forbidden row, not all of it."""
        views = [rows.forms.view(each) for each in self.of]
        known = [
            row
            for row in sorted(self.rows, key=repr)
            if all(v in view for v, view in zip(row, views, strict=True))
        ]
        if len(views) == 2:
            pairs, (one, other) = set(known), self.of
            rows.truths.relate(words, one, other, lambda u, v: ((u, v) in pairs) != self.forbidden)
        elif len(views) == 1:
            having = sum_of(rows.forms.view(self.of[0])[row[0]] for row in known)
            rows.writer.exactly(words, having, 0 if self.forbidden else 1)
        elif self.forbidden:
            for row in known:
                forms = [view[value] for value, view in zip(row, views, strict=True)]
                rows.writer.at_most(f"{words}: not {_join(row)}", sum_of(forms), len(row) - 1)
        else:
            options = rows.writer.values(words, map(_join, known), hidden=True)
            for place, (of, view) in enumerate(zip(self.of, views, strict=True)):
                for value, form in view.items():
                    with_it = [
                        LinearForm({o: 1})
                        for o, row in zip(options, known, strict=True)
                        if row[place] == value
                    ]
                    rows.writer.equal(f"{words}: {of}={value}", sum_of(with_it), form)

    def write_integers(self, to: IntegerWriter) -> None:
        """AllowedAssignments or ForbiddenAssignments, by number."""
        rows = [tuple(map(to.code, row)) for row in self.rows]
        if not rows or not self.of:
            if bool(rows) == self.forbidden:
                to.refuse()
            return
        if self.forbidden:
            to.made.add_forbidden_assignments([to.expression(each) for each in self.of], rows)
        else:
            to.allow([to.form(each) for each in self.of], rows)

    def sizes(self, seen: Sizes) -> Iterator[int]:
        """Yield about how many entries the parts and the rows add."""
        yield from map(seen.of, self.parts)
        yield len(self.rows) * (1 + len(self.of))

    def _short(self) -> str:
        name = "forbidden" if self.forbidden else "table"
        return f"{name} of {len(self.rows):,} rows: {', '.join(map(str, self.of))}"

    def __str__(self) -> str:
        rows = ", ".join(map(values_list, sorted(self.rows, key=repr)))
        return f"{'forbidden' if self.forbidden else 'table'}({list_text(self.of)}, [{rows}])"


def _join(row: Sequence[Value]) -> str:
    return ", ".join(map(str, row))


# -- slips -------------------------------------------------------------------------------------------


def slips_in_rows(of: Sequence[Expression], rows: Sequence[Sequence[Value]]) -> Iterator[str]:
    """Yield a sentence for the first value of a kind that its expression never has, or if no row can be.

    No forbidden row is a slip: one that can never be takes no solution away.
    """
    columns = [(each, {*map(itemgetter(place), rows)}) for place, each in enumerate(of)]
    unknown = [strange(each, values) for each, values in columns]
    if any(unknown):
        for number, row in enumerate(rows, start=1):
            for each, value, others in zip(of, row, unknown, strict=True):
                if value in others:
                    kinds = "whole numbers" if is_numeric(each) else f"its values, {values_text(each)}"
                    yield f"row {number} of the table: found {brief(value)} for {each}; expected {kinds}"
    outside = [_outside(each, values) for each, values in columns]
    if rows and all(any(map(set.__contains__, outside, row)) for row in rows):
        first = zip(of, rows[0], outside, strict=True)
        each, value = next((each, value) for each, value, others in first if value in others)
        never = f"{each} is never {text(value)}; its values are {values_text(each)}"
        yield f"no row of the table can be, as in one {never}"


def _outside(of: Expression, values: set[Value]) -> set[Value]:
    """The values that an expression never has, as far as a look at its ends says."""
    if isinstance(of, Variable) and type(of.values) is not range:
        return values.difference(of.values)
    if not is_numeric(of):
        return set()
    low, high = Bounds()(of)
    return {value for value in values if (n := whole_number(value)) is None or not low <= n <= high}


def _values(of: Expression) -> Sequence[Value]:
    if isinstance(of, Variable):
        return of.values
    if isinstance(of, Boolean):
        return (0, 1)
    raise UsageError(f"`{of}`: a relation is of variables; name what is computed by a variable of its own")


# -- how it is stated --------------------------------------------------------------------------------


def _random(draw: Draw) -> Arguments:
    """Any number of rows, some twice, some out of reach."""
    of = draw.anything(1, 4)
    reached = [draw.near(each) for each in of]
    rows = [tuple(map(draw.pick, reached)) for _ in range(draw.number(0, 14))]
    return (of, rows + rows[: draw.number(0, 2)]), {}


def _random_relation(draw: Draw) -> Arguments:
    of = [draw.pick(draw.variables) for _ in range(draw.number(1, 3) if draw.variables else 0)]
    residue, modulus = draw.number(0, 2), draw.number(2, 3)

    def relation(*values: Any) -> bool:
        return sum(len(repr(value)) * 3 + hash(value == 1) for value in values) % modulus != residue

    return (relation, *of), {}


class StatesTable(ConstraintSet):
    """A problem, and the methods that state it."""

    @states(_random)
    def table(
        self,
        of: Iterable[Any],
        rows: Iterable[Sequence[Value]],
        *,
        words: str = "",
        about: Topic | None = None,
    ) -> None:
        """Add the rule that the values, in this order, are one of the rows.

        >>> import accord
        >>> p = accord.Problem()
        >>> p.table(p.integers(2, 1, 3), [(1, 2), (3, 3)])
        >>> accord.count(p).count
        2
        """
        self._table(of, rows, False, words, about)

    @states(_random)
    def forbidden(
        self,
        of: Iterable[Any],
        rows: Iterable[Sequence[Value]],
        *,
        words: str = "",
        about: Topic | None = None,
    ) -> None:
        """Add the rule that the values, in this order, are none of the rows.

        >>> import accord
        >>> p = accord.Problem()
        >>> p.forbidden(p.integers(2, 1, 3), [(1, 2), (3, 3)])
        >>> accord.count(p).count
        7
        """
        self._table(of, rows, True, words, about)

    def _table(
        self,
        of: Iterable[Any],
        rows: Iterable[Sequence[Value]],
        forbidden: bool,
        words: str,
        about: Topic | None,
    ) -> None:
        columns = list_of((of,))
        found = []
        for number, each in enumerate(lists_in(rows, "the table"), start=1):
            row = values_of(each)
            if len(row) != len(columns):
                raise UsageError(
                    f"row {number} of the table has {len(row)} values for {len(columns)} expressions"
                )
            found.append(row)
            if number > TUPLES:
                raise UsageError(f"the table has more than {TUPLES:,} rows, which is the most there may be")
        if not forbidden:
            self._refuse_slips(slips_in_rows(columns, found))
        self.state(Table(columns, frozenset(found), forbidden, called=words), about)

    @states(_random_relation, in_files=False)
    def relation(
        self, holds: Callable[..., object], *of: Any, words: str = "", about: Topic | None = None
    ) -> None:
        """Add the rule that a function of the values of two or three variables is true.

        Accord calls the function now, once for each combination. Raises UsageError above 1,000,000.

        >>> import accord
        >>> p = accord.Problem()
        >>> a, b = p.integers(2, 1, 6)
        >>> p.relation(lambda one, other: one % other == 0, a, b)
        >>> accord.count(p).count
        14
        """
        if not callable(holds):
            raise UsageError(
                f"found {brief(holds)} in the place of a relation; expected a function of values"
            )
        columns = list_of(of)
        domains = [_values(each) for each in columns]
        size = prod(map(len, domains))
        if size > TUPLES:
            raise UsageError(
                f"the relation would be asked of {size:,} combinations of values; at most {TUPLES:,} are "
                "possible"
            )
        rows = frozenset(row for row in product(*domains) if holds(*row))
        name = getattr(holds, "__name__", "")
        called = words or ("" if name in ("", "<lambda>") else f"{name}({', '.join(map(str, columns))})")
        self.state(Table(columns, rows, called=called), about)
