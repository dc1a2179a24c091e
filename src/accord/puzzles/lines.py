"""Puzzles with a number at each row and column: their clues, and the model in which cells must add up.

Cells that are full together are one option, which gives to each row and column as many as it has cells in
it. Where the option `upper` needs the option `lower`, an item `upper>lower` gets -1 from the one and 1 from
the other, and must not fall below 0. A clue is a number, or "?" (or "-") where nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.errors import UsageError
from accord.grids.regions import Grid
from accord.model import Model
from accord.picture import EMPTY, FULL, Picture, Place
from accord.puzzles.family import Fault, SpecError
from accord.puzzles.words import found as shown

LARGEST = 200  # rows, and columns

Clue: TypeAlias = int | Literal["?", "-"]
Clues: TypeAlias = tuple[int | None, ...]  # None where there is no clue
Full: TypeAlias = npt.NDArray[np.bool_]  # [rows, columns]


def board(drawn: str | Sequence[str], signs: Sequence[str]) -> list[str]:
    """The rows of a picture with one sign a cell. Raises SpecError with every fault."""
    text = drawn.rstrip().split("\n", LARGEST) if isinstance(drawn, str) else drawn[: LARGEST + 1]
    rows = [row.strip() for row in text]
    found = [
        Fault(f"board[{number}]", message)
        for number, row in enumerate(rows, start=1)
        for message in (_row_fault(row, len(rows[0]), signs),)
        if message
    ]
    if len(rows) > LARGEST:
        found = [Fault("board", f"found more than {LARGEST} rows; expected at most {LARGEST}")]
    if found or not rows:
        raise SpecError(found or [Fault("board", "found no cells; draw each as a sign")])
    return rows


def _row_fault(row: str, width: int, signs: Sequence[str]) -> str | None:
    if len(row) > LARGEST:
        return f"found {len(row)} cells; expected at most {LARGEST}"
    strange = next((sign for sign in row if sign not in signs), None)
    if strange is not None or not row:
        return f"found {shown(strange or row)}; expected cells, each one of {' '.join(signs)}"
    return f"found {len(row)} cells; expected {width} as in the first row" if len(row) != width else None


def known(clues: Sequence[Clue]) -> Clues:
    """The clues with None for those that say nothing."""
    return tuple(clue if isinstance(clue, int) else None for clue in clues)


def faults(rows: Sequence[Clue], columns: Sequence[Clue], cells: Full, what: str) -> Iterator[Fault]:
    """What is wrong with the clues of a board: their number, their sizes, and the sums of both kinds.

    Args:
        rows: the clues from the top.
        columns: the clues from the left.
        cells: which places of the board can be full.
        what: what they would be full of, as in "water".
    """
    good = True
    for key, clues, room in (("columns", columns, cells.sum(axis=0)), ("rows", rows, cells.sum(axis=1))):
        if len(clues) != len(room):
            yield Fault(key, f"found {len(clues)} clues; expected {len(room)}, one a {key[:-1]} of the board")
            good = False
        for number, (clue, most) in enumerate(zip(clues, room.tolist(), strict=False), start=1):
            if isinstance(clue, int) and not 0 <= clue <= most:
                message = f"found {shown(clue)}; expected 0 to {most}, the cells of a {key[:-1]}"
                yield Fault(f"{key}[{number}]", message)
                good = False
    across, down = known(columns), known(rows)
    if good and None not in (*across, *down):
        sums = [sum(clue or 0 for clue in clues) for clues in (across, down)]
        if sums[0] != sums[1]:
            message = f"found {sums[0]} cells of {what} by columns and {sums[1]} by rows; expected the same"
            yield Fault("columns", message)


def model(
    option: Grid, names: Sequence[str], pairs: tuple[Grid, Grid], rows: Clues, columns: Clues, family: str
) -> Model:
    """The model of cells that add up: items `row 1`.. and `column 1`.. with a clue, then the pairs.

    Args:
        option: int64 [rows, columns]: the option of each cell, -1 for a place that is never full.
        names: of the options.
        pairs: int64 [pairs] twice: the options `upper`, and the options `lower` that they need.
        rows: the clues from the top.
        columns: the clues from the left.
        family: the tag of the model.
    """
    lines = [f"row {r + 1}" for r in range(len(rows))] + [f"column {c + 1}" for c in range(len(columns))]
    clues = dict(zip(lines, (*rows, *columns), strict=True))
    demands = {name: clue for name, clue in clues.items() if clue is not None}
    place = {name: item for item, name in enumerate(demands)}
    item_of_line = np.array([place.get(name, -1) for name in lines], np.int64)
    upper, lower = pairs
    pair = len(demands) + np.arange(len(upper))
    items = len(demands) + len(upper)

    row, column = np.nonzero(option >= 0)
    cell = option[row, column]
    owner = np.concatenate([cell, cell, upper, lower])
    item = np.concatenate([item_of_line[row], item_of_line[len(rows) + column], pair, pair])
    amount = np.ones(len(item), np.int64)
    amount[2 * len(cell) : 2 * len(cell) + len(upper)] = -1
    given = item >= 0
    entry, place_of = np.unique(owner[given] * max(items, 1) + item[given], return_inverse=True)
    total = np.bincount(place_of, amount[given], minlength=len(entry)).astype(np.int64)
    count = np.bincount(entry // max(items, 1), minlength=len(names))
    return Model.from_arrays(
        [*demands, *(f"{names[a]}>{names[b]}" for a, b in zip(upper.tolist(), lower.tolist(), strict=True))],
        np.concatenate([[0], np.cumsum(count)]),
        entry % max(items, 1),
        amount=total,
        low=[*demands.values(), *(0 for _ in upper)],
        high=[*demands.values(), *(1 for _ in upper)],
        names=names,
        family=family,
    )


def picture(
    full: Full,
    region: Grid,
    fill: str,
    top: Sequence[str],
    left: Sequence[str],
    colour: int,
    signs: npt.NDArray[np.str_] | None = None,
    tubes: Sequence[tuple[Place, ...]] = (),
) -> Picture:
    """A board with walls between regions, its clues, and what fills its cells; `signs` mark empty cells.

    `colour` is that of the fill: its number among 256.
    """
    return Picture(
        "square",
        {(0, r, c): FULL if f else EMPTY for (r, c), f in np.ndenumerate(full)},
        regions={(0, r, c): number for r, row in enumerate(region.tolist()) for c, number in enumerate(row)},
        fills={(0, r, c): fill for r, c in np.argwhere(full).tolist()},
        colours={fill: colour},
        top=tuple(top),
        left=tuple(left),
        marks={} if signs is None else {(0, r, c): str(signs[r, c]) for r, c in np.argwhere(~full).tolist()},
        tubes=tuple(tubes),
    )


def labels(clues: Clues) -> tuple[str, ...]:
    """The clues as a picture shows them."""
    return tuple("?" if clue is None else str(clue) for clue in clues)


def asked(name: str, value: float, least: float, most: float) -> None:
    """Check what a generator was asked for. Raises UsageError."""
    wanted = int if isinstance(least, int) else float
    if not isinstance(value, wanted | int) or not least <= value <= most:
        kind = "whole number" if wanted is int else "number"
        raise UsageError(f"{name}: found {shown(value)}; expected a {kind} from {least} to {most}")
