"""Problems of CSPLib, those of seventeen tutorials and larger ones: `auto` beside CPMpy with OR-Tools.

Both sides have one worker. Stating a problem is not timed; from there on all is: lowering and search. Every
turn gets a problem of its own, so nothing is kept from the turn before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any, Literal

from accord.errors import RefusedError
from accord.runner.api import run
from accord_compare.bench import Contest, Counted, Sides
from accord_compare.processes import require
from accord_tutorials import csplib_data as data
from accord_tutorials.listed import Side

LIMIT = 60  # seconds for a problem
STATED = 6  # problems that are stated before anything is timed


@dataclass(frozen=True)
class Asked:
    """A function of both sides with its arguments, and the known answer."""

    function: str
    arguments: tuple[Any, ...]
    task: Literal["count", "best"]
    answer: int
    long: bool = False  # measured once, with nothing before it

    def state(self, side: Side) -> Any:
        """The problem as a side states it."""
        return getattr(import_module(f"accord_tutorials.{side}.csplib"), self.function)(*self.arguments)


PROBLEMS = {
    "magic sequence 10": Asked("magic_sequence", (10,), "count", 1),
    "all-interval 8": Asked("all_interval", (8,), "count", 40),
    "Langford 7": Asked("langford", (7,), "count", 52),
    "BIBD 7, 7, 3, 3, 1": Asked("bibd", (7, 7, 3, 3, 1), "count", 1),
    "QG5 7": Asked("quasigroup", (7,), "count", 120),
    "Steiner 7": Asked("steiner", (7,), "count", 30),
    "Costas 8": Asked("costas", (8,), "count", 444),
    "car sequencing": Asked("cars", (), "count", 6),
    "golfers 3 x 3, 2 weeks": Asked("golfers", (3, 3, 2), "count", 10_080),
    "Myciel3, 4 colours": Asked("colours", (4,), "count", 12_480),
    "nonogram": Asked("nonogram", (), "count", 0),
    "Golomb 7": Asked("golomb", (7, 30), "best", 25),
    "still life 5": Asked("still_life", (5,), "best", 16),
    "peaceful queens 5": Asked("queens", (5,), "best", 4),
    "job shop 3 x 3": Asked("job_shop", (data.THREE_JOBS, 20), "best", 11),
    "tour of 7": Asked("tour", (data.SEVEN_TOWNS,), "best", 234),
    "knapsack of 12": Asked("knapsack", data.TWELVE, "best", 43),
    "Golomb 9": Asked("golomb", (9, 50), "best", 44),
    "still life 8": Asked("still_life", (8,), "best", 36, long=True),
    "peaceful queens 7": Asked("queens", (7,), "best", 7, long=True),
    "ft06": Asked("job_shop", (data.FT06, 100), "best", 55),
    "tour of 20": Asked("tour", (data.TWENTY_TOWNS,), "best", 364),
    "knapsack of 100": Asked("knapsack", data.HUNDRED, "best", 33_967_404),
}


def contests() -> list[Contest]:
    """A row for each problem."""
    return [
        Contest(
            section="csplib",
            instance=name,
            engine="auto",
            what=asked.task,
            beside="cpmpy-ortools",
            count=asked.answer,
            clock="CPU",
            sides=partial(_sides, asked),
            warm_up=not asked.long,
            most_pairs=1 if asked.long else None,
        )
        for name, asked in PROBLEMS.items()
    ]


def _sides(asked: Asked) -> Iterator[Sides]:
    versions = require("cpmpy", "cpmpy") | require("ortools", "ortools")
    made = {side: [asked.state(side) for _ in range(STATED)] for side in ("ours", "theirs")}

    def ours() -> Counted:
        outcome = run(made["ours"].pop(), asked.task, workers=1, time_limit=LIMIT)
        if outcome.reason:
            raise RefusedError(f"not solved within {LIMIT} seconds: {outcome.reason}")
        value = outcome.value if asked.task == "best" else outcome.count
        return Counted(-1 if value is None else value)

    def theirs() -> Counted:
        answer, complete = solve(*made["theirs"].pop(), asked.task)
        return Counted(answer if complete else 0, versions=versions, complete=complete)

    yield ours, theirs


def solve(model: Any, variables: Any, task: str) -> tuple[int, bool]:
    """The answer of CPMpy with OR-Tools, and whether it is proved."""
    import cpmpy as cp
    import numpy as np

    solver = cp.SolverLookup.get("ortools", model)
    solver.solver_vars(list(np.ravel(variables)))  # those that no rule is about are counted, too
    if task == "count":
        answer = solver.solveAll(time_limit=LIMIT, num_workers=1)
    else:
        found = solver.solve(time_limit=LIMIT, num_workers=1)
        answer = solver.objective_value() if found else 0
    return int(answer), solver.status().exitstatus.name in ("OPTIMAL", "UNSATISFIABLE")
