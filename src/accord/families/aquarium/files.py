"""Files of many aquariums, read one by one: a bad puzzle is told of in its place, and the next is read.

A file holds puzzles in the form aqt, from a line `puzzle NAME` to a line `end`, and task strings or
addresses, one a line; they may be mixed. Empty lines and those that begin with # are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from accord.errors import InputError
from accord.families.aquarium import formats
from accord.families.aquarium.formats import LONGEST
from accord.families.aquarium.spec import Aquarium
from accord.families.aquarium.url import recognise
from accord.puzzles.family import SpecError
from accord.puzzles.lines import LARGEST
from accord.puzzles.reading import Bounds, Lines, Readable, Several, gathered, several

MOST_LINES = 3 * LARGEST  # of one puzzle: two pictures and some facts
BOUNDS = Bounds(
    longest=LONGEST,
    most=LONGEST,
    lines=MOST_LINES,
    expected=f"found more than {MOST_LINES} lines or {LONGEST:,} characters in one puzzle; expected fewer; "
    "end each puzzle with a line `end`",
)

_BEGINS = re.compile(r"puzzle\s|(var +task *= *)?['\"]?([0-9]+[xX][0-9]+:)?[0-9?-]+(_[0-9?-]+)+ *;")
_TANKS = re.compile(r"tanks\[([0-9]+)\]")


def puzzles(file: Readable) -> Several[Aquarium]:
    """The puzzles of a file, lazily: the name of each, and its spec or what is wrong with it.

    A name is what stands after `puzzle`, or FILE:LINE for a task string or an address; an InputError has a
    line FILE:LINE for each fault.
    """
    return several(file, LONGEST, _puzzles)


def begins(line: str) -> bool:
    """Whether a file of aquariums may begin with this line."""
    return bool(_BEGINS.match(line)) or recognise(line)


def _puzzles(lines: Lines, place: str) -> Several[Aquarium]:
    for block in gathered(lines, BOUNDS):
        text = [line for _, line in block.lines]
        if block.name is None and text and text[0][:1] in ("", "#"):
            continue
        name = block.name or f"{place}:{block.first}"
        if block.fault is not None:
            number, why = block.fault
            yield name, InputError([f"{place}:{number}: {why}"])
            continue
        try:
            yield name, formats.read("\n".join(text))
        except SpecError as error:
            faults = [(block.first + _line(fault.key, text), fault) for fault in error.faults]
            yield name, InputError([f"{place}:{at}: {fault.key}: {fault.message}" for at, fault in faults])


def _line(key: str, text: Sequence[str]) -> int:
    """Which line of the puzzle has a key, from 0; of a picture's row, the line of that row."""
    words = [line.split(maxsplit=1)[:1] for line in text]
    row = _TANKS.fullmatch(key)
    word = ["grid" if key.startswith("tanks") else key.partition("[")[0]]
    return words.index(word) + int(row[1] if row else 0) if word in words else 0
