"""The one place where texts are opened: files, pipes and standard input; and lines of files of many."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import IO, TypeAlias, TypeVar

from accord.errors import InputError
from accord.signals import interruptible, reading, waits

Spec = TypeVar("Spec")
Readable: TypeAlias = str | Path | IO[str] | IO[bytes]  # a path, or an open file, which is left open
Lines: TypeAlias = Iterator[tuple[int, str | None]]  # with their numbers, from 1; None if it cannot be read
Several: TypeAlias = Iterator[tuple[str, Spec | InputError]]  # puzzles by name, or what is wrong with them
Hint: TypeAlias = Callable[[Path], str]

STANDARD_INPUT = "-"
PEEKED = 1 << 16  # bytes that can be seen before they are read


@contextmanager
def opened(
    name: str | Path, expected: str = "a model file", hint: Hint = lambda _: ""
) -> Iterator[IO[bytes]]:
    """A file, open to be read; of the text `-` standard input, which is left open.

    Raises InputError if it cannot be opened, for no file with a hint, or cannot be read meanwhile.
    """
    with ExitStack() as stack:
        try:
            if name == STANDARD_INPUT:
                name, file = "<stdin>", interruptible(sys.stdin.buffer, "standard input")
            else:
                path = Path(name)
                # a pipe waits for whoever writes it, even to be opened
                with nullcontext() if path.is_file() else reading(str(path)):
                    file = stack.enter_context(path.open("rb", buffering=PEEKED))
                file = interruptible(file, str(path))
        except FileNotFoundError:
            raise missing(path, expected, hint) from None
        except ValueError as error:  # no name of a file
            raise InputError([f"{name}: cannot be read: {error}"]) from None
        except OSError as error:
            raise _unread(name, error, expected) from None
        try:
            yield file
        except OSError as error:
            raise _unread(name, error, expected) from None


def missing(path: Path, expected: str = "a model file", hint: Hint = lambda _: "") -> InputError:
    """The error of a file that is not there."""
    return InputError([f"{path}: found no such file; expected {expected}{hint(path)}"])


def _unread(name: str | Path, error: OSError, expected: str) -> InputError:
    """The error of a file that cannot be opened or read."""
    if isinstance(error, IsADirectoryError):
        return InputError([f"{name}: found a folder; expected {expected}"])
    return InputError([f"{name}: cannot be read: {error.strerror}"])


def content(
    name: str | Path, largest: int, expected: str = "a model file", hint: Hint = lambda _: ""
) -> bytes:
    """The bytes of what `opened` opens, up to one more than may be read. Raises InputError."""
    with opened(name, expected, hint) as file:
        return file.read(largest + 1)


def beginning(file: IO[bytes]) -> bytes:
    """The first bytes of a file, which are still to be read; none of what cannot be looked into."""
    peek: Callable[[int], bytes] | None = getattr(file, "peek", None)
    with reading("standard input") if waits(file) else nullcontext():
        return peek(PEEKED)[:PEEKED] if peek else b""


# -- lines -----------------------------------------------------------------------------------------


def several(source: Readable, longest: int, read: Callable[[Lines, str], Several[Spec]]) -> Several[Spec]:
    """The puzzles of a file of many, lazily. Raises InputError if the file cannot be opened or read.

    Args:
        source: the file.
        longest: characters of a line; a longer one cannot be read, nor one that is no UTF-8.
        read: makes puzzles of lines without the blanks around them, and of what messages call the file.
    """
    if isinstance(source, str | Path):
        with opened(Path(source), "a file of puzzles") as file:
            yield from read(_lines(file, longest), str(source))
    else:
        yield from read(_lines(source, longest), str(getattr(source, "name", "<stream>")))


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
