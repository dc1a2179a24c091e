"""The native backend: which engine takes a model, and its search.

window   walks through exact covers of an ordered set of items, such as packings; fills the first empty one
bitset   walks through covers with primary and secondary items; branches on the item with the fewest options
cells    the same, for many items that have few options each, as in sudoku
sudoku   9x9 sudokus by the standard rules; where it takes a model no other is tried
sums     linear models: sums over many options and implications between two; learns from what went wrong
general  any model: any demands, amounts of either sign, colours
bands    clue sets of 9x9 sudoku grids: two bands or stacks first, then the third
plain    the same by unavoidable sets of all 81 cells; slower, and independent of bands
layers   counts what window walks through, and packings with copies of pieces, layer after layer
memo     counts what bitset walks through, by remembering what is left to be covered; for pieces that repeat

numba is not imported before a search starts. The first search with a kernel on a machine compiles it, which
takes about a second, and keeps it in a cache on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from typing import ClassVar

import numpy as np

from accord.backends.contract import Distribution, Request, Search, Slice
from accord.backends.native.bitset import Bitset
from accord.backends.native.cells import Cells
from accord.backends.native.clues import Bands
from accord.backends.native.engine import Engine, MemoryLimitError
from accord.backends.native.general import General
from accord.backends.native.layers import Layers
from accord.backends.native.measure import Choice
from accord.backends.native.memo import Memo
from accord.backends.native.plain import Plain
from accord.backends.native.sudoku import CHOSEN, Sudoku
from accord.backends.native.sums import BRANCHINGS, PROPAGATIONS, Sums
from accord.backends.native.trial import tagged, whose
from accord.backends.native.window import Window, first_item
from accord.model import Kind, Model
from accord.versions import version_of

ENGINES: tuple[type[Engine], ...] = (Window, Bitset, Cells, Sudoku, Sums, General, Layers, Memo, Bands, Plain)
# Of those that take a model, the first one is the first guess. This one takes any, and others are faster:
LAST_RESORT = "general"
# Where one of these takes a model, none is as fast:
SPECIALISTS = {
    "sudoku": CHOSEN,
    "bands": "clue sets of a 9x9 sudoku grid",
    "plain": "clue sets of a 9x9 sudoku grid",
}
# These know what the lazy items of the models that they take say; `run` adds them for others:
KNOWS_LAZY = ("bands", "plain")
SPARSE, MANY = 10, 600  # options of an item, at most, and options, at least: cells is faster than bitset then


class Native:
    """The native kernels as a backend; see `accord.backends.contract`."""

    name: ClassVar[str] = "native"
    engines: ClassVar[tuple[str, ...]] = tuple(engine.name for engine in ENGINES)
    lazy: ClassVar[str] = "knows"
    branchings: ClassVar[tuple[str, ...]] = BRANCHINGS
    propagations: ClassVar[tuple[str, ...]] = PROPAGATIONS

    def __init__(self) -> None:
        self._engines: dict[str, Engine] = {engine.name: engine() for engine in ENGINES}

    def parallel(self, request: Request) -> bool:  # noqa: ARG002 (the contract's signature)
        """Every kernel runs in as many threads as it is given."""
        return True

    def refusal(self, model: Model, request: Request) -> str | None:
        """Why the engine that was asked for, or each of them, does not take the model."""
        if request.task == "best":
            return "native has no search for the least; it can walk through all solutions"
        root = request.root
        if root is not None and not model.primary[root]:
            return (
                f"native can only start with an item of demand [1, 1]; {model.item_names[root]!r} has "
                f"[{model.low[root]}, {model.high[root]}]"
            )
        if request.engine is not None:
            return self._refusal(self._engines[request.engine], model, request)
        reason = None
        for engine in self._engines.values():
            if not engine.counts_only:
                reason = self._refusal(engine, model, request)
                if reason is None:
                    return None
        return reason

    def _refusal(self, engine: Engine, model: Model, request: Request) -> str | None:
        refused = engine.refusal(model, request)
        if refused is None and Kind.LAZY in model.kind and engine.name not in KNOWS_LAZY:
            return f"{engine.name} takes lazy items only in passes, from a run"
        return refused

    def choice(self, model: Model, request: Request) -> tuple[str, str]:
        """The engine that was asked for, or the first guess: `search` may find a better one."""
        if request.engine is not None:
            return request.engine, "as asked"
        first = self._takers(model, request)[0].name
        if first in SPECIALISTS:
            return first, SPECIALISTS[first]
        if first != "window":
            return first, self._engines["window"].refusal(model, request) or ""
        item = first_item(model, request)
        piece = "" if item is None else f"; {model.item_names[item]} goes first"
        return first, f"every option is a piece at a place{piece}"

    def counts(self, model: Model, request: Request) -> bool:
        """Whether an engine that it may use counts this model without walking to each solution."""
        if request.engine is not None:
            return self._engines[request.engine].counts_only
        return any(engine.counts_only for engine in self._takers(model, request))

    def search(self, model: Model, request: Request) -> Search:
        """Search with the engine that was asked for, or chosen. Raises MemoryLimitError."""
        yield Slice()
        if ((model.low > 0) & (np.diff(model.by_item[0]) == 0)).any():
            yield Slice(effort={"nodes": 0, "roots": 0}, complete=True)
            return
        if request.resume is not None and (yield from self._resumed(model, request)):
            return
        request = replace(request, resume=None)
        if request.engine is not None:
            yield from tagged(self._engines[request.engine], model, request)
            return
        takers = self._takers(model, request)
        walkers = [engine for engine in takers if not engine.counts_only]
        # where layers takes a model, memo has nothing to add
        counters = [engine for engine in takers if engine.counts_only][:1]
        why = self.choice(model, request)[1]
        if request.limit is not None or (len(walkers) == 1 and not counters):
            yield from tagged(walkers[0], model, request)
        else:
            yield from Choice(model, request, walkers, counters, why).search()

    def _resumed(self, model: Model, request: Request) -> Generator[Slice, None, bool]:
        """Go on with the engine of the state; whether it came to the end: a counter may lack memory now."""
        name, resumed = whose(request)
        try:
            yield from tagged(self._engines[name], model, resumed)
        except MemoryLimitError:
            if request.engine is not None:
                raise
            return False
        return True

    def distribution(self, model: Model, memory_limit: int | None = None) -> Distribution:
        """All solutions of a packing, numbered. Raises RefusedError, and MemoryLimitError under way."""
        from accord.backends.native.distribution import Distribution as Layered

        return Layered(model, memory_limit)

    def oracle(self, model: Model) -> Callable[[Sequence[int]], tuple[int, ...] | None] | None:
        """Answers the questions of a lazy part about a model; see the contract."""
        from accord.backends.native.oracle import oracle

        return oracle(model)

    def _takers(self, model: Model, request: Request) -> list[Engine]:
        """The engines that take the model, the first guess first."""
        takers = [
            engine for engine in self._engines.values() if self._refusal(engine, model, request) is None
        ]
        for name in SPECIALISTS:
            if self._engines[name] in takers:
                return [self._engines[name]]
        if Kind.LINEAR not in model.kind:  # where all amounts are 1 there are no sums to reason about
            takers = [engine for engine in takers if engine.name != "sums"]
        if model.options >= MANY and len(model.item) <= SPARSE * model.items:
            takers.sort(key=lambda engine: engine.name == "bitset")
        special = [engine for engine in takers if engine.name != LAST_RESORT and not engine.counts_only]
        return [engine for engine in takers if engine.name != LAST_RESORT or not special]

    def versions(self) -> dict[str, str]:
        """Of what compiles the kernels."""
        return {name: version_of(name) for name in ("numba", "llvmlite", "numpy")}
