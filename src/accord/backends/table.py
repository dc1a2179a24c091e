"""The table of backends: a name, where its class lives, and the package it needs. Imported on first use.

Others add a backend through the entry-point group `accord.backends`: `name = "package.module:Class"`.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from accord.backends.contract import Backend
from accord.errors import MissingBackendError
from accord.names import unknown

GROUP = "accord.backends"


@dataclass(frozen=True, slots=True)
class Row:
    """A backend that can be asked for: its class, its import requirement, and how to install that."""

    name: str
    place: str  # "package.module:Class"
    needs: str  # an import name; empty when the place itself is all it needs
    distribution: str  # what pip installs


OURS = (
    Row("native", "accord.backends.native:Native", "numba", "numba"),
    Row("cpsat", "accord.backends.cpsat:CpSat", "ortools", "ortools"),
    Row("sat", "accord.backends.sat:Sat", "pysat", "python-sat"),
)


@cache
def rows() -> dict[str, Row]:
    """Every backend by name: ours first, then those of entry points, which cannot replace ours."""
    from importlib import metadata

    table = {row.name: row for row in OURS}
    for point in metadata.entry_points(group=GROUP):
        package = point.dist.name if point.dist else ""
        table.setdefault(point.name, Row(point.name, point.value, "", package))
    return table


def there_is(name: str) -> bool:
    """Whether there is a backend of that name, installed or not."""
    return any(row.name == name for row in OURS) or name in rows()  # ours: without a look at every package


def row(name: str) -> Row:
    """The row of that name. Raises UsageError if there is none."""
    if not there_is(name):
        raise unknown("backend", name, rows())
    return next((row for row in OURS if row.name == name), None) or rows()[name]


def installed(name: str) -> bool:
    """Whether what the backend needs can be imported; nothing is imported to find out."""
    needs = row(name).needs
    try:
        return not needs or sys.modules.get(needs) is not None or find_spec(needs) is not None
    except (ImportError, ValueError):
        return False


def missing(name: str) -> str:
    """The sentence for a backend that is not installed."""
    return f"backend {name} is not installed; install it with: pip install {row(name).distribution}"


@cache
def declared(name: str) -> type[Backend] | None:
    """The backend's class, which lists its engines, whether or not what it needs is installed.

    None if it cannot be imported.
    """
    module, _, attribute = row(name).place.partition(":")
    try:
        return cast("type[Backend]", getattr(import_module(module), attribute))
    except (ImportError, AttributeError):
        return None


def backend(name: str) -> Backend:
    """The backend of that name, imported now. Raises UsageError or MissingBackendError."""
    if not installed(name):
        raise MissingBackendError(missing(name))
    module, _, attribute = row(name).place.partition(":")
    try:
        return cast(Backend, getattr(import_module(module), attribute)())
    except ImportError as error:
        raise MissingBackendError(f"{missing(name)} ({error})") from error
