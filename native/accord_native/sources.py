"""Hash the sources of packages: stored kernels and saved states are valid for one hash only."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

OURS = "accord_native"


@cache
def fingerprint(*packages: str) -> str:
    """A hash of all Python files of some packages that were imported, in all their folders: 16 hex digits."""
    state = blake2b(digest_size=8)
    for package in packages:
        _add(state, files(package))
    return state.hexdigest()


def kernel_fingerprint(module: str, file: str) -> str:
    """A hash of the sources that a kernel can be made of: its own package, and ours, which it may inline.

    Of a module that is in no package it is the file, which need not be there.
    """
    package, dot, _ = module.partition(".")
    if package == OURS:
        return fingerprint(OURS)
    path = Path(file)
    if dot or path.name == "__init__.py":
        return fingerprint(OURS, package)
    own = path.read_bytes() if path.is_file() else b""
    return blake2b(fingerprint(OURS).encode() + own, digest_size=8).hexdigest()


def _add(state: blake2b, folder: Traversable) -> None:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            _add(state, entry)
        elif entry.name.endswith(".py"):
            state.update(entry.name.encode() + b"\0" + entry.read_bytes())
