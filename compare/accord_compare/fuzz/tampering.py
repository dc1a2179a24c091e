"""Replace a function or method of Accord by a faulty one while a context lasts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce, wraps
from importlib import import_module
from inspect import Parameter, getattr_static, signature
from typing import Any
from unittest.mock import patch

from accord.kernels import use_numba

PACKAGES = ("accord", "accord_native")
BY_PLACE = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
# and where the campaign itself calls ours; `cases` has to know what is right
CAMPAIGN = {f"accord_compare.fuzz.{name}" for name in ("checks", "judge", "probe")}


@contextmanager
def instead(place: str, wrong: Callable[..., Any]) -> Iterator[None]:
    """Let `wrong(right, ...)` be called in place of `right(...)`.

    Args:
        place: a function as `module:name`, wherever it is known by any name; or `module:Class.name`: a
            method, a static one, or a property.
        wrong: what is called, with the right one before the arguments.

    Raises:
        TypeError: if `wrong` does not take what `right` takes: that would be seen, but not as what it is.
    """
    module, _, names = place.partition(":")
    *above, name = names.split(".")
    owner = reduce(getattr, above, import_module(module))
    right, kind = getattr(owner, name), type(getattr_static(owner, name))
    called = right.fget if kind is property else right
    taken = signature(called).parameters.values()
    signature(wrong).bind(right, *(each for each in taken if each.kind in BY_PLACE))

    @wraps(called)  # which takes the same, for another one that may come on top of it
    def call_wrong(*arguments: Any, **more: Any) -> Any:
        return wrong(right, *arguments, **more)

    if above:
        with patch.object(owner, name, kind(call_wrong) if kind in (staticmethod, property) else call_wrong):
            yield
        return
    if hasattr(right, "overloads"):
        use_numba(module, name)
    _replace(right, call_wrong)
    try:
        yield
    finally:
        _replace(call_wrong, right)  # also in modules that were imported meanwhile


def _replace(old: object, new: object) -> None:
    """In every module of ours, and in its tables."""
    for name, module in list(sys.modules.items()):
        if (name.split(".")[0] in PACKAGES or name in CAMPAIGN) and module is not None:
            names = vars(module)
            for table in (names, *(each for each in names.values() if type(each) is dict)):
                for key in [key for key, value in table.items() if value is old]:
                    table[key] = new
