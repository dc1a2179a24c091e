"""The window kernels as WebAssembly, compiled ahead by `accord_compare.webassembly`.

A module exports its memory, `__heap_base`, and `search(words, result, exception)`: the addresses of the words
of all arguments, as `accord.object_code` lays them out, of a uint64 that becomes DONE, PAUSED or FULL, and of
a pointer that is not used. Addresses are 64-bit numbers (memory64).
"""

from __future__ import annotations

import json
from hashlib import blake2b
from importlib.resources import files
from typing import Final

FOLDER = files("accord.search_page") / "wasm"
SOURCES: Final = "sources.json"  # in the folder: the digest of the sources that the modules are made of
MODULES = ("bits", "jit", "profile", "progress", "words", "window.layout", "window.rows", "window.search")
ENTRY = "search"


def file_name(*, wide: bool, reach: int) -> str:
    """Return the name of the file of a kernel."""
    return f"window-{'wide' if wide else 'narrow'}-{reach}.wasm"


def read(*, wide: bool, reach: int) -> bytes:
    """Return the module of a kernel."""
    return (FOLDER / file_name(wide=wide, reach=reach)).read_bytes()


def sources_digest() -> str:
    """Return the digest of the sources of the kernels as they are now."""
    state = blake2b(digest_size=8)
    for module in MODULES:
        *folders, name = module.split(".")
        state.update((files("accord_native").joinpath(*folders) / f"{name}.py").read_bytes())
    return state.hexdigest()


def compiled_digest() -> str:
    """Return the digest of the sources that the modules were compiled from."""
    found: str = json.loads((FOLDER / SOURCES).read_text())["digest"]
    return found
