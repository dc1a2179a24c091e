"""Draw solutions uniformly, find the n-th solution, and count the solutions with each option.

Where a backend can number the solutions of a model without walking to them, a draw takes milliseconds however
many there are. Elsewhere they are counted first, the numbers are drawn, and one walk picks these solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from random import Random
from typing import Any

import msgspec
import numpy as np

from accord.arguments import query_of, values
from accord.arguments.field import as_types
from accord.arguments.keywords import after_two, asks, draws
from accord.arguments.puzzle import PopulationArguments, SampleArguments
from accord.backends import table
from accord.backends.contract import Distribution
from accord.errors import MissingBackendError, RefusedError, StoppedError, UsageError, number_of
from accord.model import Model
from accord.model.model import Indices
from accord.model.verify import verify
from accord.puzzles.family import scene_of
from accord.puzzles.puzzle import AnyPuzzle, Puzzle, model_of, name_and_variant, puzzle_of
from accord.puzzles.views import frequencies as views
from accord.runner.driver import Driver
from accord.runner.findings import Step
from accord.runner.limits import GRACE, Limits
from accord.runner.outcome import Solution
from accord.runner.result import Public
from accord.runner.run import Run
from accord.runner.work import work_of
from accord.scene.shapes import Scene
from accord.symmetry.parts import Part
from accord.tasks import Task
from accord.watchdog import left

FARTHEST = 10**13  # the number of a solution that is walked to: months of walking
MOST_WALKED = 1_000_000  # draws where solutions are walked to: all are held until the walk ends


class Population:
    """The solutions of a puzzle, numbered from 1; `how` says in which order."""

    @after_two(PopulationArguments)
    def __init__(self, puzzle: AnyPuzzle, **more: Any) -> None:
        """Count the solutions, or number them.

        Args:
            puzzle: a puzzle from `accord.load`, a problem, or a bare model.
            **more: see below. Where the memory is too small for the numbers, solutions are walked to; the
                time is for this and all that is asked later.

        Raises:
            StoppedError: if the time is over, or on `cancel`.
            RefusedError: if no backend takes the model.
        """
        asked = query_of(PopulationArguments, more)
        self._limits = Limits.of(asked)
        self._show = asked.show
        building = self._limits.guard("the model was built")
        self._puzzle, self.model, self._part = building.do(_build, puzzle)
        self._numbered, self.how = self._number(asked.memory_limit)
        counting = self._limits.guard("solutions were counted", GRACE)
        self.total = self._numbered.total if self._numbered else counting.do(self._count)

    def sample(self, n: int = 1, seed: int | None = 0) -> list[Solution]:
        """Return `n` random solutions, all equally likely.

        Raises UsageError if there is none, RefusedError if it would have to enumerate too many.
        """
        return self._limits.guard("solutions were drawn").do(list, self.draw(n, seed))

    def draw(self, n: int = 1, seed: int | None = 0) -> Iterator[Solution]:
        """Yield the solutions of `sample` one after the other."""
        n, seed = as_types(n=(n, int), seed=(0 if seed is None else seed, int))
        if n < 0:
            raise UsageError(f"{n} solutions; expected 0 or more")
        if n and not self.total:
            raise UsageError("there is no solution to draw")
        if n > MOST_WALKED and self._numbered is None:
            raise RefusedError(
                f"{n:,} solutions; expected at most {MOST_WALKED:,} where it walks to solutions "
                f"({self.how}), as all are held in memory; draw several times, each with another seed"
            )
        random = Random(seed)
        yield from self._at(random.randrange(self.total) + 1 for _ in range(n))

    def nth(self, number: int) -> Solution:
        """The solution of that number.

        Raises UsageError if there are not so many, RefusedError if it would be walked to and is too far.
        """
        if not 1 <= number <= self.total:
            raise UsageError(f"number {number:,}; expected 1 to {self.total:,}, the number of solutions")
        return self._limits.guard("a solution was drawn", GRACE).do(next, self._at([number]))

    def frequencies(self) -> list[int]:
        """For each option of the model, how many solutions have it. Raises RefusedError as `nth` does."""
        return self._limits.guard("options were counted", GRACE).do(self._frequencies)

    def _frequencies(self) -> list[int]:
        found = np.zeros(self.model.options, object)
        if self._numbered:
            found[self._part.options] = self._numbered.frequencies()
            return list(found)

        def note(rows: Indices) -> bool:
            found[:] += np.bincount(rows[rows >= 0], minlength=len(found))
            return True

        self._refuse_far(self.total)
        self._walk(note)
        return [int(count) for count in found]

    # -- two ways --------------------------------------------------------------------------------------

    def _number(self, memory_limit: int | None) -> tuple[Distribution | None, str]:
        """The numbers of completions, where they can be had; and how solutions are found, in words."""
        if self.model.lazy is not None:
            return None, "walk: the solutions of a lazy model are only known once they are found"
        try:
            backend = next(name for name in table.names() if (one := table.class_of(name)) and one.numbers)
            building = self._limits.guard("solutions were numbered")
            distribution = table.backend(backend).distribution
            numbered = building.do(distribution, self._part.model, left(memory_limit))
            driver = Driver[None](self._limits, doing="solutions were numbered")
            for _ in driver.drive(numbered.steps()):
                self._show("numbering the solutions", None)
            if driver.stop.limit == "memory":
                return None, f"walk: {driver.stop.reason}"
            if driver.stop.status != "complete":
                raise driver.stop.error(_unseen("their number is not known"))
        except StoppedError as error:
            if self._limits.find_stop():
                raise
            return None, f"walk: {error}"
        except (MissingBackendError, RefusedError) as error:
            return None, f"walk: {error}"
        return numbered, "numbered, layer by layer"

    def _count(self) -> int:
        count = 0
        for step in self._steps("count", "counting"):
            count = step.count
        return count

    def _at(self, numbers: Iterable[int]) -> Iterator[Solution]:
        """Return the solutions of these numbers, in this order; they are listed only where it has to walk."""
        walked: dict[int, Indices] = {}
        if self._numbered is None:
            numbers = list(numbers)
            walked = self._rows(numbers)
        for number in numbers:
            self._check()
            if self._numbered is None:
                row = walked[number]
            else:
                row = self._part.of_whole(self._numbered.solution(number - 1)[None, :])[0]
            verify(self.model, row[None, :])
            yield Solution.of(self.model, row, number, {}, self._puzzle)

    def _rows(self, numbers: Iterable[int]) -> dict[int, Indices]:
        wanted = sorted(set(numbers))
        self._refuse_far(max(wanted, default=0))
        found: dict[int, Indices] = {}
        seen = 0

        def note(rows: Indices) -> bool:
            nonlocal seen
            while len(found) < len(wanted) and wanted[len(found)] <= seen + len(rows):
                number = wanted[len(found)]
                found[number] = rows[number - seen - 1]
            seen += len(rows)
            return len(found) < len(wanted)

        self._walk(note)
        return found

    def _refuse_far(self, number: int) -> None:
        """Raise RefusedError if walking to the solution of that number would take months."""
        if number > FARTHEST:
            raise RefusedError(
                f"solution {number:,} of {self.total:,} would be walked to, past all before it, which takes "
                f"months ({self.how}); `solve` with a limit gives the first ones"
            )

    def _walk(self, note: Callable[[Indices], bool]) -> None:
        """Walk through the solutions until `note` has seen enough."""
        with closing(self._steps("all", "walking")) as steps:
            for step in steps:
                if len(step.solutions) and not note(step.solutions):
                    return

    def _steps(self, task: Task, doing: str) -> Generator[Step, None, None]:
        """The steps of a run over all solutions. Raises StoppedError if it did not see them all."""
        walk = Run(self.model, task, time_limit=self._limits.rest, cancel=self._limits.cancel)
        with closing(iter(walk)) as steps:
            for step in steps:
                self._show(f"{doing}: {step.count:,} so far", step.done)
                yield step
        known = f"at least {number_of(walk.count, 'solutions')}"
        self._check(known)
        if not walk.outcome.exact:
            raise StoppedError(f"{walk.outcome.reason}: {_unseen(known)}")

    # -- limits ----------------------------------------------------------------------------------------

    def _check(self, known: str = "their number is not known") -> None:
        stop = self._limits.find_stop()
        if stop is not None:
            raise stop.error(_unseen(known))


def _unseen(known: str) -> str:
    return f"not all solutions were seen; {known}"


def _build(puzzle: AnyPuzzle) -> tuple[Puzzle | Model, Model, Part]:
    """Return a puzzle, its model, and the part of it that is searched."""
    known = puzzle_of(puzzle)
    model = model_of(known)
    return known, model, work_of(model, distinct=False, method=None, root=None).parts[0]


@draws(SampleArguments)
def sample(puzzle: AnyPuzzle, n: int = 1, **more: Any) -> list[Solution]:
    """Return `n` random solutions, all equally likely; see `Population`, which also takes the limits.

    Raises UsageError if there is no solution, StoppedError if the time is over before all were counted.
    """
    asked = query_of(SampleArguments, more)
    return Population(puzzle, **values(asked, PopulationArguments)).sample(n, asked.seed)


class Frequency(msgspec.Struct, frozen=True):
    """An option, by name, and how many solutions have it."""

    option: str
    solutions: int


class Frequencies(Public, msgspec.Struct, frozen=True, kw_only=True):
    """How many solutions there are, and how many have each option of the model. Its JSON form is public."""

    puzzle: str
    total: int
    rows: tuple[Frequency, ...]

    def __str__(self) -> str:
        """A line an option, as `accord sample --frequencies` prints them."""
        return "\n".join(f"{row.solutions}\t{row.option}" for row in self.rows)

    @property
    def drawings(self) -> list[Scene]:
        """A sheet with a board for each sign, warm where it often is; none where there is nothing to see."""
        from accord.scene.paper import sheet

        puzzle = self.declared
        if puzzle is None:
            return []
        try:
            seen = views(puzzle, [row.solutions for row in self.rows], self.total)
        except UsageError:
            return []
        scenes = [scene_of(puzzle.record, view.picture, puzzle.title) for view in seen]
        return [sheet(scenes, [view.caption for view in seen], title=puzzle.title)]


@asks(PopulationArguments)
def frequencies(puzzle: AnyPuzzle, **more: Any) -> Frequencies:
    """Count for each option how many solutions contain it; see `Population`, which takes the same limits.

    Raises StoppedError if the time is over before the end, RefusedError if it would take months.
    """
    asked = puzzle_of(puzzle)
    population = Population(asked, **more)
    name, model = name_and_variant(asked)[0], population.model
    rows = [Frequency(model.option_name(o), n) for o, n in enumerate(population.frequencies())]
    return Frequencies(puzzle=name, total=population.total, rows=tuple(rows)).about(asked)
