"""Try an engine: hold its results back until it is chosen; word the warning that none will finish.

`accord.backends.native.measure` begins trials and chooses. That a search takes too long is a sentence, never
a refusal: a limit of time or of solutions ends the search, and estimates may err.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace
from threading import Event
from time import perf_counter

import numpy as np

from accord.backends.contract import Request, Search, Slice
from accord.backends.native.engine import Engine
from accord.model import Model


def tagged_search(engine: Engine, model: Model, request: Request) -> Search:
    """The search of an engine; a state says whose it is, and what was placed first."""
    root = -1 if request.root is None else request.root
    with closing(engine.search(model, request)) as steps:
        for step in steps:
            if step.state is not None:
                mine = {"engine": np.array(engine.name), "root": np.array(root)}
                step = replace(step, state={**step.state, **mine})
            yield step


def whose(request: Request) -> tuple[str, Request]:
    """The engine whose state the request is to resume from, and the request with its root."""
    assert request.resume is not None
    root = int(request.resume["root"])
    return str(request.resume["engine"]), replace(request, root=None if root < 0 else root)


@dataclass(eq=False)
class Trial:
    """A search that was begun, its pace and its estimate."""

    engine: Engine
    search: Search
    chosen: Event  # once it is set, states may be asked for; until then they would be held back
    nodes: float = np.inf  # of the whole search, as estimated
    pace: float = 0.0  # seconds for a node
    placed: int = 0  # nodes so far
    held: list[Slice] = field(default_factory=list)
    complete: bool = False
    left: Callable[[int], int] | None = None  # nodes placed -> how many more may be

    @property
    def spent(self) -> bool:
        """Whether it has placed all the nodes that it may."""
        return self.left is not None and self.left(self.placed) < 1

    def run(self, seconds: float) -> Search:
        """Continue for so long, not counting what is compiled; yield signs of life."""
        started, first = None, 0
        for step in self.search:
            self.held.append(step)
            self.complete = step.complete
            if step.effort:
                nodes = step.effort.get("nodes", 0)
                started, first = (perf_counter(), nodes) if started is None else (started, first)
                passed, self.placed = perf_counter() - started, nodes
                self.pace = passed / max(1, nodes - first)
                if passed >= seconds or self.spent:
                    return
            if self.complete:
                return
            yield Slice(board=step.board)

    @property
    def rest(self) -> float:
        """Seconds to go, by the estimate and the pace."""
        return max(0.0, self.nodes - self.placed) * self.pace

    def release(self, why: str, *, estimated: bool) -> Search:
        """Yield the slices that were held back, then the rest of the search."""
        self.chosen.set()
        held, self.held = self.held, []
        known = estimated and np.isfinite(self.nodes)
        yield Slice(engine=self.engine.name, why=why, estimate={"nodes": round(self.nodes)} if known else {})
        yield from held
        if not self.complete:
            yield from self.search


WEEK = 7 * 24 * 3600.0  # seconds: a search that takes longer is foreseen aloud
DAY, HOUR, MINUTE = 24 * 3600.0, 3600.0, 60.0
UNITS = (("year", 365.25 * DAY), ("week", WEEK), ("day", DAY), ("hour", HOUR), ("minute", MINUTE))


def hopeless(model: Model, best: Trial, counting: str = "", *, hope: str = "", memory: bool = False) -> str:
    """Return a warning that no search will finish: how long the best one takes, and alternatives.

    Args:
        model: what is searched.
        best: the search with the least time to go, by its estimate and its pace.
        counting: how engines fared that count without walking.
        hope: the name of one that is still at it.
        memory: whether one of them ended for want of memory.
    """
    rest, order = lasting(best.rest), len(model.symmetries)
    least = f"{best.engine.name} would place about {best.nodes:.2g} nodes, which takes about {rest}"
    instead = ["a limit of solutions gives the first ones, a limit of time a lower bound"]
    if order > 1 and best.rest / order < WEEK:
        instead.insert(0, f"distinct solutions may take {order} times less, {lasting(best.rest / order)}")
    if memory:
        instead.insert(0, "with more memory it may finish")
    seen = f"only {hope}, which need not walk, may finish" if hope else "no engine is seen to finish"
    return f"{seen}: {'; '.join(filter(None, [least, counting, *instead]))}"


def lasting(seconds: float) -> str:
    """A time in words, to two figures."""
    name, unit = next(((name, unit) for name, unit in UNITS if seconds >= unit), ("second", 1.0))
    number = float(f"{seconds / unit:.2g}")
    told = f"{number:,.0f}" if 10 <= number < 1e6 else f"{number:g}"
    return f"{told} {name}{'' if number == 1 else 's'}"
