"""Files of many puzzles, read one by one, so that a file of any length can be solved as it comes.

A line is a puzzle: FAMILY:TEXT, such as `queens:8`, or what a family reads itself (its `several`), such as
task strings. Which of the two, the first line tells that is not empty and does not begin with #.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING

from accord.errors import AccordError, InputError
from accord.formats import SUFFIXES
from accord.puzzles import table

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle

PEEKED = 1 << 16  # bytes in which the first line has to come
LONGEST = 1 << 20  # characters of a line


def collection(name: str) -> Iterator[tuple[str, Puzzle | InputError]] | None:
    """The puzzles of a file of many (`-`: stdin), with their names; None if it is no such file.

    What is wrong with a puzzle comes in its place. Raises InputError, under way, if the file cannot be read.
    """
    path = None if name == "-" else Path(name)
    try:
        if path is None:
            peek = getattr(sys.stdin.buffer, "peek", None)
            begins = peek(PEEKED)[:PEEKED] if peek else b""
        elif path.suffix.lower() in (".toml", *SUFFIXES) or not path.is_file():
            return None
        else:
            with path.open("rb") as file:
                begins = file.read(PEEKED)
    except OSError:  # which is told by whoever reads it as one puzzle
        return None
    family = _family(_first(begins))
    return None if family is None else _puzzles(path, family, "<stdin>" if path is None else name)


def _first(seen: bytes) -> str:
    """The first line with a puzzle of a file that begins so."""
    lines = (line.strip() for line in seen.decode(errors="replace").removeprefix("\ufeff").splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")


def _family(line: str) -> str | None:
    """The family that reads a file beginning so; empty for FAMILY:TEXT; None if it is no file of many."""
    if table.of_text(line):
        return ""
    for record in table.that_read_many():
        if record.texts.begins is not None and record.texts.begins(line):
            return record.name
    return None


def _puzzles(path: Path | None, family: str, place: str) -> Iterator[tuple[str, Puzzle | InputError]]:
    """The puzzles of a file, or of stdin; it is opened when the first is asked for."""
    from accord.puzzles.puzzle import Puzzle

    try:
        with nullcontext(sys.stdin.buffer) if path is None else path.open("rb") as file:
            if not family:
                yield from _of_lines(file, place)
                return
            several = table.family(family).texts.several
            assert several is not None
            for name, spec in several(file):
                good = not isinstance(spec, InputError)
                yield name, Puzzle(family=family, spec=spec, name=name) if good else spec
    except OSError as error:
        raise InputError([f"{path}: cannot be read: {error.strerror}"]) from None


def _of_lines(file: IO[bytes], place: str) -> Iterator[tuple[str, Puzzle | InputError]]:
    from accord.puzzles.library import of_text

    for number, line in enumerate(iter(lambda: file.readline(LONGEST), b""), start=1):
        text = line.decode(errors="replace").strip()
        if not text or text.startswith("#"):
            continue
        try:
            yield text[:200], of_text(text)
        except AccordError as error:
            yield text[:200], InputError([f"{place}:{number}: {error}"])
