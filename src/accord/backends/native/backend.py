"""The native backend: which engine takes a model, and its search.

window   exact covers of an ordered set of items, such as packings: fills the first empty one
bitset   exact covers with primary and secondary items: branches on the item with the fewest options

numba is not imported before a search starts. The first search with a kernel on a machine compiles it, which
takes about a second, and keeps it in a cache on disk.
"""

from __future__ import annotations

from importlib import metadata

import numpy as np

from accord.backends.contract import Request, Search, Slice
from accord.backends.native.bitset import Bitset
from accord.backends.native.engine import Engine
from accord.backends.native.window import Window, first_item
from accord.model import Model

ENGINES: tuple[type[Engine], ...] = (Window, Bitset)  # the first that takes a model is the first guess


class Native:
    """The native kernels as a backend; see `accord.backends.contract`."""

    name = "native"
    engines = tuple(engine.name for engine in ENGINES)
    parallel = True

    def __init__(self) -> None:
        self._engines: dict[str, Engine] = {engine.name: engine() for engine in ENGINES}

    def refusal(self, model: Model, request: Request) -> str | None:
        """Why the kernel that was asked for, or each of them, does not take the model."""
        root = request.root
        if root is not None and not model.primary[root]:
            return (
                f"native can only start with an item of demand [1, 1]; {model.item_names[root]!r} has "
                f"[{model.low[root]}, {model.high[root]}]"
            )
        if request.engine is not None:
            return self._engines[request.engine].refusal(model, request)
        reason = None
        for engine in self._engines.values():
            reason = engine.refusal(model, request)
            if reason is None:
                return None
        return reason

    def choice(self, model: Model, request: Request) -> tuple[str, str]:
        """The window kernel where it applies: it places ten to forty times as many options in a second."""
        if request.engine is not None:
            return request.engine, "as asked"
        window = self._engines["window"].refusal(model, request)
        if window is not None:
            return "bitset", window
        root = first_item(model, request)
        first = "" if root is None else f"; {model.item_names[root]} goes first"
        return "window", f"every option is a piece at a place{first}"

    def search(self, model: Model, request: Request) -> Search:
        """Search with the engine that was asked for, or chosen."""
        yield Slice()
        if ((model.low > 0) & (np.diff(model.by_item[0]) == 0)).any():
            yield Slice(effort={"nodes": 0, "roots": 0}, complete=True)
            return
        yield from self._engines[self.choice(model, request)[0]].search(model, request)

    def versions(self) -> dict[str, str]:
        """Of what compiles the kernels."""
        return {name: metadata.version(name) for name in ("numba", "llvmlite", "numpy")}
