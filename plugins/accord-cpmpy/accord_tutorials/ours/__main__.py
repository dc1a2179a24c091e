"""A process that states and solves a problem in Accord: `python -m accord_tutorials.ours cakes 60`.

What is imported late is imported by solving a tiny one first: seconds of the parts are without imports.
"""

from __future__ import annotations

import json
import sys
from time import process_time

from accord.problem import Problem
from accord.runner.api import run
from accord_tutorials.listed import read_list, statement


def main(name: str, limit: float) -> None:
    """Print the answer and the seconds of CPU as JSON. What was found must keep the rules."""
    one = read_list()[name]
    tiny = Problem()
    tiny.add(tiny.boolean("x"))
    run(tiny.model, "count", backend="cpsat", workers=1)
    started = process_time()
    problem = statement("ours", one)()
    model = problem.model
    made = process_time()
    outcome = run(model, one.task, backend="cpsat", workers=1, time_limit=limit)
    ended = process_time()
    for solution in outcome.solutions:
        values = problem.values(solution.options)
        if not problem.holds({problem[each]: value for each, value in values.items()}):
            raise AssertionError(f"{name}: {values} breaks a rule")
    answer = outcome.value if one.task == "best" else outcome.count
    said = {
        "answer": answer,
        "complete": not outcome.reason,
        "model": made - started,
        "solving": ended - made,
    }
    print(json.dumps(said))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
