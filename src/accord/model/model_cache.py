"""Cache values computed from a model for as long as the model lives; pickles leave them out.

    @cached_on_model(lambda group: group.options.size)
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


def cache_of(model: object) -> dict[Any, Any]:
    """Return the cache of a model, for values that more than one call computes; see `cached_on_model`."""
    known: dict[Any, Any] = vars(model).setdefault(PLACE, {})
    return known


def cached_on_model(
    size: Callable[[Any], int] = lambda _: 0,
) -> Callable[[Callable[Concatenate[M, P], Result]], Callable[Concatenate[M, P], Result]]:
    """For a function of a model, and of what can be hashed: each result is kept, unless it is large.

    Args:
        size: how many numbers a result has, about.
    """

    def decorate(function: Callable[Concatenate[M, P], Result]) -> Callable[Concatenate[M, P], Result]:
        @wraps(function)
        def once(model: M, /, *args: P.args, **more: P.kwargs) -> Result:
            known: dict[Any, Result] = cache_of(model)
            key = (function, *args, *more.items())
            if key in known:
                return known[key]
            result = function(model, *args, **more)
            if size(result) <= MOST:
                known[key] = result
            return result

        return once

    return decorate
