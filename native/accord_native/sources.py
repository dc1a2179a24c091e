"""A hash of the sources of packages: compiled kernels and saved states are good for these only."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable


@cache
def fingerprint(*packages: str) -> str:
    """A hash of all Python files of some packages that were imported, in all their folders: 16 hex digits."""
    state = blake2b(digest_size=8)
    for package in packages:
        _add(state, files(package))
    return state.hexdigest()


def _add(state: blake2b, folder: Traversable) -> None:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            _add(state, entry)
        elif entry.name.endswith(".py"):
            state.update(entry.name.encode() + b"\0" + entry.read_bytes())
