"""Open and read texts: files, pipes and standard input, with size limits; all reading goes through here."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TypeAlias, TypeVar

from accord.errors import InputError
from accord.signals import interruptible, reading, waits

Spec = TypeVar("Spec")
Readable: TypeAlias = IO[str] | IO[bytes]
Lines: TypeAlias = Iterator[tuple[int, str | None]]  # with their numbers, from 1; None if it cannot be read
Several: TypeAlias = Iterator[tuple[str, Spec | InputError]]  # puzzles by name, or what is wrong with them
Hint: TypeAlias = Callable[[Path], str]

STANDARD_INPUT = "-"
PEEKED = 1 << 16  # bytes that can be seen before they are read
LONGEST_NAME = 200  # characters


@contextmanager
def open_input(
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
                # a pipe waits for its writer, even to be opened
                with nullcontext() if path.is_file() else reading(str(path)):
                    file = stack.enter_context(path.open("rb", buffering=PEEKED))
                file = interruptible(file, str(path))
        except FileNotFoundError:
            raise InputError([f"{path}: found no such file; expected {expected}{hint(path)}"]) from None
        except ValueError as error:  # no name of a file
            raise InputError([f"{name}: cannot be read: {error}"]) from None
        except OSError as error:
            raise _unread(name, error, expected) from None
        try:
            yield file
        except OSError as error:
            raise _unread(name, error, expected) from None


def _unread(name: str | Path, error: OSError, expected: str) -> InputError:
    """The error of a file that cannot be opened or read."""
    if isinstance(error, IsADirectoryError):
        return InputError([f"{name}: found a folder; expected {expected}"])
    return InputError([f"{name}: cannot be read: {error.strerror}"])


def content(
    name: str | Path, largest: int, expected: str = "a model file", hint: Hint = lambda _: ""
) -> bytes:
    """The bytes of what `opened` opens, up to one more than may be read. Raises InputError."""
    with open_input(name, expected, hint) as file:
        return file.read(largest + 1)


def beginning(file: IO[bytes]) -> bytes:
    """The first bytes of a file, which are still to be read; none of what cannot be looked into."""
    peek: Callable[[int], bytes] | None = getattr(file, "peek", None)
    with reading("standard input") if waits(file) else nullcontext():
        return peek(PEEKED)[:PEEKED] if peek else b""


# -- lines -----------------------------------------------------------------------------------------


def several(file: Readable, longest: int, read: Callable[[Lines, str], Several[Spec]]) -> Several[Spec]:
    """The puzzles of a file of many, lazily.

    Args:
        file: open, and left open; one that is a part of another has `before`, the number of lines before it.
        longest: characters of a line; a longer one cannot be read, nor one that is no UTF-8.
        read: makes puzzles of lines without the blanks around them, and of what messages call the file.
    """
    yield from read(_lines(file, longest), str(getattr(file, "name", "<stream>")))


def unreadable(longest: int) -> str:
    """The fault of a line that cannot be read."""
    return f"found a line that is no UTF-8, or longer than {longest:,} characters; expected a puzzle"


_NEWLINE = ("\n", ord("\n"))  # the last character of a text, or byte


def _lines(file: Readable, longest: int) -> Lines:
    number, whole = int(getattr(file, "before", 0)), True
    while line := file.readline(longest):
        ended = line[-1] in _NEWLINE
        if whole:
            number += 1
            try:
                text = line if isinstance(line, str) else line.decode()
                yield number, text.removeprefix("\ufeff").strip() if ended or len(line) < longest else None
            except UnicodeDecodeError:
                yield number, None
        whole = ended


@dataclass(frozen=True, eq=False, repr=False)
class Bounds:
    """How much is read of a puzzle in several lines."""

    longest: int  # characters of a line
    most: int  # characters of a puzzle
    lines: int  # of a puzzle
    expected: str  # of a puzzle that has more


@dataclass(eq=False, repr=False)
class Gathered:
    """The lines of a puzzle, from `puzzle NAME` to `end`; or a single line that stands outside of these."""

    first: int  # the number of the first line
    name: str | None = None  # None: it is a line outside
    lines: list[tuple[int, str]] = field(default_factory=list)  # with their numbers
    fault: tuple[int, str] | None = None  # the number of a line, and why all this cannot be read
    size: int = 0  # characters, also of lines that were not taken

    def add(self, number: int, line: str | None, bounds: Bounds) -> None:
        """Take the next line, if there is no fault yet."""
        self.size += len(line or "") + 1
        if self.fault is not None:
            return
        if line is None:
            self.fault = number, unreadable(bounds.longest)
        elif self.size > bounds.most or len(self.lines) >= bounds.lines:
            self.fault = self.first, bounds.expected
        else:
            self.lines.append((number, line))

    def endless(self, found: str) -> Gathered:
        """Return the fault of a puzzle that has no line `end`."""
        self.fault = self.fault or (self.first, f"{found}; expected one; add it")
        return self


def begins_puzzle(line: str) -> bool:
    """Whether a line is `puzzle NAME`; the name may be missing."""
    return line.startswith("puzzle") and line.split(maxsplit=1)[0] == "puzzle"


def gather(lines: Lines, bounds: Bounds, ends: Callable[[str], bool] = lambda _: False) -> Iterator[Gathered]:
    """The puzzles of a file, each from `puzzle NAME` to `end`, and the lines outside, in their order.

    A puzzle without a line `end` is ended by the next one, and by a line of which `ends` says so.
    """
    block: Gathered | None = None
    for number, line in lines:
        begins = line is not None and begins_puzzle(line)
        if block is not None and (begins or (line and ends(line))):
            yield block.endless(f"found no line `end` before line {number}")
            block = None
        if block is None:
            name = " ".join(line.split()[1:])[:LONGEST_NAME] if line is not None and begins else None
            block = Gathered(number, name)
        block.add(number, line, bounds)
        if block.name is None or line == "end":
            yield block
            block = None
    if block is not None:
        yield block.endless("found the end of the file before a line `end`")
