"""Files of many puzzles, line by line: each line with its number, and lines that cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TypeAlias, TypeVar

from accord.errors import InputError

Spec = TypeVar("Spec")
Source: TypeAlias = str | Path | IO[str] | IO[bytes]  # a path, or an open file, which is left open
Lines: TypeAlias = Iterator[tuple[int, str | None]]  # with their numbers, from 1; None if it cannot be read
Several: TypeAlias = Iterator[tuple[str, Spec | InputError]]  # puzzles by name, or what is wrong with them


def several(source: Source, longest: int, read: Callable[[Lines, str], Several[Spec]]) -> Several[Spec]:
    """The puzzles of a file of many, lazily. Raises InputError if the file cannot be opened or read.

    Args:
        source: the file.
        longest: characters of a line; a longer one cannot be read, nor one that is no UTF-8.
        read: makes puzzles of lines without the blanks around them, and of what messages call the file.
    """
    place = str(source) if isinstance(source, str | Path) else str(getattr(source, "name", "<stream>"))
    try:
        with ExitStack() as stack:
            if isinstance(source, str | Path):
                source = stack.enter_context(Path(source).open("rb"))
            yield from read(_lines(source, longest), place)
    except OSError as error:
        raise InputError([f"{place}: cannot be read: {error.strerror}"]) from None


def unreadable(place: str, longest: int) -> InputError:
    """The error of a line that cannot be read."""
    found = f"found a line that is no UTF-8, or longer than {longest:,} characters"
    return InputError([f"{place}: {found}; expected a puzzle"])


def _lines(file: IO[str] | IO[bytes], longest: int) -> Lines:
    number, whole = 0, True
    while line := file.readline(longest):
        ended = line[-1:] in ("\n", b"\n")
        if whole:
            number += 1
            try:
                text = line if isinstance(line, str) else line.decode()
                yield number, text.removeprefix("\ufeff").strip() if ended or len(line) < longest else None
            except UnicodeDecodeError:
                yield number, None
        whole = ended
