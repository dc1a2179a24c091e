"""What an aquarium's model file says: the spec, and a layout read from it with all that can be wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_letters, digits
from typing import Literal, TypeAlias

import msgspec
import numpy as np

from accord.grids.regions import Grid, parts, walls
from accord.puzzles import lines
from accord.puzzles.family import Fault, Faults
from accord.puzzles.lines import LARGEST, Clue, Clues
from accord.puzzles.words import found as shown

Reading: TypeAlias = Literal["region", "body", "adjacent"]
SIGNS = digits[1:] + ascii_letters  # of tanks in a picture, where they are enough


class Aquarium(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: tanks on a board, and how many cells of each column and row hold water."""

    tanks: str | tuple[str, ...]  # a picture, one sign a cell; or words with blanks between them
    columns: tuple[Clue, ...]  # from the left; "?" or "-" where nothing is said
    rows: tuple[Clue, ...]  # from the top
    reading: Reading = "region"  # which cells of a tank share a level


def drawn(rows: Sequence[Sequence[object]]) -> tuple[str, ...]:
    """A picture of labels, in words; in signs where a row is one label, which are no words."""
    number: dict[object, int] = {}
    if len(rows[0]) > 1:
        return tuple(" ".join(map(str, row)) for row in rows)
    order = [number.setdefault(row[0], len(number)) for row in rows]
    return tuple(SIGNS[n] if n < len(SIGNS) else chr(0x4E00 + n) for n in order)


@dataclass(frozen=True, eq=False)
class Layout:
    """A spec that was read and found right."""

    labels: tuple[str, ...]  # of the tanks, as they appear row by row
    tank: Grid  # [rows, columns]: the number of each cell's tank
    columns: Clues
    rows: Clues


@lru_cache(maxsize=16)  # a spec is read for its model and again for each picture
def layout(spec: Aquarium) -> Layout:
    """The layout of a spec. Raises SpecError with every fault."""
    labels, faults = _labels(spec.tanks)
    height, width = len(labels), len(labels[0]) if labels else 0
    faults.end()  # nothing else makes sense until the picture is right
    faults += lines.faults(spec.rows, spec.columns, np.ones((height, width), np.bool_), "water")
    number: dict[str, int] = {}
    tank = np.array([[number.setdefault(label, len(number)) for label in row] for row in labels], np.int64)
    faults += _parts_faults(tank, list(number))
    faults.end()
    return Layout(tuple(number), tank, lines.known(spec.columns), lines.known(spec.rows))


def _labels(tanks: str | tuple[str, ...]) -> tuple[list[list[str]], Faults]:
    """The labels by row, and what is wrong with them. Where any row has blanks within, rows are words."""
    drawn = tanks.split("\n") if isinstance(tanks, str) else list(tanks)
    while isinstance(tanks, str) and drawn and not drawn[-1].strip():
        drawn.pop()
    if not drawn:
        return [], Faults([Fault("tanks", "found no cells; draw each cell as the sign of its tank")])
    if len(drawn) > LARGEST:
        return [], Faults([Fault("tanks", f"found {len(drawn)} rows; expected at most {LARGEST}")])
    # a line of a million signs is not taken apart before it is known to be too long
    words = any(len(line.split(maxsplit=1)) > 1 for line in drawn)
    rows = [line.split(maxsplit=LARGEST) if words else list(line.strip()[: LARGEST + 1]) for line in drawn]
    return rows, Faults(_row_faults(rows))


def _row_faults(rows: list[list[str]]) -> Iterator[Fault]:
    width = len(rows[0])
    for line, row in enumerate(rows, start=1):
        if not row:
            yield Fault(f"tanks[{line}]", "found an empty row; expected a sign for each cell")
        elif len(row) > LARGEST:
            yield Fault(f"tanks[{line}]", f"found more than {LARGEST} cells; expected at most {LARGEST}")
        elif len(row) != width and width:
            yield Fault(f"tanks[{line}]", f"found {len(row)} cells; expected {width} as in the first row")
        strange = next((label for label in row[:LARGEST] if not label.isprintable()), None)
        if strange is not None:
            yield Fault(f"tanks[{line}]", f"found {shown(strange)}; expected signs that can be printed")


def _parts_faults(tank: Grid, labels: list[str]) -> Iterator[Fault]:
    """Each tank is one connected part of the board."""
    part = parts(*walls(tank))
    _, first = np.unique(part, return_index=True)  # the first cell of each part
    seen: dict[int, str] = {}
    for cell in first.tolist():
        number = int(tank.flat[cell])
        row, column = divmod(cell, tank.shape[1])
        place = f"row {row + 1}, column {column + 1}"
        if number in seen:
            found = (
                f"found tank {shown(labels[number])} in parts that do not touch, at {seen[number]} and at "
            )
            expected = "expected one part; give each a label of its own"
            yield Fault(f"tanks[{row + 1}]", f"{found}{place}; {expected}")
        seen.setdefault(number, place)
