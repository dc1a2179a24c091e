"""Choosing an engine by measurement.

The first guess starts at once, and most searches end within its trial. If not, samples of the trees estimate
how many nodes each engine would place (see `probe`), and those that may beat the guess get a trial too, which
tells how long a node takes. The one with the least time to go carries on, and keeps what its trial found.

Where only the number of solutions is wanted and the search would be long, an engine that counts without
walking to them goes first, for as long as the search would take: at worst the run takes twice as long.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from time import perf_counter

import numpy as np

from accord.backends.contract import Request, Search, Slice
from accord.backends.native import bitset_tables, probe
from accord.backends.native.engine import Engine, MemoryLimitError
from accord.backends.native.window import Window, first_item, from_both_ends
from accord.errors import RefusedError
from accord.model import Model

TRIAL = 0.2  # seconds of search; what is compiled before does not count
SAMPLE, SAMPLE_OF_A_PIECE = 4_000, 1_000  # nodes of a level, see `probe`
BEST_NANOSECONDS = {"bitset": 40.0, "cells": 60.0}  # a node at best: who cannot win so gets no trial
CLEARLY = 0.7  # of the time of another: less than that is worth a change, as estimates are rough
LONG = 1.0  # seconds of search from which on counting without walking is tried
PATIENCE = {"layers": 1.0, "memo": 0.2}  # for so much of that time: where few pieces repeat, memo seldom pays


def tagged(engine: Engine, model: Model, request: Request) -> Search:
    """The search of an engine; states say whose they are, so that `resumed` finds it."""
    root = -1 if request.root is None else request.root
    for step in engine.search(model, request):
        if step.state is not None:
            mine = {"engine": np.array(engine.name), "root": np.array(root)}
            step = replace(step, state={**step.state, **mine})
        yield step


@dataclass(eq=False)
class Trial:
    """An engine at work, whose slices are held back until it is chosen."""

    engine: Engine
    search: Search
    nodes: float = np.inf  # of the whole search, as estimated
    held: list[Slice] = field(default_factory=list)
    complete: bool = False
    seconds: float = 0.0  # of search, and the nodes in that time
    placed: int = 0

    def run(self, seconds: float) -> Search:
        """Go on for so long; what comes out are signs of life."""
        started, first = None, 0
        for step in self.search:
            self.held.append(step)
            self.complete = step.complete
            if step.effort and started is None:
                started, first = perf_counter(), step.effort.get("nodes", 0)
            elif step.effort and started is not None:
                self.seconds = perf_counter() - started
                self.placed = step.effort.get("nodes", 0) - first
            if self.complete or self.seconds >= seconds:
                return
            yield Slice()

    @property
    def rest(self) -> float:
        """Seconds to go, by the estimate and the rate of the trial."""
        return max(0.0, self.nodes - self.placed) * self.seconds / max(1, self.placed)

    def released(self, why: str, estimate: float | None = None) -> Search:
        """What was held back, and the rest of the search."""
        held, self.held = self.held, []
        foreseen = {} if estimate is None else {"nodes": round(estimate)}
        yield Slice(engine=self.engine.name, why=why, estimate=foreseen)
        yield from held
        if not self.complete:
            yield from self.search


class Choice:
    """The choice between engines that take a model: `walkers` walk to each solution, `counters` do not."""

    def __init__(
        self, model: Model, request: Request, walkers: Sequence[Engine], counters: Sequence[Engine], why: str
    ) -> None:
        """The first of the walkers is the first guess; `why` says why."""
        self._model, self._request = model, request
        self._walkers, self._counters = walkers, counters
        self._said = [why]
        self._stack = ExitStack()
        self._started: dict[str, Trial] = {}  # counters

    def search(self) -> Search:
        """Search with the engine that turns out to be the best."""
        with self._stack:
            if self._counters and _repeats(self._model) and (yield from self._counted(5 * TRIAL)):
                return
            guess = self._trial(self._walkers[0], self._request)
            yield from guess.run(TRIAL)
            if guess.complete:
                yield from guess.released(self._said[0])
                return
            best = yield from self._best(guess)
            self._said.append(f"{best.engine.name} would take about {best.rest:.2g} s")
            if best.rest > LONG and (yield from self._counted(best.rest)):
                return
            yield from best.released("; ".join(self._said), best.nodes)

    def _trial(self, engine: Engine, request: Request) -> Trial:
        search = tagged(engine, self._model, request)
        self._stack.enter_context(closing(search))
        return Trial(engine, search)

    # -- engines that walk -----------------------------------------------------------------------------

    def _best(self, guess: Trial) -> Generator[Slice, None, Trial]:
        """The trial with the least time to go; all others are closed."""
        trials = [guess]
        if isinstance(guess.engine, Window):
            trials = [guess, *self._with_another_piece(guess, guess.engine)]
            yield Slice()
        trees = [engine for engine in self._walkers if engine.name in BEST_NANOSECONDS]
        nodes = (yield from self._fewest_nodes()) if trees else np.inf
        for engine in trees:
            if engine is guess.engine:
                guess.nodes = nodes
                continue
            if nodes * BEST_NANOSECONDS[engine.name] * 1e-9 < CLEARLY * min(trial.rest for trial in trials):
                trial = self._trial(engine, self._request)
                trial.nodes = nodes
                yield from trial.run(TRIAL)
                trials.append(trial)
        self._said += [f"{trial.engine.name}: {trial.nodes:.2g} nodes" for trial in trials]
        best = min(trials, key=lambda trial: 0.0 if trial.complete else trial.rest)
        for trial in trials:
            if trial is not best:
                trial.search.close()
        return best

    def _with_another_piece(self, guess: Trial, engine: Window) -> list[Trial]:
        """The window search with the best piece first, if that is not the one of the guess."""
        model, request = self._model, self._request
        tables = engine.tables(model)
        assert not isinstance(tables, str)
        first = first_item(model, request)
        guess.nodes = probe.window_nodes(from_both_ends(model, tables, first), SAMPLE)
        if request.root is not None or first is None:
            return []
        pieces = [
            item for item in np.flatnonzero(model.primary).tolist() if item not in set(model.order.tolist())
        ]
        estimates = {
            item: probe.window_nodes(from_both_ends(model, tables, item), SAMPLE_OF_A_PIECE)
            for item in pieces
        }
        item = min(estimates, key=lambda item: estimates[item])
        nodes = probe.window_nodes(from_both_ends(model, tables, item), SAMPLE)
        if item == first or nodes > CLEARLY * guess.nodes:
            return []
        other = self._trial(engine, replace(request, root=item))
        other.nodes, other.seconds, other.placed = nodes, guess.seconds, guess.placed
        self._said.append(f"{model.item_names[item]} goes first")
        return [other]

    def _fewest_nodes(self) -> Generator[Slice, None, float]:
        """The nodes of a search that branches on the item with the fewest options."""
        steps = bitset_tables.lower(self._model)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                tables: bitset_tables.Tables = end.value
                break
            except RefusedError:
                return np.inf
            yield Slice()
        root = self._request.root
        at = None if root is None else int(np.searchsorted(tables.primary, root))
        return probe.fewest_nodes(tables, at, SAMPLE_OF_A_PIECE)

    # -- engines that only count -----------------------------------------------------------------------

    def _counted(self, seconds: float) -> Generator[Slice, None, bool]:
        """Let those that count without walking try, each for so long; whether one came to the end."""
        for engine in self._counters:
            trial = self._started.setdefault(engine.name, self._trial(engine, self._request))
            if trial.complete:
                continue
            yield Slice(engine=engine.name, why="; ".join([*self._said, f"{engine.name} need not walk"]))
            patience, until = seconds * PATIENCE[engine.name], np.inf
            try:
                for step in trial.search:
                    yield step
                    if step.effort and until == np.inf:  # what was compiled before does not count
                        until = perf_counter() + patience
                    if step.complete:
                        return True
                    if perf_counter() > until:
                        break
            except MemoryLimitError as error:
                self._said.append(str(error))
                trial.complete = True
            else:
                self._said.append(f"{engine.name} was not done in {patience:.2g} s")
        return False


def _repeats(model: Model) -> bool:
    """Whether a solution may have many options that differ only in their place: some have no piece."""
    order = np.zeros(model.items, np.bool_)
    order[model.order] = True
    pieces = np.bincount(model.option_of_entry[~order[model.item]], minlength=model.options)
    return bool((pieces == 0).any() or (model.high[~order] > 1).any())
