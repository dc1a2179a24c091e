"""Files of many aquariums, read one by one: a bad puzzle is told of in its place, and the next is read.

A file holds puzzles in the form aqt, from a line `puzzle NAME` to a line `end`, and task strings or
addresses, one a line; they may be mixed. Empty lines and those that begin with # are passed over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from accord.errors import InputError
from accord.families.aquarium import formats
from accord.families.aquarium.formats import LONGEST
from accord.families.aquarium.spec import Aquarium
from accord.families.aquarium.url import recognise
from accord.puzzles.family import Fault, SpecError
from accord.puzzles.lines import LARGEST
from accord.puzzles.reading import Lines, Readable, Several, several, unreadable

MOST_LINES = 3 * LARGEST  # of one puzzle: two pictures and some facts
LONGEST_NAME = 200

_BEGINS = re.compile(r"puzzle\s|(var +task *= *)?['\"]?([0-9]+[xX][0-9]+:)?[0-9?-]+(_[0-9?-]+)+ *;")
_TANKS = re.compile(r"tanks\[([0-9]+)\]")


def puzzles(source: Readable) -> Several[Aquarium]:
    """The puzzles of a file, lazily: the name of each, and its spec or what is wrong with it.

    A name is what stands after `puzzle`, or FILE:LINE for a task string or an address; an InputError has a
    line FILE:LINE for each fault. Raises InputError if the file cannot be opened or read.
    """
    return several(source, LONGEST, _puzzles)


def begins(line: str) -> bool:
    """Whether a file of aquariums may begin with this line."""
    return bool(_BEGINS.match(line)) or recognise(line)


def _puzzles(lines: Lines, place: str) -> Several[Aquarium]:
    block: _Block | None = None
    for number, line in lines:
        word, *name = (line or "").split() or [""]
        if block and word == "puzzle":
            yield block.finished(f"found no line `end` before line {number}")
            block = None
        alone = block is None and word != "puzzle"
        if alone and line is not None and (not word or word.startswith("#")):
            continue
        block = block or _Block(place, number, "" if alone else " ".join(name)[:LONGEST_NAME])
        block.add(number, line)
        if alone or word == "end":
            yield block.finished()
            block = None
    if block:
        yield block.finished("found the end of the file before a line `end`")


@dataclass
class _Block:
    """The lines of a puzzle, as far as one can be that long."""

    place: str
    first: int
    name: str
    lines: list[str] = field(default_factory=list)
    room: int = LONGEST
    broken: str = ""

    def add(self, number: int, line: str | None) -> None:
        """Take the next line. None is one that could not be read."""
        self.room -= len(line or "") + 1
        if self.broken:
            return
        if line is None:
            self.broken = str(unreadable(f"{self.place}:{number}", LONGEST))
        elif self.room < 0 or len(self.lines) >= MOST_LINES:
            self.broken = (
                f"{self.place}:{self.first}: found more than {MOST_LINES} lines or {LONGEST:,} characters "
                "in one puzzle; expected fewer; end each puzzle with a line `end`"
            )
        else:
            self.lines.append(line)

    def finished(self, fault: str = "") -> tuple[str, Aquarium | InputError]:
        """The name of the puzzle, and its spec or what is wrong with it."""
        name = self.name or f"{self.place}:{self.first}"
        if fault and not self.broken:
            self.broken = f"{self.place}:{self.first}: {fault}; expected one; add it"
        if self.broken:
            return name, InputError([self.broken])
        try:
            return name, formats.read("\n".join(self.lines))
        except SpecError as error:
            return name, InputError([self._message(fault) for fault in error.faults])

    def _message(self, fault: Fault) -> str:
        """The fault with the line of its key; of a picture's row, the line of that row."""
        words = [line.split(maxsplit=1)[:1] for line in self.lines]
        row = _TANKS.fullmatch(fault.key)
        key = ["grid" if fault.key.startswith("tanks") else fault.key.partition("[")[0]]
        at = words.index(key) + int(row[1] if row else 0) if key in words else 0
        return f"{self.place}:{self.first + at}: {fault.key}: {fault.message}"
