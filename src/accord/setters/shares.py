"""Count the solutions that have each value of each cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from accord.errors import StoppedError
from accord.model import Model
from accord.puzzles.cell_values import CellValues, Shown, Value, exclusive
from accord.puzzles.puzzle import Puzzle
from accord.runner.limits import Limits, Show
from accord.runner.run import Run
from accord.runner.sample import Population


def count_values(
    puzzle: Puzzle | Model, model: Model, cells: CellValues, limits: Limits, show: Show
) -> tuple[dict[str, dict[Value, int]], int]:
    """Return how many solutions have each value, and how many there are. Raises StoppedError.

    The solutions are counted by option, without a walk where a backend can; where several options of a cell
    may be chosen together, a walk looks at each solution.
    """
    number: Callable[[Shown], int]
    if all(exclusive(model, shown.options) for some in cells.values() for shown in some.values()):
        population = Population(puzzle, time_limit=limits.rest, cancel=limits.cancel, show=show)
        number, total = partial(_number, population.frequencies(), population.total), population.total
    else:
        number, total = _walk(puzzle, cells, limits)
    found = {name: {value: number(shown) for value, shown in some.items()} for name, some in cells.items()}
    return {name: {v: n for v, n in some.items() if n} for name, some in found.items()}, total


def _number(by_option: Sequence[int], total: int, shown: Shown) -> int:
    """Return how many of all solutions have a value, of which no two options are chosen together."""
    chosen = sum(by_option[option] for option in shown.options)
    return total - chosen if shown.rest else chosen


def _walk(puzzle: Puzzle | Model, cells: CellValues, limits: Limits) -> tuple[Callable[[Shown], int], int]:
    """Return how many solutions have each value, by looking at all of them. Raises StoppedError."""
    every = {shown for some in cells.values() for shown in some.values()}
    found: Counter[Shown] = Counter()
    run = Run(puzzle, "all", time_limit=limits.rest, cancel=limits.cancel)
    total = 0
    for step in run:
        for row in step.solutions:
            chosen = frozenset(row.tolist())
            total += 1
            found.update(shown for shown in every if shown.holds(chosen))
    if run.outcome.status != "complete":
        raise StoppedError(f"{run.outcome.reason}: {total:,} solutions were counted, and there may be more")
    return found.__getitem__, total
