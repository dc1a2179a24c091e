"""Split one count into numbered parts, each searched whole by one process on any machine.

    counted    the result of a part: sums, and the engine that searched it
    whole      the outcome of all parts, as one run would give it, or of some

The work is cut as for any run that is cut (`accord.runner.work.cut_work`): by the model and by the question,
so the same parts on every machine. An engine that walks takes about as many nodes for all parts as for the
whole. One that counts without walking (layers, memo, frontier) finds again in each part what parts share,
which may cost more than several machines give: `Parts.repeats` says so.

    >>> import accord
    >>> from accord.many.parts import in_parts, whole
    >>> from accord.runner.run import Run
    >>> parts = in_parts(Run(accord.load("queens:8"), "count", with_digest=True), 6)
    >>> found = [counted for _, counted in parts.count(range(parts.units))]
    >>> outcome = whole(parts.header, parts.units, found)
    >>> outcome.words, outcome.digest == accord.count(accord.load("queens:8"), with_digest=True).digest
    ('92', True)
"""

from __future__ import annotations

import pickle
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from time import monotonic
from typing import Any

import msgspec
from msgspec.structs import replace as with_fields

from accord import kernels
from accord.backends import table
from accord.backends.contract import Request
from accord.backends.statistics import Statistics
from accord.exits import Status
from accord.many import pool
from accord.many.pool import Workers
from accord.model import Model
from accord.model.digest import hexadecimal, lanes
from accord.runner import lazy
from accord.runner.choose import EngineChoice
from accord.runner.counting import Counting, PartTotals, RunTotals
from accord.runner.limits import Cancel, Stop
from accord.runner.outcome import Outcome, Seconds, answer
from accord.runner.result import Public
from accord.runner.run import Run
from accord.runner.work import Work, cut_work
from accord.symmetry.parts import Part

PARTS = 64  # enough for some machines to end at about the same time; each costs a presolve
REPEATED = (
    "{engine} counts without walking to each solution, and finds again in each of {parts} parts what they "
    "share; one process without parts may take less time than all of them"
)
COMPLETE = Stop("complete")


class Counted(Public, msgspec.Struct, frozen=True, kw_only=True):
    """The result of one part."""

    total: int  # solutions, by the weight of the part
    digest: str | None = None  # of the part's solutions, if it was asked for
    effort: dict[str, int]
    estimate: dict[str, int] = {}
    stats: dict[str, Statistics] = {}
    chosen: tuple[str, str]  # the engine, and why
    seconds: float  # of wall time
    load: float = 0.0  # of them, in which engines were loaded
    status: Status = "complete"  # there are no others: a part that was left is searched again

    @property
    def sums(self) -> PartTotals:
        """The result as sums."""
        found = PartTotals(self.total, effort=self.effort, estimate=self.estimate, stats=self.stats)
        return found if self.digest is None else replace(found, digest=lanes(self.digest))


class RunHeader(msgspec.Struct, frozen=True):
    """The facts about a run before its parts are searched, for the outcome of all of them."""

    outcome: Outcome  # of a run that has found nothing yet
    order: int = 1  # by which the sum is divided
    digests: bool = False  # whether parts have one
    stated: int | None = None  # the count that the model file states


@dataclass(frozen=True, eq=False)
class Piece:
    """A part as it is sent: without what was derived from its model."""

    number: int
    part: Part
    weight: int


@dataclass(frozen=True, eq=False)
class Parts:
    """A count that is cut."""

    counting: Counting  # of the whole, with all its parts
    terms: Mapping[str, object]  # all that decides what is counted, and the parts
    header: RunHeader

    @property
    def units(self) -> int:
        """The number of parts, which need not be what was asked for."""
        return len(self.counting.work.parts)

    def repeats(self, counted: Counted) -> tuple[str, ...]:
        """A warning if the engine of this part finds again what parts share."""
        engine, backend = counted.chosen[0], self.counting.choice.backend
        request = replace(self.counting.choice.request, engine=engine)
        if (
            self.units < 2
            or engine not in backend.engines
            or not backend.counts(self.counting.model, request)
        ):
            return ()
        return (REPEATED.format(engine=engine, parts=self.units),)

    def count(
        self, units: Iterable[int], *, workers: Workers = 1, cancel: Cancel | None = None
    ) -> Iterator[tuple[int, Counted]]:
        """Search these parts; yield each part's number and result as soon as it is done.

        One worker is this process; of several, or a cluster's, each searches a part at a time. Once `cancel`
        is set, parts under way are left, and nothing comes of them.

        Raises EngineError, StoppedError at a limit of memory, and what `accord.many.pool` raises.
        """
        pieces = map(self.piece, units)
        for some in pool.results(self.search, pieces, workers=workers, cancel=cancel, ordered=False):
            yield from some

    @property
    def search(self) -> Search:
        """The function that searches a piece."""
        counting, choice = self.counting, self.counting.choice
        return Search(
            whole=Packed(counting.model),
            backend=choice.backend.name,
            chosen=(choice.engine, choice.why),
            request=choice.request,
            method=counting.work.method,
            least=counting.work.least,
            digests=counting.digests,
        )

    def piece(self, unit: int) -> Piece:
        """A part to be searched."""
        work = self.counting.work
        part = work.parts[unit]
        return Piece(unit, replace(part, model=replace(part.model)), work.weights[unit])


def in_parts(run: Run, parts: int = PARTS, stated: int | None = None) -> Parts:
    """A run that was not begun, cut into that many parts, about; the same parts each time.

    Raises RefusedError if the answer cannot be added up from parts; StoppedError if a limit of the run, or
    its cancellation, comes before they are cut.
    """

    def go_on() -> None:
        if (stop := run.limits.find_stop()) is not None:
            raise stop.error("the parts are not known")

    def first(part: Part) -> int | None:
        return lazy.first(choice.backend, part.model, replace(choice.request, root=part.root))

    run.check_built()
    run.by_options()
    counting = run.counting
    choice = replace(counting.choice, request=replace(counting.choice.request, workers=1, deadline=None))
    counting = replace(counting, work=cut_work(counting.work, parts, go_on, first), choice=choice)
    work = counting.work
    blank = with_fields(run.outcome, status="complete", reason="")
    header = RunHeader(blank, work.order, counting.digests, stated)
    return Parts(counting, {**run.question, "parts": parts, "layout": work.layout}, header)


def whole(header: RunHeader, units: int, found: Iterable[Counted], stop: Stop = COMPLETE) -> Outcome:
    """The outcome of a count in so many parts, of which these were searched.

    `stop` says how the work ended, if not all of them were.
    """
    sums, number, seconds, load = PartTotals(), 0, 0.0, 0.0
    engines, whys = Counter[str](), {header.outcome.engine: header.outcome.chosen}
    for each in found:
        sums, number = sums.plus(each.sums), number + 1
        seconds, load = seconds + each.seconds, load + each.load
        engines[each.chosen[0]] += 1
        whys.setdefault(*each.chosen)
    exact = number == units
    blank = header.outcome
    engine, *others = [name for name, _ in engines.most_common()] or [blank.engine]
    why = whys[engine]
    if others:
        why += f"; in {number - engines[engine]} of {number} parts {', '.join(sorted(others))}"
    count = Work((), (), header.order).count(sums.total, exact)
    return with_fields(
        blank,
        status=stop.status,
        reason=stop.reason,
        limit=stop.limit,
        answer=answer(blank.task, count, exact),
        count=count,
        exact=exact,
        engine=engine,
        chosen=why,
        effort=dict(sums.effort),
        estimate=dict(sums.estimate),
        stats=dict(sums.stats) if blank.stats is not None and sums.told else None,
        seconds=Seconds.of((0.0, 0.0), None, (seconds, load)),
        digest=hexadecimal(sums.digest) if header.digests and exact else None,
    )


# -- in the process that searches --------------------------------------------------------------------


class Packed:
    """A model that is pickled once, however often it is sent, and unpickled once in each process."""

    def __init__(self, model: Model) -> None:
        self.model = model

    @cached_property
    def _bytes(self) -> bytes:
        return zlib.compress(pickle.dumps(replace(self.model)), 1)

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return _unpack, (self._bytes,)


@lru_cache(maxsize=1)
def _unpack(packed: bytes) -> Packed:
    return Packed(pickle.loads(zlib.decompress(packed)))


@dataclass(frozen=True)
class Search:
    """Searches a part as a run would, in any process: it can be pickled, and names its backend."""

    whole: Packed  # the model whose solutions are verified
    backend: str
    chosen: tuple[str, str]  # the engine, and why, unless it says otherwise
    request: Request
    method: str | None
    least: bool
    digests: bool

    def __call__(self, piece: Piece, cancel: Cancel | None) -> Iterator[Sequence[tuple[int, Counted]]]:
        """Yield the part's number and result; nothing once `cancel` is set."""
        began, unloaded = monotonic(), kernels.seconds()
        backend, chosen, request = table.backend(self.backend), self.chosen, self.request
        if lazy.refusal(backend, piece.part.model, request):  # that engine takes the whole, not this part
            request = replace(request, engine=None)
        work, tally = Work([piece.part], [piece.weight], method=self.method, least=self.least), RunTotals(1)
        counting = Counting(
            self.whole.model, work, EngineChoice(backend, *chosen, request), tally, self.digests
        )
        for index, step in counting.steps(request):
            counting.add(index, *counting.sift(index, step))
            chosen = (step.engine, step.why) if step.engine else chosen
            if not step.complete and cancel is not None and cancel.is_set():
                return
        sums = tally.all
        counted = Counted(
            total=sums.total,
            digest=hexadecimal(sums.digest) if self.digests else None,
            effort=dict(sums.effort),
            estimate=dict(sums.estimate),
            stats=dict(sums.stats),
            chosen=chosen,
            seconds=round(monotonic() - began, 6),
            load=round(kernels.seconds() - unloaded, 6),
        )
        yield [(piece.number, counted)]
