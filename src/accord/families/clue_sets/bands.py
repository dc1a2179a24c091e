"""The engine that finds all clue sets of a 9x9 sudoku grid: two bands or stacks first, then the third."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any, ClassVar

import numpy as np

from accord.backends.contract import Request, Search, Slice
from accord.backends.native.engine import (
    Engine,
    Kernel,
    Options,
    Walk,
    Words,
    load_kernel,
    lowered_or_why,
    output,
)
from accord.backends.native.walks import run_jobs
from accord.backends.statistics import Stage, Statistics
from accord.backends.waiting import wait_for
from accord.families.clue_sets.clue_model import ClueModel, read
from accord.families.clue_sets.runs import GROWTH, NARROW, VIEWS, Run, runs
from accord.families.clue_sets.views import ROOM, Known, View, sample, small_sets
from accord.model import Model
from accord_native.clues import layout
from accord_native.progress import NODES, SOLUTIONS
from accord_native.sudoku.layout import SCRATCH

PARTS = 4  # jobs of a run, about
ENTRIES = 1 << 14  # of a walk's stack
SAMPLED = 1 << 17  # nodes of a sample, at most
COUNTED = {  # in each run, for statistics
    "nodes": NODES,
    "candidates": layout.CANDIDATES,  # for the last clue of bands 1 and 2, where bit vectors choose it
    "rejected": layout.REJECTED,  # of those: the mini-rows of band 3 ask for more clues than there are
    "whole": layout.WHOLE,  # choices of all clues of bands 1 and 2: the candidates not rejected, and others
    "fitting": layout.FITTING,  # of those: they hit all sets there, and the mini-rows do not ask for too much
    "completed": layout.BEGUN,  # of those: nor do disjoint sets, so band 3 is searched
    "nodes there": layout.NODES_3,
    "checks": layout.CHECKS,  # whole clue sets shown to the solver
    "fresh": layout.FRESH,  # of those: it found a second grid, which is a fresh unavoidable set
    "puzzles": SOLUTIONS,
}
NO_THIRDS: dict[str, Any] = {  # arrays of a walk for a single band 3
    "thirds": np.zeros((0, layout.THIRD_WORDS), np.uint64),
    "whole": np.zeros((0, 0, 3), np.uint64),
    "emitted": np.zeros(0, np.uint64),
}


class Bands(Engine):
    """The kernel of clues by bands as an engine."""

    name: ClassVar[str] = "bands"
    specialist: ClassVar[str] = "clue sets of a 9x9 sudoku grid"
    knows_lazy: ClassVar[bool] = True
    tells: ClassVar[bool] = True

    def refusal(self, model: Model, request: Request) -> str | None:  # noqa: ARG002
        """Return why it is no model of clue sets of a 9x9 grid, or None."""
        lowered = lowered_or_why(model, read)
        return lowered if isinstance(lowered, str) else None

    def search(self, model: Model, request: Request) -> Search:
        """Search; yield slices."""
        lowered = lowered_or_why(model, read)
        assert isinstance(lowered, ClueModel)
        yield from load_kernel("accord_native.clues.unavoidable", "sets")  # which `prepare` asks for
        kernel = yield from load_kernel("accord_native.clues.search", profile=request.stats)
        started = perf_counter()
        jobs = BandsJobs(lowered, kernel, request)
        yield from wait_for(jobs.prepare)
        yield Slice(engine=self.name, why=jobs.why, estimate={"nodes": jobs.estimate})
        begun = perf_counter()
        for step in run_jobs(jobs, request):  # efforts but nodes are of this run, also where it was resumed
            spent = {"preparation_us": begun - started, "search_us": perf_counter() - begun}
            seconds = {name: round(1e6 * time) for name, time in spent.items()}
            stats = {self.name: jobs.stats()} if request.stats else step.stats
            yield replace(step, effort={**step.effort, **jobs.effort(), **seconds}, stats=stats)


@dataclass(frozen=True, eq=False)
class Job:
    """A part of a run: what is on the stack to begin with."""

    run: Run
    words: Words
    entry: tuple[int, int, int]


class BandsJobs:
    """Jobs: of each run some first branches. Which there are follows from the model alone."""

    def __init__(self, lowered: ClueModel, kernel: Kernel, request: Request) -> None:
        self._lowered, self._kernel, self._request = lowered, kernel, request
        self._views = [View(lowered, number) for number in range(VIEWS)]
        self._jobs: list[Job] = []
        self._states: list[Words] = []
        self._plan: dict[Run, list[Words]] = {}  # all runs, and the states of the walks of each
        self.count = 0
        self.estimate = 0
        self.why = "clue sets of a 9x9 sudoku grid"

    def prepare(self) -> None:
        """Find small unavoidable sets, and choose views."""
        lowered = self._lowered
        if not set(lowered.must) <= set(lowered.allowed):
            return
        sets, in_bands = small_sets(lowered.grid)
        for view in self._views:
            view.prepare(sets, in_bands)
        chosen = []
        for clues in range(max(lowered.low, len(lowered.must)), lowered.high + 1):
            costs = [self._sample_nodes(sample(clues, view)) for view in range(VIEWS)]
            base = sample(clues, 0).most
            for run in runs(clues, costs):
                view = self._views[run.view]
                words = view.words(run)
                self._plan[run] = []
                if words is None:
                    continue
                left = run.most - view.given.bit_count()
                entries = view.branches(left, PARTS, int(layout.TAIL))
                self._jobs += [Job(run, words, entry) for entry in entries]
                share = NARROW if run.bands[0] != run.bands[1] and run.least == run.most else 1.0
                self.estimate += round(share * costs[run.view] * GROWTH ** (run.most - base))
                if run.least == run.most:
                    chosen.append(run.view)
        self.count = len(self._jobs)
        if chosen:
            names = [f"{'band' if view < 3 else 'stack'} {view % 3 + 1}" for view in dict.fromkeys(chosen)]
            self.why += f"; {' and '.join(names)} last where none has more than its share"

    def _sample_nodes(self, run: Run) -> float:
        """Return the nodes of a small run; its view keeps the sets that the run finds."""
        view = self._views[run.view]
        words = view.words(run)
        if words is None:
            return 1.0
        left = run.most - view.given.bit_count()
        walk = self._walk(Job(run, words, (view.given, view.dead, left)), np.zeros((0, 0), np.int32))
        walk.call(np.uint64(SAMPLED))
        walk.over()
        return float(walk.state[NODES]) + 1.0

    def begin(self, job: int) -> Walk:
        """Return a walk from a job's first branch."""
        this = self._jobs[job]
        walk = self._walk(this, output(self._request, self._lowered.high))
        walk.roots = 1
        self._states.append(walk.state)
        self._plan[this.run].append(walk.state)
        return walk

    def _walk(self, job: Job, found: Options) -> Walk:
        view = self._views[job.run.view]
        return walk_of(view, job.words, job.entry, self._kernel, found, profile=self._request.stats)

    def effort(self) -> dict[str, int]:
        """Return the effort of all walks so far; `rejected` candidates ask too much of the third band."""
        names = ("fresh", "candidates", "rejected", "checks")
        places = {name: getattr(layout, name.upper()) for name in names}
        total = {name: sum(int(state[place]) for state in self._states) for name, place in places.items()}
        return {"sets": sum(sum(view.known.number) for view in self._views), **total}

    def stats(self) -> Statistics:
        """Return the runs, and what each test has let through in each."""
        stages = []
        for run, states in self._plan.items():
            counts = {name: sum(int(state[place]) for state in states) for name, place in COUNTED.items()}
            stages.append(Stage(run.words, {"walks": len(states), **counts}))
        return Statistics(stages=tuple(stages))


def walk_of(
    view: View, words: Words, entry: tuple[int, int, int], kernel: Kernel, found: Options, *, profile: bool
) -> Walk:
    """Return a walk of a run from a branch; once it is over its view keeps the sets that it finds.

    Args:
        view: of the grid.
        words: the run, as the kernel takes it.
        entry: the first entry of the stack: clues, dead cells, clues to come.
        kernel: the search.
        found: room for solutions.
        profile: whether the kernel counts what its tests let through.
    """
    known, state = view.known, np.zeros(layout.PROFILED if profile else layout.STATES, np.uint64)
    state[[layout.SETS, layout.MIXED, layout.OTHERS]] = known.number
    state[layout.TOP] = 1
    cells, dead, left = entry
    written = {
        "sets": known.sets.copy(), "mixed": known.mixed.copy(), "ids": known.ids.copy(),
        "others": known.others.copy(), **room_of(left, ENTRIES),
    }  # fmt: skip
    written["stack"][0] = cells, dead if left else 0, left  # of a whole choice, what band 3 must have
    arrays = layout.Arrays(
        grid=view.grid, run=words, state=state, **written, **scratch_of(1), **NO_THIRDS
    )  # fmt: skip
    return Walk(
        call=lambda budget: kernel(arrays, budget, found),
        state=state,
        output=found,
        option=view.option,
        written=written,
        over=partial(_learn, view, written, state),
    )


def room_of(left: int, entries: int) -> dict[str, Any]:
    """Return empty arrays for the state of a walk that has so many clues to come in bands 1 and 2."""
    levels = max(left, int(layout.LONGEST)) + 2
    shapes = {
        "near_sets": ROOM, "near_mixed": (ROOM, 2), "near_others": (ROOM, 2),
        "near_hits": (ROOM // 64, layout.MISSED + 1), "stack": (entries, 3),
        "unhit": (levels, ROOM), "listed": (levels, 2), "level": (layout.BASE + 1, 6),
        "lists": (layout.BASE + 1, int(layout.LISTS)),
    }  # fmt: skip
    return {name: np.zeros(shape, np.uint64) for name, shape in shapes.items()}


def scratch_of(words: int) -> dict[str, Any]:
    """Return the arrays of a walk that are no part of its state, with so many words of mini-rows."""
    tails = int(layout.LONGEST) + 1
    shapes = {
        "order": (2, ROOM), "vectors": int(layout.VECTOR), "hits": (54, 2), "steps": (tails, 5),
        "slots": (tails, words * layout.SLOTS), "slot_hits": (54, words * layout.SLOTS), "asked": (2, 2),
    }  # fmt: skip
    arrays = {name: np.zeros(shape, np.uint64) for name, shape in shapes.items()}
    return {**arrays, "scratch": np.zeros(SCRATCH, np.uint32)}


def _learn(view: View, written: dict[str, Any], state: Words) -> None:
    """Give the sets of a walk to its view, if they are more, so that later walks begin with them."""
    number = int(state[layout.SETS]), int(state[layout.MIXED]), int(state[layout.OTHERS])
    if sum(number) > sum(view.known.number):
        sets, mixed, ids, others = (written[name] for name in ("sets", "mixed", "ids", "others"))
        view.known = Known(sets, mixed, ids, others, number)
