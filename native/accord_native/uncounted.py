"""Kernels that keep no count of references to their arrays; otherwise as `accord_native.jit`.

Numba counts, with locked instructions, who holds an array, and where one is handed to helper functions in
loops it often cannot see that this is needless: a search of FreeCell spent two thirds of its time so. A
kernel that is compiled without must not create arrays; it may index those it was given.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numba

from accord_native.jit import STAMP, Kernel


def uncounted(signature: str) -> Callable[[Kernel], Kernel]:
    """Compile a function that creates no array for exactly these argument types."""
    options: dict[str, Any] = {"nogil": True, "_nrt": False}  # nrt: numba's run-time, which counts

    def compiled(function: Kernel) -> Kernel:
        function.__qualname__ += f"_{STAMP}"
        try:
            return cast(Kernel, numba.njit(signature, cache=True, **options)(function))
        except (RuntimeError, OSError):  # nowhere to keep the cache
            return cast(Kernel, numba.njit(signature, **options)(function))

    return compiled
