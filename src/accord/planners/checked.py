"""No plan is shown unless a checker has played it: by the declaration, and by the family's own rules."""

from __future__ import annotations

import numpy as np

from accord.errors import EngineError
from accord.planners.contract import Asked, Own, Plan
from accord.planners.table import moves_of
from accord.plans import check


def checked(asked: Asked, plan: Plan) -> tuple[tuple[str, ...], Own | None]:
    """The names of a plan's operators, and its moves in the family's own form if there is one.

    Raises:
        EngineError: if a checker does not accept it.
    """
    own, spec = moves_of(asked.record), asked.puzzle.spec if asked.puzzle is not None else None
    try:
        if isinstance(plan, np.ndarray):
            assert own is not None, "moves of its own need a family that has them"
            moves: Own = tuple((move, destination) for move, destination in plan.tolist())
            names = tuple(own.names(spec, moves))
        else:
            names = tuple(plan)
            check.replay(asked.plan_problem, names)
            if own is None:
                return names, None
            moves = tuple(own.of_names(spec, names))
    except check.PlanError as error:
        raise EngineError(f"{asked.backend} gave a plan that is none: {error}") from error
    wrong = own.check(spec, moves)
    if wrong:
        raise EngineError(f"{asked.backend} gave a plan that is none: {wrong}")
    return names, moves
