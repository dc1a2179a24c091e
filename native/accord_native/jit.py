"""The one way kernels are compiled: with a signature, without the GIL, cached on disk where that is possible.

A kernel is compiled when its module is imported, so there is one kernel a module, and whoever needs it
imports it late. With NUMBA_DISABLE_JIT=1 everything here runs as plain Python, slowly but checked.

The cache knows when a kernel's own file has changed, not when a file it imports has: whoever edits
`bits` or `rows` deletes the `__pycache__` beside them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def jit(signature: str) -> Callable[[Kernel], Kernel]:
    """Compile a function for exactly these argument types."""

    def compiled(function: Kernel) -> Kernel:
        try:
            return cast(Kernel, numba.njit(signature, nogil=True, cache=True)(function))
        except (RuntimeError, OSError):
            # no directory to keep the cache in ("no locator available"), or no room there; any other
            # fault is one of the kernel and comes again
            return cast(Kernel, numba.njit(signature, nogil=True)(function))

    return compiled
