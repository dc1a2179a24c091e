"""What families share that read texts: files of many, one fault as an error, numbers, clues of lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TypeAlias, TypeVar

from accord.errors import InputError
from accord.puzzles.family import Fault, Faults, SpecError
from accord.puzzles.lines import LARGEST, Clue
from accord.puzzles.words import found as shown

NUMBER = re.compile("[0-9]{1,9}")

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


def wrong(key: str, message: str) -> SpecError:
    """The error of one fault."""
    return SpecError([Fault(key, message)])


def bounded(text: str, longest: int) -> None:
    """Raise SpecError for a text of more characters."""
    if len(text) > longest:
        raise wrong("text", f"found {len(text):,} characters; expected at most {longest:,}")


def whole(text: str, key: str, example: str) -> int:
    """The number that a text is. Raises SpecError."""
    if not (text.isascii() and text.isdigit()):
        raise wrong(key, f"found {text!r}; expected a whole number, as in {example}")
    if len(text) > 9:  # digits enough to be too many
        raise wrong(key, f"found a number of {len(text)} digits; expected one of a few")
    return int(text)


def within(number: int, key: str, most: int) -> None:
    """Raise SpecError for a number that is not from 1 to `most`."""
    if not 1 <= number <= most:
        raise wrong(key, f"found {number}; expected 1 to {most}")


def clues(words: Sequence[str], key: str, faults: Faults) -> tuple[Clue, ...]:
    """The clues that words are: numbers, and "?" or "-" for none."""
    given: list[Clue] = []
    for number, word in enumerate(words[: 2 * LARGEST], start=1):
        if word not in ("?", "-") and not NUMBER.fullmatch(word):
            faults.add(f"{key}[{number}]", f"found {shown(word)}; expected a number, or ? for none")
        given.append(int(word) if NUMBER.fullmatch(word) else "?")
    return tuple(given)
