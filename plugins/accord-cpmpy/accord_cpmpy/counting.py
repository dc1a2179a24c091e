"""Counting by the values of the user's variables, though an auxiliary may be left open by them.

Of CPMpy's own constraints all auxiliaries are determined by the variables, as `DECOMPOSED` in `lowering` has
them. That is tested, but another version of CPMpy may differ, and users write constraints of their own. Where
an auxiliary is open, each solution is found once for each of its values, and a count of those is wrong. So a
question to CP-SAT goes ahead: two solutions that differ in hidden options alone. If there are none, every
engine counts. Else the solutions are walked through, and those of the same values counted once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

import accord
from accord import Model, Outcome, RefusedError, StoppedError
from accord.runner.limits import Limits
from accord.runner.outcome import answer
from accord.runner.run import Run
from accord_cpmpy.lowering import UNBOUNDED, Lowering, matrix

if TYPE_CHECKING:
    import cpmpy

CHECK = 10.0  # seconds for the question
INSTANT = 1e-6  # a time limit for a run that shall only say that it has none left


def lower(cpm_model: cpmpy.Model, over: Callable[[], bool] = lambda: False) -> Lowering:
    """A CPMpy model after CPMpy's passes.

    Raises InputError, as these do, and StoppedError once `over()` is true between two constraints.
    """
    lowering = Lowering()
    for constraint in cpm_model.constraints:
        if over():
            raise StoppedError("stopped in CPMpy's passes", status="time")
        lowering.add(constraint)
    if cpm_model.objective_ is not None:
        lowering.objective(cpm_model.objective_, minimize=cpm_model.objective_is_min)
    return lowering


def model(cpm_model: cpmpy.Model) -> Model:
    """The Accord model of a CPMpy model, with CPMpy's auxiliaries as hidden options.

    A Boolean `b` is the option `b`, an integer `x` has the options `x=1`, `x=2`, ... An objective is
    minimized; the value of one that CPMpy maximizes is the negated one.

    Raises:
        InputError: if CPMpy cannot make it linear, or an integer has more than 100,000 values.
        RefusedError: if the auxiliaries are not determined, or that was not found out in 10 seconds.
    """
    found = lower(cpm_model).model()
    proved = is_determined(found)
    if proved is None:
        raise RefusedError(
            f"whether CPMpy's {found.hidden.sum():,} auxiliaries are determined was not found out in"
            f" {CHECK:g} s; accord_cpmpy.count and solveAll count without that"
        )
    if not proved:
        raise RefusedError(
            "CPMpy's auxiliaries are not determined by the variables, so some solutions would count twice;"
            " accord_cpmpy.count and solveAll count each once"
        )
    return found


def count(
    cpm_model: cpmpy.Model,
    *,
    backend: str = "auto",
    engine: str | None = None,
    time_limit: float | None = None,
) -> Outcome:
    """How many assignments of its own variables satisfy a CPMpy model; an objective is ignored.

    The outcome is that of `accord.count`. Where CPMpy's auxiliaries are not determined, or that is not
    known in time, it is that of a walk through all solutions, with a count of different values.

    The limit is for CPMpy's passes, too; one of them ends before the limit is asked.
    """
    limits = Limits(seconds=time_limit)
    try:
        found = lower(cpm_model, limits.over).model()
    except StoppedError as stopped:
        end = walk(Lowering().model(), backend=backend, engine=engine, time_limit=INSTANT).outcome
        return msgspec.structs.replace(
            end, task="count", answer="undecided", status=stopped.status, reason=str(stopped)
        )
    proved = is_determined(found, CHECK if limits.rest is None else min(CHECK, limits.rest))
    if proved:
        return accord.count(found, backend=backend, engine=engine, time_limit=limits.rest)
    run = walk(found, backend=backend, engine=engine, time_limit=limits.rest)
    number = sum(1 for _ in assignments(run, found))
    end = run.outcome
    said = answer("count", number, end.exact)
    return msgspec.structs.replace(end, task="count", count=number, answer=said, digest=None)


def walk(model: Model, **arguments: Any) -> Run:
    """A walk through the solutions of a model as if nothing were hidden: none is refused as a repeat."""
    return Run(replace(model, hidden=np.zeros_like(model.hidden)), "all", **arguments)


def assignments(run: Run, model: Model) -> Iterator[tuple[str, ...]]:
    """The visible options of the solutions of a walk, by name; each set of them once."""
    seen: set[bytes] = set()
    for step in run:
        for row in step.solutions:
            options = row[row >= 0]
            visible = options[~model.hidden[options]]
            if (key := visible.tobytes()) not in seen:
                seen.add(key)
                yield tuple(model.names[option] for option in visible)


def is_determined(model: Model, time_limit: float = CHECK) -> bool | None:
    """Whether no two solutions of a model without colours differ in hidden options alone; None: not known.

    It is asked of CP-SAT, in a model with a second copy of all that is hidden: an option more for each hidden
    one says that it is chosen in the first copy and not in the second, and one of these has to be chosen.
    That is enough, since two solutions that differ can be taken in either order.
    """
    hidden = np.flatnonzero(model.hidden)
    if not len(hidden):
        return True
    option, item, amount = model.option_of_entry, model.item, model.amount
    touched = np.unique(item[model.hidden[option]])
    copy_of_option, copy_of_item = np.arange(model.options), np.full(model.items, -1)
    copy_of_option[hidden] = model.options + np.arange(len(hidden))
    copy_of_item[touched] = model.items + np.arange(len(touched))
    both = copy_of_item[item] >= 0
    differ = model.options + len(hidden) + np.arange(len(hidden))
    first = model.items + len(touched) + np.arange(len(hidden))
    second = first + len(hidden)
    one = np.ones(len(hidden), np.int64)
    some = model.items + len(touched) + 2 * len(hidden)
    doubled = matrix(
        [f"{each}" for each in range(some + 1)],
        np.concatenate(
            [option, copy_of_option[option[both]], hidden, differ, copy_of_option[hidden], differ, differ]
        ),
        np.concatenate([item, copy_of_item[item[both]], first, first, second, second, some * one]),
        np.concatenate([amount, amount[both], one, -one, one, one, one]),
        low=np.concatenate([model.low, model.low[touched], 0 * one, 0 * one, [1]]),
        high=np.concatenate([model.high, model.high[touched], UNBOUNDED * one, one, [UNBOUNDED]]),
        options=model.options + 2 * len(hidden),
    )
    found = accord.first(doubled, backend="cpsat", time_limit=time_limit).answer
    return None if found == "undecided" else found == "impossible"
