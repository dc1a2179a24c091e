"""Script that solves an exact cover (JSON on stdin) with CPMpy's `solveAll`, by ortools or pysat:glucose4."""

import json
import sys
from time import monotonic
from typing import Any

import cpmpy


def solve(cover: dict[str, Any], task: str, solver_name: str = "ortools") -> int:  # noqa: ARG001 (it only counts)
    """The number of solutions."""
    take = cpmpy.boolvar(shape=len(cover["options"]))
    givers: list[list[int]] = [[] for _ in cover["low"]]
    for option, items in enumerate(cover["options"]):
        for item in items:
            givers[item].append(option)
    model = cpmpy.Model()
    for low, options in zip(cover["low"], givers, strict=True):
        if options or low:
            total = cpmpy.sum(take[options])
            model += (total == 1) if low else (total <= 1)
    count, said = 0, monotonic()

    def on_solution() -> None:
        nonlocal count, said
        count += 1
        if monotonic() > said + 1:  # for those who stop it before it has finished
            said = monotonic()
            print("at least", count, flush=True)

    return int(model.solveAll(solver=solver_name, display=on_solution))


if __name__ == "__main__":
    print(solve(json.load(sys.stdin), *sys.argv[1:]))
