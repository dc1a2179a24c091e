"""Many questions about one model: is there a solution with these options? The options are assumed.

The model is lowered once. Each question is small, and CP-SAT starts anew for each: all that it does before a
search would cost more than the search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from accord.backends.cpsat.lowering import lowering
from accord.backends.cpsat.parameters import ASKED, set_parameters
from accord.backends.waiting import finished
from accord.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.model import Model


class Oracle:
    """One model that is asked about."""

    def __init__(self, model: Model) -> None:
        self._lowered = finished(lowering(model))

    def __call__(self, options: Sequence[int]) -> tuple[int, ...] | None:
        """A solution that contains these options, ascending; None if there is none. Raises EngineError."""
        model, variables = self._lowered.model, self._lowered.options
        solver = cp_model.CpSolver()
        set_parameters(ASKED, solver.parameters)
        model.clear_assumptions()
        model.add_assumptions([variables[option] for option in options])
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return None
        if status != cp_model.OPTIMAL:
            raise EngineError(f"CP-SAT ended with status {solver.status_name(status)} on a question")
        values = solver.response_proto.solution
        return tuple(option for option in range(len(variables)) if values[option])
