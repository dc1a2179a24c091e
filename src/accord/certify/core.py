"""Find minimal cores: groups of items whose demands conflict, and no longer do when any one is left out.

A group is an item, or all items of a rule; see below. Every clause of a group gets the negation of its
selector, so that a solver may assume any set of groups. A core of an unsatisfiable set comes from the solver;
it is made irreducible by deletion: each group in turn is left out. If the rest is still unsatisfiable, its
core takes the set's place; if not, the solver's model meets all others and breaks only this group, which is
checked by plain arithmetic (Marques-Silva, Minimal Unsatisfiability, 2010). Where a core is known before, the
solver only makes it irreducible; a question that takes it too long goes to an engine of another kind, and
what that one cannot answer either stays open.

Groups of items that an explanation includes or leaves out together: one item, or all items of a rule.

Items that belong to no rule, such as those that say what a hidden option is, are always there: a person would
not doubt them. `only` is the model of what is left in.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from threading import Event
from time import monotonic
from typing import TypeAlias

import numpy as np

from accord.backends.sat.thread import StoppingError
from accord.backends.table import import_package
from accord.certify.solver import add, chosen_options, is_satisfiable
from accord.cnf import Formula
from accord.errors import EngineError
from accord.formats.answer import amounts_given
from accord.model import Model
from accord.model.arrays import Ints

SOLVER = "Cadical153"
REFINEMENTS = 8  # cores of cores, before items are left out one by one
PATIENCE = (0.3, 3.0)  # seconds for the question whether an item of a known core can be left out: each engine
# in turn has the first, and if no one had an answer, the second

Elsewhere: TypeAlias = Callable[[list[int], float], "tuple[str, list[int]]"]  # see `Finder`


class _LateError(Exception):
    """A question takes an engine too long."""


class _OpenError(Exception):
    """A question takes every engine too long."""


@dataclass
class Known:
    """Facts about a set of items; all of them hold at any time."""

    core: list[int] | None = None  # groups
    needed: dict[int, list[int]] = field(default_factory=dict)  # group -> options that break only that one
    solution: list[int] | None = None

    @property
    def irreducible(self) -> bool:
        """Whether every group of the core is known to be needed."""
        return self.core is not None and all(group in self.needed for group in self.core)


class Finder:
    """The search for a core, for a thread of its own; see `accord.certify.solver` for why.

    `best` is what is known so far, at any time. `elsewhere` is asked, with items and seconds, for an answer
    as outcomes have it, and for a solution's options: a second opinion.
    """

    def __init__(
        self,
        model: Model,
        formula: Formula,
        groups: Groups,
        seed: int,
        orders: int,
        core: list[int] | None = None,
        elsewhere: Elsewhere | None = None,
    ) -> None:
        self.model, self.formula, self.groups, self.orders = model, formula, groups, orders
        self.random = random.Random(seed)
        self.elsewhere = elsewhere
        self.best = Known(core)
        self.calls = 0
        self._first = formula.variables + 1  # the selector of group 0
        self._engines = [self._core, self._core_elsewhere]  # the one that had the last answer goes first
        if core is not None:  # an engine that walks found it
            self._engines.reverse()

    def run(self, stopping: Event) -> None:
        """Search in the thread, until the end or until it is stopped."""
        solvers = import_package("sat")
        self._stopping = stopping
        with suppress(StoppingError), getattr(solvers, SOLVER)() as self._solver:
            self._reduce()

    def _reduce(self) -> None:
        owners = self.groups.of[self.formula.owner].tolist()
        selected = (
            list(clause) if group == ALWAYS else [*clause, -(self._first + group)]
            for clause, group in zip(self.formula.clauses(), owners, strict=True)
        )
        add(self._solver, selected, self._stopping)
        if self.best.core is None:
            if not self._find():
                return
        elif self.best.core == self.groups.all:  # no more is known than that there is no solution
            with suppress(_LateError):
                if not self._find(PATIENCE[-1]):
                    raise EngineError(f"{SOLVER} has a solution, where another engine finds none")
        core = self.best.core
        assert core is not None
        for order in range(self.orders):
            known = Known(list(core)) if order else self.best
            smallest = self._make_irreducible(known)
            if self.best.core is not None and len(smallest) < len(self.best.core):
                self.best = known

    def _find(self, patience: float | None = None) -> bool:
        """Whether there is a core; then `best` has it. Raises _LateError."""
        core = self._core(self.groups.all, self.best, patience)
        if core is None:
            return False
        self.best.core = core
        for _ in range(REFINEMENTS):
            smaller = self._core(core, self.best, patience)
            assert smaller is not None, "a core has a solution"
            if len(smaller) == len(core):
                break
            core = self.best.core = smaller
        return True

    def _make_irreducible(self, known: Known) -> list[int]:
        """Leave out one group after the other, in a random order; the core that is left."""
        assert known.core is not None
        for group in self.random.sample(known.core, len(known.core)):
            if group not in known.core:
                continue
            rest = [other for other in known.core if other != group]
            try:
                smaller = self._smaller(rest, known)
            except _OpenError:
                continue
            if smaller is not None:
                known.core = smaller
                continue
            assert known.solution is not None
            chosen, known.solution = known.solution, None
            broken = violated_items(self.model, chosen, self.groups.items(known.core))
            if self.groups.among(broken) != [group] or not self.groups.always_met(broken):
                raise EngineError(f"a solution should break only {group}, but broke the items {broken}")
            known.needed[group] = chosen
        return known.core

    def _smaller(self, groups: list[int], known: Known) -> list[int] | None:
        """Return the answer of the first engine that has one; like `_core`. Raises _OpenError without one."""
        for patience in PATIENCE:
            for ask in list(self._engines):
                with suppress(_LateError):
                    found = ask(groups, known, patience)
                    self._engines.remove(ask)
                    self._engines.insert(0, ask)
                    return found
        raise _OpenError

    def _core(self, groups: list[int], known: Known, patience: float | None = None) -> list[int] | None:
        """A subset whose demands cannot all be met; None if they can, and then `known.solution` shows how.

        Raises _LateError if so many seconds of patience are not enough.
        """
        assumed = [self._first + group for group in self.random.sample(groups, len(groups))]
        self.calls += 1
        due = None if patience is None else monotonic() + patience
        if not is_satisfiable(self._solver, self._stopping, assumed, partial(_refuse_late, due)):
            return sorted(literal - self._first for literal in self._solver.get_core() or [])
        known.solution = chosen_options(self._solver, self.formula.options)
        return None

    def _core_elsewhere(self, groups: list[int], known: Known, patience: float) -> list[int] | None:
        """Return the answer of another engine about just these groups; like `_core`."""
        if self._stopping.is_set():
            raise StoppingError
        items = self.groups.items(groups)
        answer, solution = self.elsewhere(items, patience) if self.elsewhere else ("undecided", [])
        if answer == "impossible":
            return groups
        if answer != "solved":
            raise _LateError
        known.solution = solution
        return None


def _refuse_late(due: float | None) -> None:
    if due is not None and monotonic() > due:
        raise _LateError


def violated_items(model: Model, chosen: list[int], items: list[int]) -> list[int]:
    """Which of the items do not get what they demand from these options: plain arithmetic."""
    total, colours = amounts_given(model, chosen)
    return [
        item
        for item in items
        if not model.low[item] <= total[item] <= model.high[item]
        or len(colours.get(item, ())) + (total[item] != 0) > 1
    ]


ALWAYS = -1  # the group of items that are never left out


@dataclass(frozen=True, eq=False)
class Groups:
    """A partition of a model's items."""

    of: Ints  # the group of each item, from 0, or ALWAYS
    rules: tuple[str, ...] = ()  # the first groups are these rules; those behind them an item each

    @staticmethod
    def of_rules(model: Model, rules: Sequence[str | None] | None = None) -> Groups:
        """A group for each rule, named for each item, None for ALWAYS; items behind these are one each."""
        if rules is None:
            return Groups(np.arange(model.items))
        names = list(dict.fromkeys(rule for rule in rules if rule is not None))
        number: dict[str | None, int] = {name: n for n, name in enumerate(names)}
        own = [number.get(rule, ALWAYS) for rule in rules]
        more = range(len(names), len(names) + model.items - len(own))
        return Groups(np.array([*own, *more], np.int64), tuple(names))

    @property
    def all(self) -> list[int]:
        """Every group."""
        return np.unique(self.of[self.of != ALWAYS]).tolist()

    def items(self, groups: Iterable[int]) -> list[int]:
        """The items that are there if only these groups are, ascending."""
        return np.flatnonzero(np.isin(self.of, [ALWAYS, *groups])).tolist()

    def among(self, items: Iterable[int]) -> list[int]:
        """The groups of some items, ascending."""
        found = {int(self.of[item]) for item in items}
        return sorted(found - {ALWAYS})

    def always_met(self, broken: Iterable[int]) -> bool:
        """Whether none of these items is one that is never left out."""
        return all(self.of[item] != ALWAYS for item in broken)


def only(model: Model, items: list[int]) -> tuple[Model, list[int]]:
    """The model with these items alone, for the question whether it has a solution; and its options here.

    Options that give them nothing are dropped; so is one that gives the same as another, where an item takes
    only one of the two.
    """
    place = np.full(model.items, -1, np.int64)
    place[items] = np.arange(len(items))
    negative = np.zeros(model.items, np.bool_)
    negative[model.item[(model.amount < 0) | (model.colour != 0)]] = True
    rows: dict[int, tuple[tuple[int, int, int], ...]] = {}
    seen = set()
    for option in range(model.options):
        row = []
        single = False
        for entry in range(model.start[option], model.start[option + 1]):
            item = int(model.item[entry])
            if place[item] >= 0:
                row.append((int(place[item]), int(model.amount[entry]), int(model.colour[entry])))
                single |= not negative[item] and 2 * int(model.amount[entry]) > int(model.high[item])
        key = tuple(row)
        if not key or (single and key in seen):
            continue
        seen.add(key)
        rows[option] = key
    entries = [entry for row in rows.values() for entry in row]
    alone = Model.from_arrays(
        [model.item_names[item] for item in items],
        np.cumsum([0, *map(len, rows.values())]),
        [item for item, _, _ in entries],
        low=model.low[items],
        high=model.high[items],
        amount=[amount for _, amount, _ in entries],
        colour=[colour for _, _, colour in entries],
        colours=model.colours,
    )
    return alone, list(rows)
