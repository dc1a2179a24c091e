"""A second backend beside the first, where a solution or two answer the question and the first takes long.

Our kernels answer most of these questions in a few hundredths of a second, sooner than another solver is even
imported. Where they do not, nobody knows beforehand who would. So after a while another searches beside them,
in a thread of its own, and the first that knows ends the search; who that is, is not looked up before. See
`accord.backends.native.turns`, where two of our own engines do the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from math import inf
from time import perf_counter

from accord.backends import table
from accord.backends.contract import Backend, Request, Search, Slice
from accord.backends.found import MOST, Found
from accord.errors import EngineError
from accord.model import Kind, Model
from accord.runner import lazy

PATIENCE = 2.0  # seconds of search that the first has for itself
MANY_SUMS, LITTLE_PATIENCE = 1000, 0.3  # of sums over so many options others learn more from a conflict


def helps(models: Sequence[Model], request: Request) -> bool:
    """Whether a question is one for two: neither shared between workers, nor limited by effort."""
    few = request.limit is not None and request.limit <= MOST
    alone = request.threads == 1 and not request.stats
    return few and alone and all(model.lazy is None for model in models)


def helper(backend: Backend, model: Model, request: Request) -> Backend | None:
    """A backend of ours that learns from conflicts, is installed, and takes the model, if there is one."""
    for row in table.OURS:
        if row.learns and row.name != backend.name and table.installed(row.name):
            other = table.backend(row.name)
            return None if lazy.refusal(other, model, request) else other
    return None


@dataclass(eq=False)
class _Searcher:
    """A backend under way."""

    backend: Backend
    search: Search
    engine: str
    effort: Mapping[str, int] = field(default_factory=dict)

    def step(self) -> Slice:
        """Its next slice. Raises EngineError if it ends without having seen everything."""
        step = next(self.search, None)
        if step is None:
            raise EngineError(
                f"backend {self.backend.name} ended without saying that its search was complete"
            )
        self.effort, self.engine = step.effort or self.effort, step.engine or self.engine
        return step


def search(backend: Backend, model: Model, request: Request) -> Search:
    """Search with a backend, and after a while with its helper too; no solution is yielded twice."""
    found, searchers, began = Found(), list[_Searcher](), inf
    patience = LITTLE_PATIENCE if Kind.LINEAR in model.kind and model.options > MANY_SUMS else PATIENCE
    asked = False  # for a helper
    with ExitStack() as stack:

        def begin(one: Backend) -> None:
            engine = lazy.choice(one, model, request)[0]
            steps = stack.enter_context(closing(lazy.search(one, model, replace(request, solutions=True))))
            searchers.append(_Searcher(one, steps, engine))

        begin(backend)
        while True:
            for searcher in tuple(searchers):
                step = searcher.step()
                rows = found.new(step)
                both = len(searchers) > 1
                yield replace(
                    step,
                    count=len(rows),
                    solutions=rows if request.solutions else None,
                    effort=_together(searchers),
                    engine=searcher.engine if both and (step.complete or len(rows)) else step.engine,
                    backend=searcher.backend.name,
                    why=_told(searcher, searchers) if both else step.why,
                    state=None,
                )
                if step.complete:
                    return
            if began == inf and searchers[0].effort:
                began = perf_counter()  # what went before was loading, and lowering
            if not asked and perf_counter() - began > patience:
                asked = True
                if (other := helper(backend, model, request)) is not None:
                    begin(other)


def _together(searchers: list[_Searcher]) -> dict[str, int]:
    """The effort of all."""
    effort: Counter[str] = Counter()
    for searcher in searchers:
        effort.update(searcher.effort)
    return dict(effort)


def _told(searcher: _Searcher, searchers: list[_Searcher]) -> str:
    (other,) = (each for each in searchers if each is not searcher)
    return f"it knew before {other.backend.name}/{other.engine}, beside it"
