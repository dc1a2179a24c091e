"""Files of many aquariums, read one by one: a bad puzzle is told of in its place, and the next is read.

A file holds puzzles in the form aqt, from a line `puzzle NAME` to a line `end`, and task strings or
addresses, one a line; they may be mixed. Empty lines and those that begin with # are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from accord.errors import InputError
from accord.families.aquarium import formats
from accord.families.aquarium.formats import LONGEST
from accord.families.aquarium.spec import Aquarium
from accord.families.aquarium.url import recognise
from accord.puzzles.family import Fault, SpecError
from accord.puzzles.lines import LARGEST

MOST_LINES = 3 * LARGEST  # of one puzzle: two pictures and some facts
LONGEST_NAME = 200
UNREADABLE = f"found a line that is no UTF-8, or longer than {LONGEST:,} characters; expected a puzzle"

_BEGINS = re.compile(r"puzzle\s|(var +task *= *)?['\"]?([0-9]+[xX][0-9]+:)?[0-9?-]+(_[0-9?-]+)+ *;")
_TANKS = re.compile(r"tanks\[([0-9]+)\]")


def puzzles(source: str | Path | IO[str] | IO[bytes]) -> Iterator[tuple[str, Aquarium | InputError]]:
    """The puzzles of a file, lazily: the name of each, and its spec or what is wrong with it.

    Args:
        source: the path of a file, or an open one, of text or of bytes, which is left open.

    Yields:
        The name after `puzzle`, or FILE:LINE for a task string or an address; then the spec, or an InputError
        with a line FILE:LINE for each fault.

    Raises:
        InputError: if the file cannot be opened or read.
    """
    place = str(source) if isinstance(source, str | Path) else str(getattr(source, "name", "<stream>"))
    try:
        with ExitStack() as stack:
            if isinstance(source, str | Path):
                source = stack.enter_context(Path(source).open("rb"))
            yield from _puzzles(_lines(source), place)
    except OSError as error:
        raise InputError([f"{place}: cannot be read: {error.strerror}"]) from None


def begins(line: str) -> bool:
    """Whether a file of aquariums may begin with this line."""
    return bool(_BEGINS.match(line)) or recognise(line)


def _lines(file: IO[str] | IO[bytes]) -> Iterator[tuple[int, str | None]]:
    """The lines with their numbers, from 1; None for one that is no UTF-8 or too long."""
    number, whole = 0, True
    while line := file.readline(LONGEST):
        ended = line[-1:] in ("\n", b"\n")
        if whole:
            number += 1
            try:
                text = line if isinstance(line, str) else line.decode()
                fits = ended or len(line) < LONGEST
                yield number, text.removeprefix("\ufeff").rstrip("\r\n") if fits else None
            except UnicodeDecodeError:
                yield number, None
        whole = ended


def _puzzles(
    lines: Iterator[tuple[int, str | None]], place: str
) -> Iterator[tuple[str, Aquarium | InputError]]:
    block: _Block | None = None
    for number, line in lines:
        word, *_ = (line or "").split(maxsplit=1) or [""]
        if block and word == "puzzle":
            yield block.finished(f"found no line `end` before line {number}")
            block = None
        if word == "puzzle":
            block = _Block(place, number)
        if block:
            block.add(number, line)
            if word == "end":
                yield block.finished()
                block = None
        elif line is None:
            yield f"{place}:{number}", InputError([f"{place}:{number}: {UNREADABLE}"])
        elif word and not word.startswith("#"):
            yield f"{place}:{number}", _of_line(line, f"{place}:{number}")
    if block:
        yield block.finished("found the end of the file before a line `end`")


def _of_line(line: str, place: str) -> Aquarium | InputError:
    try:
        return formats.read(line)
    except SpecError as error:
        return InputError([f"{place}: {fault.key}: {fault.message}" for fault in error.faults])


class _Block:
    """The lines from `puzzle` on, as far as a puzzle can be that long."""

    def __init__(self, place: str, first: int) -> None:
        self._place = place
        self._first = first
        self._lines: list[str] = []
        self._room = LONGEST
        self._broken = ""

    def add(self, number: int, line: str | None) -> None:
        """Take the next line. None is one that could not be read."""
        self._room -= len(line or "")
        if self._broken:
            return
        if line is None:
            self._broken = f"{self._place}:{number}: {UNREADABLE}"
        elif self._room < 0 or len(self._lines) >= MOST_LINES:
            self._broken = (
                f"{self._place}:{self._first}: found more than {MOST_LINES} lines or {LONGEST:,} characters "
                "in one puzzle; expected fewer; end each puzzle with a line `end`"
            )
        else:
            self._lines.append(line)

    def finished(self, fault: str = "") -> tuple[str, Aquarium | InputError]:
        """The name of the puzzle, and its spec or what is wrong with it."""
        name = " ".join(self._lines[0].split()[1:])[:LONGEST_NAME] if self._lines else ""
        name = name or f"{self._place}:{self._first}"
        if fault and not self._broken:
            self._broken = f"{self._place}:{self._first}: {fault}; expected one; add it"
        if self._broken:
            return name, InputError([self._broken])
        try:
            return name, formats.read_aqt(self._lines)
        except SpecError as error:
            return name, InputError([self._message(fault) for fault in error.faults])

    def _message(self, fault: Fault) -> str:
        """The fault with the line of its key; of a picture's row, the line of that row."""
        words = [line.split(maxsplit=1)[:1] for line in self._lines]
        row = _TANKS.fullmatch(fault.key)
        key = "grid" if fault.key.startswith("tanks") else fault.key.partition("[")[0]
        at = words.index([key]) if [key] in words else 0
        return f"{self._place}:{self._first + at + int(row[1] if row else 0)}: {fault.key}: {fault.message}"
