"""Explain why a model has no solution: find a minimal set of items whose demands conflict.

The quick ways come first. Sums and colourings of the board (`accord.refute`) cost next to nothing. Where a
colouring shows it, that is the answer: its items are no irreducible set, but the shortest reason. The
engine that is usually fastest is asked for a moment whether there is a solution at all, and
`accord.certify.weights` looks for an argument of arithmetic. Then `accord.certify.core` finds the items
with a SAT solver, or makes those that are known irreducible. In the end an engine of another kind is asked
whether these items alone have a solution, unless arithmetic shows that they have none.

A lazy model is searched by SAT first. If it has no solution, its own items and those that came up on the way
have none either: they are what is explained.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Event
from typing import Any

import numpy as np

from accord.arguments import query_of
from accord.arguments.keywords import asks
from accord.arguments.proof import ExplainArguments
from accord.backends.waiting import wait_for
from accord.certify.core import ALWAYS, SOLVER, Finder, Groups, Known, only
from accord.certify.cuts import formula_model
from accord.certify.explanation import COLOURING, Answer, Explanation, reason_of_group, statement
from accord.certify.weights import argument, short_attempt
from accord.cnf import lowering
from accord.errors import EngineError
from accord.model import Model
from accord.model.lazy import refuse_underivable
from accord.model.verify import valid
from accord.puzzles.puzzle import AnyPuzzle, Puzzle, built, model_of
from accord.refute.argument import Argument
from accord.refute.imbalance import Reason as Reached
from accord.runner.driver import Driver, Spent
from accord.runner.gather import gathering
from accord.runner.limits import Limits, Show, Stop
from accord.runner.presolve import reason_of
from accord.runner.result import common_fields
from accord.runner.run import TimedRun
from accord.versions import version_of

ORDERS = 10  # tried for a small set
CONFIRMING = 20.0  # seconds for the second engine
GLANCE, LONGER = 2.0, 10.0  # seconds for the engine that is asked first: before arithmetic, and after it
SECOND_ENGINES = ("native", "cpsat")


@asks(ExplainArguments)
def explain(puzzle: AnyPuzzle, **more: Any) -> Explanation:
    """Explain why a puzzle has no solution: find a set of items that cannot all be met, without a spare one.

    Args:
        puzzle: a puzzle from `accord.load`, a problem, or a bare model.
        **more: see below. Another seed may lead to another set, and a smaller one than `smaller` finds may
            exist.

    Raises:
        RefusedError: if the formula would be too large.
        EngineError: if an engine is wrong, or two engines disagree.
    """
    asked = query_of(ExplainArguments, more)
    limits = Limits.of(asked)
    driver: Driver[None] = Driver(limits, doing="a reason was looked for")
    asked.show("building the model", None)
    known, model = limits.guard("the model was built").do(built, puzzle)
    refuse_underivable(model, "an explanation")
    orders = ORDERS if asked.smaller else 1
    search = _Search(known, model, rules_of(known), asked.seed, orders, limits, asked.show)
    driver.finish(search.steps())
    return _explanation(known, search, driver.stop, driver.spent).about(known)


@dataclass(eq=False)
class _Search:
    """The search for a reason, one way after the other; its findings are right at any time."""

    puzzle: Puzzle | Model
    model: Model  # with the lazy items that were found
    rules: Sequence[str | None] | None  # of each item, where the puzzle is said in rules
    seed: int
    orders: int
    limits: Limits
    show: Show
    known: Known = field(default_factory=Known)
    reached: Reached | None = None  # over items of the core's groups
    confirmed: str = ""  # the engine, not that of the core, that found these items impossible; or arithmetic
    calls: int = 0  # of the SAT solver

    @property
    def groups(self) -> Groups:
        """Return the groups of items that are left in or out as one."""
        return Groups.of_rules(self.model, self.rules)

    def steps(self) -> Generator[object, None, None]:
        """Search; yields some ten times a second."""
        self.reached = reason_of(self.puzzle)
        if self.reached is not None:
            self.known.core = self.groups.among(self.reached.items)
            self.confirmed = "arithmetic"
            if self.reached.engine == COLOURING and self.orders == 1:
                return
            if self.model.lazy is not None:
                self.model = formula_model(self.model, [])
        elif self.model.lazy is not None:
            yield from self._gather()
            if self.known.core is None:
                yield None  # it may have been stopped
                return
        if self.reached is None:
            yield from self._short_attempt()
        core = self.known.core
        if self.known.solution is not None:
            return
        if core is not None and len(core) == 1 and not self.groups.items([]):
            self.known.needed[core[0]] = []  # nothing is left to be met
        else:
            yield from self._minimal()
        core = self.known.core
        if core is None:
            return
        items = self.groups.items(core)
        if self.reached is None or not set(self.reached.items) <= set(items):  # a smaller set was found
            self.reached = yield from wait_for(partial(_argument_of, self.model, items))
        if self.reached is not None:
            self.confirmed = "arithmetic"
        elif len(items) < self.model.items or not self.confirmed:
            self.confirmed = yield from self._confirm(items)

    def _short_attempt(self) -> Generator[object, None, None]:
        """Try a short run of an engine, then arithmetic, then a longer run."""
        self.reached = yield from short_attempt(
            self.model, "first", self.limits, seconds=(GLANCE, LONGER), note=self._note, show=self.show
        )
        if self.reached is not None:
            self.known.core = self.groups.among(self.reached.weight)

    def _gather(self) -> Generator[object, None, None]:
        """Search a lazy model; if it has no solution, the items found become its own."""
        run, items = yield from gathering(self.model, "first", self.limits, self.show)
        if run.searched and not run.solutions:
            self.model = formula_model(self.model, items)
        self._note(run)

    def _note(self, run: TimedRun) -> None:
        if run.solutions and self.known.core is not None:
            raise EngineError(f"{self.confirmed} finds no solution, and another engine has one")
        if run.solutions:
            self.known.solution = run.solutions[0]
        elif run.searched:
            self.known.core, self.confirmed = self.groups.all, run.searched

    def _minimal(self) -> Generator[object, None, None]:
        """A set by the SAT solver, or the one that is known, made irreducible."""
        self.show("writing clauses", None)
        formula = yield from lowering(self.model, shared=False)
        finder = Finder(
            self.model, formula, self.groups, self.seed, self.orders, self.known.core, self._ask_engine
        )
        stopping = Event()
        try:
            for step in wait_for(partial(finder.run, stopping), stopping):
                known = finder.best
                needed = f"{len(known.needed):,} known to be needed"
                self.show(
                    f"a set of {len(known.core):,} {self.what}, {needed}" if known.core else "asking SAT",
                    None,
                )
                yield step
        finally:
            self.known, self.calls = finder.best, finder.calls

    def _ask_engine(self, items: list[int], seconds: float) -> tuple[str, list[int]]:
        """Ask the engine that is usually fastest about these items alone; see `accord.certify.core`."""
        alone, options = only(self.model, items)
        run = TimedRun(alone, "first", self.limits).finish_within(seconds)
        if run.solutions:
            return "solved", [options[o] for o in run.solutions[0]]
        return ("impossible" if run.searched else "undecided"), []

    @property
    def what(self) -> str:
        """Return the word for the members of a set."""
        return "items" if self.rules is None else "rules"

    def _confirm(self, items: list[int]) -> Generator[object, None, str]:
        """The engine that finds these items impossible on its own, or none; raise if it has a solution."""
        alone, _ = only(self.model, items)
        for backend in SECOND_ENGINES:
            run = TimedRun(alone, "first", self.limits, backend=backend, show=self.show)
            with closing(run):
                yield from run.run_for(CONFIRMING)
            if run.solutions:
                raise EngineError(
                    f"{SOLVER} says that {len(items)} items cannot all be met, {backend} has a solution"
                )
            if run.searched:
                return run.searched
        return ""


def _argument_of(model: Model, core: list[int]) -> Argument | None:
    """An argument over some items of the core, if one is found."""
    found = argument(only(model, core)[0])
    return found and replace(found, weight={core[i]: weight for i, weight in found.weight.items()})


def _explanation(puzzle: Puzzle | Model, search: _Search, stop: Stop, spent: Spent) -> Explanation:
    model, known, reached = search.model, search.known, search.reached
    own = model_of(puzzle).items
    solution = known.solution if known.core is None else None
    if solution is not None and not valid(model, np.array([solution], np.int32).reshape(1, -1)).all():
        raise EngineError(f"an engine gave a false solution of {model!r}")
    core = known.core or []
    answer: Answer = (
        "impossible" if known.core is not None else "undecided" if solution is None else "solvable"
    )
    groups = search.groups
    if core == groups.all and not known.irreducible and reached is None:
        core = []  # all items are no reason
    items = groups.items(core)
    return Explanation(
        **common_fields(puzzle, stop, {"python-sat": version_of("python-sat")} if search.calls else {}),
        answer=answer,
        backend="sat" if search.calls else "",
        engine=SOLVER.lower() if search.calls else "",
        statement=statement(
            answer, len(core), known.irreducible, search.what, bool(reached and reached.engine == COLOURING)
        ),
        items=tuple(reason_of_group(model, groups, group, items, known.needed.get(group)) for group in core),
        irreducible=known.irreducible,
        argument=reached.sentence() if reached else "",
        kind=reached.engine if reached else "",
        weights={model.item_names[i]: w for i, w in reached.weight.items()} if reached else {},
        modulo=reached.modulo if reached else 0,
        pieces={model.item_names[i]: values for i, values in reached.pieces.items()} if reached else {},
        confirmed=search.confirmed,
        solution=None if solution is None else tuple(map(model.option_name, solution)),
        effort={"calls": search.calls} if search.calls else {},
        seconds=round(spent[0], 3),
        load=round(spent[1], 3),
        indices=tuple(item for item in items if item < own and groups.of[item] != ALWAYS),
        options=tuple(solution or ()),
    )


def rules_of(puzzle: Puzzle | Model) -> Sequence[str | None] | None:
    """For each item of a puzzle's model the rule that it belongs to, where the puzzle is said in rules."""
    if isinstance(puzzle, Model) or puzzle.record.shown.rules is None:
        return None
    return puzzle.record.shown.rules(puzzle.spec, puzzle.model)
