"""Stream puzzles by name, each read once; a puzzle that cannot be read is yielded as its error.

A file of many gives its puzzles as it is read. A range, such as `freecell:1-32000`, gives names alone, which
are loaded where they are worked on. `list_puzzles` reads all once, to number them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeAlias

from accord.errors import InputError, UsageError
from accord.puzzles import table
from accord.puzzles.family import SpecError
from accord.puzzles.loader import Parse, load, read
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.reading import open_input
from accord.puzzles.source import names as library_names
from accord.puzzles.source import place_of
from accord.versions import version_of

Named: TypeAlias = tuple[str, Puzzle | InputError | None]  # None: it is the puzzle of that name

FILES = (".toml", ".txt")  # of the puzzles of a folder
FARTHEST = 1_000_000  # a unit that is named: a range is gone through up to there


@dataclass(frozen=True)
class Range:
    """Puzzles of which the names differ in a number only."""

    names: Iterator[str]
    number: int  # how many there are

    def __iter__(self) -> Iterator[Named]:
        return ((name, None) for name in self.names)


Found: TypeAlias = Parse | Iterable[Named]


def read_or_range(name: str) -> Found:
    """Read what a name stands for, which may be a range. Raises what `read` raises, or InputError."""
    found = range_of(name)
    return read(name) if found is None else found


def range_of(name: str) -> Range | None:
    """The puzzles of a range; None for other names. Raises InputError for an empty one."""
    family_and_text = table.of_text(name)
    ranges = None if family_and_text is None else table.family(family_and_text[0]).texts.ranges
    try:
        found = ranges(name) if ranges else None
    except SpecError as error:
        raise InputError([f"{name[:60]}: {fault.key}: {fault.message}" for fault in error.faults]) from None
    return None if found is None else Range(*found)


class Source:
    """The puzzles of some names. A file is opened once each time that all are read; a single name at once."""

    one = False  # whether it is a single name that stands for one puzzle
    number: int | None = None  # how many puzzles there are, if that is known

    def __init__(self, *names: str, find: Callable[[str], Found] = read_or_range) -> None:
        """`find` says what a name stands for; of a single name, what it raises is raised here."""
        self.names = names
        self._find = find
        self._begun = find(names[0]) if len(names) == 1 else None
        if callable(self._begun):
            self._begun, self.one = cache(self._begun), True
        elif isinstance(self._begun, Range):
            self.number = self._begun.number

    def read(self) -> Iterator[Named]:
        """All puzzles, from the first one on; the second time files are opened anew."""
        begun, self._begun = self._begun, self._begun if self.one else None
        return self._each(begun)

    def load(self, variant: str | None = None) -> Puzzle:
        """Parse the one puzzle. Raises what is wrong with it."""
        assert callable(self._begun)
        puzzle = self._begun()
        return puzzle if variant is None else puzzle.with_variant(variant)

    def _each(self, begun: Found | None) -> Iterator[Named]:
        for name in self.names:
            found = self._find(name) if begun is None else begun
            yield from [(name, found())] if callable(found) else found


def names_in(name: str) -> list[str]:
    """Return the files .toml and .txt of a folder, with numbers in their order; any other name alone.

    The library's name of a puzzle is no folder. Raises UsageError for a folder without such files.
    """
    folder = Path(name)
    if name in library_names() or not (name and folder.is_dir()):
        return [name]
    found = [path for path in folder.iterdir() if path.suffix.lower() in FILES and path.is_file()]
    if not found:
        raise UsageError(f"{name}: found no puzzles in this folder; expected files {' or '.join(FILES)}")
    return [str(path) for path in sorted(found, key=lambda path: _by_numbers(path.name))]


def _by_numbers(text: str) -> list[tuple[int, str]]:
    """Return a key that sorts `b-10` behind `b-9`."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"([0-9]+)", text)]


def load_named(named: Named) -> Puzzle:
    """The puzzle. Raises what is wrong with it, an InputError; or what `load` raises."""
    name, puzzle = named
    if isinstance(puzzle, InputError):
        raise puzzle
    return load(name) if puzzle is None else puzzle


class Listed(NamedTuple):
    """All puzzles of some names, once they were read."""

    number: int
    terms: dict[str, object]  # what tells them from any others, wherever their files lie


def list_puzzles(names: Sequence[str], puzzles: Iterable[Named]) -> Listed:
    """How many puzzles these names stand for, and which.

    Args:
        names: of files, of ranges, or of single puzzles, but not of standard input.
        puzzles: which they stand for.

    Raises:
        InputError: if one of the files cannot be read.
    """
    number, families = 0, {found[0] for name in names if (found := table.of_text(name))}
    for _, puzzle in puzzles:
        number += 1
        if puzzle is not None and not isinstance(puzzle, InputError):
            families.add(puzzle.family)
    packages = {row.package: version_of(row.package) for row in table.strangers() if row.name in families}
    return Listed(number, {"puzzles": [_digest(name) for name in names], "packages": packages})


def unit_names(terms: Mapping[str, object], units: Iterable[int]) -> Mapping[int, str]:
    """Return what people call these units: the puzzles of a range by name; others by number, from 1.

    Args:
        terms: of a heading, as `list_puzzles` gives them.
        units: ascending, from 0.
    """
    wanted = list(units)
    names = {unit: f"{unit + 1}" for unit in wanted}
    puzzles = terms.get("puzzles")
    match puzzles:
        case [str(only)] if wanted and wanted[-1] < FARTHEST:
            found = range_of(only)
            if found is not None:
                names |= {n: name for n, name in enumerate(islice(found.names, wanted[-1] + 1)) if n in names}
    return names


def _digest(name: str) -> str:
    """The identity of a name's puzzles: of a file the digest of its bytes, else the name."""
    try:
        place = place_of(name)
    except UsageError:  # it has a meaning of its own to a command
        return name
    if place.path is None:
        return name
    state = blake2b(digest_size=16)
    with open_input(place.path) as file:
        while block := file.read(1 << 20):
            state.update(block)
    return f"{state.hexdigest()}:{place.part}" if place.part else state.hexdigest()
