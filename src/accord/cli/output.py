"""What commands write: JSON, boards and tables as wide as the terminal, and files, whole or not at all."""

from __future__ import annotations

import os
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from accord.cli.streams import colour_wanted
from accord.errors import AccordError, UsageError
from accord.json import encode as json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.picture import Picture

__all__ = ["board", "check", "json", "listed", "wide", "wrapped", "write"]

WIDTH = 80  # characters of a line where no terminal says otherwise


def wide() -> int | None:
    """How wide a board may be: as the terminal, or as COLUMNS says; None where there is neither."""
    if sys.stdout.isatty() or os.environ.get("COLUMNS"):
        import shutil  # only now, as it imports compressors

        return shutil.get_terminal_size().columns
    return None


def board(picture: Picture, *, colour: bool = True) -> str:
    """A picture as lines, painted if that is wanted, and narrow if the terminal is."""
    from accord.draw.text import text

    return text(picture, colour=colour and colour_wanted(), width=wide())


def wrapped(text: str) -> str:
    """Text of which no line is wider than the terminal, or than 80 characters where there is none."""
    lines = (
        textwrap.wrap(line, wide() or WIDTH, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )
    return "\n".join("\n".join(some) for some in lines)


def listed(rows: Iterable[tuple[str, str]]) -> str:
    """A name a line, and what is said of it behind it, in as many lines as that takes."""
    table = list(rows)
    margin = max((len(name) for name, _ in table), default=0) + 2
    width = max((wide() or WIDTH) - margin, WIDTH // 4)
    lines = []
    for name, said in table:
        first, *rest = textwrap.wrap(said, width, break_long_words=False, break_on_hyphens=False) or [""]
        lines += [f"{name:{margin}}{first}".rstrip(), *(" " * margin + line for line in rest)]
    return "\n".join(lines)


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


def write(name: str, content: str | bytes) -> None:
    """Write a file beside its place and move it there, so that nobody finds half of it.

    What is no plain file, such as a pipe, is written as it is. Raises AccordError.
    """
    data = content.encode() if isinstance(content, str) else content
    place = Path(name).resolve()  # a link stays one
    beside = place.with_name(f".accord-{os.getpid()}.part")
    try:
        if place.exists() and not place.is_file():
            place.write_bytes(data)
            return
        try:
            beside.write_bytes(data)
            if place.exists():
                import shutil

                shutil.copymode(place, beside)
            beside.replace(place)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise AccordError(f"{name}: cannot be written: {error.strerror}") from None
