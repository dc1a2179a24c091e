"""The table of backends: a name, where its class lives, and the package it needs. Imported on first use.

Others add a backend through the entry-point group `accord.backends`: `name = "package.module:Class"`. One
that raises when it is imported, has no backend there, or takes a name that is taken, is a row that says why;
it harms no other. One that is no `Backend`, but has what a backend must have, is given the defaults.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from accord.backends.contract import Backend
from accord.errors import MissingBackendError, unknown
from accord.versions import has_entry_points

GROUP = "accord.backends"


@dataclass(frozen=True, slots=True)
class Row:
    """A backend that can be asked for: its class, its import requirement, and how to install that."""

    name: str
    place: str  # "package.module:Class"
    needs: str  # an import name; empty when the place itself is all it needs
    package: str  # what pip installs
    learns: bool = False  # from conflicts: the first to be asked for the least, and about very many sums;
    # it begins from the `hint` of a request
    broken: str = ""  # why it cannot be used


class BrokenBackendError(MissingBackendError):
    """A backend of another package that cannot be used, and why."""

    def __init__(self, name: str, why: str) -> None:
        self.why = why
        super().__init__(f"backend {name} is broken: {why}")


OURS = (  # in the order in which they are asked to count
    Row("native", "accord.backends.native:Native", "numba", "numba"),
    Row("cpsat", "accord.backends.cpsat:CpSat", "ortools", "ortools", learns=True),
    Row("sat", "accord.backends.sat:Sat", "pysat", "python-sat", learns=True),
)


@cache
def rows() -> dict[str, Row]:
    """Every backend by name: ours first, then entry points, which cannot replace ours."""
    table = {row.name: row for row in OURS}
    for row in _strangers():
        table.setdefault(row.name, row)
    return table


def _strangers() -> list[Row]:
    if not has_entry_points(GROUP):
        return []
    from importlib import metadata

    points = metadata.entry_points(group=GROUP)
    return [Row(each.name, each.value, "", each.dist.name if each.dist else "") for each in points]


def broken() -> Iterator[Row]:
    """Backends of entry points that cannot be used, each with the reason; all of them are imported."""
    for row in _strangers():
        if rows().get(row.name) != row:
            yield replace(row, broken=f"the name {row.name!r} is taken already")
            continue
        try:
            _class(row.name)
        except BrokenBackendError as error:
            yield replace(row, broken=error.why)
        except MissingBackendError:
            pass


def names() -> Iterator[str]:
    """The names of all backends: ours, without a look at every package, and then the others."""
    yield from (row.name for row in OURS)
    yield from (name for name in rows() if all(name != row.name for row in OURS))


def there_is(name: str) -> bool:
    """Whether there is a backend of that name, installed or not."""
    return name in names()


def row(name: str) -> Row:
    """The row of that name. Raises UsageError if there is none."""
    if not there_is(name):
        raise unknown("backend", name, rows())
    return next((row for row in OURS if row.name == name), None) or rows()[name]


def is_installed(name: str) -> bool:
    """Whether what the backend needs can be imported; nothing is imported to find out."""
    needs = row(name).needs
    if not needs or needs in sys.modules:
        return not needs or sys.modules[needs] is not None
    if needs not in _FOUND:
        with suppress(ImportError, ValueError):
            if find_spec(needs) is not None:
                _FOUND.add(needs)
    return needs in _FOUND


_FOUND: set[str] = set()  # packages that can be imported; one that cannot be may be installed any time


def missing(name: str) -> str:
    """The sentence for a backend that is not installed."""
    return f"backend {name} is not installed; install it with: pip install {row(name).package}"


def class_of(name: str) -> type[Backend] | None:
    """The backend's class, which lists its engines, whether or not what it needs is installed.

    None if it cannot be used.
    """
    try:
        return _class(name)
    except MissingBackendError:
        return None


def backend(name: str) -> Backend:
    """The backend of that name, imported now. Raises UsageError or MissingBackendError."""
    if not is_installed(name):
        raise MissingBackendError(missing(name))
    return _class(name)()


@cache
def _class(name: str) -> type[Backend]:
    """The class of a backend. Raises MissingBackendError if it needs a package, or is broken."""
    module, _, attribute = row(name).place.partition(":")
    try:
        found = getattr(import_module(module), attribute)
        if not issubclass(found, Backend):  # it was written before there was a base
            place = {"__module__": found.__module__, "__doc__": found.__doc__}
            found = type(found.__name__, (found, Backend), place)
    except ImportError as error:
        raise MissingBackendError(f"{missing(name)} ({error})") from error
    except Exception as error:  # a stranger's module may do whatever it likes
        raise BrokenBackendError(name, f"{type(error).__name__}: {error}") from error
    lacks = [each for each in ("name", "engines") if not hasattr(found, each)]
    lacks += sorted(found.__abstractmethods__)
    if lacks:
        raise BrokenBackendError(name, f"{found.__name__} has no {' and no '.join(lacks)}")
    if found.name != name:
        raise BrokenBackendError(
            name, f"{found.__name__} is named {found.name!r}; its entry point says {name!r}"
        )
    return cast("type[Backend]", found)
