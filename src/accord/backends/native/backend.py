"""The native backend: which engine takes a model, and its search.

window   walks through exact covers of an ordered set of items, such as packings; fills the first empty one
bitset   amounts of 1, any demands, colours; branches on the item that can spare the fewest options
cells    the same for demands [1, 1] and [0, 1], and many items that have few options each, as in sudoku
sums     linear models: sums over many options and implications between two; learns from what went wrong
general  any model: any demands, amounts of either sign, colours
layers   counts what window walks through, and packings with copies of pieces, layer after layer
memo     counts covers by remembering what is left to be covered; for pieces that repeat
components counts independent parts apart, and multiplies; and what one sum of values says
frontier counts what a graph rule says of edges or vertices, option after option; takes lazy models only

Families may have engines of their own (`searched.engines` of the record), which are imported for the first
model with the family's tag. Their names are known before.

numba is not imported before a search starts. The first search with a kernel on a machine compiles it, which
takes about a second, and keeps it in a cache on disk.

`oracle` answers many questions about one model: does it have a solution with these options? The model is
lowered once, which a search for each question would do anew: that takes longer than the search.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from typing import ClassVar, cast

import numpy as np

from accord.backends.contract import Answers, Backend, Distribution, Request, Search, Slice
from accord.backends.native import bitset
from accord.backends.native.arrays import out_of_reach
from accord.backends.native.bitset import BitsetJobs
from accord.backends.native.engine import Engine, MemoryLimitError, refusal_of
from accord.backends.native.measure import Choice
from accord.backends.native.sums import BRANCHINGS, PROPAGATIONS
from accord.backends.native.trial import tagged_search, whose
from accord.backends.native.window import Window
from accord.backends.portfolio import MOST, Entrant, Start, compete
from accord.errors import EngineError, there_are
from accord.kernels import load
from accord.model import Kind, Model
from accord.puzzles import table
from accord.puzzles.family import import_reference
from accord.versions import version_of
from accord_native.progress import DONE, SOLUTIONS

NODES_AT_ONCE = np.uint64(1 << 16)


def oracle(model: Model) -> Callable[[Sequence[int]], tuple[int, ...] | None] | None:
    """Return the oracle of a model; None if bitset does not take it: then search for each question."""
    return None if refusal_of(bitset.refuse, model) else Oracle(model)


class Oracle:
    """One model that is asked about, by the kernel of `bitset`."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._lowered = bitset.lower(model)
        self._kernel = load("accord_native.cover.bitset", profile=False)
        self._possible = not out_of_reach(model)

    def __call__(self, options: Sequence[int]) -> tuple[int, ...] | None:
        """A solution that contains these options, ascending; None if there is none."""
        begin = bitset.start(self._lowered, options)
        if begin is None or not self._possible:
            return None
        request = Request("first", limit=1, workers=1)
        walk = BitsetJobs(self._model, self._lowered, self._kernel, request, [(begin, 0)]).begin(0)
        while True:
            end = walk.call(NODES_AT_ONCE)
            if walk.state[SOLUTIONS]:
                return tuple(sorted(int(option) for option in walk.new_solutions()[0] if option >= 0))
            if end == DONE:
                return None


ENGINES: tuple[type[Engine], ...] = tuple(map(import_reference, table.NATIVE.values()))
SPARSE, MANY = 10, 600  # options of an item, at most, and options, at least: dense engines are slower then


# seconds of search that the first guess has for itself; of a large model seconds an option, since there its
# partner's tables take longer than many a search
ALONE, ALONE_AN_OPTION = 0.005, 5e-5
LARGE = 1000  # options, from which on an engine that learns is the first guess
HARDLY = 4  # times as long as others waits an engine that is a last resort


class _Names:
    """The names of all engines: of the native backend, and of all families."""

    def __get__(self, instance: object, owner: object = None) -> tuple[str, ...]:
        return (*(engine.name for engine in ENGINES), *table.engines())


def _engine_of(request: Request) -> str | None:
    """Return the engine that was asked for, by its name or by what only it has."""
    return request.engine or (Window.name if request.order is not None else None)


class Native(Backend):
    """The native kernels as a backend; see `accord.backends.contract`."""

    name: ClassVar[str] = "native"
    engines: ClassVar[tuple[str, ...]] = cast("tuple[str, ...]", _Names())
    lazy = "knows"
    integers = "bits"
    numbers = True
    branchings: ClassVar[tuple[str, ...]] = BRANCHINGS
    propagations: ClassVar[tuple[str, ...]] = PROPAGATIONS
    orders: ClassVar[tuple[str, ...]] = ("hoyt",)
    tells: ClassVar[tuple[str, ...]] = tuple(engine.name for engine in ENGINES if engine.tells)

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
        named = _engine_of(request)
        if named is not None:
            owner = table.engines().get(named, model.family)
            if owner != model.family:
                return f"{named} takes models of the family {owner}"
            return self._refusal(self._engine(named), model, request)
        reason, lazy = None, Kind.LAZY in model.kind
        for engine in self._for(model):
            if not engine.counts_only or (lazy and engine.knows_lazy):
                reason = self._refusal(engine, model, request)
                if reason is None:
                    return None
        return reason

    def _refusal(self, engine: Engine, model: Model, request: Request) -> str | None:
        if request.order is not None and engine.name != Window.name:
            return f"{engine.name} has an order of its own; the engine {Window.name} has `order`"
        refused = engine.refusal(model, request)
        if refused is None and Kind.LAZY in model.kind and not engine.knows_lazy:
            return f"{engine.name} takes lazy items only in passes, from a run"
        return refused

    def choice(self, model: Model, request: Request) -> tuple[str, str]:
        """The engine that was asked for, or the first guess: `search` may find a better one."""
        named = _engine_of(request)
        if named is not None:
            return named, "as asked"
        first = self._takers(model, request)[0]
        return first.name, first.why(model, request)

    def first(self, model: Model, request: Request) -> int | None:
        """The item that the engine of `choice` tries first."""
        return self._engine(self.choice(model, request)[0]).first(model, request)

    def counts(self, model: Model, request: Request) -> bool:
        """Whether an engine that it may use counts this model without walking to each solution."""
        named = _engine_of(request)
        if named is not None:
            return self._engine(named).counts_only
        return any(engine.counts_only for engine in self._takers(model, request))

    def search(self, model: Model, request: Request) -> Search:
        """Search with the engine that was asked for, or chosen. Raises MemoryLimitError."""
        yield Slice()
        if out_of_reach(model):
            yield Slice(effort={"nodes": 0, "roots": 0}, complete=True)
            return
        if request.resume is not None and (yield from self._resume(model, request)):
            return
        request = replace(request, resume=None)
        named = _engine_of(request)
        if named is not None:
            yield from tagged_search(self._engine(named), model, request)
            return
        takers = self._takers(model, request)
        walkers = [engine for engine in takers if not engine.counts_only]
        # where layers takes a model, memo has nothing to add
        counters = [engine for engine in takers if engine.counts_only][:1]
        why = takers[0].why(model, request)  # as `choice` has it
        if not walkers:
            yield from tagged_search(counters[0], model, request)
        elif request.limit is not None or (len(walkers) == 1 and not counters):
            guess, partner = walkers[0], self._partner(walkers[0], model, request)
            if partner is None:
                yield from tagged_search(guess, model, request)
                return
            if partner.learns and not isinstance(guess, Window) and model.options >= LARGE:
                guess, partner, why = partner, guess, "it learns, and there are many options"
            yield from in_turn(model, request, guess, partner, why)
        else:
            yield from Choice(model, request, walkers, counters, why).search()

    def _resume(self, model: Model, request: Request) -> Generator[Slice, None, bool]:
        """Resume with the engine of the state; return whether it finished: a counter may lack memory now."""
        name, resumed = whose(request)
        engine = self._engine(name)
        if self._refusal(engine, model, resumed) is not None:  # the state is of another model
            return False
        try:
            yield from tagged_search(engine, model, resumed)
        except MemoryLimitError:
            if request.engine is not None:
                raise
            return False
        return True

    def distribution(self, model: Model, memory_limit: int | None = None) -> Distribution:
        """All solutions of a packing, numbered. Raises RefusedError, and MemoryLimitError under way."""
        from accord.backends.native.distribution import Distribution as Layered

        return Layered(model, memory_limit)

    def oracle(self, model: Model) -> Answers | None:
        """Answers the questions of a lazy part about a model; see the contract."""
        return oracle(model)

    def _takers(self, model: Model, request: Request) -> list[Engine]:
        """The engines that take the model, the first guess first."""
        takers = [engine for engine in self._for(model) if self._refusal(engine, model, request) is None]
        if request.stats:
            takers = [engine for engine in takers if engine.tells] or takers
        specialist = next((engine for engine in takers if engine.specialist), None)
        if specialist is not None:
            return [specialist]
        if Kind.LINEAR not in model.kind:  # where all amounts are 1 there are no sums to reason about
            takers = [engine for engine in takers if not engine.linear_only]
        if model.options >= MANY and len(model.item) <= SPARSE * model.items:
            takers.sort(key=lambda engine: engine.dense)
        special = [engine for engine in takers if not engine.last_resort and not engine.counts_only]
        return [engine for engine in takers if not engine.last_resort or not special]

    def _partner(self, guess: Engine, model: Model, request: Request) -> Engine | None:
        """The engine that takes turns with the first guess; None if one is enough, or none may."""
        if request.limit is None or request.limit > MOST or request.save_when is not None or guess.specialist:
            return None
        others = (each for each in self._for(model) if (each.last_resort if guess.learns else each.learns))
        if request.stats:
            others = (each for each in others if each.tells)
        return next((each for each in others if self._refusal(each, model, request) is None), None)

    def _for(self, model: Model) -> list[Engine]:
        """Return the general engines, and the engines of the model's family."""
        row = table.find(model.family)
        own = () if row is None else row.engines
        return [self._engine(name) for name in (*(engine.name for engine in ENGINES), *own)]

    def _engine(self, name: str) -> Engine:
        """The engine of that name; a family's is imported now. Raises EngineError if that fails."""
        if name not in self._engines:
            if name not in table.engines():
                raise EngineError(f"native has no engine {name!r}; {there_are(type(self).engines)}")
            row = table.rows()[table.engines()[name]]
            try:
                engine = import_reference(row.engines[name])()
            except Exception as error:  # a stranger's module may do whatever it likes
                why = f"{type(error).__name__}: {error}"
                raise EngineError(f"native/{name} of the family {row.name} is broken: {why}") from error
            if not isinstance(engine, Engine) or engine.name != name:
                raise EngineError(
                    f"native/{name} of the family {row.name} is broken: it is no engine of that name"
                )
            self._engines[name] = engine
        return self._engines[name]

    def versions(self) -> dict[str, str]:
        """Return the versions of the packages that compile kernels."""
        return {name: version_of(name) for name in ("numba", "llvmlite", "numpy")}


def in_turn(model: Model, request: Request, guess: Engine, partner: Engine, why: str) -> Search:
    """Search with two engines that compete; `why` says why the guess begins."""

    def start(engine: Engine) -> Start:
        weight = HARDLY if engine.last_resort else 1.0
        return lambda own: Entrant(engine.name, engine.search(model, own), weight=weight)

    large = guess.learns and model.options >= LARGE
    alone = ALONE_AN_OPTION * model.options if large else ALONE
    return compete(request, start(guess), lambda: start(partner), alone, why)
