"""The names in a question, checked before a puzzle is read: a backend, and what backends know by name.

What a backend has is read off its class, which is imported for that; what it needs, such as a solver, is not.
With the backend `auto` only those that have every name that is asked for are asked to take a model.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from accord.arguments import ABOUT, EngineArguments
from accord.backends import table
from accord.errors import MissingBackendError, UsageError
from accord.names import did_you_mean, unknown

AUTO = "auto"
# What may be asked for by name, and the attribute in which a backend lists what it has.
WAYS = {name: about.listed for name, about in ABOUT.items() if about.listed}


def wanted(asked: EngineArguments) -> dict[str, str]:
    """What is asked for by name."""
    return {what: name for what in WAYS if (name := getattr(asked, what)) is not None}


def known(backend: str, what: str) -> tuple[str, ...]:
    """The names of that kind that a backend has; none if its class cannot be imported."""
    entry = table.declared(backend)
    return getattr(entry, WAYS[what], ())  # one that lists none knows none


def has_all(backend: str, names: Mapping[str, str]) -> bool:
    """Whether a backend has all these names."""
    return all(name in known(backend, what) for what, name in names.items())


def check_backend(backend: str) -> None:
    """Raise UsageError if there is no such backend."""
    if backend != AUTO and not table.there_is(backend):
        raise unknown("backend", backend, (AUTO, *table.rows()))


def check(backend: str, names: Mapping[str, str]) -> None:
    """Raise UsageError for a name that there is not, or that the backend has not.

    Raises MissingBackendError if the backend, or each that has what is named, is not installed.
    """
    check_backend(backend)
    if backend == AUTO:
        if names:
            _check_any(names)
        return
    entry = table.backend(backend)
    for what, name in names.items():
        there = getattr(entry, WAYS[what], ())
        if name not in there:
            has = f"it has {', '.join(there) or 'none'}"
            elsewhere = next((other for other in _having({what: name}) if other != backend), None)
            hint = f"; backend {elsewhere} has it" if elsewhere else did_you_mean(name, there)
            raise UsageError(f"backend {backend} has no {what} {name!r}; {has}{hint}")


def _check_any(names: Mapping[str, str]) -> None:
    """The same where any backend will do."""
    missing = []
    for backend in _having(names):
        if table.installed(backend):
            return
        missing.append(backend)
    if missing:
        what, name = next(iter(names.items()))
        raise MissingBackendError(f"{what} {name!r}: {table.missing(missing[0])}")
    for what, name in names.items():
        if next(_having({what: name}), None) is None:
            raise unknown(what, name, [each for backend in table.rows() for each in known(backend, what)])
    owners = [f"{what} {name!r} is of {' and '.join(_having({what: name}))}" for what, name in names.items()]
    raise UsageError(f"no backend has all that is named: {', '.join(owners)}")


def _having(names: Mapping[str, str]) -> Iterator[str]:
    """The backends that have all these names, one after the other; ours are looked at first."""
    return (backend for backend in table.names() if has_all(backend, names))
