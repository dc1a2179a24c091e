"""Find integer weights of items, by a linear program, that show why demands cannot all be met.

All options together weigh at least so much, the demands allow less (J. Farkas, 1902); the black and white
squares of a board that dominoes cannot cover are the best known. Weights modulo a number, and what needs no
program, come from `accord.refute`; here an elimination may take longer than before a search.

Neither is trusted: `Argument.holds` adds up again, in whole numbers, from the model. A model for which there
are no such weights may still have no solution.

`short_attempt` comes before any long work: an engine for a moment, arithmetic, then the engine once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import partial
from time import monotonic
from typing import Literal

import numpy as np
import numpy.typing as npt

from accord.backends.table import is_usable
from accord.backends.waiting import wait_for
from accord.kernels import loading
from accord.model import Model
from accord.refute.argument import Argument, Weights, sums, unmet
from accord.refute.modulo import arguments
from accord.runner.limits import Limits, Show
from accord.runner.run import TimedRun

SCALES = 60  # weights are looked for among multiples of 1, 1/2, ... 1/60 of the smallest
CLOSE = 1e-6
LARGEST = 300_000  # entries; a larger model is not looked at
MOST_WORK = float(1 << 30)  # steps of an elimination


def argument(model: Model, seconds: float = 5.0) -> Argument | None:
    """Weights that refute a model, such that none can be spared alone; None if none were found.

    Args:
        model: any; only items without colours are weighed.
        seconds: for each linear program.
    """
    if len(model.item) > LARGEST:
        return None
    return next((found for found in _find(model, seconds) if found.holds(model)), None)


def _find(model: Model, seconds: float) -> Iterator[Argument]:
    nothing_gives = unmet(model)
    if nothing_gives is not None:
        yield nothing_gives
    weights = _in_whole_numbers(model, seconds) if is_usable("cpsat") else None  # its package solves programs
    if weights is not None and (found := sums(model, weights, 0)) is not None:
        yield Argument({item: int(weights[item]) for item in np.flatnonzero(weights).tolist()}, 0, *found)
    yield from arguments(model, MOST_WORK)


def _in_whole_numbers(model: Model, seconds: float) -> Weights | None:
    """Weights of few items, found by a linear program; then none that can be spared."""
    found = _program(model, ~model.coloured_items, seconds)
    if found is None:
        return None
    deadline = monotonic() + seconds
    for item in np.flatnonzero(found).tolist():
        if found[item] and monotonic() < deadline:
            allowed = found != 0
            allowed[item] = False
            fewer = _program(model, allowed, seconds)
            found = found if fewer is None else fewer
    return found


def _program(model: Model, allowed: npt.NDArray[np.bool_], seconds: float) -> Weights | None:
    """The least weights of the items allowed under which options weigh 1 more than demands allow."""
    with loading():
        from ortools.linear_solver.python import model_builder

    program = model_builder.Model()  # type: ignore[no-untyped-call]
    weighted_sum, infinity = model_builder.LinearExpr.weighted_sum, float("inf")
    items = np.flatnonzero(allowed).tolist()
    up = {item: program.new_num_var(0, infinity, "") for item in items}  # a weight is up - down
    down = {item: program.new_num_var(0, infinity, "") for item in items}
    total, factors = [*up.values(), *down.values()], [*-model.high[items], *model.low[items]]
    for entries, number in _different_options(model, allowed).items():
        least = program.new_num_var(-infinity, 0, "")  # what an option weighs, or 0 if that is less
        sides = [
            (var[item], sign * amount) for item, amount in entries for var, sign in ((up, 1), (down, -1))
        ]
        weighed = weighted_sum([*(var for var, _ in sides), least], [*(float(by) for _, by in sides), -1.0])
        program.add_linear_constraint(weighed, 0, infinity)
        total.append(least)
        factors.append(number)
    program.add_linear_constraint(weighted_sum(total, factors), 1, infinity)
    program.minimize(weighted_sum(total[: 2 * len(items)], [1] * (2 * len(items))))
    solver = model_builder.Solver("GLOP")
    solver.set_time_limit_in_seconds(seconds)
    if solver.solve(program) != model_builder.SolveStatus.OPTIMAL:
        return None
    weights = np.zeros(model.items)
    weights[items] = [solver.value(up[item]) - solver.value(down[item]) for item in items]
    return _round(weights)


def _different_options(model: Model, allowed: npt.NDArray[np.bool_]) -> Counter[tuple[tuple[int, int], ...]]:
    """Return the different rows of amounts for the items allowed, and how many options give each."""
    entries: list[list[tuple[int, int]]] = [[] for _ in range(model.options)]
    ours = allowed[model.item]
    for option, item, amount in zip(
        model.option_of_entry[ours].tolist(),
        model.item[ours].tolist(),
        model.amount[ours].tolist(),
        strict=True,
    ):
        entries[option].append((item, amount))
    return Counter(tuple(row) for row in entries if row)


def _round(weights: npt.NDArray[np.float64]) -> Weights | None:
    """The weights as whole numbers in the same proportion; None if small ones do not do."""
    sizes = np.abs(weights[np.abs(weights) > CLOSE])
    for scale in range(1, SCALES + 1):
        scaled = weights * scale / sizes.min()
        if np.abs(scaled - np.rint(scaled)).max() < CLOSE * scale:
            return np.rint(scaled).astype(np.int64)
    return None


def short_attempt(
    model: Model,
    task: Literal["first", "unique"],
    limits: Limits,
    *,
    note: Callable[[TimedRun], None],
    seconds: tuple[float, float],
    weigh: bool = True,
    show: Show,
) -> Generator[object, None, Argument | None]:
    """Weights that refute the model, or None; yields some ten times a second.

    The engine that is usually fastest is asked for the first of `seconds`, then for the second; after each of
    them `note` is told what it knows. If it has no solution by the first, weights are looked for, unless
    `weigh` is false; where there are some, that is the end.
    """
    run = TimedRun(model, task, limits, show=show)
    with closing(run):
        yield from run.run_for(seconds[0])
        note(run)
        if weigh and not run.solutions:
            show("looking for weights that refute it", None)
            found = yield from wait_for(partial(argument, model))
            if found is not None:
                return found
        yield from run.run_for(seconds[1])
        note(run)
    return None
