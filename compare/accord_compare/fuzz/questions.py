"""Which questions are put about a model.

Every engine is asked for all solutions and for their number; the rest takes turns by the number of the model.
An engine that only counts refuses to give solutions, and one that has no use for a model refuses it; both
are counted as refusals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from accord.backends import table
from accord.backends.contract import Backend, Request, Task
from accord.cnf import ENCODINGS
from accord_compare.fuzz.cases import Case
from accord_compare.fuzz.checks import CHECKS
from accord_compare.fuzz.dice import Dice
from accord_compare.fuzz.probe import Probe

HOUSE, PLUGINS = ("native", "cpsat", "sat"), ("clingo", "xcover")
OFTEN = 3  # engines of a backend with more than `MANY` that are asked about one model
MANY = 6
METHODS = (None, "split", "filter", "burnside")


def usual() -> tuple[str, ...]:
    """The backends that are asked if none are named: ours, and known plug-ins, as far as installed."""
    return tuple(name for name in HOUSE + PLUGINS if name in table.rows() and table.installed(name))


def questions(case: Case, backends: Sequence[str]) -> Iterator[Probe]:
    """The questions about a case; the same ones whenever it is asked."""
    dice = Dice(case.seed, case.number, 1 << 20)
    for what in CHECKS:
        yield Probe(what=what)
    for name in backends:
        yield from _of_backend(name, table.backend(name), case, dice)
    if len(case.maps) > 1:
        yield from _distinct(backends, dice)
    for name in dice.some(backends, 1):
        yield Probe(what="pieces", backend=name, pieces=dice.number(2, 9), reduce=dice.chance(0.5))


def _of_backend(name: str, backend: Backend, case: Case, dice: Dice) -> Iterator[Probe]:
    engines: list[str | None] = list(backend.engines)
    if len(engines) > MANY:
        engines = dice.some(engines, OFTEN)
    for engine in [None, *engines] if len(backend.engines) > 1 else [None]:
        yield Probe(backend=name, engine=engine)
        yield Probe(backend=name, engine=engine, task="count")
    one = dice.pick([None, *engines])
    yield Probe(backend=name, engine=one, reduce=True)
    one = dice.pick([None, *engines])
    task: Task = "first" if case.number % 2 else "unique"
    yield Probe(backend=name, engine=one, task=task, reduce=dice.chance(0.5))
    if dice.chance(0.2):
        yield Probe(backend=name, engine=dice.pick([None, *engines]), limit=dice.number(1, 4))
    if case.form.has_objective:
        yield Probe(backend=name, task="best", reduce=dice.chance(0.5))
        yield Probe(backend=name, engine=dice.pick(engines), task="best")
    if getattr(backend, "encodings", ()):
        task = dice.pick(("all", "all", "count", "first", "unique"))
        yield Probe(
            backend=name, engine=dice.pick([None, *engines]), task=task, encoding=dice.pick(ENCODINGS)
        )
    if name == "native":
        yield Probe(what="distribution", backend=name)
        if dice.chance(0.25):
            task = dice.pick(("all", "count"))
            yield Probe(backend=name, engine=dice.pick([None, *engines]), task=task, workers=2)
    elif dice.chance(0.1):
        task = dice.pick(("first", "unique"))
        if backend.parallel(Request(task, workers=2)):  # else it would be processes: `pieces` do the same
            yield Probe(backend=name, task=task, workers=2)


def _distinct(backends: Sequence[str], dice: Dice) -> Iterator[Probe]:
    """Each method with one backend at least, and each backend with one method."""
    pairs = [(dice.pick(backends), method) for method in METHODS]
    pairs += [(name, dice.pick(METHODS)) for name in backends]
    for name, method in pairs:
        task: Task = "count"
        if method != "burnside":
            task = dice.pick(("all", "all", "count", "unique", "first"))
        reduce = dice.chance(0.5)
        yield Probe(backend=name, task=task, distinct=True, method=method, reduce=reduce)
