"""A process that states and solves a problem in CPMpy: `python -m accord_tutorials.theirs cakes 60`.

What is imported late is imported by solving a tiny one first: seconds of the parts are without imports.
"""

from __future__ import annotations

import json
import sys
from time import process_time

import cpmpy as cp
import numpy as np

from accord_tutorials.listed import read_list, statement


def main(name: str, limit: float) -> None:
    """Print the answer and the seconds of CPU as JSON; and for one solution the values of the variables."""
    one = read_list()[name]
    cp.Model(cp.boolvar()).solve(solver="ortools", num_workers=1)
    started = process_time()
    model, variables = statement("theirs", one)()
    solver = cp.SolverLookup.get("ortools", model)
    solver.solver_vars(list(np.ravel(variables)))  # those that no rule is about are counted, too
    made = process_time()
    if one.task == "count":
        answer = solver.solveAll(time_limit=limit, num_workers=1)
    else:
        found = solver.solve(time_limit=limit, num_workers=1)
        answer = solver.objective_value() if one.task == "best" and found else int(found)
    ended = process_time()
    said = {
        "answer": int(answer),
        "complete": solver.status().exitstatus.name in ("OPTIMAL", "UNSATISFIABLE") or one.task == "first",
        "model": made - started,
        "solving": ended - made,
        "values": [int(each.value()) for each in np.ravel(variables)] if one.task == "first" else [],
    }
    print(json.dumps(said))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
