"""`make bench`: our engines beside their named peers, as ratios of user CPU in one run.

native    the search for 6 x 10 pentominoes, distinct, after compilation, beside `xcover.covers` on the same
          exact cover (the options left when X lies in one quadrant), in one process, turn by turn
cpsat     the same count as a whole process, beside a bare OR-Tools script with the same fixed search

Figures are medians of pairs taken in turn; ratios survive a busy machine, seconds do not.
"""

from __future__ import annotations

import gc
import resource
import subprocess
import sys
from collections.abc import Callable
from statistics import median

import click

from accord.model import Model
from accord.puzzles.library import load
from accord.runner.api import run
from accord.runner.work import plan

PUZZLE, COUNT = "pentomino-6x10", 2339

BARE_CP_SAT = """
import sys
from ortools.sat.python import cp_model
rows = [[int(i) for i in line.split()] for line in sys.stdin]
order, rows = rows[0], rows[1:]
model = cp_model.CpModel()
take = [model.new_bool_var(f"o{i}") for i in range(len(rows))]
items = [[] for _ in range(1 + max(max(row) for row in rows))]
for var, row in zip(take, rows):
    for item in row:
        items[item].append(var)
for vars in items:
    model.add_exactly_one(vars)
seen, strategy = set(), []
for item in order:
    for var in items[item]:
        if var.index not in seen:
            seen.add(var.index)
            strategy.append(var)
model.add_decision_strategy(strategy, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
class Counter(cp_model.CpSolverSolutionCallback):
    count = 0
    def on_solution_callback(self):
        self.count += 1
solver = cp_model.CpSolver()
solver.parameters.enumerate_all_solutions = True
solver.parameters.num_workers = 1
solver.parameters.linearization_level = 0
solver.parameters.search_branching = cp_model.FIXED_SEARCH
counter = Counter()
assert solver.solve(model, counter) == cp_model.OPTIMAL
print(counter.count)
"""


@click.command()
@click.option("--pairs", default=5, show_default=True, help="Pairs taken in turn.")
def bench(pairs: int) -> None:
    """Time our engines beside their peers."""
    part = plan(load(PUZZLE).model, distinct=True, method=None, root="X").parts[0].model
    for name, check in (
        ("native beside xcover, search", _native),
        ("cpsat beside bare OR-Tools, process", _cpsat),
    ):
        ours, theirs, agreed = check(part, pairs)
        ratio = median(t / o for o, t in zip(ours, theirs, strict=True))
        click.echo(
            f"{PUZZLE} distinct, {name}: ours {median(ours):.4f} s, theirs {median(theirs):.4f} s, "
            f"theirs / ours {ratio:.2f} (median of {pairs} pairs, user CPU; both count {agreed})"
        )


def _native(part: Model, pairs: int) -> tuple[list[float], list[float], int]:
    from xcover import covers

    options = [part.items_of(option).tolist() for option in range(part.options)]

    def ours() -> int:
        return run(part, "count", backend="native", engine="window", root="X").count

    def theirs() -> int:
        return sum(1 for _ in covers(options))

    ours(), theirs()  # compile
    return _in_turn(ours, theirs, pairs, lambda: resource.getrusage(resource.RUSAGE_SELF).ru_utime)


def _cpsat(part: Model, pairs: int) -> tuple[list[float], list[float], int]:
    lines = [part.order.tolist(), *(part.items_of(option).tolist() for option in range(part.options))]
    text = "\n".join(" ".join(map(str, line)) for line in lines)

    def ours() -> int:
        asked = [
            sys.executable,
            "-m",
            "accord",
            "count",
            PUZZLE,
            "--distinct",
            "--backend",
            "cpsat",
            "--quiet",
        ]
        return int(subprocess.run(asked, capture_output=True, check=True).stdout)

    def theirs() -> int:
        return int(
            subprocess.run(
                [sys.executable, "-c", BARE_CP_SAT], input=text.encode(), capture_output=True, check=True
            ).stdout
        )

    return _in_turn(ours, theirs, pairs, lambda: resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime)


def _in_turn(
    ours: Callable[[], int], theirs: Callable[[], int], pairs: int, clock: Callable[[], float]
) -> tuple[list[float], list[float], int]:
    """User CPU seconds of each, in pairs taken in turn, and the count that both give every time."""
    seconds: tuple[list[float], list[float]] = ([], [])
    counts = set()
    for _ in range(pairs):
        for which, act in enumerate((ours, theirs)):
            gc.collect()
            started = clock()
            counts.add(act())
            seconds[which].append(clock() - started)
    if counts != {COUNT}:
        raise SystemExit(f"the counts differ: {counts}")
    return *seconds, COUNT


if __name__ == "__main__":
    bench()
