"""Putting something wrong in the place of a function or a backend of ours, for as long as a context lasts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from accord.backends import table
from accord.backends.contract import Backend, Request, Search
from accord.model import Model


@contextmanager
def everywhere(original: object, wrong: object) -> Iterator[None]:
    """Put something in the place of a function in every module of ours that knows it by any name."""
    _replace(original, wrong)
    try:
        yield
    finally:
        _replace(wrong, original)  # also in modules that were imported meanwhile


def _replace(old: object, new: object) -> None:
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ("accord", "accord_native") and module is not None:
            for attribute, value in list(vars(module).items()):
                if value is old:
                    setattr(module, attribute, new)


class Wrapped:
    """A backend of ours with a search that is wrong."""

    def __init__(self, inner: Backend, search: Callable[[Backend, Model, Request], Search]) -> None:
        self._inner, self._search = inner, search

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def search(self, model: Model, request: Request) -> Search:
        """Search wrongly."""
        return self._search(self._inner, model, request)


@contextmanager
def wrapped(name: str, search: Callable[[Backend, Model, Request], Search]) -> Iterator[None]:
    """Put a wrong search in the place of a backend's own."""
    honest = table.backend

    def backend(asked: str) -> Backend:
        found = honest(asked)
        return Wrapped(found, search) if asked == name else found  # type: ignore[return-value]

    with patch.object(table, "backend", backend):
        yield


def in_place_of(name: str, search: Callable[[Backend, Model, Request], Search]) -> Callable[[], Any]:
    """A backend with a wrong search."""
    return lambda: wrapped(name, search)


def lowering_of(name: str, change: Callable[[Model], Model]) -> Callable[[], Any]:
    """A backend that searches another model than the one it was given."""

    def search(inner: Backend, model: Model, request: Request) -> Search:
        return inner.search(change(model), request)

    return lambda: wrapped(name, search)
