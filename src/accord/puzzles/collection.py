"""Files of many puzzles, read one by one, so that a file of any length can be solved as it comes.

A line is a puzzle: FAMILY:TEXT, such as `queens:8`, or an address; or what a family reads itself (its
`several`), such as task strings; or puzzles are blocks of several lines (`accord.puzzles.blocks`). Which of
these, the first line tells that is not empty and does not begin with #.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeAlias

from accord.errors import AccordError, InputError, UsageError
from accord.formats import SUFFIXES
from accord.names import did_you_mean
from accord.puzzles import table
from accord.puzzles.addresses import kind
from accord.puzzles.blocks import begins as begins_with_family
from accord.puzzles.blocks import puzzles as of_blocks
from accord.signals import interruptible, reading

if TYPE_CHECKING:
    from accord.puzzles.family import Family
    from accord.puzzles.puzzle import Puzzle

Collected: TypeAlias = "Iterator[tuple[str, Puzzle | InputError]]"

PEEKED = 1 << 16  # bytes in which the first line has to come
LONGEST = 1 << 20  # characters of a line


def collection(name: str) -> Collected | None:
    """The puzzles of a file of many (`-`: stdin), with their names; None if it is no such file.

    What is wrong with a puzzle comes in its place. Raises InputError, under way, if the file cannot be read.
    """
    path = None if name == "-" else Path(name)
    try:
        if path is None:
            peek = getattr(sys.stdin.buffer, "peek", None)
            with reading("standard input"):
                begins = peek(PEEKED)[:PEEKED] if peek else b""
        elif path.suffix.lower() in (".toml", *SUFFIXES) or not path.is_file():
            return None
        else:
            with path.open("rb") as file:
                begins = file.read(PEEKED)
    except OSError:  # which is told by whoever reads it as one puzzle
        return None
    read = _reader(_first(begins))
    return None if read is None else _puzzles(path, read)


def only(name: str, wanted: str = "") -> Puzzle | None:
    """The one puzzle of a file of many, or the one called `wanted`; None if it is no such file.

    Raises UsageError if it holds several, or none of that name; InputError for what is wrong with it.
    """
    puzzles = collection(name)
    if puzzles is None:
        return None
    if wanted:
        names = []
        for each, puzzle in puzzles:
            if each in (wanted, f"{name}:{wanted}"):
                return _good(puzzle)
            names.append(each)
        raise UsageError(f"{name}: found no puzzle {wanted!r}{did_you_mean(wanted, names)}")
    found = list(islice(puzzles, 2))
    if len(found) == 1:
        return _good(found[0][1])
    if not found:
        raise InputError([f"{name}: found no puzzle; expected one"])
    first = found[0][0].removeprefix(f"{name}:")
    hint = "write it to a file" if name == "-" else f"name one of them, as in {name}:{first}"
    raise UsageError(f"{name}: found several puzzles; expected one; {hint}")


def _good(puzzle: Puzzle | InputError) -> Puzzle:
    if isinstance(puzzle, InputError):
        raise puzzle
    return puzzle


def _first(seen: bytes) -> str:
    """The first line with a puzzle of a file that begins so."""
    lines = (line.strip() for line in seen.decode(errors="replace").removeprefix("\ufeff").splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")


def _reader(line: str) -> Callable[[IO[bytes]], Collected] | None:
    """What reads a file that begins with this line; None if it is no file of many."""
    if begins_with_family(line):
        return of_blocks
    if table.of_text(line):
        return _of_lines
    for record in table.that_read_many():
        if record.texts.begins is not None and record.texts.begins(line):
            return partial(_of_family, record)
    return _of_lines if "://" in line and kind(line) else None


def _puzzles(path: Path | None, read: Callable[[IO[bytes]], Collected]) -> Collected:
    """The puzzles of a file, or of stdin; it is opened when the first is asked for."""
    try:
        with nullcontext(sys.stdin.buffer) if path is None else path.open("rb") as file:
            yield from read(interruptible(file, "standard input" if path is None else str(path)))
    except OSError as error:
        raise InputError([f"{path}: cannot be read: {error.strerror}"]) from None


def _of_family(family: Family, file: IO[bytes]) -> Collected:
    from accord.puzzles.puzzle import Puzzle

    assert family.texts.several is not None
    for name, spec in family.texts.several(file):
        if isinstance(spec, InputError):
            yield name, spec
        else:
            yield name, Puzzle(family=family, spec=spec, name=name, title=family.name)


def _of_lines(file: IO[bytes]) -> Collected:
    from accord.puzzles.library import of_text

    for number, line in enumerate(iter(lambda: file.readline(LONGEST), b""), start=1):
        text = line.decode(errors="replace").strip()
        if not text or text.startswith("#"):
            continue
        try:
            yield text[:200], of_text(text)
        except AccordError as error:
            yield text[:200], InputError([f"{getattr(file, 'name', '<stdin>')}:{number}: {error}"])
