"""The contests of `accord bench`: our engines beside peers, beside themselves, and alone.

peers      each instance, beside each of its peers: the search alone, or whole processes for OR-Tools
ourselves  what a first run costs, what a second worker gives, what walking to solutions costs
rates      nanoseconds a node, or a transition, of each kernel on an instance of its own
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from tempfile import TemporaryDirectory
from typing import Any

from accord.backends import table
from accord.backends.contract import Request
from accord.errors import RefusedError, UsageError
from accord.model import Model
from accord.runner.api import run
from accord_compare.bench import Contest, Counted, Side, Sides
from accord_compare.instances import INSTANCES, Instance
from accord_compare.measurement import ClockName
from accord_compare.peers import PEERS, Peer

ACCORD = (sys.executable, "-m", "accord")


def contests(instances: Sequence[str] = (), peers: Sequence[str] = ()) -> list[Contest]:
    """All contests, or those of the named instances; with `peers`, only those beside these peers.

    Raises UsageError for a name that no instance, or no peer, has.
    """
    _known("instance", instances, INSTANCES)
    _known("peer", peers, PEERS)
    chosen = [instance for instance in INSTANCES.values() if not instances or instance.name in instances]
    found = [
        _beside(instance, PEERS[name])
        for instance in chosen
        for name in instance.peers
        if not peers or name in peers
    ]
    if not peers:
        for make in (*OURSELVES, *RATES):
            found += [make.contest(INSTANCES[make.instance])] if INSTANCES[make.instance] in chosen else []
    if not found:
        raise UsageError(f"none of {', '.join(instances)} is timed beside {', '.join(peers)}")
    return found


def _known(kind: str, names: Sequence[str], there_are: Any) -> None:
    for name in names:
        if name not in there_are:
            raise UsageError(f"unknown {kind} {name!r}; there are {', '.join(there_are)}")


# -- beside peers ----------------------------------------------------------------------------------


def _beside(instance: Instance, peer: Peer) -> Contest:
    clock: ClockName = "CPU of processes" if peer.process else "CPU"

    @contextmanager
    def sides() -> Iterator[Sides]:
        model = instance.prepared()
        count = peer.counter(model, instance.limit)
        ours = _process(instance, peer.backend) if peer.process else _search(instance, model)
        yield ours, lambda: Counted(count(), versions=peer.versions())

    return Contest(
        "peers",
        instance.name,
        "cp-sat" if peer.process else instance.engine,
        "process" if peer.process else "",
        peer.name,
        instance.count,
        clock,
        sides,
        warm_up=not peer.process,
    )


def _search(instance: Instance, model: Model, **more: Any) -> Side:
    """A count by `accord.run`, its tables included; the model is reduced already."""
    asked = {"backend": "native", "engine": instance.engine, "root": instance.root, "limit": instance.limit}
    _require_engine(asked | more)

    def count() -> Counted:
        outcome = run(model, "count", reduce=False, **(asked | more))
        return Counted(outcome.count, outcome.effort, outcome.versions)

    return count


def _require_engine(asked: dict[str, Any]) -> None:
    engines = table.backend(asked["backend"]).engines
    if asked["engine"] not in engines:
        raise RefusedError(
            f"there is no engine {asked['engine']} here; {asked['backend']} has {', '.join(engines)}"
        )


def _process(instance: Instance, backend: str = "auto", cache: str = "") -> Side:
    """A call of `accord count`, perhaps with a directory of its own for compiled kernels."""
    asked = [*ACCORD, "count", instance.puzzle, "--backend", backend, "--quiet"]
    asked += ["--distinct"] if instance.distinct else []
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache} if cache else None

    def count() -> Counted:
        done = subprocess.run(asked, env=environment, capture_output=True, check=True)
        return Counted(int(done.stdout))

    return count


# -- beside ourselves, and alone -------------------------------------------------------------------


@dataclass(frozen=True)
class _Own:
    """A row without a peer: how a contest of one instance is made."""

    instance: str
    engine: str
    what: str
    beside: str
    clock: ClockName
    sides: Callable[[Instance, str], Iterator[Sides]]

    def contest(self, instance: Instance) -> Contest:
        return Contest(
            section="ourselves" if self.beside else "rates",
            instance=instance.name,
            engine=self.engine,
            what=self.what,
            beside=self.beside,
            count=instance.count,
            clock=self.clock,
            sides=contextmanager(partial(self.sides, instance, self.engine)),
        )


def _first_run(instance: Instance, engine: str) -> Iterator[Sides]:  # noqa: ARG001 (it chooses itself)
    """A process that finds compiled kernels, beside one that does not."""

    def first() -> Counted:
        with TemporaryDirectory() as empty:
            return _process(instance, cache=empty)()

    with TemporaryDirectory() as cache:
        yield _process(instance, cache=cache), first


def _two_workers(instance: Instance, engine: str) -> Iterator[Sides]:
    model = instance.prepared()
    yield _search(instance, model, engine=engine, workers=2), _search(instance, model, engine=engine)


def _walking(instance: Instance, engine: str) -> Iterator[Sides]:
    """The kernel that only counts, beside the same one that hands every solution out."""
    model = instance.prepared()
    _require_engine({"backend": "native", "engine": engine})

    def searched(request: Request) -> Counted:
        backend = table.backend("native")
        refusal = backend.refusal(model, request)
        if refusal is not None:
            raise RefusedError(refusal)
        count, effort = 0, {}
        for step in backend.search(model, request):
            count += step.count
            effort = dict(step.effort)
        return Counted(count, effort, backend.versions())

    counted = Request("count", solutions=False, engine=engine)
    walked_to = Request("all", solutions=True, engine=engine)
    yield partial(searched, counted), partial(searched, walked_to)


def _alone(instance: Instance, engine: str) -> Iterator[Sides]:
    yield _search(instance, instance.prepared(), engine=engine), None


OURSELVES = (
    _Own(
        "pentomino-6x10", "", "process, second run", "first run, nothing compiled yet", "wall", _first_run
    ),
    _Own("one-sided-5x18", "layers", "2 workers", "1 worker", "wall", _two_workers),
    _Own("pentomino-6x10", "window", "only counted", "every solution handed out", "CPU", _walking),
    _Own("langford-12", "bitset", "only counted", "every solution handed out", "CPU", _walking),
)  # fmt: skip

RATES = (
    _Own("pentomino-6x10", "window", "up to 64 orientations", "", "CPU", _alone),
    _Own("meteor", "window", "up to 128 orientations", "", "CPU", _alone),
    _Own("langford-12", "bitset", "", "", "CPU", _alone),
    _Own("sudoku-16x16", "cells", "", "", "CPU", _alone),
    _Own("matrices-7x7", "general", "", "", "CPU", _alone),
    _Own("pentomino-6x10", "layers", "", "", "CPU", _alone),
    _Own("langford-12", "memo", "", "", "CPU", _alone),
)
