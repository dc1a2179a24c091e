"""What an aquarium's model file says: the spec, and a layout read from it with all that can be wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec
import numpy as np

from accord.grids.regions import Grid, parts, walls
from accord.puzzles.family import Fault, SpecError
from accord.puzzles.words import found as shown

LARGEST = 200  # rows, and columns

Clue: TypeAlias = int | Literal["?", "-"]
Reading: TypeAlias = Literal["region", "body", "adjacent"]


class Aquarium(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: tanks on a board, and how many cells of each column and row hold water."""

    tanks: str | tuple[str, ...]  # a picture, one sign a cell; or words with blanks between them
    columns: tuple[Clue, ...]  # from the left; "?" or "-" where nothing is said
    rows: tuple[Clue, ...]  # from the top
    reading: Reading = "region"  # which cells of a tank share a level


@dataclass(frozen=True, eq=False)
class Layout:
    """A spec that was read and found right."""

    labels: tuple[str, ...]  # of the tanks, as they appear row by row
    tank: Grid  # [rows, columns]: the number of each cell's tank
    columns: tuple[int | None, ...]  # the clues; None where there is none
    rows: tuple[int | None, ...]


@lru_cache(maxsize=16)  # a spec is read for its model and again for each picture
def layout(spec: Aquarium) -> Layout:
    """The layout of a spec. Raises SpecError with every fault."""
    labels, faults = _labels(spec.tanks)
    height, width = len(labels), len(labels[0]) if labels else 0
    if faults:
        raise SpecError(faults)  # nothing else makes sense until the picture is right
    faults += _clue_faults("columns", spec.columns, width, height)
    faults += _clue_faults("rows", spec.rows, height, width)
    if not faults:
        faults += _sum_faults(spec.columns, spec.rows)
    number: dict[str, int] = {}
    tank = np.array([[number.setdefault(label, len(number)) for label in row] for row in labels], np.int64)
    faults += _parts_faults(tank, list(number))
    if faults:
        raise SpecError(faults)
    return Layout(tuple(number), tank, _clues(spec.columns), _clues(spec.rows))


def _clues(clues: Sequence[Clue]) -> tuple[int | None, ...]:
    return tuple(clue if isinstance(clue, int) else None for clue in clues)


def _labels(tanks: str | tuple[str, ...]) -> tuple[list[list[str]], list[Fault]]:
    """The labels by row, and what is wrong with them. Where any row has blanks within, rows are words."""
    lines = tanks.split("\n") if isinstance(tanks, str) else list(tanks)
    while isinstance(tanks, str) and lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        return [], [Fault("tanks", "found no cells; draw each cell as the sign of its tank")]
    if len(lines) > LARGEST:
        return [], [Fault("tanks", f"found {len(lines)} rows; expected at most {LARGEST}")]
    # a line of a million signs is not taken apart before it is known to be too long
    words = any(len(line.split(maxsplit=1)) > 1 for line in lines)
    rows = [line.split(maxsplit=LARGEST) if words else list(line.strip()[: LARGEST + 1]) for line in lines]
    return rows, list(_row_faults(rows))


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


def _clue_faults(key: str, clues: Sequence[Clue], lines: int, cells: int) -> Iterator[Fault]:
    """One clue a line, each between 0 and the cells of a line."""
    line = key[:-1]
    if len(clues) != lines:
        yield Fault(key, f"found {len(clues)} clues; expected {lines}, one a {line} of the tanks")
    for number, clue in enumerate(clues[: 2 * LARGEST], start=1):
        if isinstance(clue, int) and not 0 <= clue <= cells:
            yield Fault(
                f"{key}[{number}]",
                f"found {shown(clue)}; expected 0 to {cells}, the cells of a {line}",
            )


def _sum_faults(columns: Sequence[Clue], rows: Sequence[Clue]) -> Iterator[Fault]:
    """All water is counted once by the columns and once by the rows."""
    across = [clue for clue in columns if isinstance(clue, int)]
    down = [clue for clue in rows if isinstance(clue, int)]
    complete = len(across) == len(columns) and len(down) == len(rows)
    if complete and sum(across) != sum(down):
        yield Fault(
            "columns",
            f"found {sum(across)} cells of water by columns and {sum(down)} by rows; expected the same",
        )


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
            yield Fault(
                f"tanks[{row + 1}]",
                f"found tank {shown(labels[number])} in parts that do not touch, at {seen[number]} and at "
                f"{place}; expected one part; give each a label of its own",
            )
        seen.setdefault(number, place)
