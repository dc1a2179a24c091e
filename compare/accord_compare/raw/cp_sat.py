"""Script that solves an exact cover (JSON on stdin) with OR-Tools, by Accord's parameters and order.

All are enumerated by a fixed search; one or two are found by solving, and by forbidding what was found.
"""

import json
import sys
from typing import Any

from ortools.sat.python import cp_model

MOST = {"first": 1, "unique": 2}


class Found(cp_model.CpSolverSolutionCallback):
    """Counts, or keeps what is chosen."""

    def __init__(self, take: list[cp_model.IntVar], keep: bool) -> None:
        super().__init__()
        self.count = 0
        self.solutions: list[list[int]] = []
        self._take, self._keep = take, keep

    def on_solution_callback(self) -> None:
        """Note a solution."""
        self.count += 1
        if self._keep:
            self.solutions.append([o for o, var in enumerate(self._take) if self.boolean_value(var)])


def solve(cover: dict[str, Any], task: str, solver_name: str = "") -> Any:  # noqa: ARG001 (there is one)
    """The number of solutions for `count`, else the solutions."""
    model = cp_model.CpModel()
    take = [model.new_bool_var("") for _ in cover["options"]]
    givers: list[list[cp_model.IntVar]] = [[] for _ in cover["low"]]
    for var, items in zip(take, cover["options"], strict=True):
        for item in items:
            givers[item].append(var)
    for low, variables in zip(cover["low"], givers, strict=True):
        if low:
            model.add_exactly_one(variables)
        else:
            model.add_at_most_one(variables)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = False
    if task in MOST:
        return cdcl(model, solver, take, MOST[task])
    strategy = [take[option] for option in cover["strategy"]]
    model.add_decision_strategy(strategy, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.linearization_level = 0
    solver.parameters.use_sat_inprocessing = False
    solver.parameters.clause_cleanup_lbd_bound = 3
    solver.parameters.clause_cleanup_period = 1000
    solver.parameters.search_branching = cp_model.FIXED_SEARCH
    found = Found(take, task != "count")
    if solver.solve(model, found) not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise RuntimeError("CP-SAT has not finished")
    return found.count if task == "count" else found.solutions


def cdcl(model: cp_model.CpModel, solver: cp_model.CpSolver, take: list[Any], most: int) -> list[list[int]]:
    """Solve, and forbid what was found."""
    found: list[list[int]] = []
    while len(found) < most and solver.solve(model) == cp_model.OPTIMAL:
        found.append([o for o, var in enumerate(take) if solver.boolean_value(var)])
        model.add_bool_or([take[o].negated() for o in found[-1]])
    return found


if __name__ == "__main__":
    answer = solve(json.load(sys.stdin), *sys.argv[1:])
    print(answer if isinstance(answer, int) else "\n".join(" ".join(map(str, row)) for row in answer))
