"""Accord: declare a puzzle once, solve it with every engine, and see that they agree.

    puzzle = accord.load("pentomino-4x15", variant="hoyt")
    accord.count(puzzle).count                               # 402
    accord.run(puzzle, "count", backend="sat").exact         # True
    for solution in accord.solutions(puzzle, limit=5): ...

Names are imported on first use, so that `import accord` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accord.errors import (
        AccordError,
        EngineError,
        InputError,
        MissingBackendError,
        RefusedError,
        StoppedError,
        UsageError,
    )
    from accord.model import Model
    from accord.planners.planned import Planned
    from accord.planners.search import Search, plan
    from accord.plans.problem import PlanProblem
    from accord.puzzles.library import load
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.api import best, count, first, run, solutions, unique
    from accord.runner.outcome import Outcome, Solution
    from accord.runner.sample import Population

_PLACES = {
    **dict.fromkeys(
        [
            "AccordError",
            "EngineError",
            "InputError",
            "MissingBackendError",
            "RefusedError",
            "StoppedError",
            "UsageError",
        ],
        "accord.errors",
    ),
    "Model": "accord.model",
    "Outcome": "accord.runner.outcome",
    "PlanProblem": "accord.plans.problem",
    "Planned": "accord.planners.planned",
    "Population": "accord.runner.sample",
    "Puzzle": "accord.puzzles.puzzle",
    "Search": "accord.planners.search",
    "Solution": "accord.runner.outcome",
    "best": "accord.runner.api",
    "count": "accord.runner.api",
    "first": "accord.runner.api",
    "load": "accord.puzzles.library",
    "plan": "accord.planners.search",
    "run": "accord.runner.api",
    "solutions": "accord.runner.api",
    "unique": "accord.runner.api",
}

__all__ = [
    "AccordError",
    "EngineError",
    "InputError",
    "MissingBackendError",
    "Model",
    "Outcome",
    "PlanProblem",
    "Planned",
    "Population",
    "Puzzle",
    "RefusedError",
    "Search",
    "Solution",
    "StoppedError",
    "UsageError",
    "best",
    "count",
    "first",
    "load",
    "plan",
    "run",
    "solutions",
    "unique",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'accord' has no attribute {name!r}")
    value = getattr(import_module(_PLACES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
