"""Search models with lazy items by any backend: solve, add violated items, and solve again.

It is given the model's own items. The first solutions that it finds are shown to the lazy part; what they
break is added as items, and it is asked again, until a pass over all solutions has found none to break
anything. True solutions are handed on as they come, and once only: later passes come by them again.

    pass    one search of the backend, of the model with all items found so far
    false   a solution that breaks a lazy item; if the item is of the same pass, it is only counted
    over    a pass that has met enough false solutions: beginning anew costs less than walking through more

A run that is resumed begins a pass anew, with the items and the true solutions of the one before.

A pass is complete only if the backend says so and nothing was added in it. It must then have met every true
solution that was handed on; else the backend has lost some, which raises.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial

import numpy as np

from accord.backends.contract import (
    Answers,
    Backend,
    Request,
    Search,
    Slice,
    known_of,
    node_counter,
    state_of,
)
from accord.backends.statistics import Statistics, together
from accord.backends.waiting import wait_for
from accord.errors import EngineError, RefusedError
from accord.model import Model
from accord.model.arrays import pad_rows
from accord.model.lazy import Cut, Separation, Solve, with_any_cut, with_cuts, without_lazy
from accord.model.model import Indices
from accord.runner import bits, settle
from accord.runner.bits import seen_by

NEW = 100  # items found in a pass that end it
FALSE = 2000  # false solutions that end a pass in which there is a new item


def refusal(backend: Backend, model: Model, request: Request) -> str | None:
    """Why a backend does not take a model, lazy or not; None if it does, by itself or in the loop."""
    if model.lazy is None:
        return _refusal(backend, model, request)
    if by_itself(backend, model, request):
        return None
    plain = backend.refusal(without_lazy(model), request)
    if plain is None:
        reason = backend.refusal(with_any_cut(model), request)
        return reason and f"{reason}; the lazy items of this model may be such"
    own = backend.refusal(model, request) if backend.lazy else None
    return plain if own is None else own


def _refusal(backend: Backend, model: Model, request: Request) -> str | None:
    if model.integers and not backend.integers:
        return "it takes integers by options only"
    try:
        return backend.refusal(seen_by(backend, model), request)
    except RefusedError as refused:
        return str(refused)


def choice(backend: Backend, model: Model, request: Request) -> tuple[str, str]:
    """The engine that a backend will use, and why; called only after `refusal` gave None."""
    if model.lazy is None or by_itself(backend, model, request):
        seen = seen_by(backend, model)
        engine, why = backend.choice(seen, request)
        return engine, why if seen is model else f"bits of variables with many values, {why}"
    engine, why = backend.choice(without_lazy(model), request)
    return engine, f"{why}; lazy items in passes"


def first(backend: Backend, model: Model, request: Request) -> int | None:
    """The item where a backend's search of a model begins, if it knows; called as `choice` is."""
    plain = model if model.lazy is None or by_itself(backend, model, request) else without_lazy(model)
    return backend.first(plain, request)


def by_itself(backend: Backend, model: Model, request: Request) -> bool:
    """Whether a backend takes a lazy model as it is; see `lazy` in the contract."""
    return bool(backend.lazy) and backend.refusal(model, request) is None


def counts(backend: Backend, model: Model, request: Request) -> bool:
    """Whether a backend counts a lazy model as it is, without walking to each solution."""
    return by_itself(backend, model, request) and backend.counts(model, request)


def search(backend: Backend, model: Model, request: Request) -> Search:
    """A backend's search of any model that it takes; solutions of lazy ones are checked.

    Raises RefusedError, now or with the first slice, for a model that it does not take.
    """
    if model.lazy is None:
        return start(backend, model, request)
    if not counts(backend, model, request):
        rule = settle.rule_of(model, request)
        if rule is not None:
            return settle.search(backend, model, request, rule, _search)
        kept = settle.kept_of(model, request)
        if kept is not None:
            return settle.search_without_others(backend, model, request, kept, _search)
    return _search(backend, model, request)


def _search(backend: Backend, model: Model, request: Request) -> Search:
    """A backend's search of a lazy model."""
    if not by_itself(backend, model, request):
        return _Loop(backend, model, request).search()
    if backend.lazy == "asks":
        return backend.search(model, request)
    return _check_each(backend, model, request)


def start(backend: Backend, model: Model, request: Request) -> Search:
    """Start a search of a model that the backend accepts; every search of a backend starts here.

    Passes, parts, orbits, quotients and restrictions are new models: that it took the model they come from
    says nothing of them. Raises RefusedError with its reason.
    """
    reason = _refusal(backend, model, request)
    if reason is not None:
        raise RefusedError(reason)
    return bits.search(backend, model, request)


def _check_each(backend: Backend, model: Model, request: Request) -> Search:
    """The slices of an engine that handles lazy items itself; every solution is checked all the same."""
    separation = Separation(model, solve_with(backend))
    with closing(backend.search(model, request)) as steps:
        for step in steps:
            for row in step.solutions if step.solutions is not None else ():
                cuts = yield from wait_for(partial(separation.cuts, row))
                if cuts:
                    names = [model.option_name(option) for option in row if option >= 0]
                    raise EngineError(
                        f"backend {backend.name} gave a solution that breaks {cuts[0].name}: {names}"
                    )
            yield step


def solve_with(backend: Backend) -> Solve:
    """Answers to the lazy part's questions: by a backend's `oracle` of the model, or by a search for each."""
    known: dict[int, tuple[Model, Answers]] = {}

    def solve(model: Model, options: Sequence[int]) -> tuple[int, ...] | None:
        if id(model) not in known:
            known[id(model)] = model, backend.oracle(model) or partial(_first, backend, model)
        return known[id(model)][1](options)

    return solve


def _first(backend: Backend, model: Model, options: Sequence[int]) -> tuple[int, ...] | None:
    """A solution with these options, by a search of its own."""
    smaller, kept = model.require(options)
    with closing(start(backend, smaller, Request("first", limit=1, workers=1))) as steps:
        for step in steps:
            if step.count:
                assert step.solutions is not None
                return tuple(sorted(int(kept[option]) for option in step.solutions[0] if option >= 0))
            if step.complete:
                return None
    raise EngineError(f"backend {backend.name} ended without saying that its search was complete")


class _Loop:
    """One search of a lazy model."""

    def __init__(self, backend: Backend, model: Model, request: Request) -> None:
        self.backend, self.model, self.request = backend, model, request
        self.best = request.task == "best"
        self.separation = Separation(model, solve_with(backend))
        self.plain = without_lazy(model)
        self.cuts, known = known_of(request.resume)
        self.new: list[Cut] = []  # of this pass
        self.seen = set(map(_key, known))  # true solutions, handed on
        self.passed = 0  # true solutions of this pass
        self.false = 0  # false solutions of this pass
        self.value: int | None = None  # of the best true solution
        self.last: int | None = None  # of the last solution of a pass, true or not
        self.rounds = 0
        self.spent: Counter[str] = Counter()  # by earlier passes
        self.under_way: Counter[str] = Counter()
        self.stats: tuple[Mapping[str, Statistics], Mapping[str, Statistics]] = {}, {}  # likewise
        self.stopped = False

    def search(self) -> Search:
        """Passes, until one is complete."""
        yield Slice()
        try:
            while True:
                complete = yield from self._pass()
                if self._is_last(complete):
                    yield self._slice(complete=complete)
                    return
        finally:
            self.stopped = True

    def _is_last(self, complete: bool) -> bool:
        """Whether the pass that ended was the last one."""
        if self.best and complete and (self.last is None or self.last == self.value):
            return True
        if self.new or self.best:
            return False
        if complete and self.passed != len(self.seen):
            raise EngineError(
                f"backend {self.backend.name} found {self.passed} solutions, and {len(self.seen)} before"
            )
        return True

    def _pass(self) -> Generator[Slice, None, bool]:
        """Search once; return whether it saw everything."""
        self.rounds += 1
        self.cuts += self.new
        self.new, self.false, self.passed, self.last = [], 0, 0, None
        task = "all" if self.request.task == "count" else self.request.task
        nodes = self.request.nodes and self.request.nodes.after(node_counter(self.spent)[0])
        request = replace(
            self.request, task=task, solutions=True, limit=None, save_when=None, resume=None, nodes=nodes
        )
        with closing(start(self.backend, with_cuts(self.plain, self.cuts), request)) as steps:
            for step in steps:
                self.under_way = Counter(step.effort)
                self.stats = self.stats[0], step.stats
                if step.solutions is not None and len(step.solutions):
                    rows = step.solutions
                    true = yield from wait_for(partial(self._sift, rows))
                    yield self._slice(true, step.bound)
                else:
                    yield self._slice(bound=step.bound)
                if step.complete:
                    self._over()
                    return True
                if self._enough():
                    break
        self._over()
        return False

    def _over(self) -> None:
        self.spent += self.under_way
        self.under_way = Counter()
        self.stats = together(*self.stats), {}

    def _enough(self) -> bool:
        """Whether to begin anew with the items that were found."""
        if self.best or not self.new:
            return False
        return len(self.new) >= NEW or self.false >= FALSE

    def _sift(self, rows: Indices) -> list[list[int]]:
        """The new true solutions of a batch; once enough is known, the rest waits for the next pass."""
        true = []
        for row in rows:
            if self.stopped or self._enough():
                break
            solution = sorted(int(option) for option in row if option >= 0)
            chosen = frozenset(solution)
            if self.best:
                self.last = int(self.model.objective[solution].sum())
            if not all(cut.is_met(chosen) for cut in self.new):
                self.false += 1
                continue
            key = _key(solution)
            if key in self.seen:
                self.passed += 1
                continue
            cuts = self.separation.cuts(solution)
            if cuts:
                self.new += cuts
                self.false += 1
                continue
            self.passed += 1
            self.seen.add(key)
            if not self.best or self.value is None or (self.last is not None and self.last < self.value):
                self.value = self.last
                true.append(solution)
        return true

    def _slice(
        self, found: Sequence[Sequence[int]] = (), bound: int | None = None, complete: bool = False
    ) -> Slice:
        effort = dict(self.spent + self.under_way) | {"rounds": self.rounds} | self.separation.effort
        told = pad_rows(found) if self.request.solutions and len(found) else None
        state = None
        if self.request.save_when is not None and self.request.save_when():
            handed_on = [np.frombuffer(key, np.int32).tolist() for key in self.seen]
            state = state_of([*self.cuts, *self.new], handed_on)
        stats = together(*self.stats)
        return Slice(len(found), told, effort, complete, bound=bound, stats=stats, state=state)


def _key(solution: Sequence[int]) -> bytes:
    return np.array(solution, np.int32).tobytes()
