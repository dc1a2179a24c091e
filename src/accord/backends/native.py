"""The native backend: our numba kernels, fed with arrays and called for a few milliseconds at a time.

window   exact covers of an ordered set of items, such as packings: fills the first empty one
bitset   exact covers with primary and secondary items: branches on the item with the fewest options

Nothing is imported from numba, let alone compiled, before a search starts; the first search with a kernel on a
machine compiles it, which takes about a second, and keeps it in a cache on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module, metadata
from time import perf_counter
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from accord.backends import bitset_tables, window_tables
from accord.backends.contract import Request, Search, Slice
from accord.errors import RefusedError
from accord.model import Model

Kernel: TypeAlias = Callable[..., np.uint64]
Counters: TypeAlias = Generator[Slice, None, tuple[int, int]]  # ends with solutions and nodes
Words: TypeAlias = npt.NDArray[np.uint64]

SLICE_SECONDS = 0.02
FIRST_BUDGET, LARGEST_BUDGET = 1 << 10, 1 << 24  # nodes
CAPACITY = 4096  # solutions in a slice
ROOTS_AT_ONCE = 256
SOLUTIONS, NODES, WRITTEN = 2, 3, 4  # in the state of each kernel


class Native:
    """The native kernels as a backend; see `accord.backends.contract`."""

    name = "native"
    engines = ("window", "bitset")

    def __init__(self) -> None:
        self._lowered: WeakKeyDictionary[Model, window_tables.Tables | str] = WeakKeyDictionary()

    def refusal(self, model: Model, request: Request) -> str | None:
        """Why the kernel that was asked for, or both, do not take the model."""
        root = request.root
        if root is not None and not model.primary[root]:
            return (
                f"native can only start with an item of demand [1, 1]; {model.item_names[root]!r} has "
                f"[{model.low[root]}, {model.high[root]}]"
            )
        window = self._window(model) if request.engine != "bitset" else None
        if request.engine == "window":
            return window if isinstance(window, str) else None
        if isinstance(window, window_tables.Tables):
            return None
        try:
            bitset_tables.refuse(model)
        except RefusedError as error:
            return str(error)
        return None

    def choice(self, model: Model, request: Request) -> tuple[str, str]:
        """The window kernel where it applies: it places some twenty times as many options in a second."""
        if request.engine is not None:
            return request.engine, "as asked"
        window = self._window(model)
        if isinstance(window, str):
            return "bitset", window
        return "window", "every option is a piece at a place"

    def search(self, model: Model, request: Request) -> Search:
        """Search, in slices of about SLICE_SECONDS."""
        yield Slice()
        if ((model.low > 0) & (np.diff(model.by_item[0]) == 0)).any():
            yield Slice(effort={"nodes": 0, "roots": 0}, complete=True)
            return
        engine, _ = self.choice(model, request)
        yield from _window(self._window(model), model, request) if engine == "window" else _bitset(model, request)

    def versions(self) -> dict[str, str]:
        """Of what compiles the kernels."""
        return {name: metadata.version(name) for name in ("numba", "llvmlite", "numpy")}

    def _window(self, model: Model) -> window_tables.Tables | str:
        """The tables of the window kernel, or why it does not apply; a model's are made once."""
        if model not in self._lowered:
            try:
                self._lowered[model] = window_tables.lower(model)
            except RefusedError as error:
                self._lowered[model] = str(error)
        return self._lowered[model]
