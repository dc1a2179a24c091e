"""What commands write: JSON, and files, which are written whole or not at all."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from accord.errors import AccordError, UsageError


def json(value: Any) -> str:
    """A value as one line of JSON."""
    import msgspec

    return msgspec.json.encode(value).decode()


def check(name: str) -> None:
    """Raise UsageError if such a file cannot be written; to be asked before the work that fills it."""
    path = Path(name)
    folder = path.parent
    if name == "-" or path.is_dir():
        raise UsageError(f"{name}: cannot be written; expected the name of a file")
    if not folder.is_dir():
        raise UsageError(f"{name}: cannot be written: there is no folder {folder}; make it first")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise UsageError(f"{name}: cannot be written: Permission denied; name another file")


def write(name: str, text: str) -> None:
    """Write a file beside its place and move it there, so that nobody finds half of it.

    What is no plain file, such as a pipe, is written as it is. Raises AccordError.
    """
    place = Path(name).resolve()  # a link stays one
    beside = place.with_name(f".accord-{os.getpid()}.part")
    try:
        if place.exists() and not place.is_file():
            place.write_text(text, encoding="utf-8", newline="\n")
            return
        try:
            beside.write_text(text, encoding="utf-8", newline="\n")
            if place.exists():
                shutil.copymode(place, beside)
            beside.replace(place)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise AccordError(f"{name}: cannot be written: {error.strerror}") from None
