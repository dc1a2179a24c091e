"""Choose which questions to ask about a random model.

Every engine is asked for all solutions and for their number; the rest takes turns by the number of the model.
An engine that only counts refuses to give solutions, and one that has no use for a model refuses it; both
are counted as refusals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import log2

from accord.arguments import METHODS
from accord.backends import table
from accord.backends.contract import Backend, Request
from accord.backends.native.backend import ENGINES
from accord.cnf import ENCODINGS
from accord.tasks import Task
from accord_compare.fuzz.cases import Case
from accord_compare.fuzz.checks import checks
from accord_compare.fuzz.dice import Dice
from accord_compare.fuzz.probe import Probe

BUILT_IN, PLUGINS = ("native", "cpsat", "sat"), ("clingo", "graphillion", "xcover")
OFTEN = 3  # engines of a backend with more than `MANY` that are asked about one model
MANY = 8
COUNTERS = tuple(engine.name for engine in ENGINES if engine.counts_only)  # they need not walk
POWER_BITS = 70  # of the number of solutions of copies side by side: more than a word has
MOST_OPTIONS = 1200  # of these copies
WAYS = (None, *METHODS)


def usual() -> tuple[str, ...]:
    """The backends that are asked if none are named: ours, and known plug-ins, as far as installed."""
    return tuple(name for name in BUILT_IN + PLUGINS if name in table.rows() and table.is_installed(name))


def questions(case: Case, backends: Sequence[str]) -> Iterator[Probe]:
    """The questions about a case; the same ones whenever it is asked."""
    dice = Dice(case.seed, case.number, 1 << 20)
    for what in checks(case):
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
    each = [None, *engines]  # None: its own choice
    ask = partial(Probe, backend=name)
    for engine in each if len(backend.engines) > 1 else [None]:
        yield ask(engine=engine)
        yield ask(engine=engine, task="count")
    seed = dice.number(0, 9)
    yield ask(engine=dice.pick(each), reduce=True, seed=seed, root=_root(case, dice))
    one = dice.pick(each)
    task: Task = "first" if case.number % 2 else "unique"
    reduce, hint = dice.chance(0.5), _hint(case, dice)
    yield ask(engine=one, task=task, reduce=reduce, hint=hint if task == "first" else (), seed=seed)
    if dice.chance(0.2):
        yield ask(engine=dice.pick(each), limit=dice.number(1, 4))
    if case.form.has_objective:
        yield ask(task="best", reduce=dice.chance(0.5))
        yield ask(engine=dice.pick(engines), task="best", hint=_hint(case, dice), seed=seed)
    if backend.encodings:
        task = dice.pick(("all", "all", "count", "first", "unique"))
        yield ask(engine=dice.pick(each), task=task, encoding=dice.pick(ENCODINGS))
    if backend.decides:
        yield ask(what="decisions")
    if name == "native":
        yield ask(what="distribution")
        for task in ("all", "count"):
            yield ask(what="resume", engine=dice.pick(each), task=task, pieces=dice.number(2, 5))
        yield from _powers(case, dice)
        if dice.chance(0.25):
            task = dice.pick(("all", "count"))
            yield ask(engine=dice.pick(each), task=task, workers=2)
    elif dice.chance(0.1):
        task = dice.pick(("first", "unique"))
        if backend.parallel(Request(task, workers=2)):  # else it would be processes: `pieces` do the same
            yield ask(task=task, workers=2)


def _powers(case: Case, dice: Dice) -> Iterator[Probe]:
    """Now and then so many copies side by side that a word cannot hold the number of their solutions."""
    if len(case.solutions) < 2 or not dice.chance(0.4):
        return
    copies = min(-(-POWER_BITS // log2(len(case.solutions))), MOST_OPTIONS // len(case.form.options))
    for engine in COUNTERS:
        copies, reduce = max(2, int(copies)), dice.chance(0.5)
        yield Probe(what="power", backend="native", engine=engine, task="count", pieces=copies, reduce=reduce)


def _root(case: Case, dice: Dice) -> int | None:
    """Now and then an item to be placed first."""
    items = len(case.form.items)
    return dice.number(0, items - 1) if items and dice.chance(0.3) else None


def _hint(case: Case, dice: Dice) -> tuple[int, ...]:
    """Now and then a guess: a solution, most of one, or any options; as likely wrong as right."""
    if not dice.chance(0.4):
        return ()
    options = list(range(len(case.form.options)))
    if case.solutions and dice.chance(0.5):
        options = list(dice.pick(case.solutions))
    return tuple(dice.some(options, dice.number(0, len(options))))


def _distinct(backends: Sequence[str], dice: Dice) -> Iterator[Probe]:
    """Each method with one backend at least, and each backend with one method."""
    pairs = [(dice.pick(backends), method) for method in WAYS]
    pairs += [(name, dice.pick(WAYS)) for name in backends]
    for name, method in pairs:
        task: Task = "count"
        if method != "burnside":
            task = dice.pick(("all", "all", "count", "unique", "first"))
        reduce = dice.chance(0.5)
        yield Probe(backend=name, task=task, distinct=True, method=method, reduce=reduce)
