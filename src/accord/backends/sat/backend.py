"""The backend for the SAT solvers of python-sat: which engine does what, and the search it starts.

Variable o + 1 stands for option o; `accord.cnf` writes the demands as clauses. At most k of many is native in
the solvers that know cardinalities.
"""

from __future__ import annotations

from typing import ClassVar

from accord.backends.contract import Backend, Request, Search
from accord.backends.sat.engines import ENGINES, usual
from accord.backends.sat.thread import Pulse, in_thread
from accord.model import Kind, Model
from accord.tasks import ENUMERATES

MOST_WALKED = 30_000  # options: the walk holds a bit set for each of them
MOST_PAIRS = 5_000_000


class Sat(Backend):
    """SAT solvers, for every kind of model."""

    name: ClassVar[str] = "sat"
    engines: ClassVar[tuple[str, ...]] = tuple(ENGINES)
    lazy = "asks"
    integers = "bits"
    most_values = 100  # sums over more are found far sooner by bits
    questions = usual("questions")
    # the encodings of accord.cnf, which is only imported once there is something to write
    encodings: ClassVar[tuple[str, ...]] = ("pairwise", "sequential", "totalizer", "diagram", "adder")

    def refusal(self, model: Model, request: Request) -> str | None:
        """Why not: an engine that cannot do the task, or too many options to walk through."""
        if request.encoding is not None and request.encoding not in self.encodings:
            return f"unknown encoding {request.encoding!r}; expected one of {', '.join(self.encodings)}"
        if request.engine is not None:
            # solutions of a lazy model are forbidden as they come, which every solver can do
            task = "unique" if Kind.LAZY in model.kind and walks(request) else request.task
            refused = ENGINES[request.engine].refusal(request.engine, task)
            if refused is not None:
                return refused
            if Kind.LAZY in model.kind and ENGINES[request.engine].core_guided:
                return f"{request.engine} takes lazy items only in passes, from a run"
        if Kind.LAZY in model.kind:
            return None
        if walks(request) and model.options > MOST_WALKED:
            return f"sat counts with up to {MOST_WALKED:,} options, and here are {model.options:,}; use cpsat"
        return None

    def choice(self, model: Model, request: Request) -> tuple[str, str]:
        """The engine that was asked for, or the one that is fastest for the task on most models."""
        name = request.engine or _engine(model, request)
        if ENGINES[name].core_guided:
            return name, "core-guided search"
        if Kind.LAZY in model.kind:
            return name, "CDCL that goes on with every item found"
        method = "propagation walk" if walks(request) else "CDCL"
        if request.task == "best":
            method = "linear search down"
        encoding = request.encoding or ("native at-most" if ENGINES[name].native else "clauses")
        return name, f"{method}, {encoding}"

    def versions(self) -> dict[str, str]:
        """The version of python-sat."""
        import pysat

        return {"python-sat": pysat.__version__}

    def search(self, model: Model, request: Request) -> Search:
        """Walk, solve once or twice, or search for the least; see the contract."""
        return in_thread(
            lambda pulse: search(model, request, self.choice(model, request)[0], pulse), request.nodes
        )


def search(model: Model, request: Request, name: str, pulse: Pulse) -> Search:
    """The search itself, in the thread it is iterated in."""
    engine = ENGINES[name]
    native = engine.native and request.encoding is None
    if walks(request) and Kind.LAZY not in model.kind:
        from accord.backends.sat.walk import Walk

        if (exact_cover(model) and request.encoding in (None, "pairwise")) or (native and units(model)):
            return Walk(model, engine, pulse, request, native=native).search()
        from accord.backends.sat.solving import GeneralWalk

        return GeneralWalk(model, engine, pulse, request, native=native).search()
    if engine.core_guided and len(model.objective) and model.objective.any():
        from accord.backends.sat import best

        return best.up(model, engine, pulse, encoding=request.encoding)
    from accord.backends.sat.solving import Solving

    return Solving(model, engine, pulse, request).search()


def walks(request: Request) -> bool:
    """Whether the task is done by a walk."""
    return request.task in ENUMERATES


def exact_cover(model: Model) -> bool:
    """Whether the model is an exact cover, whatever its objective; for those there is a faster walk."""
    return not model.kind & (Kind.MULTIPLICITIES | Kind.LINEAR | Kind.COLOURED)


def units(model: Model) -> bool:
    """Whether all amounts are 1 and there are no colours."""
    return not model.kind & (Kind.LINEAR | Kind.COLOURED)


def _engine(model: Model, request: Request) -> str:
    """The engine where none was asked for.

    Core-guided search proves the least of a covering in a small part of the time, but takes no hint; where
    sums have to be exact, linear search has better solutions to show on the way.
    """
    if Kind.LAZY in model.kind:
        return usual("clauses")
    if walks(request):
        return usual("walks")
    covering = bool((model.low < model.high)[model.low > 0].any())
    if request.task == "best" and covering and not request.hint:
        return usual("coverings")
    return _solver(model, request)


def _solver(model: Model, request: Request) -> str:
    """The engine for CDCL: the one with cardinalities where clauses would be many."""
    if request.encoding is not None or Kind.LINEAR in model.kind or Kind.COLOURED in model.kind:
        return usual("clauses")
    from numpy import bincount

    givers = bincount(model.item, minlength=model.items)
    clausal = ((model.low <= 1) | (model.low >= givers)) & ((model.high <= 1) | (model.high >= givers))
    ones = givers[model.high == 1]
    few = clausal.all() and (ones * (ones - 1) // 2).sum() <= MOST_PAIRS
    return usual("clauses" if few else "cardinalities")
