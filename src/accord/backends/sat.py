"""The backend for the SAT solvers of python-sat: CDCL for one or two solutions, a propagation walk for all.

Variable o + 1 stands for option o. An item with demand [1, 1] is a clause and an at-most-one; [0, 1] only the
latter. At most one is native in the solvers that know cardinalities, elsewhere a clause for each pair of
options, each pair once. Solvers that know cardinalities also take any other demand.

All calls of a solver are made in a thread of their own. In the main thread python-sat puts its own handler in
the place of ours while a solver runs; an interrupt then leaves ours unset, and the solver broken.
"""

from __future__ import annotations

import queue
import threading
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib.metadata import version
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from pysat import solvers

from accord.backends.contract import Request, Search, Slice
from accord.backends.walk import TICK, Problem, Source, Walk, batch
from accord.model import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.model import Model

MOST_PAIRS = 5_000_000  # pairwise clauses: about 300 bytes each in a solver
MOST_WALKED = 30_000  # options: the walk holds a bit set for each of them
CONFLICTS = 200  # in the first slice of a CDCL search; later ones aim at half a TICK


@dataclass(frozen=True, slots=True)
class Engine:
    """A solver of python-sat, and what it can be used for."""

    solver: str  # its class in pysat.solvers
    native: bool  # takes cardinality constraints
    walks: bool  # propagates assumptions quickly


ENGINES = {
    "minicard": Engine("Minicard", native=True, walks=True),
    "gluecard4": Engine("Gluecard4", native=True, walks=True),
    "glucose4": Engine("Glucose4", native=False, walks=True),
    "cadical153": Engine("Cadical153", native=False, walks=True),
    "cadical195": Engine("Cadical195", native=False, walks=False),
}


class Sat:
    """SAT solvers: exact covers, and multiplicities where the solver knows cardinalities."""

    name: ClassVar[str] = "sat"
    engines: ClassVar[tuple[str, ...]] = tuple(ENGINES)

    def parallel(self, request: Request) -> bool:  # noqa: ARG002
        """Parts run in processes."""
        return False

    def refusal(self, model: Model, request: Request) -> str | None:
        """Why not: amounts, colours, or a solver that cannot do this task on this model."""
        if request.task == "best":
            return "sat does not look for the least yet"
        if Kind.LINEAR in model.kind:
            return "sat takes only amounts of 1; cpsat takes any"
        if Kind.COLOURED in model.kind:
            return "sat takes no colours; cpsat does"
        if _walks(request) and model.options > MOST_WALKED:
            return f"sat counts with up to {MOST_WALKED:,} options, and here are {model.options:,}; use cpsat"
        if request.engine is None:
            return None
        engine = ENGINES[request.engine]
        if _walks(request) and not engine.walks:
            return f"{request.engine} propagates too slowly to count with; minicard and cadical153 do not"
        if not engine.native and not _clausal(model):
            return f"{request.engine} takes no demand for several of many; minicard, gluecard4 and cpsat do"
        if not engine.native and _pairs(model) > MOST_PAIRS:
            return f"{request.engine} would need {_pairs(model):,} clauses; minicard and gluecard4 need few"
        return None

    def choice(self, model: Model, request: Request) -> tuple[str, str]:
        """The engine that was asked for, or the fastest one for the task that takes the model."""
        if request.engine is not None:
            name = request.engine
        elif _walks(request):
            name = "minicard"
        else:
            name = "cadical195" if _clausal(model) and _pairs(model) <= MOST_PAIRS else "gluecard4"
        method = "propagation walk" if _walks(request) else "CDCL"
        return name, f"{method}, {'native at-most' if ENGINES[name].native else 'at most one by pairs'}"

    def versions(self) -> dict[str, str]:
        """The version of python-sat."""
        return {"python-sat": version("python-sat")}

    def search(self, model: Model, request: Request) -> Search:
        """Walk, or solve once or twice; see the contract."""
        name, _ = self.choice(model, request)
        engine = ENGINES[name]
        source = Source(model, getattr(solvers, engine.solver), engine.native)
        if _walks(request):
            return in_thread(Walk(source, solutions=request.solutions, root=request.root).search())
        covered = np.zeros(model.options, np.bool_)
        covered[model.option_of_entry[model.primary[model.item]]] = True
        return in_thread(solve(source, 1 if request.task == "first" else 2, supersets=not covered.all()))


def _walks(request: Request) -> bool:
    return request.task in ("count", "all")


def _clausal(model: Model) -> bool:
    """Whether every demand is one that clauses and pairs can say."""
    givers = np.bincount(model.item, minlength=model.items)
    low = (model.low <= 1) | (model.low >= givers)
    high = (model.high <= 1) | (model.high >= givers)
    return bool((low & high).all())


def _pairs(model: Model) -> int:
    """How many pairs of options an at-most-one excludes, counted once for each item they share."""
    givers = np.bincount(model.item, minlength=model.items)[model.high == 1]
    return int((givers * (givers - 1) // 2).sum())


def solve(source: Source, most: int, *, supersets: bool) -> Search:
    """Up to `most` solutions by CDCL, in slices of some conflicts each.

    A solution is forbidden by its chosen options; where one may contain another, by the closed ones as well.
    """
    effort: dict[str, int] = {}
    problem = Problem(source, list(range(source.options)), [])
    due = monotonic() + TICK
    for _ in problem.encode():
        if monotonic() >= due:
            yield Slice(effort=effort)
            due = monotonic() + TICK
    solver = problem.solver
    conflicts = CONFLICTS
    found = 0
    while found < most and not problem.impossible:
        began = monotonic()
        solver.conf_budget(conflicts)
        satisfiable = solver.solve_limited()
        effort = {"conflicts": solver.accum_stats()["conflicts"]}
        if satisfiable is None:
            conflicts = max(1, int(conflicts * min(1.5, TICK / 2 / (monotonic() - began))))
            yield Slice(effort=effort)
            continue
        if not satisfiable:
            break
        chosen = [literal for literal in solver.get_model() if 0 < literal <= source.options]
        found += 1
        yield Slice(1, batch([problem.solution(chosen)]), effort)
        closed = set(range(1, source.options + 1)).difference(chosen) if supersets else ()
        solver.add_clause([*(-variable for variable in chosen), *closed])
    if found < most:
        yield Slice(effort=effort, complete=True)


def in_thread(steps: Search) -> Search:
    """The same slices, worked out in a thread of their own, and empty ones while there are none."""
    handed: queue.Queue[Slice | BaseException | None] = queue.Queue(1)
    stopping = threading.Event()

    def work() -> None:
        last: BaseException | None = None
        try:
            with closing(steps):
                for step in steps:
                    handed.put(step)
                    if stopping.is_set():
                        break
        except BaseException as fault:
            last = fault
        handed.put(last)

    thread = threading.Thread(target=work, name="accord-sat", daemon=True)
    thread.start()
    effort: Mapping[str, int] = {}
    try:
        while True:
            try:
                step = handed.get(timeout=TICK)
            except queue.Empty:
                yield Slice(effort=effort)
                continue
            if step is None:
                return
            if isinstance(step, BaseException):
                raise step
            effort = step.effort
            yield step
    finally:
        stopping.set()
        while thread.is_alive():
            with suppress(queue.Empty):  # make room for what it may be about to hand over
                handed.get(timeout=0.01)
        thread.join()
