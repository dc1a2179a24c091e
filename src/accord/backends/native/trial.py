"""An engine at work whose slices are held back until it is chosen; see `accord.backends.native.measure`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Event
from time import perf_counter

import numpy as np

from accord.backends.contract import Request, Search, Slice
from accord.backends.native.engine import Engine
from accord.model import Model


def tagged(engine: Engine, model: Model, request: Request) -> Search:
    """The search of an engine; a state says whose it is, and what was placed first."""
    root = -1 if request.root is None else request.root
    for step in engine.search(model, request):
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
    """A search that was begun, and what is known of it."""

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
        """Go on for so long, not counting what is compiled; what comes out are signs of life."""
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

    def released(self, why: str, *, estimated: bool) -> Search:
        """What was held back, and the rest of the search."""
        self.chosen.set()
        held, self.held = self.held, []
        known = estimated and np.isfinite(self.nodes)
        yield Slice(engine=self.engine.name, why=why, estimate={"nodes": round(self.nodes)} if known else {})
        yield from held
        if not self.complete:
            yield from self.search
