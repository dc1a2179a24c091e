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
from numba.core.options import DefaultOptions

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def _stamp() -> str:
    sources = (file for file in files("accord_native").iterdir() if file.name.endswith(".py"))
    text = b"\0".join(file.read_bytes() for file in sorted(sources, key=lambda file: file.name))
    return blake2b(text, digest_size=8).hexdigest()


STAMP = _stamp()


# Whether this numba can compile without counting; the option is not part of its public face.
_CAN_LEAVE_COUNTING = hasattr(DefaultOptions, "_nrt")


def jit(signature: str, *, counted: bool = True) -> Callable[[Kernel], Kernel]:
    """Compile a function for exactly these argument types.

    Numba counts, with locked instructions, who holds an array, and where one is handed to helper functions in
    loops it often cannot see that this is needless: a search of FreeCell spent two thirds of its time so. A
    kernel that is not `counted` is compiled without, where numba can; it must not create arrays, and may
    index those it was given.
    """
    options: dict[str, Any] = {"nogil": True}
    if not counted and _CAN_LEAVE_COUNTING:
        options["_nrt"] = False  # numba's run-time

    def compiled(function: Kernel) -> Kernel:
        # The cache would go by the time and the size of the kernel's own file, and wheels have no times: a
        # constant changed elsewhere would not be seen. Its file names go by this name.
        function.__qualname__ += f"_{STAMP}"
        try:
            return cast(Kernel, numba.njit(signature, cache=True, **options)(function))
        except (RuntimeError, OSError):
            # no directory to keep the cache in ("no locator available"), or no room there; any other
            # fault is one of the kernel and comes again
            return cast(Kernel, numba.njit(signature, **options)(function))

    return compiled
