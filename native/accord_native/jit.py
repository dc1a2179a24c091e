"""The one way kernels are compiled: with a signature, without the GIL, cached on disk where that is possible.

A kernel is compiled when its module is imported, so there is one kernel a module, and whoever needs it
imports it late. With NUMBA_DISABLE_JIT=1 all runs as plain Python; NUMBA_BOUNDSCHECK=1 checks every index.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from importlib.resources import files
from typing import Any, TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def _stamp() -> str:
    sources = (file for file in files("accord_native").iterdir() if file.name.endswith(".py"))
    text = b"\0".join(file.read_bytes() for file in sorted(sources, key=lambda file: file.name))
    return blake2b(text, digest_size=8).hexdigest()


STAMP = _stamp()


def jit(signature: str) -> Callable[[Kernel], Kernel]:
    """Compile a function for exactly these argument types."""

    def compiled(function: Kernel) -> Kernel:
        # The cache would go by the time and the size of the kernel's own file, and wheels have no times: a
        # constant changed elsewhere would not be seen. Its file names go by this name.
        function.__qualname__ += f"_{STAMP}"
        try:
            return cast(Kernel, numba.njit(signature, nogil=True, cache=True)(function))
        except (RuntimeError, OSError):
            # no directory to keep the cache in ("no locator available"), or no room there; any other
            # fault is one of the kernel and comes again
            return cast(Kernel, numba.njit(signature, nogil=True)(function))

    return compiled
