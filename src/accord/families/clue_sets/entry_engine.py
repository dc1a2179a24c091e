"""The engine that finds all clue sets of the grids that share bands 1 and 2 of a 9x9 sudoku.

What is chosen in bands 1 and 2 is searched once for all bands 3 (`entry_walks`). The cases that begin with
another band are searched grid by grid, as by the engine `bands`, unless the model asks for one case only;
`runs.entry_case` has the cases. One or two grids are left to the jobs of that engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import ClassVar

import numpy as np

from accord.backends.contract import Request, Search, Slice
from accord.backends.native.engine import (
    Engine,
    Kernel,
    Options,
    Walk,
    Words,
    load_kernel,
    output,
    refusal_of,
)
from accord.backends.native.walks import run_jobs
from accord.backends.statistics import Stage, Statistics
from accord.backends.waiting import wait_for
from accord.errors import RefusedError
from accord.families.clue_sets.bands import COUNTED, BandsJobs, walk_of
from accord.families.clue_sets.clue_model import ClueModel
from accord.families.clue_sets.entry_model import EntryRule, build_entry
from accord.families.clue_sets.entry_walks import Shared, Third, shared_walk
from accord.families.clue_sets.runs import Run, entry_runs
from accord.families.clue_sets.views import Flags, View, shared_sets, small_sets
from accord.model import Model
from accord_native.clues import layout
from accord_native.sudoku.layout import CELLS

EFFORTS = {name: getattr(layout, name.upper()) for name in ("fresh", "candidates", "rejected", "checks")}
FEW = 2  # grids for which sharing costs more than it saves
NONE = np.zeros(len(EFFORTS), np.uint64)
BOXES = tuple(cell // 27 * 3 + cell % 9 // 3 for cell in range(CELLS))


class EntryBands(Engine):
    """The kernels of clues by bands for several bands 3, as an engine."""

    name: ClassVar[str] = "shared-bands"
    specialist: ClassVar[str] = "clue sets of 9x9 sudoku grids that share bands 1 and 2"
    knows_lazy: ClassVar[bool] = True
    tells: ClassVar[bool] = True

    def refusal(self, model: Model, request: Request) -> str | None:  # noqa: ARG002
        """Return why it is no whole model of an entry of 9x9 grids, or None."""
        return refusal_of(_refuse, model)

    def search(self, model: Model, request: Request) -> Search:
        """Search; yield slices."""
        rule = model.lazy
        assert isinstance(rule, EntryRule)
        yield from load_kernel("accord_native.clues.unavoidable", "sets")
        profile = request.stats
        choose = yield from load_kernel("accord_native.clues.search", profile=profile, several=True)
        complete = yield from load_kernel("accord_native.clues.search", profile=profile)
        started = perf_counter()
        case = model.origin.spec.case if model.origin is not None else 0
        jobs = EntryJobs(rule, case, choose, complete, request)
        yield from wait_for(jobs.prepare)
        yield Slice(engine=self.name, why=f"{self.specialist}, {len(rule.thirds)} here")
        begun = perf_counter()
        for step in run_jobs(jobs, request):
            spent = {"preparation_us": begun - started, "search_us": perf_counter() - begun}
            seconds = {name: round(1e6 * time) for name, time in spent.items()}
            stats = {self.name: jobs.stats()} if request.stats else step.stats
            yield replace(step, effort={**step.effort, **jobs.effort(), **seconds}, stats=stats)


@dataclass(eq=False)
class _OfGrid(Walk):
    """A walk of a single grid."""

    chosen: int = -1  # the option that its band 3 is chosen

    def new_solutions(self) -> Options:
        """Return the solutions of the last call, each with that option."""
        some = super().new_solutions()
        return np.column_stack([np.full(len(some), self.chosen, np.int32), some])


class EntryJobs:
    """Jobs: for each number of clues the shared run, then the runs of each grid."""

    def __init__(
        self, rule: EntryRule, case: int, choose: Kernel, complete: Kernel, request: Request
    ) -> None:
        self._rule, self._case = rule, case
        self._choose, self._complete, self._request = choose, complete, request
        self._thirds: list[Third] = []
        self._views: list[list[View]] = []  # of each grid, with band 1, 2 and 3 last; of a case only 3
        # of each a run, as the kernel takes it, and the grid; None: all of them
        self._jobs: list[tuple[Run, Words, int | None]] = []
        self._shared: list[tuple[Run, Shared]] = []
        self._single: list[tuple[Run, Words]] = []  # and the state of the walk
        self._alone: list[BandsJobs] = []  # where there are few grids: the jobs of each
        self._ended = np.zeros(len(EFFORTS), np.uint64)  # the effort of walks that are over
        self._under_way: list[Words] = []  # the states of the others
        self._sets = 0  # that are known
        self.count = 0

    def prepare(self) -> None:
        """Find small unavoidable sets of all grids."""
        rule = self._rule
        place = {clue: len(rule.upper) + at for at, clue in enumerate(rule.lower)}
        numbers = (2,) if self._case else (0, 1, 2)
        shared = shared_sets(rule.upper + rule.thirds[0]) if self._case and len(rule.thirds) > FEW else None
        for k, third in enumerate(rule.thirds):
            lower = [place[len(rule.upper) + at, digit] for at, digit in enumerate(third)]
            option = np.array([*range(len(rule.upper)), *lower], np.int32)
            cells = tuple(range(CELLS))
            lowered = ClueModel(rule.upper + third, option, (), cells, *rule.clues, ())
            chosen = len(rule.upper) + len(rule.lower) + k
            if len(rule.thirds) <= FEW and not self._case:
                alone = BandsJobs(lowered, self._complete, self._request)
                alone.prepare()
                self._alone.append(alone)
                self._thirds.append(Third(View(lowered, 2), option, chosen))
            else:
                self._views.append(_views(lowered, numbers, shared))
                view = self._views[-1][-1]
                self._thirds.append(Third(view, view.option, chosen))
        if self._alone:
            self.count = sum(alone.count for alone in self._alone)
            return
        for clues in range(rule.clues[0], rule.clues[1] + 1):
            whole, single = entry_runs(clues, self._case)
            together = [whole] if whole is not None else []
            if len(rule.thirds) <= FEW:
                together, single = [], together + single
            runs: list[tuple[Run, int | None]] = [(run, None) for run in together]
            runs += [(run, k) for k in range(len(rule.thirds)) for run in single]
            for run, grid in runs:
                words = self._view(run, grid).words(run)
                if words is not None:
                    self._jobs.append((run, words, grid))
        self.count = len(self._jobs)
        self._note_sets()

    def _view(self, run: Run, grid: int | None) -> View:
        views = self._views[grid or 0]
        return views[run.view if len(views) > 1 else 0]

    def begin(self, job: int) -> Walk:
        """Return the walk of a job."""
        for third, alone in zip(self._thirds, self._alone, strict=False):
            if job < alone.count:
                return _OfGrid(**vars(alone.begin(job)), chosen=third.chosen)
            job -= alone.count
        run, words, grid = self._jobs[job]
        view, profile = self._view(run, grid), self._request.stats
        if grid is None:
            found = output(self._request, self._rule.clues[1] + 1)
            kernels = self._choose, self._complete
            walk, shared = shared_walk(self._thirds, run, words, kernels, found, profile=profile)
            self._shared.append((run, shared))
            states = [shared.state, *shared.states]
        else:
            room = output(self._request, self._rule.clues[1])
            walk = walk_of(view, words, (0, 0, run.most), self._complete, room, profile=profile)
            self._single.append((run, walk.state))
            states = [walk.state]
            walk = _OfGrid(**vars(walk), chosen=self._thirds[grid].chosen)
        self._under_way += states
        walk.over = partial(self._over, walk.over, states)
        return walk

    def _over(self, over: Callable[[], None], states: Sequence[Words]) -> None:
        """Note the effort of a walk that is done, and what it has learned."""
        over()
        self._ended += _efforts(states)
        ended = {id(state) for state in states}
        self._under_way = [state for state in self._under_way if id(state) not in ended]
        self._note_sets()

    def _note_sets(self) -> None:
        self._sets = sum(sum(view.known.number) for views in self._views for view in views)

    def effort(self) -> dict[str, int]:
        """Return the effort of all walks so far, by its names in the engine `bands`."""
        if self._alone:
            efforts = [alone.effort() for alone in self._alone]
            return {name: sum(effort[name] for effort in efforts) for name in efforts[0]}
        total = self._ended + _efforts(self._under_way)
        return {"sets": self._sets, **dict(zip(EFFORTS, total.tolist(), strict=True))}

    def stats(self) -> Statistics:
        """Return for each kind of run what each test has let through, of all bands 3 together."""
        if self._alone:
            return Statistics(stages=tuple(stage for alone in self._alone for stage in alone.stats().stages))
        stages: dict[str, list[Words]] = {}
        for run, shared in self._shared:
            stages[f"{run.words}: bands 1 and 2, for all"] = [shared.state]
            stages[f"{run.words}: bands 3"] = [*shared.states]
        for run, state in self._single:
            stages.setdefault(f"{run.words}, of each grid", []).append(state)
        return Statistics(
            stages=tuple(
                Stage(words, {"walks": len(states), **_counts(states)}) for words, states in stages.items()
            )
        )


def _views(lowered: ClueModel, numbers: Sequence[int], shared: Flags | None) -> list[View]:
    """Return the views of a grid with these numbers, with small unavoidable sets."""
    views = [View(lowered, number) for number in numbers]
    sets, in_bands = small_sets(lowered.grid, numbers, shared)
    for view in views:
        view.prepare(sets, in_bands)
    return views


def _efforts(states: Sequence[Words]) -> Words:
    """Return the sums over states of what EFFORTS names."""
    places = [*EFFORTS.values()]
    return np.sum([state[places] for state in states], axis=0, dtype=np.uint64) if states else NONE


def _counts(states: Iterable[Words]) -> dict[str, int]:
    every = list(states)
    return {name: sum(int(state[place]) for state in every) for name, place in COUNTED.items()}


def _refuse(model: Model) -> None:
    """Raise RefusedError unless this is the whole model of an entry of 9x9 grids."""
    rule = model.lazy
    if not isinstance(rule, EntryRule):
        raise RefusedError("the model does not ask for the clue sets of grids that share bands 1 and 2")
    if (rule.size, rule.boxes) != (9, BOXES):
        raise RefusedError(f"the grids are {rule.size}x{rule.size}; expected 9x9 with boxes of 3x3")
    if model.origin is None:
        raise RefusedError("the model has items of its own, which may say anything")
    whole = build_entry(model.origin.spec, rule)
    same = (getattr(model, name) for name in ("item", "option_of_entry", "low", "high"))
    right = (getattr(whole, name) for name in ("item", "option_of_entry", "low", "high"))
    if not all(np.array_equal(one, other) for one, other in zip(same, right, strict=True)):
        raise RefusedError("the model is a part of an entry; expected all of it")
