"""The puzzles that a name stands for, as a stream; where one cannot be read, what is wrong with it stands.

A file of many gives its puzzles as it is read. A range, such as `freecell:1-32000`, gives names alone, which
are loaded where they are worked on. `listed` reads all once, to number them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from accord.errors import InputError
from accord.puzzles import table
from accord.puzzles.collection import collection
from accord.puzzles.family import SpecError
from accord.puzzles.library import file_of, load
from accord.versions import version_of

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle

Named: TypeAlias = "tuple[str, Puzzle | InputError | None]"  # None: it is the puzzle of that name


FARTHEST = 1_000_000  # a unit that is named: a range is gone through up to there


class Source(NamedTuple):
    """The puzzles of one name that stands for many."""

    puzzles: Iterator[Named]  # those of a range have names alone, which differ in the number only
    number: int | None = None  # how many there are, if that is known


def source(name: str) -> Source | None:
    """What a name stands for; None if it is the name of one puzzle. Raises InputError for an empty range."""
    family_and_text = table.of_text(name)
    ranges = None if family_and_text is None else table.family(family_and_text[0]).texts.ranges
    if ranges is None:
        puzzles = collection(name)
        return None if puzzles is None else Source(puzzles)
    try:
        found = ranges(name)
    except SpecError as error:
        raise InputError([f"{name[:60]}: {fault.key}: {fault.message}" for fault in error.faults]) from None
    return None if found is None else Source(((each, None) for each in found[0]), found[1])


def each(names: Iterable[str]) -> Iterator[Named]:
    """The puzzles of several names, of which each may be a file of many."""
    for name in names:
        puzzles = collection(name)
        yield from [(name, load(name))] if puzzles is None else puzzles


def loaded(named: Named) -> Puzzle:
    """The puzzle. Raises what is wrong with it, an InputError; or what `load` raises."""
    name, puzzle = named
    if isinstance(puzzle, InputError):
        raise puzzle
    return load(name) if puzzle is None else puzzle


class Listed(NamedTuple):
    """All puzzles of some names, once they were read."""

    number: int
    terms: dict[str, object]  # what tells them from any others, wherever their files lie


def listed(names: Sequence[str], puzzles: Iterable[Named]) -> Listed:
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
        terms: of a heading, as `listed` gives them.
        units: ascending, from 0.
    """
    wanted = list(units)
    names = {unit: f"{unit + 1}" for unit in wanted}
    puzzles = terms.get("puzzles")
    match puzzles:
        case [str(only)] if wanted and wanted[-1] < FARTHEST:
            found = source(only) if table.of_text(only) else None
            if found is not None:
                all_names = (name for name, _ in islice(found.puzzles, wanted[-1] + 1))
                names |= {unit: name for unit, name in enumerate(all_names) if unit in names}
    return names


def _digest(name: str) -> str:
    """What stands for the puzzles of a name: of a file the digest of its bytes, else the name."""
    path, part = file_of(name)
    if path is None:
        return name
    state = blake2b(digest_size=16)
    try:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                state.update(block)
    except OSError as error:
        raise InputError([f"{path}: cannot be read: {error.strerror}"]) from None
    return f"{state.hexdigest()}:{part}" if part else state.hexdigest()
