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
    """A hash of all Python files of some packages, in all their folders, or of modules: 16 hex digits."""
    state = blake2b(digest_size=8)
    for package in packages:
        above, _, name = package.rpartition(".")
        file = files(above) / f"{name}.py" if above else None
        _add(state, file if file is not None and file.is_file() else files(package))
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


def _add(state: blake2b, place: Traversable) -> None:
    if place.name.endswith(".py"):
        state.update(place.name.encode() + b"\0" + place.read_bytes())
    elif place.is_dir():
        for entry in sorted(place.iterdir(), key=lambda entry: entry.name):
            _add(state, entry)
