"""A second backend beside the first, where a solution or two answer the question and the first takes long.

Our kernels answer most of these questions in a few hundredths of a second, sooner than another solver is even
imported. Where they do not, nobody knows beforehand who would. So after a while another searches beside them,
in a thread of its own, and the first that knows ends the search (`accord.backends.portfolio`).
"""

from __future__ import annotations

from collections.abc import Sequence

from accord.backends import table
from accord.backends.contract import Backend, Request, Search
from accord.backends.found import MOST
from accord.backends.portfolio import Entrant, Start, compete
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


def search(backend: Backend, model: Model, request: Request) -> Search:
    """Search with a backend, and after a while with its helper too; no solution is yielded twice."""

    def start(one: Backend) -> Start:
        engine = lazy.choice(one, model, request)[0]
        return lambda own: Entrant(engine, lazy.search(one, model, own), one.name)

    def partner() -> Start | None:
        other = helper(backend, model, request)
        return None if other is None else start(other)

    many_sums = Kind.LINEAR in model.kind and model.options > MANY_SUMS
    return compete(request, start(backend), partner, LITTLE_PATIENCE if many_sums else PATIENCE)
