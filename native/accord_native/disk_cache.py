"""Where compiled kernels are on disk, and which files there are read.

They are machine code and pickles, and to read one runs whatever it says. So `folders` names places of ours
alone: those that only who may change the sources can write to. No file of the working directory has a say.

Numba keeps the machine code of a kernel as pickles, and looks at neither. A file that was cut ends in some
error of pickle; one with a flipped bit may be code that runs, and does anything. So its files have checksums
beside them, and damaged ones are deleted before numba reads them.

    tree.search_a69271f2a218926b-158.py311.nbi      which signatures, and for which processors
    tree.search_a69271f2a218926b-158.py311.1.nbc    the code of one of them
    tree.search_a69271f2a218926b-158.py311.sums     a line for each of these: its hash, and its name
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

SUMS, CODE = ".sums", (".nbi", ".nbc")


def folders(source: str) -> Iterator[Path]:
    """Yield the folders for what is compiled of a source file, best first; those that are missing are made.

    That is `__pycache__` beside the source, and a folder of the user's caches; or what NUMBA_CACHE_DIR
    in the environment names. A relative path there does not count, as it would be another one everywhere.
    """
    sources = Path(source).absolute().parent
    own = f"{sources.name}_{blake2b(os.fsencode(sources), digest_size=8).hexdigest()}"
    caches = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    places = [
        sources / "__pycache__",
        Path(os.path.expanduser(caches), "accord", own),  # noqa: PTH111 (pathlib raises without a home)
    ]
    named = Path(os.environ.get("NUMBA_CACHE_DIR", ""), own)
    if named.is_absolute() and is_ours(named, sources):
        places = [named]
    return (each for each in places if each.is_absolute() and is_ours(each, sources))


def is_ours(folder: Path, sources: Path) -> bool:
    """Whether those who may write there may change the sources too; a folder that is missing is made."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found, beside = folder.stat(), sources.stat()
    except OSError:
        return False
    owned = not hasattr(os, "getuid") or found.st_uid in (os.getuid(), 0, beside.st_uid)
    by_others = found.st_mode & 0o022
    if found.st_gid == beside.st_gid:  # a group may write there that may write to the sources
        by_others &= ~(beside.st_mode & 0o020)
    return owned and not by_others


class CacheFiles:
    """The files of one kernel in a folder of numba's cache."""

    def __init__(self, folder: str, function: Callable[..., Any]) -> None:
        self._folder = Path(folder)
        module = function.__module__.rpartition(".")[2]
        self._stem = f"{module}.{function.__qualname__}-".replace("<", "").replace(">", "")

    def drop_damaged(self) -> None:
        """Remove the files if they are not as they were written. Raises OSError if that is impossible."""
        files = self._files()
        sums = [file for file in files if file.suffix == SUMS]
        code = [file for file in files if file.suffix in CODE]
        if not code or (sums and _text(sums[0]) == _sums(code)):
            return
        for file in code:
            file.unlink(missing_ok=True)  # another process may do the same

    def note(self) -> None:
        """Write the checksums of the files that are there, if that is possible."""
        code = [file for file in self._files() if file.suffix in CODE]
        for index in (file for file in code if file.suffix == CODE[0]):
            place = index.with_suffix(SUMS)
            beside = place.with_name(f"{place.name}.{os.getpid()}")
            with suppress(OSError):
                beside.write_text(_sums(code))
                beside.replace(place)

    def _files(self) -> list[Path]:
        with suppress(OSError):
            names = os.listdir(self._folder)  # noqa: PTH208 (a list of Paths takes three times as long)
            return [self._folder / name for name in sorted(names) if name.startswith(self._stem)]
        return []


def _sums(files: list[Path]) -> str:
    """A line for each file."""
    return "".join(f"{_hash(file)} {file.name}\n" for file in files)


def _text(file: Path) -> str:
    with suppress(OSError, ValueError):
        return file.read_text()
    return ""


def _hash(file: Path) -> str:
    try:
        return blake2b(file.read_bytes(), digest_size=16).hexdigest()
    except OSError:
        return "unreadable"
