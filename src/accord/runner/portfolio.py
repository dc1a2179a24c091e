"""Start further backends beside the first one when it has not ended after a while.

Where a solution or two answer the question, a second backend joins the first: `search`. Our kernels answer
most of these questions in a few hundredths of a second, sooner than another solver is even imported. Where
they do not, none is known beforehand to be faster. So after a while another searches beside them, in a thread
of its own, and the first that knows ends the search.

A count of a graph rule by an engine that does not walk to solutions may need too many states, where the
solutions are few. So after a while a solver that goes on with each cut walks to them beside it, and the first
that is done ends the count.

A count that walks to each solution may be hopeless where another package need not walk, such as d4, if its
plug-in is installed. After a while it counts beside the walk, in a process of its own, and the first that is
done ends the count. It is never asked for solutions.

Where a count has found nothing so far, a search for one solution goes beside it: `Existence`. A count that
does not walk to solutions knows nothing until its end, and a walk may take long to the first. So after a
while the engine that is usually fastest for one solution searches beside it, a slice now and then, until it
has answered or the count has found one. If there is a solution, the count is at least 1; if there is none,
the count is at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from accord import kernels
from accord.backends import table
from accord.backends.contract import Backend, Request, Search, Slice
from accord.backends.portfolio import MOST, Entrant, Start, compete, count_in_turn
from accord.model import Kind, Model
from accord.model.data import Derives
from accord.runner import lazy, settle
from accord.runner.bits import seen_by
from accord.runner.limits import Limits

if TYPE_CHECKING:
    from accord.runner.outcome import Outcome
    from accord.runner.search import Steps

PATIENCE = 2.0  # seconds of search that the first backend has for itself
MANY_SUMS, LITTLE_PATIENCE = 1000, 0.3  # of sums over so many options others learn more from a conflict
LAZY_PATIENCE = 0.1  # of a lazy model, also of its count: a solver goes on with each new item found
COUNTING = 0.5  # seconds of search that a count has for itself, before another search goes beside it
LONG_WALK = 5.0  # seconds of search that a walk has for itself, before another package counts beside it
LIGHTLY = 4.0  # times as long as the first one waits in this process: a search in another process, or one
# that begins anew with each cut where the first continues
SHARE = 0.25  # of the seconds since then, which the search for one solution may take
BESIDE = "native"  # it does nothing between two slices; another solver might work in a thread of its own


def helps(models: Sequence[Model], request: Request) -> bool:
    """Whether a question is one for two: neither shared between workers, nor limited by effort.

    Two threads may ask the lazy part of a graph, which is data only; of others that is not known.
    """
    few = request.limit is not None and request.limit <= MOST
    alone = request.threads == 1 and not request.stats
    counted = request.limit is None and not request.solutions and all(model.lazy for model in models)
    graphs = all(model.lazy is None or isinstance(model.lazy, Derives) for model in models)
    return (few or counted) and alone and graphs


def walks_alone(backend: Backend, models: Sequence[Model], request: Request) -> bool:
    """Whether a count walks to each solution, and another package may count beside it."""
    counted = request.limit is None and not request.solutions and request.threads == 1 and not request.stats
    return counted and not any(
        model.lazy is not None or backend.counts(seen_by(backend, model), request) for model in models
    )


def counter(model: Model, request: Request) -> Backend | None:
    """A backend of another package that counts a model without a walk, beside one of ours; or None."""
    for name in table.names():
        kind = None if any(row.name == name for row in table.OURS) else table.class_of(name)
        if kind is None or not kind.counts_beside:
            continue
        other = table.backend(name)
        if lazy.refusal(other, model, request) is None and other.counts(seen_by(other, model), request):
            return other
    return None


def helper(backend: Backend, model: Model, request: Request) -> Backend | None:
    """A backend of ours that learns from conflicts, is installed, and takes the model, if there is one.

    Of a lazy model one that goes on with each new item, if there is one: the others begin anew.
    """
    rows = [row for row in table.OURS if row.learns and row.name != backend.name]
    others = [table.backend(row.name) for row in rows if table.is_installed(row.name)]
    if model.lazy is not None:
        others.sort(key=lambda other: not lazy.by_itself(other, model, request))
    first = next((other for other in others if table.is_usable(other.name)), None)
    return None if first is None or lazy.refusal(first, model, request) else first


def search(backend: Backend, model: Model, request: Request) -> Search:
    """Search with a backend, and after a while with its helper too; no solution is yielded twice."""

    def start(one: Backend, weight: float = 1.0) -> Start:
        engine = lazy.choice(one, model, request)[0]
        return lambda own: Entrant(engine, lazy.search(one, model, own), one.name, weight)

    continues = model.lazy is not None and lazy.by_itself(backend, model, request)  # after each cut

    def partner() -> Start | None:
        other = helper(backend, model, request)
        begins_anew = continues and other is not None and not lazy.by_itself(other, model, request)
        return None if other is None else start(other, LIGHTLY if begins_anew else 1.0)

    def other_package() -> Start | None:
        other = counter(model, request)
        return None if other is None else start(other, LIGHTLY)

    if request.limit is None and model.lazy is None:
        return count_in_turn(request, start(backend), other_package, LONG_WALK, guess_walks=True)
    if request.limit is None:
        return count_in_turn(request, start(backend), partner, LAZY_PATIENCE, guess_walks=False)
    many_sums = Kind.LINEAR in model.kind and model.options > MANY_SUMS
    patience = LITTLE_PATIENCE if many_sums else PATIENCE
    if model.lazy is not None:
        patience = PATIENCE if continues else LAZY_PATIENCE
        if settle.rule_of(model, request) is not None or settle.kept_of(model, request) is not None:
            patience = settle.PATIENCE  # a helper would ask the same
    return compete(request, start(backend), partner, patience)


# -- beside a count ---------------------------------------------------------------------------------------


@dataclass(eq=False)
class Existence:
    """The search for one solution beside a count; `shown` is whether it has found one."""

    model: Model
    limits: Limits
    clock: Callable[[], float] = lambda: monotonic() - kernels.seconds()  # loading is no search
    shown: bool = False

    def beside(self, steps: Steps, needed: Callable[[], bool], left: Callable[[], Iterable[int]]) -> Steps:
        """The steps of a count; once it is known that there is none, the end of each part.

        Args:
            steps: of the count.
            needed: whether the count has found nothing so far.
            left: the parts that are not finished, by index.
        """
        began, taken = inf, 0.0
        with closing(steps), closing(self._search()) as asking:
            for index, step in steps:
                yield index, step
                if not needed():
                    break
                now = self.clock()
                if began == inf and step.effort:
                    began = now
                if taken > SHARE * (now - began - COUNTING):
                    continue
                try:
                    next(asking)
                except StopIteration as end:
                    known: Outcome | None = end.value
                    if known is not None and known.answer == "impossible":
                        none = Slice(
                            complete=True, backend=known.backend, engine=known.engine, why=known.chosen
                        )
                        yield from [(part, none) for part in left()]
                        return
                    self.shown = known is not None and known.count > 0
                    break
                taken += self.clock() - now
            yield from steps

    def _search(self) -> Generator[None, None, Outcome | None]:
        """Search slice by slice; returns the outcome, None if no engine takes the model."""
        from accord.runner.run import TimedRun  # only now: a run imports this module

        with closing(TimedRun(self.model, "first", self.limits, backend=BESIDE)) as run:
            for _ in run.run_for(inf):
                yield
            return run.outcome
