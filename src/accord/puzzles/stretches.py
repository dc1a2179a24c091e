"""Cut a file of many puzzles into stretches of lines, each for one reader.

A line that says its kind itself, FAMILY:TEXT or an address, is read alone, wherever it stands. Other lines go
to the reader that knows how the first of them begins: that of files of blocks, or of a family's own files,
such as grids of sudokus in several lines. Such a stretch ends before a line that says its kind, or with which
a stretch of another reader begins, unless the line stands between `puzzle NAME` and `end`.

So what a line means does not depend on how the file begins. Nothing is read ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import IO, TypeAlias, cast

from accord.errors import AccordError, InputError
from accord.puzzles import blocks, sites, table
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.reading import begins_puzzle
from accord.puzzles.source import address

Collected: TypeAlias = Iterator[tuple[str, Puzzle | InputError]]  # each by its name, or what is wrong with it
LONGEST = 1 << 20  # characters of a line
BLOCKS = "blocks"
_INSIDE = frozenset(range(ord("!"), ord("~") + 1)) - {*b"ef"}  # `end` and `family` begin with none of these


@dataclass(frozen=True)
class Sort:
    """How lines of a stretch are read."""

    name: str  # of the family, or BLOCKS
    read: Callable[[IO[bytes]], Collected]


def begins(line: str) -> bool:
    """Whether a file of many puzzles may begin with this line."""
    return says_kind(line) or _sort(line, "") is not None


def says_kind(line: str) -> bool:
    """Whether a line is FAMILY:TEXT, or an address."""
    if ":" not in line and "/" not in line and "%" not in line:  # most lines of large files
        return False
    if table.of_text(line) is not None:
        return True
    found = address(line)
    return found is not None and (not found.kind or "://" in line or sites.find_bare(line) is not None)


def puzzles(file: IO[bytes], of_text: Callable[[str], Puzzle]) -> Collected:
    """The puzzles of a file, lazily: the name of each, and the puzzle or what is wrong with it.

    Args:
        file: open, and left open.
        of_text: reads a line that says its kind. What it raises comes in the place of the puzzle.
    """
    lines = _Lines(file)
    while (line := lines.next_line()) is not None:
        sort = None if not line or line.startswith("#") or says_kind(line) else _sort(line, lines.family)
        if sort is None:
            lines.skip()
            if line and not line.startswith("#"):
                yield _of_line(line, f"{lines.name}:{lines.before}", of_text)
        else:
            yield from sort.read(cast("IO[bytes]", _Stretch(lines, sort)))


def _of_line(text: str, place: str, of_text: Callable[[str], Puzzle]) -> tuple[str, Puzzle | InputError]:
    try:
        return text[:200], of_text(text)
    except AccordError as error:
        return text[:200], InputError([f"{place}: {error}"])


def _sort(line: str, family: str) -> Sort | None:
    """Return the sort of a line that does not say its kind; `family` is that of the blocks before it."""
    if blocks.begins(line) or (family and begins_puzzle(line)):
        return Sort(BLOCKS, partial(blocks.puzzles, family=family))
    name = _family(line)
    return Sort(name, partial(_of_family, name)) if name else None


def _family(line: str) -> str:
    """Return the family whose files may begin with this line; "" if there is none."""
    return next((name for name, begins in _beginnings() if begins(line)), "")


def _beginnings() -> Iterator[tuple[str, Callable[[str], bool]]]:
    """Yield the families with files of their own, and whether one begins with a line."""
    for record in table.that_read_many():
        if record.texts.begins is not None:
            yield record.name, record.texts.begins


def _of_family(name: str, file: IO[bytes]) -> Collected:
    family = table.family(name)
    assert family.texts.several is not None
    for each, spec in family.texts.several(file):
        if isinstance(spec, InputError):
            yield each, spec
        else:
            yield each, Puzzle(family=family, spec=spec, name=each, title=family.name)


class _Lines:
    """The lines of a file, of which the next one is seen before it is taken."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.name = str(getattr(file, "name", "<stdin>"))
        self.before = 0  # lines that were taken
        self.family = ""  # of blocks, as the last line `family KIND` says
        self.seen = b""  # of the next line, or of the rest of it

    def next_line(self) -> str | None:
        """Return the next line without the blanks around it; None at the end."""
        self.seen = self.seen or self.file.readline(LONGEST)
        if not self.seen:
            return None
        line = self.seen.decode(errors="replace")
        return (line.removeprefix("\ufeff") if self.before == 0 else line).strip()

    def skip(self) -> None:
        """Take the next line, to its end."""
        while self.take(LONGEST)[-1:] not in (b"\n", b""):
            pass
        self.before += 1

    def take(self, size: int) -> bytes:
        """Return the next bytes of the line, at most so many; none at the end of the file."""
        found = self.seen or self.file.readline(size)
        self.seen = b"" if len(found) <= size else found[size:]
        return found[:size]


class _Stretch:
    """A stretch as a file of its own, as far as readers of lines need one."""

    def __init__(self, lines: _Lines, sort: Sort) -> None:
        self.name = lines.name
        self.before = lines.before  # lines of the whole file that stand before it
        self._lines = lines
        self._sort = sort
        self._inside = False  # of a puzzle that ends with `end`
        self._whole = True  # whether the last line was taken to its end
        self._others = [begins for name, begins in _beginnings() if name != sort.name]

    def readline(self, size: int = LONGEST) -> bytes:
        """Return the next line, at most so many bytes; none at the end of the stretch."""
        lines = self._lines
        if self._whole:
            seen = lines.seen = lines.seen or lines.file.readline(LONGEST)
            # most lines of large files stand between `puzzle` and `end`: they are not even decoded
            if not self._inside or not seen or seen[0] not in _INSIDE:
                line = lines.next_line()
                if line is None or self._ends_before(line):
                    return b""
            lines.before += 1
        found = lines.take(size)
        self._whole = found.endswith(b"\n")
        return found

    def _ends_before(self, line: str) -> bool:
        """Whether the next line is of another sort."""
        sort, lines = self._sort.name, self._lines
        if sort == BLOCKS and blocks.begins(line):
            lines.family, self._inside = line.split()[1], False
            return False
        if self._inside or not line or line.startswith("#"):
            self._inside = self._inside and line != "end"
            return False
        if says_kind(line) or blocks.begins(line):
            return True
        if begins_puzzle(line):
            self._inside = sort == (BLOCKS if lines.family else _family(line))
            return not self._inside
        for begins in self._others:
            if begins(line):
                return _family(line) != sort
        return False
