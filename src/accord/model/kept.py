"""What is worked out from a model once and kept with it, as long as the model is there; in no pickle of it.

    @kept(lambda group: group.options.size)
    def group_of(model: Model) -> Group: ...

A model is immutable, so what a function makes of it and of its other arguments is always the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

M = TypeVar("M")
P = ParamSpec("P")
Result = TypeVar("Result")

MOST = 1 << 20  # numbers in what is kept: some megabytes
PLACE = "_kept"


def notes(model: object) -> dict[Any, Any]:
    """What is kept with a model, for what takes more than a call to work out; see `kept` for the rest."""
    known: dict[Any, Any] = vars(model).setdefault(PLACE, {})
    return known


def kept(
    size: Callable[[Any], int] = lambda _: 0,
) -> Callable[[Callable[Concatenate[M, P], Result]], Callable[Concatenate[M, P], Result]]:
    """For a function of a model, and of what can be hashed: each result is kept, unless it is large.

    Args:
        size: how many numbers a result has, about.
    """

    def keeping(function: Callable[Concatenate[M, P], Result]) -> Callable[Concatenate[M, P], Result]:
        @wraps(function)
        def once(model: M, /, *args: P.args, **more: P.kwargs) -> Result:
            known: dict[Any, Result] = notes(model)
            key = (function, *args, *more.items())
            if key in known:
                return known[key]
            result = function(model, *args, **more)
            if size(result) <= MOST:
                known[key] = result
            return result

        return once

    return keeping
