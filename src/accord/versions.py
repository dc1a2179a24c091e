"""Versions of installed packages, and whether any package declares plug-ins, without slow imports.

Both are read off the names and texts of the folders that installers write: `importlib.metadata` takes as long
to import as all of that. It is asked wherever packages may lie elsewhere.
"""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.machinery import PathFinder


@cache
def version_of(distribution: str) -> str:
    """Return the version of an installed package. Raises PackageNotFoundError, an ImportError."""
    name = _normal(distribution)
    if _in_folders():
        for folder, info in _infos():
            found, _, version = info.removesuffix(".dist-info").partition("-")
            if _normal(found) == name and version and os.path.isfile(f"{folder}/{info}/METADATA"):  # noqa: PTH113
                return version
    from importlib.metadata import version as asked

    return asked(distribution)


def has_entry_points(group: str) -> bool:
    """Return whether an installed package may have entry points of a group."""
    return not _in_folders() or any(_names(group, f"{folder}/{info}") for folder, info in _infos())


def _in_folders() -> bool:
    """Return whether all packages lie in folders."""
    if any(hasattr(finder, "find_distributions") and finder is not PathFinder for finder in sys.meta_path):
        return False
    return not any(os.path.isfile(path) for path in sys.path)  # noqa: PTH113 (pathlib takes longer to import)


def _infos() -> Iterator[tuple[str, str]]:
    """Yield what installers wrote: the folder that a package is in, and the name of the folder about it."""
    for path in dict.fromkeys(sys.path):
        folder = path or os.curdir
        with suppress(OSError):
            yield from ((folder, name) for name in os.listdir(folder) if name.endswith("-info"))  # noqa: PTH208


def _names(group: str, folder: str) -> bool:
    """Return whether the entry points that are described in a folder have a group."""
    with suppress(OSError), open(f"{folder}/entry_points.txt", "rb") as text:  # noqa: PTH123
        return group.encode() in text.read()
    return False


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
