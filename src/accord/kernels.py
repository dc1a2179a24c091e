"""The one way to a kernel: it is imported late, and no two at a time.

Importing a module with a kernel compiles it, or fetches what was compiled from a cache; and it imports numba.
So nothing imports one by a statement: what only asks, lists or helps should not wait for that. And numba that
is imported in two threads at once stays half imported, so all imports of kernels share one lock.

    search = load("accord_native.cover.bitset")           the kernel `search` of that module
    deal = load("accord_native.freecell.state", "deal_microsoft")
    search = load("their_package.kernel")                 a kernel of others, compiled by `accord_native.jit`

Constants that a kernel and its users share are no part of this: they are in modules named `layout`, or ending
in `_layout`, which compile nothing and are imported as any other.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from threading import RLock
from types import ModuleType
from typing import Any

_ONE_AT_A_TIME = RLock()  # a kernel's module may itself load another
_READY: dict[str, ModuleType] = {}  # those need not wait while another is compiled


def load(module: str, name: str = "search") -> Callable[..., Any]:
    """A kernel, by the absolute name of its module and its own name there; compiled if need be.

    It may take a minute or two on a machine where it was never compiled. Several threads may call it at once.
    """
    ready = _READY.get(module)
    if ready is None or sys.modules.get(module) is not ready:
        with _ONE_AT_A_TIME:
            ready = _READY[module] = import_module(module)
    kernel: Callable[..., Any] = getattr(ready, name)
    return kernel
