"""The comparisons of `accord bench`: our engines against peers, against each other, and alone.

peers        each instance, beside each of its peers: the search alone
general      our general engines beside scripts that use the same solvers; see `general`
overhead     the same for eight queens, where only what we add takes any time
calls        whole library calls beside the search alone
ourselves    what a first run costs, what a second worker gives, what walking to solutions costs
rates        nanoseconds a node, or a transition, of each kernel on an instance of its own
aquarium     reading, model and search, beside other programs; see `aquarium`
pencil       from a text to its one solution, beside a program that finds a solution; see `pencil`
freecell     whole processes that plan many deals, beside Freecell Solver; see `freecell`
clues        all puzzles of 17 clues that a sudoku grid hides; see `clues`
certificates counts that are written down, and checked; see `certificates`
tutorials    problems of tutorials, and large ones made models, beside CPMpy; its plug-in has these

Whole library calls show what `accord.count` and others add to the search itself. The other side is the search
alone: a native engine whose tables are made, or a script of `raw`, which builds the solver's model and solves
it. It is given the options that reduction and symmetry leave. Ours begins with the puzzle's model: a new one
each time, or the same again, with which most of what was worked out is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from copy import copy
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from typing import Any

from accord.backends import table
from accord.backends.contract import Request
from accord.errors import RefusedError, UsageError, unknown
from accord.model import Model
from accord.puzzles.loader import load
from accord.runner.api import run
from accord.runner.work import work_of
from accord.symmetry.parts import Part
from accord.tasks import WANTED, Task
from accord_compare import aquarium, certificates, clues, freecell, pencil, sudoku
from accord_compare.bench import Contest, Counted, MissingPeerError, Side, Sides
from accord_compare.general import (
    ALONE,
    QUEENS,
    REPEATS,
    SCRIPTS,
    arguments,
    beside_script,
    overhead,
    solver_alone,
)
from accord_compare.instances import INSTANCES, Instance
from accord_compare.measurement import ClockName, Section
from accord_compare.peers import PEERS, Peer
from accord_compare.processes import of_accord
from accord_compare.tables import TABLES

OVERHEAD = (QUEENS,)
OTHERS: tuple[Any, ...] = (
    sudoku,
    aquarium,
    pencil,
    freecell,
    clues,
    certificates,
)  # each has contests of its own
TUTORIALS = "accord_tutorials"  # a package of the plug-in accord-cpmpy, with the contests of these sections
OF_TUTORIALS: tuple[Section, ...] = ("modelling", "flattening", "csplib")


def contests(
    instances: Sequence[str] = (), peers: Sequence[str] = (), sections: Sequence[str] = ()
) -> list[Contest]:
    """Return all contests, or those of named instances, peers and sections.

    Raises UsageError for a name that no instance, peer or section has.
    """
    everything = list(_all())
    _check_names("instance", instances, [*INSTANCES, *(contest.instance for contest in everything)])
    _check_names("peer", peers, [*PEERS, *SCRIPTS, *(contest.beside for contest in everything)])
    _check_names("section", sections, list(TABLES))
    found = [
        contest
        for contest in everything
        if (not instances or contest.instance in instances)
        and (not peers or contest.beside in peers)
        and (not sections or contest.section in sections)
    ]
    if not found:
        asked = [*instances, *(f"beside {name}" for name in peers), *(f"in {name}" for name in sections)]
        raise UsageError(f"nothing is timed of {' '.join(asked)}")
    return found


def _all() -> Iterator[Contest]:
    for instance in INSTANCES.values():
        yield from (_beside(instance, PEERS[name]) for name in instance.peers)
    for instance in INSTANCES.values():
        yield from (beside_script(instance, SCRIPTS[name]) for name in instance.general)
    for name in OVERHEAD:
        yield from overhead(INSTANCES[name])
    for call in CALLS:
        yield from call.contests()
    for more in OTHERS:
        yield from more.contests()
    yield from _tutorials()
    yield from OURSELVES


def _tutorials() -> list[Contest]:
    """Contests of the plug-in for CPMpy; without it one for each section, which says how to install it."""
    if find_spec(TUTORIALS):
        found: list[Contest] = import_module(f"{TUTORIALS}.contests").contests()
        return found

    def missing() -> Iterator[Sides]:
        raise MissingPeerError("pip install ./plugins/accord-cpmpy")

    return [
        Contest(section, "tutorials", "cpsat", ", ", "cpmpy", 0, "CPU of processes", missing)
        for section in OF_TUTORIALS
    ]


def _check_names(kind: str, names: Sequence[str], there_are: Sequence[str]) -> None:
    for name in names:
        if name not in there_are:
            raise unknown(kind, name, there_are)


# -- beside peers ----------------------------------------------------------------------------------


def _beside(instance: Instance, peer: Peer) -> Contest:
    def sides() -> Iterator[Sides]:
        model = instance.prepare()
        count = peer.counter(model, instance.limit)
        yield _search(instance, model), lambda: Counted(count(), versions=peer.versions())

    return Contest("peers", instance.name, instance.engine, "", peer.name, instance.count, "CPU", sides)


def _search(instance: Instance, model: Model, **more: Any) -> Side:
    """A count by `accord.run`, its tables included; the model is reduced already."""
    asked = {"backend": "native", "engine": instance.engine, "root": instance.root, "limit": instance.limit}
    _require_engine(asked | more)

    def count() -> Counted:
        outcome = run(copy(model), "count", reduce=False, **(asked | more))  # nothing is kept with a copy
        return Counted(outcome.count, outcome.effort, outcome.versions)

    return count


def _require_engine(asked: dict[str, Any]) -> None:
    engines = table.backend(asked["backend"]).engines
    if asked["engine"] not in engines:
        raise RefusedError(
            f"there is no engine {asked['engine']} here; {asked['backend']} has {', '.join(engines)}"
        )


# -- beside ourselves, and alone -------------------------------------------------------------------


def _own(
    name: str,
    engine: str,
    what: str = "",
    beside: str = "",
    clock: ClockName = "CPU",
    *,
    sides: Callable[[Instance, str], Iterator[Sides]],
) -> Contest:
    """Return a contest of one instance without a peer: beside ourselves, or alone."""
    instance = INSTANCES[name]
    section: Section = "ourselves" if beside else "rates"
    of = partial(sides, instance, engine)
    return Contest(section, name, engine, what, beside, instance.count, clock, of)


def _first_run(instance: Instance, engine: str) -> Iterator[Sides]:  # noqa: ARG001 (it chooses itself)
    """A process that finds compiled kernels, beside one that does not."""

    def first() -> Counted:
        with TemporaryDirectory() as empty:
            return of_accord(arguments(instance), cache=empty)()

    with TemporaryDirectory() as cache:
        yield of_accord(arguments(instance), cache=cache), first


def _two_workers(instance: Instance, engine: str) -> Iterator[Sides]:
    model = instance.prepare()
    yield _search(instance, model, engine=engine, workers=2), _search(instance, model, engine=engine)


def _walking(instance: Instance, engine: str) -> Iterator[Sides]:
    """The kernel that only counts, beside the same one that hands every solution out."""
    model = instance.prepare()
    _require_engine({"backend": "native", "engine": engine})

    def search(request: Request) -> Counted:
        backend, new = table.backend("native"), copy(model)
        refusal = backend.refusal(new, request)
        if refusal is not None:
            raise RefusedError(refusal)
        count, effort = 0, {}
        for step in backend.search(new, request):
            count += step.count
            effort = dict(step.effort)
        return Counted(count, effort, backend.versions())

    counted = Request("count", solutions=False, engine=engine)
    walked_to = Request("all", solutions=True, engine=engine)
    yield partial(search, counted), partial(search, walked_to)


def _alone(instance: Instance, engine: str) -> Iterator[Sides]:
    yield _search(instance, instance.prepare(), engine=engine), None


OURSELVES = (
    _own("pentomino-6x10", "", "process, second run", "first run, compiling", "wall", sides=_first_run),
    _own("one-sided-5x18", "layers", "2 workers", "1 worker", "wall", sides=_two_workers),
    _own("pentomino-6x10", "window", "only counted", "all handed out", sides=_walking),
    _own("langford-12", "bitset", "only counted", "all handed out", sides=_walking),
    _own("pentomino-6x10", "window", "64 orientations", sides=_alone),
    _own("meteor", "window", "128 orientations", sides=_alone),
    _own("langford-12", "bitset", sides=_alone),
    _own("sudoku-16x16", "cells", sides=_alone),
    _own("matrices-7x7", "bitset", sides=_alone),
    _own("pentomino-6x10", "layers", sides=_alone),
    _own("langford-12", "memo", sides=_alone),
)


MODELS = {"new": True, "again": False}


@dataclass(frozen=True)
class Call:
    """A task on a puzzle, by some backends, and what it finds."""

    puzzle: str
    task: Task
    count: int
    distinct: bool = False
    backends: tuple[str, ...] = ("native", "cpsat", "sat")

    def contests(self) -> list[Contest]:
        """Two for each backend."""
        return [
            Contest(
                section="calls",
                instance=self.puzzle,
                engine=backend,
                what=f"{self.task}{' distinct' * self.distinct}, {model}",
                beside="its search alone" if backend == "native" else ALONE[backend].name,
                count=self.count,
                clock="CPU",
                sides=partial(_sides, self, backend, new),
                repeats=REPEATS,
            )
            for backend in self.backends
            for model, new in MODELS.items()
        ]


CALLS = (
    Call("pentomino-6x10", "count", 2339, distinct=True, backends=("native",)),
    Call("queens-8", "first", 1),
    Call("sudoku-17", "unique", 1),
)


def _sides(call: Call, backend: str, new: bool) -> Iterator[Sides]:
    model = load(call.puzzle).model
    few = call.task in WANTED
    (part,) = work_of(model, distinct=call.distinct, method=None, root=None, lightly=few).parts

    def ours() -> Counted:
        outcome = run(copy(model) if new else model, call.task, backend=backend, distinct=call.distinct)
        return Counted(outcome.count, outcome.effort, outcome.versions)

    yield (
        ours,
        (
            _kernel(part, call.task)
            if backend == "native"
            else solver_alone(ALONE[backend], part.model, call.task)
        ),
    )


def _kernel(part: Part, task: Task) -> Side:
    """The native search of a part; its tables are kept with its model."""
    most = WANTED.get(task)
    request = Request(task, solutions=task != "count", limit=most, root=part.root)

    def search() -> Counted:
        count = 0
        with closing(table.backend("native").search(part.model, request)) as steps:
            for step in steps:
                count += step.count
                if step.complete or count == most:
                    break
        return Counted(count)

    return search
