"""Load native kernels on first use: from stored machine code where possible, else through numba.

Importing a module with a kernel compiles it, or fetches what was compiled from a cache; and it imports numba.
So nothing imports one by a statement: what only asks, lists or helps should not wait for that. And numba that
is imported in two threads at once stays half imported, so all imports of kernels share one lock.

    search = load("accord_native.cover.bitset")           the kernel `search` of that module
    search = load("accord_native.window.search", wide=True, reach=64)         a variant of one
    deal = load("accord_native.freecell.state", "deal_microsoft")
    search = load("their_package.kernel")                 a kernel of others, compiled by `accord_native.jit`

What loading takes is known apart (`seconds`): it says nothing of a search. Packages of other engines are
imported within `loading` for that.

What numba compiled is stored once more as an object that needs no numba (`accord.stored_kernels`), and the
next process neither imports numba nor the module. With ACCORD_KERNELS=numba in the environment it does.

Constants that a kernel and its users share are no part of this: they are in modules named `layout`, or ending
in `_layout`, which compile nothing and are imported as any other.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from threading import RLock
from time import perf_counter
from types import ModuleType
from typing import Any, TypeAlias

from accord import signals, watchdog
from accord.errors import AccordError, KernelError
from accord.versions import version_of
from accord_native.numba_settings import ignore_file

Variant: TypeAlias = Mapping[str, bool | int | str]
_Key: TypeAlias = tuple[str, str, frozenset[tuple[str, bool | int | str]]]

_ONE_AT_A_TIME = RLock()  # a kernel's module may itself load another
# what is there need not wait while another is compiled
_READY: dict[_Key, Callable[..., Any]] = {}
_SOURCE: dict[_Key, ModuleType | None] = {}  # None: of a stored kernel, whose module is not imported
_spent = [0.0]  # seconds
_depth = [0]  # of `loading` within `loading`
# are called, with its name, each time that a kernel is compiled: no cache has it
compiling: list[Callable[[str], object]] = []
_compiled = [""]  # the name of the kernel that is loaded now


def seconds() -> float:
    """Return how long this process has loaded engines so far, in seconds."""
    return _spent[0]


@contextmanager
def loading() -> Iterator[None]:
    """Count imports meanwhile as part of an engine; one thread at a time, the others wait.

    Compiling takes long and asks for no signals, so the first one ends it: StoppedError.
    """
    with _ONE_AT_A_TIME, signals.ending("engines were loaded"):
        before, began, resident = _spent[0], perf_counter(), watchdog.resident()
        _depth[0] += 1
        try:
            yield
        finally:  # what was loaded within is part of it
            _spent[0] = before + perf_counter() - began
            _depth[0] -= 1
            if not _depth[0]:
                watchdog.exempt(watchdog.resident() - resident)


def load(module: str, name: str = "search", **variant: bool | int | str) -> Callable[..., Any]:
    """Return a kernel by the absolute name of its module and its own name there; compile it if need be.

    Where there are variants of it, their parameters say which one. Compiling may take a minute or two on a
    machine where it was never done. Several threads may call this at once.

    Raises KernelError if numba cannot be imported, or cannot compile the kernel.
    """
    key = _key(module, name, variant)
    if not _is_ready(key):
        with loading():
            try:
                source, kernel = _find(module, name, variant)
                _SOURCE[key], _READY[key] = source, kernel
            except (AccordError, MemoryError):
                raise
            except Exception as error:  # numba's, numpy's or llvmlite's: there is no common parent
                raise KernelError(module, error, _versions()) from error
    return _READY[key]


def _find(module: str, name: str, variant: Variant) -> tuple[ModuleType | None, Callable[..., Any]]:
    """Return a kernel and its module; where it is a stored one, without the module."""
    if os.environ.get("ACCORD_KERNELS") == "numba":
        return _compile(module, name, variant)
    from accord import stored_kernels  # only now: it imports numpy

    full = _full_name(name, variant)
    stored = stored_kernels.find(module, full, lambda: _compile(module, name, variant)[1])
    if stored is not None:
        return None, stored
    source, kernel = _compile(module, name, variant)
    stored_kernels.store(module, full, kernel)
    return source, kernel


def use_numba(module: str, name: str) -> None:
    """Load numba's own kernel of that name from now on; it can be replaced in its module."""
    key = _key(module, name, {})
    with _ONE_AT_A_TIME:
        _SOURCE[key], _READY[key] = _compile(module, name, {})


def kernels_of_package(package: str) -> Iterator[tuple[str, str, Callable[..., Any]]]:
    """Yield module, full name and numba's kernel of each kernel of a package, compiled if need be."""
    from pkgutil import walk_packages

    folders = import_module(package).__path__
    for module in sorted(each.name for each in walk_packages(folders, f"{package}.")):
        yield from ((module, name, kernel) for name, kernel in kernels_of_module(module))


def kernels_of_module(module: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield full name and numba's kernel of each kernel of a module, compiled if need be."""
    for name, value in sorted(vars(import_module(module)).items()):
        if isinstance(value, type) or getattr(value, "__module__", None) != module:
            continue  # no kernel, or it is imported from where it is
        if hasattr(value, "variant"):
            yield from ((_full_name(name, some), value.variant(**some)) for some in value)
        elif hasattr(value, "overloads"):
            yield name, value


def _full_name(name: str, variant: Variant) -> str:
    """Return the name of a kernel and its variant in one word, such as `search_reach_64_wide_True`."""
    return "_".join([name, *(f"{key}_{value}" for key, value in sorted(variant.items()))])


def _compile(module: str, name: str, variant: Variant) -> tuple[ModuleType, Callable[..., Any]]:
    """Return a module and numba's kernel of it, out of numba's cache or compiled now."""
    ignore_file()
    _listen()
    _compiled[0] = f"{module}.{_full_name(name, variant)}"
    source = import_module(module)
    kernel = getattr(source, name)
    if variant or hasattr(kernel, "variant"):
        kernel = kernel.variant(**variant)
    return source, kernel


def ready(module: str, name: str = "search", **variant: bool | int | str) -> bool:
    """Whether a kernel is there at once."""
    return _is_ready(_key(module, name, variant))


def _is_ready(key: _Key) -> bool:
    return key in _READY and _SOURCE[key] in (None, sys.modules.get(key[0]))


def _key(module: str, name: str, variant: Variant) -> _Key:
    return module, name, frozenset(variant.items())


@cache
def _listen() -> None:
    """From now on numba says when it compiles a kernel that its cache does not have."""
    event: Any = import_module("numba.core.event")

    def start(*_: object) -> None:
        for listener in compiling:
            listener(_compiled[0])

    listener = type("Listener", (event.Listener,), {"on_start": start, "on_end": lambda *_: None})
    event.register("numba:compile", listener())


def _versions() -> str:
    """The versions of what compiles kernels: numba 0.68.1, llvmlite 0.50.0, numpy 2.5.5."""
    found = []
    for package in ("numba", "llvmlite", "numpy"):
        try:
            found.append(f"{package} {version_of(package)}")
        except ImportError:
            found.append(f"no {package}")
    return ", ".join(found)
