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
from accord.errors import MissingBackendError, UsageError

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


def row(name: str) -> Row:
    """The row of that name. Raises UsageError if there is none."""
    ours = next((row for row in OURS if row.name == name), None)
    if ours is not None:  # without a look at every package that is installed
        return ours
    if name not in rows():
        raise UsageError(f"unknown backend {name!r}; there are {', '.join(rows())}")
    return rows()[name]


def installed(name: str) -> bool:
    """Whether what the backend needs can be imported; nothing is imported to find out."""
    needs = row(name).needs
    try:
        return not needs or sys.modules.get(needs) is not None or find_spec(needs) is not None
    except (ImportError, ValueError):
        return False


def backend(name: str) -> Backend:
    """The backend of that name, imported now. Raises UsageError or MissingBackendError."""
    entry = row(name)
    missing = f"backend {name} is not installed; install it with: pip install {entry.distribution}"
    if not installed(name):
        raise MissingBackendError(missing)
    module, _, attribute = entry.place.partition(":")
    try:
        return cast(Backend, getattr(import_module(module), attribute)())
    except ImportError as error:
        raise MissingBackendError(f"{missing} ({error})") from error
