"""The table of backends: a name, where its class lives, and the package it needs. Imported on first use.

A package may be installed and broken: a shared library is missing, or another package has its name. That is
known once it is imported, which takes too long to be done before it is needed. So whoever is about to search
with a backend calls `import_package` first. From then on a broken one counts as not installed, and errors say
why.

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
from typing import Any, cast

from accord.backends.contract import Backend
from accord.errors import AccordError, MissingBackendError, unknown
from accord.kernels import loading
from accord.versions import has_entry_points

GROUP = "accord.backends"
CP_SAT = "ortools.sat.python.cp_model"


@dataclass(frozen=True, slots=True)
class Row:
    """A backend that can be asked for: its class, its import requirement, and how to install that."""

    name: str
    place: str  # "package.module:Class"
    needs: str  # an import name; empty when the place itself is all it needs
    package: str  # what pip installs
    module: str = ""  # of that package, which a search imports; empty where one may do without the package
    learns: bool = False  # from conflicts: the first to be asked for the least, and about very many sums;
    # it begins from the `hint` of a request
    broken: str = ""  # why it cannot be used


class BrokenBackendError(MissingBackendError):
    """A backend of another package, or one whose own package is broken, that cannot be used, and why."""

    def __init__(self, name: str, why: str) -> None:
        self.why = why
        super().__init__(f"backend {name} is broken: {why}")


OURS = (  # in the order in which they are asked to count
    Row("native", "accord.backends.native:Native", "numba", "numba"),
    Row("cpsat", "accord.backends.cpsat:CpSat", "ortools", "ortools", CP_SAT, learns=True),
    Row("sat", "accord.backends.sat:Sat", "pysat", "python-sat", "pysat.solvers", learns=True),
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
    """Whether what the backend needs is there, and not known to be broken; nothing is imported for that."""
    if name in _WHY_BROKEN:
        return False
    needs = row(name).needs
    if not needs or needs in sys.modules:
        return not needs or sys.modules[needs] is not None
    if needs not in _FOUND:
        with suppress(ImportError, ValueError):
            if find_spec(needs) is not None:
                _FOUND.add(needs)
    return needs in _FOUND


_FOUND: set[str] = set()  # packages that were found; one that was not may be installed any time
_WHY_BROKEN: dict[str, str] = {}  # backends whose package was found, and could not be imported


def is_usable(name: str) -> bool:
    """Whether what the backend needs can be imported; it is imported now."""
    try:
        import_package(name)
    except MissingBackendError:
        return False
    return True


def import_package(name: str) -> Any:
    """Import what the backend needs for a search; return the module, None if it needs none.

    Raises MissingBackendError if it is not installed; BrokenBackendError if importing it fails, whatever it
    raises.
    """
    if not is_installed(name):
        raise missing_error(name)
    module = row(name).module
    if not module:  # so it need not wait while a kernel is compiled
        return None
    try:
        with loading():
            return import_module(module)
    except (AccordError, MemoryError):  # of loading: Ctrl-C, or no memory
        raise
    except Exception as error:  # a broken package may raise whatever it likes
        _WHY_BROKEN[name] = _why(row(name), error)
        raise missing_error(name) from error


def _why(row: Row, error: Exception) -> str:
    """Why the package of a backend is broken, and the way out, in a line."""
    first = next(iter(str(error).split("\n")), "")
    said = f"{type(error).__name__}: {first}".removesuffix(": ")
    way_out = f"install it again: pip uninstall {row.package}; pip install {row.package}"
    return f"{row.module} cannot be imported ({said}); {way_out}"


def missing_error(name: str) -> MissingBackendError:
    """The error for a backend that is not installed, or is broken."""
    if name in _WHY_BROKEN:
        return BrokenBackendError(name, _WHY_BROKEN[name])
    package = row(name).package
    return MissingBackendError(f"backend {name} is not installed; install it with: pip install {package}")


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
        raise missing_error(name)
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
        raise MissingBackendError(f"{missing_error(name)} ({error})") from error
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
