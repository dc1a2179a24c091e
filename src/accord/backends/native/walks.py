"""The loop that drives tree-search kernels: slices, threads, progress, and states to resume from.

A call of a kernel takes about SLICE_SECONDS; all else happens between calls. With several workers each has
a walk of its own in a thread of its own (kernels hold no GIL), and takes the next job when that one is done.
Where `save_when` says so no call is begun until all that run have ended and are reported; the slice that is
yielded then has the state of the whole search, and a search with `resume` continues from there.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np

from accord.backends import waiting
from accord.backends.contract import UNLIMITED, Board, Request, Search, Slice, State
from accord.backends.native.engine import (
    SMALL,
    Engine,
    Jobs,
    Walk,
    jobs_wanted,
    load_kernel,
    lower_model,
    refill,
    refusal_of,
)
from accord.backends.native.profile import Profile, engine_statistics
from accord.backends.statistics import Statistics
from accord.backends.waiting import wait_for
from accord.model import Model
from accord_native.progress import DONE, NODES, PAUSED, SOLUTIONS

Say: TypeAlias = Callable[[Profile], Mapping[str, Statistics]]

SLICE_SECONDS = 0.02
FIRST_BUDGET, LARGEST_BUDGET = 1 << 12, 1 << 24  # nodes
HEARTBEAT = 0.1  # seconds between empty slices while all threads are busy


@dataclass(eq=False)
class _Active:
    """A walk and the number of its job; `count` of its solutions were reported."""

    job: int
    walk: Walk
    count: int = 0
    budget: int = FIRST_BUDGET

    allowed: int | None = None  # nodes that the next call may place; None: any number

    @property
    def next_budget(self) -> int:
        """Return the budget of the next call."""
        return self.budget if self.allowed is None else min(self.budget, self.walk.within(self.allowed))

    def call(self) -> np.uint64:
        """Continue for about SLICE_SECONDS, and adapt the budget of the next call."""
        budget = self.next_budget
        started = perf_counter()
        end = self.walk.call(np.uint64(budget))
        seconds = perf_counter() - started
        if budget < self.budget:
            return end
        if seconds > 2 * SLICE_SECONDS and self.budget > 1:
            self.budget //= 2
        elif end == PAUSED and 2 * seconds < SLICE_SECONDS and self.budget < LARGEST_BUDGET:
            self.budget *= 2
        return end


class Lowering(NamedTuple):
    """How an engine lowers models for its kernel."""

    refuse: Callable[[Model], None]  # raises RefusedError if the kernel does not take the model
    lower: Callable[[Model], Any]  # its arrays


class Walker(Engine):
    """An engine that walks a tree: its kernel, what lowers models for that, and how a search is cut."""

    kernel: ClassVar[str]
    lowering: ClassVar[Lowering]
    jobs: ClassVar[type[Any]]  # `Jobs`, made of a model, what it was lowered to, the kernel and a request

    def refusal(self, model: Model, request: Request) -> str | None:  # noqa: ARG002
        """Which test the model fails."""
        return refusal_of(self.lowering.refuse, model)

    def search(self, model: Model, request: Request) -> Search:
        """Load the kernel, lower the model for it, and walk through all jobs, with slices all the while."""
        kernel = yield from load_kernel(
            self.kernel, "search", **({"profile": request.stats} if self.tells else {})
        )
        jobs = self.jobs(model, (yield from lower_model(self.lowering.lower, model)), kernel, request)
        large = model.options + len(model.item) > SMALL
        yield from run_jobs(jobs, request, partial(engine_statistics, self.name, model), large=large)


def run_jobs(jobs: Jobs, request: Request, say: Say | None = None, *, large: bool = False) -> Search:
    """Run all jobs, `request.threads` at a time.

    Args:
        jobs: of the search.
        request: what is asked.
        say: makes statistics of what their walks have counted.
        large: whether a single node may take seconds, so that calls are waited for.
    """
    return _Walks(jobs, request, say, large=large).search()


class _Walks:
    """Which jobs are done, which are under way, and what they took."""

    def __init__(self, jobs: Jobs, request: Request, say: Say | None, *, large: bool) -> None:
        self.jobs, self.request, self.say, self.large = jobs, request, say, large
        self.next = 0
        self.finished = 0
        self.nodes = self.roots = 0  # of finished jobs
        self.profile: Profile | None = None  # likewise
        self.active: list[_Active] = []
        self.budget = FIRST_BUDGET
        if request.resume is not None:
            self._resume(request.resume)

    def search(self) -> Search:
        with ExitStack() as stack:
            stack.callback(self._forget)
            pool = None
            if self.request.threads > 1:
                pool = stack.enter_context(ThreadPoolExecutor(self.request.threads))
            running: dict[Future[np.uint64], tuple[_Active, int]] = {}  # and nodes that it may place, at most
            while True:
                due = self.request.save_when is not None and self.request.save_when()
                if due and not running and self.active:
                    yield self._slice(state=self._state())
                    due = False
                yield from self._begin()
                if not self.active:
                    break
                if pool is None:
                    self._allowance(self.active[0], 0)
                    ended = [(self.active[0], (yield from self._call(self.active[0])))]
                else:
                    if not due:
                        busy = {id(active) for active, _ in running.values()}
                        for active in [active for active in self.active if id(active) not in busy]:
                            most = self._allowance(active, sum(most for _, most in running.values()))
                            if most:
                                running[pool.submit(active.call)] = active, most
                    ready, _ = wait(running, timeout=HEARTBEAT, return_when=FIRST_COMPLETED)
                    ended = [(running.pop(future)[0], future.result()) for future in ready]
                    if not ended:
                        yield self._slice()
                for active, end in ended:
                    # of several walks at once none is the search, and others are in the midst of a call
                    yield self._report(active, end, active.walk.board if pool is None else None)
        yield self._slice(complete=True)

    def _call(self, active: _Active) -> Generator[Slice, None, np.uint64]:
        """Call the kernel; for a large model in a thread, which is abandoned if the search is closed."""
        if not self.large:
            return active.call()
        return (yield from waiting.in_slices(wait_for(active.call), self._slice))

    def _allowance(self, active: _Active, under_way: int) -> int:
        """Cut the next call of a walk, beside calls that may place so many nodes; what it may place at most.

        That is 0 if the calls under way may take all that are left.
        """
        nodes = self.request.nodes
        if nodes is None:
            return active.budget
        placed = self._nodes() + under_way
        if under_way and nodes.left(placed) < 1:
            return 0
        active.allowed = nodes.quantum(UNLIMITED, placed)
        return min(active.allowed, active.next_budget + active.walk.beyond)

    def _begin(self) -> Iterator[Slice]:
        """Start jobs until every worker has one, and one more; some solutions may be there at once."""
        spare = int(self.request.threads > 1)  # waits in the queue, so that no thread waits for the next call
        while len(self.active) < self.request.threads + spare and self.next < self.jobs.count:
            walk = self.jobs.begin(self.next)
            self.active.append(_Active(self.next, walk, budget=self.budget))
            self.next += 1
            if walk.ready is not None and len(walk.ready):
                yield self._slice(len(walk.ready), walk.ready if self.request.solutions else None)

    def _report(self, active: _Active, end: np.uint64, board: Board | None) -> Slice:
        """The slice for a call that has ended."""
        walk = active.walk
        total = int(walk.state[SOLUTIONS])
        count, active.count = total - active.count, total
        found = walk.new_solutions() if self.request.solutions else None
        if end == DONE:
            self.budget = active.budget
            self.active.remove(active)
            self.finished += 1
            self.nodes += walk.nodes + int(walk.state[NODES])
            self.roots += walk.roots
            if walk.profile is not None:
                self.profile = walk.profile().plus(self.profile)
            walk.over()
            board = None
        return self._slice(count, found, board=board)

    def _slice(self, count: int = 0, found: Any = None, **more: Any) -> Slice:
        walks = [active.walk for active in self.active]
        effort = {
            "nodes": self._nodes(),
            "roots": self.roots + sum(walk.roots for walk in walks),
        }
        return Slice(count, found, effort, done=self._progress(walks), stats=self._stats(walks), **more)

    def _stats(self, walks: list[Walk]) -> Mapping[str, Statistics]:
        """Return the statistics of all walks; nothing where none are kept."""
        profile = self.profile
        for walk in walks:
            if walk.profile is not None:
                profile = walk.profile().plus(profile)
        return {} if profile is None or self.say is None else self.say(profile)

    def _nodes(self) -> int:
        return self.nodes + sum(each.walk.nodes + int(each.walk.state[NODES]) for each in self.active)

    def _progress(self, walks: list[Walk]) -> float | None:
        """Return about which fraction of all jobs is done; None if that is unknown."""
        if self.jobs.count == 1 and any(walk.done is None for walk in walks):
            return None
        of_walks = sum(walk.done() for walk in walks if walk.done)
        return (self.finished + of_walks) / max(1, self.jobs.count)

    # -- to be resumed -------------------------------------------------------------------------------

    def _state(self) -> State:
        active = [each.job for each in self.active]
        state: dict[str, Any] = {
            "numbers": np.array([self.next, self.finished, self.nodes, self.roots], np.int64),
            "active": np.array(active, np.int64),
            "jobs wanted": np.array(jobs_wanted(self.request)),
        }
        if self.profile is not None:
            state |= {"depths": self.profile.depths, "items": self.profile.items}
        for each in self.active:
            state[f"{each.job}.state"] = each.walk.state.copy()
            for name, array in each.walk.written.items():
                state[f"{each.job}.{name}"] = array.copy()
        return state

    def _resume(self, state: Mapping[str, Any]) -> None:
        self.next, self.finished, self.nodes, self.roots = state["numbers"].tolist()
        if "depths" in state:
            self.profile = Profile(state["depths"], state["items"])
        for job in state["active"].tolist():
            walk = self.jobs.begin(job)
            refill(walk.state, state[f"{job}.state"])
            for name, array in walk.written.items():
                refill(array, state[f"{job}.{name}"])
            self.active.append(_Active(job, walk, int(walk.state[SOLUTIONS])))

    def _forget(self) -> None:
        self.active.clear()
