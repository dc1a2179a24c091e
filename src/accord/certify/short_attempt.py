"""A short attempt before any long work: an engine for a moment, arithmetic, then the engine once more."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Literal

from accord.backends.waiting import wait_for
from accord.certify.weights import argument
from accord.refute.argument import Argument
from accord.runner.run import TimedRun

if TYPE_CHECKING:
    from accord.model import Model
    from accord.runner.limits import Limits, Show


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
