"""Script that solves an exact cover (JSON on stdin) with python-sat: CDCL for one or two, a walk for all.

At each node the walk takes the item with the fewest open options, and tries each of them on top of the
options chosen so far. Items are at most one by pairs, or natively where the solver is minicard. Nothing is
ever blocked.
"""

import json
import sys
from itertools import combinations
from typing import Any

from pysat import solvers

NAMES = {"cadical195": "Cadical195", "glucose4": "Glucose4", "minicard": "Minicard"}
MOST = {"first": 1, "unique": 2}


def solve(cover: dict[str, Any], task: str, solver_name: str = "") -> Any:
    """The number of solutions for `count`, else the solutions."""
    name = solver_name or ("cadical195" if task in MOST else "minicard")
    with getattr(solvers, NAMES[name])() as solver:
        givers: list[list[int]] = [[] for _ in cover["low"]]
        for option, items in enumerate(cover["options"], start=1):
            for item in items:
                givers[item].append(option)
        for low, variables in zip(cover["low"], givers, strict=True):
            if low:
                solver.add_clause(variables)
            if name == "minicard":
                solver.add_atmost(variables, 1)
            else:
                for one, other in combinations(variables, 2):
                    solver.add_clause([-one, -other])
        if task in MOST:
            return cdcl(solver, len(cover["options"]), MOST[task])
        primary = [variables for low, variables in zip(cover["low"], givers, strict=True) if low]
        found: list[list[int]] = []
        count = walk(solver, primary, [], None if task == "count" else found)
        return count if task == "count" else found


def cdcl(solver: Any, options: int, most: int) -> list[list[int]]:
    """Solve, and forbid what was found."""
    found: list[list[int]] = []
    while len(found) < most and solver.solve():
        chosen = [literal for literal in solver.get_model()[:options] if literal > 0]
        found.append([variable - 1 for variable in chosen])
        solver.add_clause([-variable for variable in chosen])
    return found


def walk(solver: Any, items: list[list[int]], chosen: list[int], found: list[list[int]] | None) -> int:
    """Return how many solutions have the chosen options; `items` may still be open."""
    possible, implied = solver.propagate(assumptions=chosen)
    if not possible:
        return 0
    value = dict.fromkeys(implied)
    still = [variables for variables in items if not any(v in value for v in variables)]
    if not still:
        if found is not None:
            found.append(sorted(v - 1 for v in {*implied, *chosen} if v > 0))
        return 1
    fewest = min(still, key=lambda variables: sum(-v not in value for v in variables))
    count = 0
    for variable in fewest:
        if -variable not in value:
            count += walk(solver, still, [*chosen, variable], found)
    return count


if __name__ == "__main__":
    answer = solve(json.load(sys.stdin), *sys.argv[1:])
    print(answer if isinstance(answer, int) else "\n".join(" ".join(map(str, row)) for row in answer))
