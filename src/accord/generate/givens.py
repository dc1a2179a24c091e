"""Make puzzles from a puzzle with many solutions: give the fewest parts of a solution that leave it alone.

A solution S is drawn at random. Of each other solution T some given has to be missing: the givens hit S - T.
So they are a hitting set of all these sets, which are found one by one: the fewest options that hit those
known so far either leave S alone, or another solution has them all. It is changed to share as much with S
as is possible, and what it misses is one more set (as for smallest unsatisfiable subsets: A. Ignatiev, A.
Previti, M. Liffiton, J. Marques-Silva, 2015).

Of all choices that have the fewest the first is taken, in an order that is drawn: so a puzzle depends on no
engine. Where that takes too many questions, the givens are only such that each of them is needed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from accord.arguments import query_of
from accord.arguments.puzzle import GenerateArguments
from accord.errors import NotDrawnError, StoppedError, UsageError
from accord.generate.make import WISHES, Maker
from accord.model import Model
from accord.model.derive import reorder, require
from accord.puzzles.puzzle import Puzzle
from accord.runner.limits import Limits

Options = frozenset[int]
ENGINE: dict[str, Any] = {"backend": "native", "engine": "general", "workers": 1}
CHOOSER = "cpsat"  # of hitting sets: how many are the fewest does not depend on it
MOST_QUESTIONS = 2_000  # whether there is another solution


class GivenMaker(Maker):
    """Makes puzzles of one puzzle, as `Maker` does of a family; their clues are parts of its solutions."""

    in_lines = False

    def __init__(self, puzzle: Puzzle, **more: Any) -> None:
        """Ask for puzzles.

        Args:
            puzzle: a puzzle with several solutions, of a family that can state parts of one, as a packing.
            **more: see `Maker`.

        Raises:
            UsageError: if its family cannot, or for a wish that is for generators of families.
        """
        asked = query_of(GenerateArguments, more)
        if puzzle.record.made.with_given is None:
            raise UsageError(f"{puzzle.name}: no part of a solution of {puzzle.family} can be given")
        for name in (*WISHES, "more"):
            if getattr(asked, name):
                raise UsageError(f"{name}: found it for {puzzle.name}; it is for generators of families")
        if not asked.unique:
            raise UsageError(f"unique: found no for {puzzle.name}; its puzzles have one solution in any case")
        self._begin(puzzle.family, asked)
        self.puzzle = puzzle

    def _draw(self, number: int, draw: int) -> Puzzle:
        source, made = self.puzzle, self.puzzle.record.made
        assert made.with_given is not None  # as was checked
        model = self._within("building the model", lambda: source.model)
        free = frozenset(range(model.options) if made.givable is None else made.givable(source.spec, model))
        search = Fewest(model, free, Random(draw), self._limits)
        try:
            self._within("looking for the fewest givens", search.run)
        except StoppedError as error:
            known = f"; {search.words}" if search.givens else ""
            raise self._limits.cause(StoppedError(f"{error}{known}")) from None
        return Puzzle(
            family=source.record,
            spec=made.with_given(source.spec, search.givens),
            name=self._name(Path(source.name).stem, number),
            title=f"{source.title or source.name or source.family}: {search.words}",
            rule=source.rule,
        )


@dataclass(eq=False)
class Fewest:
    """The search for the fewest options of a solution that leave it alone."""

    model: Model
    free: Options  # that may be given
    dice: Random
    limits: Limits
    givens: Options = frozenset()  # that leave the solution alone: the fewest if there are `at_least` as many
    at_least: int = 0
    questions: int = 0
    sets: list[Options] = field(default_factory=list)  # of which each needs a given

    @property
    def proved(self) -> bool:
        """Whether there are no fewer."""
        return len(self.givens) == self.at_least

    @property
    def words(self) -> str:
        """How few givens there are."""
        how = "the fewest" if self.proved else f"each is needed; at least {self.at_least} are"
        return f"{len(self.givens)} given ({how})"

    def run(self) -> None:
        """Draw a solution, and find the fewest options of it. Raises UsageError if there is none."""
        self.solution = self._random_solution()
        self.order = sorted(self.solution & self.free)
        self.dice.shuffle(self.order)
        self.givens = self._irredundant_givens()
        while not self.proved:
            found = self._choose((), ())
            if found is None:
                return
            self.givens, self.at_least = found, len(found)
        self.givens = self._first() or self.givens

    def _random_solution(self) -> Options:
        order = [*range(self.model.options)]
        self.dice.shuffle(order)
        outcome = self._run(reorder(self.model, order), "first", **ENGINE)
        if not outcome.solutions:
            raise UsageError("the puzzle has no solution; expected one, of which parts can be given")
        return frozenset(order[option] for option in outcome.solutions[0].options)

    def _irredundant_givens(self) -> Options:
        """Return givens of which each is needed: options that can be left out are, one by one."""
        kept = self.solution & self.free
        if self._other(kept) is not None:
            raise NotDrawnError("found several solutions with the same parts; expected one")
        for option in self.order:
            if self._other(kept - {option}) is None:
                kept -= {option}
        return kept

    def _choose(self, inside: Collection[int], outside: Collection[int]) -> Options | None:
        """Return the fewest givens with some options and without others, if they are not more than known.

        None as well if that takes too many questions.
        """
        while self.questions < MOST_QUESTIONS:
            chosen = self._hit(inside, outside)
            if chosen is None or len(chosen) > len(self.givens):
                return None
            if not inside and not outside:
                self.at_least = len(chosen)
                if self.proved:
                    return self.givens
            other = self._other(chosen)
            if other is None:
                return chosen
            self.sets.append(self._missing(other))
        return None

    def _missing(self, other: Options) -> Options:
        """Return a set that needs a given: what a solution misses that shares as much as is possible."""
        ours = self.solution & self.free
        shared = ours & other
        for option in self.order:
            if option not in shared and (more := self._other(shared | {option})) is not None:
                shared = ours & more
        return ours - shared

    def _first(self) -> Options | None:
        """Return the first of all choices that have the fewest givens; None after too many questions."""
        inside: list[int] = []
        outside: list[int] = []
        known = self.givens
        for option in self.order:
            if len(inside) == len(known):
                break
            if option not in known:
                found = self._choose([*inside, option], outside)
                if self.questions >= MOST_QUESTIONS:
                    return None
                known = known if found is None else found
            (inside if option in known else outside).append(option)
        return known

    def _hit(self, inside: Collection[int], outside: Collection[int]) -> Options | None:
        """Return the fewest options that hit all sets, with some and without others; None if none do."""
        open_sets = [each.difference(outside) for each in self.sets if each.isdisjoint(inside)]
        if not all(open_sets):
            return None
        if not open_sets:
            return frozenset(inside)
        some = sorted(frozenset().union(*open_sets))
        model = Model.build(
            {f"set {n}": (1, None) for n in range(len(open_sets))},
            {f"{o}": [f"set {n}" for n, each in enumerate(open_sets) if o in each] for o in some},
            minimize={f"{option}": 1 for option in some},
        )
        (best,) = self._run(model, "best", backend=CHOOSER, workers=1).solutions
        return frozenset(inside).union(some[option] for option in best.options)

    def _other(self, given: Options) -> Options | None:
        """Return another solution with these options; None if there is none."""
        self.questions += 1
        model, kept = require(self.model, sorted(given))
        for solution in self._run(model, "unique", **ENGINE).solutions:
            found = frozenset(kept[list(solution.options)].tolist())
            if found != self.solution:
                return found
        return None

    def _run(self, model: Model, task: Any, **more: Any) -> Any:
        """Return the outcome of a run that has an answer. Raises StoppedError."""
        from accord.runner.api import run  # only now: a command imports this module before it needs a run

        outcome = run(model, task, time_limit=self.limits.rest, cancel=self.limits.cancel, **more)
        if outcome.status in ("time", "cancelled"):
            raise self.limits.cause(StoppedError(outcome.reason))
        return outcome
