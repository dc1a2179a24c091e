"""Find the values that each cell or variable has over all solutions: `accord.candidates`.

A solution shows one value of each cell. The search asks again and again for a solution that shows a value not
seen yet, until there is none; then all values are known, however many solutions there are. The backend `sat`
keeps one solver for all these questions; another backend gets a model for each, with one demand more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from typing import Literal, TypeAlias

import msgspec
import numpy as np

from accord.arguments import query_of
from accord.arguments.keywords import asks
from accord.arguments.puzzle import CandidatesArguments
from accord.backends.contract import Search, Slice
from accord.backends.sat.engines import ENGINES, usual
from accord.backends.sat.incremental import Incremental
from accord.backends.sat.thread import Pulse, in_thread
from accord.errors import EngineError, RefusedError, StoppedError, number_of
from accord.model import Model
from accord.model.lazy import Cut, with_cuts
from accord.model.verify import valid
from accord.picture import EMPTY, Picture, Place, cell_name
from accord.puzzles.cell_values import CellValues, Shown, Value, exclusive, own_values
from accord.puzzles.family import scene_of
from accord.puzzles.partial_board import UNKNOWN, VOID, PartialBoard
from accord.puzzles.puzzle import AnyPuzzle, Puzzle, built
from accord.runner.driver import Driver
from accord.runner.limits import Limits, Show, Stop
from accord.runner.query import check_backend
from accord.runner.result import Result, common_fields
from accord.runner.run import Run, TimedRun
from accord.runner.sample import Population
from accord.scene.shapes import Scene
from accord.setters.guarded import literal_of


def count_values(
    puzzle: Puzzle | Model, model: Model, cells: CellValues, limits: Limits, show: Show
) -> tuple[dict[str, dict[Value, int]], int]:
    """Return how many solutions have each value, and how many there are. Raises StoppedError.

    The solutions are counted by option, without a walk where a backend can; where several options of a cell
    may be chosen together, a walk looks at each solution.
    """
    number: Callable[[Shown], int]
    if all(exclusive(model, shown.options) for some in cells.values() for shown in some.values()):
        population = Population(puzzle, time_limit=limits.rest, cancel=limits.cancel, show=show)
        number, total = partial(_number, population.frequencies(), population.total), population.total
    else:
        number, total = _walk(puzzle, cells, limits)
    found = {name: {value: number(shown) for value, shown in some.items()} for name, some in cells.items()}
    return {name: {v: n for v, n in some.items() if n} for name, some in found.items()}, total


def _number(by_option: Sequence[int], total: int, shown: Shown) -> int:
    """Return how many of all solutions have a value, of which no two options are chosen together."""
    chosen = sum(by_option[option] for option in shown.options)
    return total - chosen if shown.rest else chosen


def _walk(puzzle: Puzzle | Model, cells: CellValues, limits: Limits) -> tuple[Callable[[Shown], int], int]:
    """Return how many solutions have each value, by looking at all of them. Raises StoppedError."""
    every = {shown for some in cells.values() for shown in some.values()}
    found: Counter[Shown] = Counter()
    run = Run(puzzle, "all", time_limit=limits.rest, cancel=limits.cancel)
    total = 0
    for step in run:
        for row in step.solutions:
            chosen = frozenset(row.tolist())
            total += 1
            found.update(shown for shown in every if shown.holds(chosen))
    if run.outcome.status != "complete":
        raise StoppedError(f"{run.outcome.reason}: {total:,} solutions were counted, and there may be more")
    return found.__getitem__, total


Answer: TypeAlias = Literal["found", "impossible", "undecided"]
SAT = "sat"


class Candidates(Result, msgspec.Struct, frozen=True, kw_only=True):
    """The values that each cell has in some solution. Where `status` is not complete, there may be more."""

    answer: Answer
    values: dict[str, tuple[Value, ...]] = {}  # by the name of a cell or a variable
    counts: dict[str, tuple[int, ...]] = {}  # how many solutions have each of these values, if asked
    solutions: int | None = None  # how many there are, if asked
    seconds: float = 0.0

    @property
    def drawings(self) -> list[Scene]:
        """The board with the candidates in its cells; nothing of a bare model or a puzzle without a board."""
        puzzle = self.declared
        picture = None if puzzle is None or not self.values else board(puzzle, self.values, drawn=True)
        return [] if picture is None or puzzle is None else [scene_of(puzzle.record, picture, puzzle.title)]

    @property
    def known(self) -> dict[str, Value]:
        """The cells that have the same value in all solutions."""
        if self.status != "complete":
            return {}
        return {name: some[0] for name, some in self.values.items() if len(some) == 1}

    def __str__(self) -> str:
        """Return the finding, and the cells with several values, a line each."""
        return "\n".join([self.statement, *self.lines()])

    def lines(self) -> list[str]:
        """Return the cells with several values, a line each."""
        return [f"{name}: {self._words(name)}" for name, some in self.values.items() if len(some) > 1]

    def _words(self, name: str) -> str:
        """The values of a cell in words, with their shares where these are known."""
        some, counts = self.values[name], self.counts.get(name)
        if counts is None or not self.solutions:
            return " ".join(map(str, some))
        return ", ".join(
            f"{value} {count / self.solutions:.0%}" for value, count in zip(some, counts, strict=True)
        )

    @property
    def statement(self) -> str:
        """The finding in a sentence."""
        if self.answer == "impossible":
            return "there is no solution, so no cell has a value"
        if self.status != "complete":
            return f"at least these values; {self.reason}"
        several = sum(len(some) > 1 for some in self.values.values())
        if not several:
            return "each cell has one value: there is exactly one solution"
        return f"{several:,} of {len(self.values):,} cells have several values"


@asks(CandidatesArguments)
def candidates(puzzle: AnyPuzzle, **more: object) -> Candidates:
    """Find the values that each cell or variable has over all solutions, exactly.

    Args:
        puzzle: a puzzle from `accord.load`, a problem, or a bare model, of which options are the variables.
        **more: see below.

    Raises:
        RefusedError: if the backend does not take the model.
        UsageError: if there is no such backend.
    """
    asked = query_of(CandidatesArguments, more)
    check_backend(asked.backend)
    limits = Limits.of(asked)
    asked.show("building the model", None)
    known, model = limits.guard("the model was built").do(built, puzzle)
    cells = limits.guard("the cells were read").do(own_values, known)
    driver: Driver[object] = Driver(limits, doing="candidates were looked for")
    if asked.shares:
        found, total = count_values(known, model, cells, limits, asked.show)
        return _result(known, driver, found, "", total)
    seen = _Seen(model, cells)
    search = (
        in_thread(partial(_by_sat, seen))
        if asked.backend == SAT
        else _by_runs(seen, limits, asked.backend, asked.show)
    )
    for _ in driver.drive(search):
        asked.show(f"{number_of(seen.solutions, 'solutions')}, {len(seen.open):,} values not seen", None)
    return _result(known, driver, seen.found, asked.backend, None, seen.solutions)


def _result(
    puzzle: Puzzle | Model,
    driver: Driver[object],
    found: Mapping[str, Mapping[Value, int]],
    backend: str,
    total: int | None,
    searched: int = 0,
) -> Candidates:
    """Return the values that were found; `found` has the solutions with each where they are counted."""
    stop = Stop("complete") if total is not None else driver.stop
    solved = searched if total is None else total
    return Candidates(
        **common_fields(puzzle, stop, {}),
        backend=backend,
        answer="found" if solved else "impossible" if stop.status == "complete" else "undecided",
        values={name: tuple(some) for name, some in found.items()} if solved else {},
        counts={} if not total else {name: tuple(some.values()) for name, some in found.items()},
        solutions=total,
        effort={"solutions": searched} if total is None else {},
        seconds=round(driver.spent[0], 3),
    ).about(puzzle)


@dataclass(eq=False)
class _Seen:
    """Return what the solutions found so far have shown."""

    model: Model
    cells: CellValues
    solutions: int = 0
    open: set[Shown] = field(init=False)  # not seen in any solution yet

    def __post_init__(self) -> None:
        self.open = {shown for values in self.cells.values() for shown in values.values()}

    def note(self, chosen: Iterable[int]) -> None:
        """Note a solution. Raises EngineError if it is none, or shows nothing new."""
        options = frozenset(chosen)
        if not valid(self.model, np.array([sorted(options)], np.int32).reshape(1, -1)).all():
            raise EngineError(f"an engine gave a false solution of {self.model!r}")
        shown = {each for each in self.open if each.holds(options)}
        if not shown and self.open:
            raise EngineError(f"an engine gave a solution of {self.model!r} that was not asked for")
        self.open -= shown
        self.solutions += 1

    @property
    def found(self) -> dict[str, dict[Value, int]]:
        """The values seen in each cell; solutions are not counted."""
        if not self.solutions:
            return {}
        return {
            name: dict.fromkeys((value for value, shown in some.items() if shown not in self.open), 0)
            for name, some in self.cells.items()
        }


def _by_sat(seen: _Seen, pulse: Pulse) -> Search:
    """Search with one solver; it prefers options that were not seen."""
    solver = Incremental(seen.model, ENGINES[usual("clauses")], pulse)
    yield from solver.write()
    literals: dict[Shown, int] = {}
    while True:
        chosen = yield from solver.find()
        if chosen is None:
            break
        seen.note(chosen)
        yield Slice(1, effort=solver.effort)
        if not seen.open:
            break
        for shown in seen.open - literals.keys():
            literals[shown] = literal_of(solver, shown)
        solver.add_clause([literals[shown] for shown in seen.open])
        solver.oracle.prefer(
            seen.model.options, {o for each in seen.open if not each.rest for o in each.options}
        )
    yield Slice(complete=True)


def _by_runs(seen: _Seen, limits: Limits, backend: str, show: Show) -> Generator[None, None, None]:
    """Search with a run for each solution; then with one for each value that means `none of these`."""
    demand: list[Cut] = []
    while (found := (yield from _one(seen.model, demand, limits, backend, show))) is not None:
        seen.note(found)
        if not seen.open:
            return
        demand = [_any_of(seen)]
    if seen.solutions:
        for shown in [each for each in seen.open if each.rest and len(each.options) > 1]:
            if shown not in seen.open:  # the solution for another one had it
                continue
            amounts = (1,) * len(shown.options)
            empty = Cut("none of these", tuple(sorted(shown.options)), amounts, 0, 0)
            found = yield from _one(seen.model, [empty], limits, backend, show)
            if found is not None:
                seen.note(found)


def _any_of(seen: _Seen) -> Cut:
    """Return the demand for a value not seen yet; values that mean `none of several` are left to the end."""
    amounts: dict[int, int] = {}
    low = 1
    for shown in seen.open:
        if not shown.rest:
            for option in shown.options:
                amounts[option] = amounts.get(option, 0) + 1
        elif len(shown.options) == 1:
            amounts[shown.options[0]] = amounts.get(shown.options[0], 0) - 1
            low -= 1
    options = tuple(sorted(option for option, amount in amounts.items() if amount))
    return Cut("a value not seen yet", options, tuple(amounts[option] for option in options), low, None)


def _one(
    model: Model, demand: list[Cut], limits: Limits, backend: str, show: Show
) -> Generator[None, None, list[int] | None]:
    """Return a solution that meets one more demand; None if there is none. Raises StoppedError at a limit."""
    run = TimedRun(with_cuts(model, demand), "first", limits, backend=backend, show=show)
    if run.outcome is None:
        raise RefusedError(f"backend {backend} does not take this model")
    with closing(run):
        yield from run.run_for(inf)
    if run.solutions:
        return run.solutions[0]
    if not run.searched:
        yield None  # the driver looks at the limits, which ended the run
        raise StoppedError("a search for one more solution ended without an answer")
    return None


OPEN = "?"  # in a text, for a cell with several values


def board(puzzle: Puzzle, values: Mapping[str, Sequence[Value]], *, drawn: bool = False) -> Picture | None:
    """Return the board with the values of `accord.candidates`; None if the puzzle has no board of cells.

    A cell that is sure shows its value. One with several shows `?`; where it is `drawn` it shows the values,
    and nothing if they are only full or empty.
    """
    known = PartialBoard(puzzle)
    signs = _signs(known, values)
    if not signs:
        return None
    empty = known.drawn
    shown = {
        place: some[0] if len(some) == 1 else _all(some) if drawn else OPEN for place, some in signs.items()
    }
    marks = {place: mark for place, mark in empty.marks.items() if place not in signs}
    figures = {**empty.figures, VOID: "empty"} if drawn else empty.figures
    return replace(empty, signs={**empty.signs, **shown}, marks=marks, figures=figures)


def _all(signs: Sequence[str]) -> str:
    visible = [sign for sign in signs if sign not in (UNKNOWN, VOID)]
    return "".join(visible) if len(visible) > 1 else EMPTY


def _signs(known: PartialBoard, values: Mapping[str, Sequence[Value]]) -> dict[Place, list[str]]:
    """Return the signs that each cell can have."""
    puzzle = known.puzzle
    if puzzle.record.made.variables is None:
        names = {cell_name(known.drawn, place): place for place in known.places}
        return {names[name]: [str(value) for value in some] for name, some in values.items() if name in names}
    seen = {
        shown
        for name, of_value in own_values(puzzle).items()
        for value, shown in of_value.items()
        if value in values[name]
    }
    found: dict[Place, list[str]] = {}
    for place in known.places:
        signs = known.signs_at(place)
        some = [sign for option, sign in signs.items() if Shown((option,)) in seen]
        if Shown(tuple(signs), rest=True) in seen:
            some.append(known.empty_sign(place))
        if some:
            found[place] = list(dict.fromkeys(some))
    return found
