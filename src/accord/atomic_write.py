"""Write a file atomically: into a temporary file beside it, which then replaces it. Temporary files, folders.

Names are checked before the work.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ENAMETOOLONG
from pathlib import Path
from stat import S_ISREG
from typing import IO

from accord.errors import AccordError, UsageError

LONGEST = 4096  # characters of a path, on usual systems


def check_output(name: str, *read: str) -> None:
    """Raise UsageError if such a file cannot be written, or is read as well; to be asked before the work.

    Args:
        name: of the file.
        read: what the work reads; `refuse_input` says how it may be named.
    """
    refuse_input(name, *read)
    try:
        os.lstat(name)
    except OSError as error:
        if error.errno == ENAMETOOLONG:
            raise UsageError(f"{name[:60]}...: cannot be written: {error.strerror}") from None
    folder = os.path.dirname(name) or "."  # noqa: PTH120 (it never raises, however long a name is)
    if os.path.islink(os.path.realpath(name)):  # noqa: PTH114
        raise UsageError(f"{name}: cannot be written: it is a link to itself; name another file")
    if name in ("", "-") or os.path.isdir(name):  # noqa: PTH112
        raise UsageError(f"{name}: cannot be written; expected the name of a file")
    if not os.path.isdir(folder):  # noqa: PTH112
        raise UsageError(f"{name}: cannot be written: there is no folder {folder}; make it first")
    there = os.path.exists(name)  # noqa: PTH110
    if not os.access(name if there else folder, os.W_OK):
        raise UsageError(f"{name}: cannot be written: Permission denied; name another file")


def refuse_input(name: str, *read: str) -> None:
    """Raise UsageError if an output is also an input: FILE, FILE:NAME, or `-` for standard input.

    Writing it would lose what is to be read.
    """
    place = _place(name)
    for word in read if place is not None else ():
        if any(_place(file) == place for file in (word, *files_in(word))):
            raise UsageError(f"{name}: the output is also the input {word}; name another file")


def files_in(name: str) -> Iterator[str]:
    """Yield what may be FILE in FILE:NAME, the shortest first: both may have colons."""
    return (name[:at] for at, sign in enumerate(name[:LONGEST]) if sign == ":" and 0 < at < len(name) - 1)


def _place(name: str) -> tuple[int, int] | None:
    """Return which file of which disk has that name; None if there is none, or what is no plain file."""
    try:
        status = os.stat(0 if name == "-" else name)  # noqa: PTH116 (a name may be too long for Path)
    except (OSError, ValueError):
        return None
    return (status.st_dev, status.st_ino) if S_ISREG(status.st_mode) else None


def check_folder(name: str) -> None:
    """Make a folder that files can be written to. Raises UsageError."""
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{name}: cannot be made: {error.strerror}; name another folder") from None
    if not os.access(name, os.W_OK):
        raise UsageError(f"{name}: cannot be written: Permission denied; name another folder")


@contextmanager
def atomic_write(name: str) -> Iterator[Path]:
    """Yield where to write a file of that name; it is moved there in the end, and not after an error.

    A link stays one, and a file keeps its mode. What is no plain file, such as a pipe, is written as it is.
    Raises AccordError.
    """
    try:
        place = Path(os.path.realpath(name))
        if place.is_symlink():
            raise AccordError(f"{name}: cannot be written: it is a link to itself")
        if place.exists() and not place.is_file():
            yield place
            return
        with replace_file(place) as beside:
            yield beside
    except OSError as error:
        raise AccordError(f"{name}: cannot be written: {error.strerror or error}") from None


@contextmanager
def replace_file(place: Path) -> Iterator[Path]:
    """Yield where to write a file; it is moved to its place in the end, and not after an error.

    A file that was there keeps its mode. Raises OSError.
    """
    # no two threads, processes or machines that share the folder write to one file
    beside = place.with_name(f".accord-{os.urandom(8).hex()}.part{place.suffix}")
    try:
        yield beside
        if place.exists():
            import shutil

            shutil.copymode(place, beside)
        beside.replace(place)
    finally:
        beside.unlink(missing_ok=True)


def temporary_file(folder: Path | None = None) -> IO[bytes]:
    """Return a file without a name, which is gone when it is closed. Raises AccordError if there is none."""
    from tempfile import TemporaryFile  # only now: it imports much

    try:
        return TemporaryFile(dir=folder)
    except OSError as error:
        raise _no_temporary(error) from None


@contextmanager
def temporary_folder() -> Iterator[str]:
    """Yield a folder that is removed in the end. Raises AccordError if there is none."""
    from tempfile import TemporaryDirectory

    try:
        folder = TemporaryDirectory(prefix="accord-")
    except OSError as error:
        raise _no_temporary(error) from None
    with folder:
        yield folder.name


def _no_temporary(error: OSError) -> AccordError:
    return AccordError(f"no temporary file can be written: {error.strerror}; name another folder by TMPDIR")
