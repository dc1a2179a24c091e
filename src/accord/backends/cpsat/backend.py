"""The CP-SAT backend: implements the interface of backends, and imports OR-Tools only for a search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar

from accord.backends import table
from accord.backends.contract import Backend, Request, Search
from accord.backends.cpsat.parameters import attempts, set_parameters, tell
from accord.errors import RefusedError
from accord.kernels import loading
from accord.model import Kind, Model
from accord.tasks import ENUMERATES
from accord.versions import version_of

EXACT = 1 << 53


class CpSat(Backend):
    """CP-SAT: takes every model and every task; counts by enumeration with one worker."""

    name: ClassVar[str] = "cpsat"
    engines: ClassVar[tuple[str, ...]] = ("cp-sat",)
    integers = "whole"
    set_parameters = staticmethod(set_parameters)  # of every search, and the only place that sets any

    def parallel(self, request: Request) -> bool:
        """Whether CP-SAT works with several threads itself: not where it enumerates."""
        return request.task not in ENUMERATES

    def refusal(self, model: Model, request: Request) -> str | None:
        """CP-SAT takes every model and every task, but no objective with values beyond exact doubles."""
        if Kind.LAZY in model.kind:
            return "cpsat takes lazy items only in passes, from a run"
        if model.integers and (reason := _refusal_of_integers(model, request)):
            return reason
        if request.task == "best" and (total := sum(map(abs, model.objective.tolist()))) >= EXACT:
            return f"CP-SAT keeps values as doubles, exact below 2^53, and these weights sum to {total:,}"
        return None

    def choice(self, model: Model, request: Request) -> tuple[str, str]:
        """CP-SAT, with the search and the parameters it will use."""
        return self.engines[0], tell(attempts(model, _put(model, request)))

    def versions(self) -> dict[str, str]:
        """The version of OR-Tools."""
        return {"ortools": version_of("ortools")}

    def search(self, model: Model, request: Request) -> Search:
        """Build and solve in a thread, and hand on what it finds; see the contract."""
        with loading():
            from accord.backends.cpsat.solving import Solving

        request = _put(model, request)
        return Solving(model, request, attempts(model, request), self.set_parameters).slices()

    def oracle(self, model: Model) -> Callable[[Sequence[int]], tuple[int, ...] | None]:
        """Answers the questions of a lazy part about a model; see the contract."""
        from accord.backends.cpsat.solving import Oracle

        return Oracle(model)


def _refusal_of_integers(model: Model, request: Request) -> str | None:
    """Why a problem is not taken as it is: it is lowered to find out, and that is cached with it."""
    table.import_package(CpSat.name)
    with loading():
        from accord.backends.cpsat.solving import lower_now

    try:
        lower_now(model, objective=request.task == "best")
    except RefusedError as refused:
        return str(refused)
    return None


def _put(model: Model, request: Request) -> Request:
    """The question as it is put: on sums, one search for two solutions beats two searches by far.

    It keeps what it learned; and several workers, which count wrongly, gain nothing there.
    """
    if request.task != "unique" or Kind.LINEAR not in model.kind:
        return request
    return replace(request, task="all", limit=2)
