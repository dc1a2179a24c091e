"""Write a model: options and rows, one after the other.

Auxiliary options are hidden, and each is determined by options before it: code that adds one also adds the
rows that define it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from accord.errors import RefusedError
from accord.model import Model
from accord.model.build import LARGEST_SUM, UNBOUNDED, too_large
from accord.model.data import Indices, Lazy
from accord.problem.lower.linear_form import FALSE, TRUE, LinearForm, sum_of
from accord.problem.roles import Role, Says

MOST_ENTRIES = 1 << 26  # of a whole model: 2 GB while it is written


@dataclass
class ModelWriter:
    """Options and rows. Names are made unique: a second `x` becomes `x (2)`."""

    names: list[str] = field(default_factory=list)  # of options
    items: list[str] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)  # options
    rules: list[int | None] = field(default_factory=list)  # the rule that each item belongs to; see `rule`
    roles: list[Role | None] = field(default_factory=list)  # of each item; see `role`
    option_roles: dict[int, Role] = field(default_factory=dict)  # of hidden options
    lazy: list[Any] = field(default_factory=list)  # graph rules that are left to cuts
    most: int = MOST_ENTRIES
    symmetric: bool = False  # whether symmetries were stated, which all that is written has to keep
    deduces: bool = True  # whether items are written that others imply: a proof may not build on these
    has_deduced: bool = False  # whether there was such an item, written or not
    rule: int | None = None  # whose rows are written; None: of variables, and those that define a form
    role: Role | None = None  # of the items and the hidden options that are written
    group: dict[int, int] = field(default_factory=dict)  # an option of a variable -> the item that takes one

    def __post_init__(self) -> None:
        self._low, self._high, self._length = array("q"), array("q"), array("q")
        self._option, self._amount = array("i"), array("q")  # entries, row by row
        self._given: dict[str, int] = {}  # how often a name was taken
        self._joined: dict[frozenset[Any], LinearForm] = {}  # by what is joined: literals, or their forms

    @contextmanager
    def within(self, rule: int | None) -> Iterator[None]:
        """A context in which rows belong to that rule."""
        before, self.rule = self.rule, rule
        try:
            yield
        finally:
            self.rule = before

    @contextmanager
    def saying(self, says: Says, vertex: str = "") -> Iterator[None]:
        """A context in which items and hidden options say this, of a vertex."""
        before, self.role = self.role, Role(says, self.rule, vertex)
        try:
            yield
        finally:
            self.role = before

    @property
    def sizes(self) -> tuple[int, int, int]:
        """How many options, rows and entries there are."""
        return len(self.names), len(self.items), len(self._option)

    # -- options and rows ------------------------------------------------------------------------------

    def option(self, name: str, hidden: bool = False) -> int:
        """A new option."""
        number = len(self.names)
        self.names.append(self._unique_name(name))
        if hidden:
            self.hidden.append(number)
            if self.role is not None:
                self.option_roles[number] = self.role
        return number

    def options(self, names: Iterable[str], hidden: bool = False) -> range:
        """New options, one for each name."""
        first = len(self.names)
        self.names += self._unique_names(names)
        found = range(first, len(self.names))
        self.hidden += found if hidden else ()
        return found

    def truth(self, name: str) -> LinearForm:
        """A new truth: the form of a new hidden option."""
        return LinearForm({self.option(name, hidden=True): 1})

    def values(self, name: str, values: Iterable[str], hidden: bool = False) -> list[int]:
        """A new option for each value, `NAME=VALUE`, of which exactly one is chosen."""
        options = [self.option(f"{name}={value}", hidden) for value in values]
        item = self.row(name, dict.fromkeys(options, 1), 1, 1)
        self.group.update(dict.fromkeys(options, item))
        return options

    def row(self, name: str, gives: Mapping[int, int], low: int, high: int | None = None) -> int:
        """A new item: the amounts of options, and its demand; `high` None is no bound.

        Raises RefusedError where the model grows too large.
        """
        self.items.append(self._unique_name(name))
        self.rules.append(self.rule)
        self.roles.append(self.role)
        self._option.extend(gives)
        self._length.append(len(gives))
        try:
            self._amount.extend(gives.values())
            self._low.append(low)
            self._high.append(UNBOUNDED if high is None else high)
        except OverflowError:
            raise RefusedError(f"{name}: numbers beyond 64 bits") from None
        if len(self._option) > self.most:
            raise RefusedError(self._too_large(name))
        return len(self.items) - 1

    def deduce_none(self, name: str) -> None:
        """Write an item that nothing can meet, as others imply; a search would take long to see that."""
        self.has_deduced = True
        if self.deduces:
            self.row(name, {}, 1, 1)

    def rows(
        self,
        names: Iterable[str],
        rules: Sequence[int | None],
        options: list[int],
        amounts: list[int],
        lengths: list[int],
        lows: list[int],
        highs: list[int],
    ) -> bool:
        """Append rows, and return True; False, without any of them, if the model would grow too large.

        Args:
            names: of the items.
            rules: the number of the rule of each.
            options: of all rows, one row after the other.
            amounts: of these options.
            lengths: how many options each row has.
            lows: the demand of each.
            highs: likewise.
        """
        if len(self._option) + len(options) > self.most:
            return False
        self.items += self._unique_names(names)
        self.rules += rules
        self.roles += [self.role] * len(rules)
        self._option.fromlist(options)
        self._amount.fromlist(amounts)
        self._length.fromlist(lengths)
        self._low.fromlist(lows)
        self._high.fromlist(highs)
        return True

    def rows_at_most(self, names: Sequence[str], options: Indices, amounts: Sequence[int], high: int) -> None:
        """New items whose sums are `high` or less.

        Args:
            names: of the items.
            options: of each item, [item, entry]; no option is there twice in an item.
            amounts: of the entries, the same in each item.
            high: the bound.

        Raises RefusedError where the model grows too large.
        """
        number, entries = options.shape
        low = min(high, sum(min(amount, 0) for amount in amounts))
        demands = [entries] * number, [low] * number, [high] * number
        if not self.rows(
            names, [self.rule] * number, options.ravel().tolist(), [*amounts] * number, *demands
        ):
            raise RefusedError(self._too_large(names[0]))

    def range(self, form: LinearForm) -> tuple[int, int]:
        """The least and the greatest value of a form, where each variable has one of its values."""
        least = most = form.constant
        amounts: dict[int, list[int]] = {}
        for option, amount in form.terms.items():
            if option in self.group:
                amounts.setdefault(self.group[option], []).append(amount)
            else:
                least, most = least + min(amount, 0), most + max(amount, 0)
        for item, some in amounts.items():
            rest = [0] if len(some) < self._length[item] else []
            least, most = least + min(some + rest), most + max(some + rest)
        return least, most

    def at_least(self, name: str, form: LinearForm, bound: int) -> None:
        """The value of a form is `bound` or more."""
        least, most = form.range
        if least < bound and most == form.constant and form.terms:  # see `_is_negative`
            self.at_most(name, -form, -bound)
        elif least < bound:
            self.row(name, form.terms, bound - form.constant, None)

    def at_most(self, name: str, form: LinearForm, bound: int) -> None:
        """The value of a form is `bound` or less."""
        least, most = form.range
        if most > bound and most == form.constant and form.terms:  # see `_is_negative`
            self.at_least(name, -form, -bound)
        elif most > bound:
            self.row(name, form.terms, min(least, bound) - form.constant, bound - form.constant)

    def exactly(self, name: str, form: LinearForm, value: int) -> None:
        """The value of a form is `value`."""
        if _is_negative(form):
            form, value = -form, -value
        if form.terms or form.constant != value:
            self.row(name, form.terms, value - form.constant, value - form.constant)

    def equal(self, name: str, one: LinearForm, other: LinearForm) -> None:
        """Two forms have the same value."""
        self.exactly(name, sum_of((one, other), (1, -1)), 0)

    # -- truths ----------------------------------------------------------------------------------------

    def any(self, name: str, truths: Sequence[LinearForm]) -> LinearForm:
        """Whether at least one of these truths holds: a truth."""
        truths = [truth for truth in truths if truth.terms or truth.constant]
        literals = [truth.literal for truth in truths]
        plain = 0 not in literals  # options or their negations, as most are
        if not plain and any(truth.least >= 1 for truth in truths):
            return TRUE
        if len(truths) < 2:
            return truths[0] if truths else FALSE
        if self._exclusive(truths):
            return sum_of(truths)
        key = frozenset(literals if plain else [(*sorted(t.terms.items()), t.constant) for t in truths])
        if key not in self._joined:
            found = self._joined[key] = self.truth(name)
            (option,) = found.terms
            gives = {abs(literal) - 1: 1 if literal > 0 else -1 for literal in literals}
            with self.within(None):  # other rules may ask for it, too
                if plain and len(gives) == len(truths):
                    for other, sign in gives.items():
                        low, high = (-1, 0) if sign > 0 else (1, None)
                        self.row(f"{name}: follows", {other: 1, option: -sign}, low, high)
                    some = LinearForm(gives | {option: -1}, sum(literal < 0 for literal in literals))
                else:
                    for truth in truths:
                        self.at_most(f"{name}: follows", sum_of((truth, found), (1, -1)), 0)
                    some = sum_of((*truths, found), (*[1] * len(truths), -1))
                self.at_least(f"{name}: one of them", some, 0)
        return self._joined[key]

    def both(self, name: str, truths: Sequence[LinearForm]) -> LinearForm:
        """Whether all of these truths hold: a truth."""
        return self.any(name, [truth.negation() for truth in truths]).negation()

    def single(self, name: str, truth: LinearForm) -> int:
        """An option that is chosen if the truth holds, and only then."""
        if truth.constant == 0 and list(truth.terms.values()) == [1]:
            return next(iter(truth.terms))
        option = self.option(name, hidden=True)
        if truth.constant == 1 and list(truth.terms.values()) == [-1]:  # most are the negation of one
            self.row(name, {option: 1, next(iter(truth.terms)): 1}, 1, 1)
        else:
            self.equal(name, LinearForm({option: 1}), truth)
        return option

    def _exclusive(self, truths: Sequence[LinearForm]) -> bool:
        """Whether no two can hold, since they are different values of one variable."""
        if any(truth.constant or {*truth.terms.values()} != {1} for truth in truths):
            return False
        options = [o for truth in truths for o in truth.terms]
        groups = {self.group.get(o, -1) for o in options}
        return len(groups) == 1 and -1 not in groups and len(set(options)) == len(options)

    def _too_large(self, name: str) -> str:
        """The words of the refusal of a model that is too large with this item."""
        return (
            f"{name}: with it the model has more than {self.most:,} entries; take smaller domains, or "
            "rules on fewer variables"
        )

    def _unique_name(self, name: str) -> str:
        """The name, with a number if it was taken."""
        number = self._given[name] = self._given.get(name, 0) + 1
        if number == 1:
            return name
        return self._unique_name(f"{name} ({number})")

    def _unique_names(self, names: Iterable[str]) -> list[str]:
        """These names, each with a number if it was taken."""
        found = [*names]
        if len({*found}) < len(found) or not self._given.keys().isdisjoint(found):
            return [self._unique_name(name) for name in found]
        self._given.update(dict.fromkeys(found, 1))
        return found

    # -- the model -------------------------------------------------------------------------------------

    def model(
        self,
        *,
        order: Sequence[int] = (),
        objective: LinearForm | None = None,
        family: str = "",
        lazy: Lazy | None = None,
        maximizes: bool = False,
    ) -> Model:
        """The model of all that was written. Raises RefusedError where amounts sum beyond 2^62."""
        lengths = np.frombuffer(self._length, np.int64)
        option = np.frombuffer(self._option, np.int32).astype(np.int64)
        row = np.repeat(np.arange(len(lengths)), lengths)
        place = np.argsort(option, kind="stable")
        start = np.append(0, np.cumsum(np.bincount(option, minlength=len(self.names))))
        hidden = np.zeros(len(self.names), np.bool_)
        hidden[self.hidden] = True
        amount = np.frombuffer(self._amount, np.int64)
        large = np.flatnonzero(too_large(row, amount, len(self.items)))
        if len(large):
            raise RefusedError(f"{self.items[large[0]]}: its amounts sum beyond 2^62; take smaller numbers")
        if objective is not None and sum(map(abs, objective.terms.values())) >= LARGEST_SUM:
            raise RefusedError("the objective: its amounts sum beyond 2^62; take smaller numbers")
        weights = np.zeros(0 if objective is None else len(self.names), np.int64)
        for o, times in () if objective is None else objective.terms.items():
            weights[o] = times
        return Model.from_arrays(
            self.items,
            start,
            row[place],
            low=np.frombuffer(self._low, np.int64),
            high=np.frombuffer(self._high, np.int64),
            amount=amount[place],
            names=self.names,
            order=order,
            hidden=hidden,
            objective=weights,
            family=family,
            lazy=lazy,
            maximizes=maximizes,
        )


def _is_negative(form: LinearForm) -> bool:
    """Whether all amounts are below 0: then the contrary is written, which more engines take."""
    return bool(form.terms) and max(form.terms.values()) < 0
