"""What comes before any long work: an engine for a moment, then arithmetic, then the engine once more."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Literal

from accord.backends.waiting import awaited
from accord.certify.weights import argument
from accord.refute.argument import Argument
from accord.runner.glance import Glance

if TYPE_CHECKING:
    from accord.model import Model
    from accord.runner.limits import Limits, Show


def quickly(
    model: Model,
    task: Literal["first", "unique"],
    limits: Limits,
    *,
    note: Callable[[Glance], None],
    seconds: tuple[float, float],
    weigh: bool = True,
    show: Show,
) -> Generator[object, None, Argument | None]:
    """Weights that refute the model, or None; yields some ten times a second.

    The engine that is usually fastest is asked for the first of `seconds`, then for the second; after each of
    them `note` is told what it knows. If it has no solution by the first, weights are looked for, unless
    `weigh` is false; where there are some, that is the end.
    """
    glance = Glance(model, task, limits, show=show)
    with closing(glance):
        yield from glance.look(seconds[0])
        note(glance)
        if weigh and not glance.solutions:
            show("looking for weights that refute it", None)
            found = yield from awaited(partial(argument, model))
            if found is not None:
                return found
        yield from glance.look(seconds[1])
        note(glance)
    return None
