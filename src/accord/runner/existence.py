"""Beside a count that has found nothing so far: is there a solution at all?

A count that does not walk to solutions knows nothing until its end, and a walk may take long to the first. So
after a while the engine that is usually fastest for one solution searches beside it, a slice now and then,
until it has answered or the count has found one. If there is a solution, the count is at least 1; if there is
none, the count is at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from accord import kernels
from accord.backends.contract import Slice
from accord.runner.limits import Limits
from accord.runner.search import Steps

if TYPE_CHECKING:
    from accord.model import Model
    from accord.runner.outcome import Outcome

PATIENCE = 0.5  # seconds of search that the count has for itself
SHARE = 0.25  # of the seconds since then, which the other search may take
BACKEND = "native"  # it does nothing between two slices; another solver might go on in a thread of its own


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
        with closing(steps), closing(self._asked()) as asking:
            for index, step in steps:
                yield index, step
                if not needed():
                    break
                now = self.clock()
                if began == inf and step.effort:
                    began = now
                if taken > SHARE * (now - began - PATIENCE):
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

    def _asked(self) -> Generator[None, None, Outcome | None]:
        """Ask slice by slice; returns what is known in the end, None if no engine takes the model."""
        from accord.runner.glance import Glance  # only now: it is a run itself

        with closing(Glance(self.model, "first", self.limits, backend=BACKEND)) as glance:
            for _ in glance.look(inf):
                yield
            return glance.outcome
