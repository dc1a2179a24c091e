"""Versions of installed packages, and whether any package declares plug-ins, without slow imports.

Both are read off the names and texts of the folders that installers write: `importlib.metadata` takes as long
to import as all of that. It is asked wherever packages may lie elsewhere.
"""

import os
import re
import sys
from contextlib import suppress
from functools import cache
from importlib.machinery import PathFinder


@cache
def version_of(distribution: str) -> str:
    """Return the version of an installed package. Raises PackageNotFoundError, an ImportError."""
    name = _normal(distribution)
    if _in_folders():
        for folder, info in _infos(*sys.path):
            found, _, version = info.removesuffix(".dist-info").partition("-")
            if _normal(found) == name and version and os.path.isfile(f"{folder}/{info}/METADATA"):  # noqa: PTH113
                return version
    from importlib.metadata import version as asked

    return asked(distribution)


def has_entry_points(group: str) -> bool:
    """Return whether an installed package may have entry points of a group."""
    return not _in_folders() or group.encode() in _entry_points(*sys.path)


def _in_folders() -> bool:
    """Return whether all packages lie in folders."""
    if any(hasattr(finder, "find_distributions") and finder is not PathFinder for finder in sys.meta_path):
        return False
    return not any(os.path.isfile(path) for path in sys.path)  # noqa: PTH113 (pathlib takes longer to import)


@cache
def _infos(*paths: str) -> tuple[tuple[str, str], ...]:
    """Return what installers wrote: the folder that a package is in, and the name of the folder about it."""
    found = []
    for folder in dict.fromkeys(path or os.curdir for path in paths):
        with suppress(OSError):
            found += [(folder, name) for name in os.listdir(folder) if name.endswith("-info")]  # noqa: PTH208
    return tuple(found)


@cache
def _entry_points(*paths: str) -> bytes:
    """Return the texts in which all installed packages describe their entry points."""
    texts = []
    for folder, info in _infos(*paths):
        with suppress(OSError), open(f"{folder}/{info}/entry_points.txt", "rb") as text:  # noqa: PTH123
            texts.append(text.read())
    return b"\n".join(texts)


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
