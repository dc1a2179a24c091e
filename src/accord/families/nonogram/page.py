"""Nonograms: cells are inked so that each row and column shows its runs of ink, in their order.

The model is an exact cover. A cell is an item of its row and an item of its column; `blank` is an option
that covers both; and a run at a place is an option that covers its cells in its row, or in its column. So
where a run of a row inks, a run of the column must ink as well.

Runs keep their order by how far they are moved from where they begin when all stand as far left as they can:
run 2 is moved as far as run 1, or further. So `row 3 runs 1,2 by 4` takes at most one of: run 1 moved by 4 or
more, run 2 moved by less than 4.

(With an option for each way to fill a line, whose cells agree by colours, pictures of 20 x 20 have 140,000
entries, and of 30 x 30 millions; here they have 8,300 and 32,000, and CP-SAT and SAT are as fast.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.families import addresses
from accord.families.nonogram.text import OneLine, Runs, is_non
from accord.families.nonogram.words import truth_words, words
from accord.grids.regions import Grid
from accord.model import Model
from accord.model.arrays import ranges, starts
from accord.pencil import About, DirectModel, Fault, Flags, Instance, Kind, OwnTexts, at, family, making
from accord.puzzles.bounds import check_knob

LARGEST = 100  # rows, and columns
MOST_ENTRIES = 5_000_000  # of the model


def model(puzzle: Instance) -> DirectModel:
    """The model: options `r1c1 blank`.., row by row, then the runs, by line, run and place."""
    row, column = (axis.ravel() + 1 for axis in np.indices((puzzle.height, puzzle.width)))
    cells = [*map(at, puzzle.cells)]
    names = [f"{cell} blank" for cell in cells]
    items: list[str] = []
    low: list[int] = []
    entries: list[tuple[Grid, Grid]] = []
    for kind, clues, across, along in (
        ("row", puzzle["rows"], row, column),
        ("column", puzzle["columns"], column, row),
    ):
        for number, line in enumerate(clues, start=1):
            if line is None:
                continue
            here = np.flatnonzero(across == number)
            entries.append((here, len(items) + along[here] - 1))
            option, item, slack = _line(line, len(here))
            entries.append((len(names) + option, len(items) + item))
            items += [f"{kind} {number} cell {cell + 1}" for cell in range(len(here))]
            items += [f"{kind} {number} run {run + 1}" for run in range(len(line))]
            pairs = [(run, by) for run in range(1, len(line)) for by in range(1, slack + 1)]
            items += [f"{kind} {number} runs {run},{run + 1} by {by}" for run, by in pairs]
            low += [1] * (len(here) + len(line)) + [0] * len(pairs)
            first = np.cumsum([1, *(length + 1 for length in line)])
            names += [
                f"{kind} {number} run {run + 1} at {first[run] + by}"
                for run in range(len(line))
                for by in range(slack + 1)
            ]
    option, item = (np.concatenate([part[i] for part in entries] or [np.empty(0, int)]) for i in range(2))
    start = starts(np.bincount(option, minlength=len(names)))
    item = item[np.argsort(option, kind="stable")]

    def variables() -> dict[str, dict[Any, int | None]]:
        placed = {name: {True: len(cells) + n, False: None} for n, name in enumerate(names[len(cells) :])}
        return {cell: {False: number, True: None} for number, cell in enumerate(cells)} | placed

    return DirectModel(
        Model.from_arrays(items, start, item, low=low, names=names, family=puzzle.name),
        variables,
        lambda: [" ".join(name.split()[:2]) for name in items],
    )


def _line(runs: Sequence[int], cells: int) -> tuple[Grid, Grid, int]:
    """The entries of one line's options, counted from 0 in the line: options, items; and its slack."""
    length = np.array(runs, np.int64)
    first = np.cumsum(length + 1) - length - 1
    slack = cells - int((length + 1).sum()) + 1 if runs else 0
    run, by = (axis.ravel() for axis in np.indices((len(runs), slack + 1)))
    before = cells + len(runs) + run * slack  # the pair of this run and the next
    gives = (  # the first item, and how many in a row
        (cells + run, np.ones_like(run)),
        (first[run] + by, length[run]),
        (before, np.where(run + 1 < len(runs), by, 0)),
        (before - slack + by, np.where(run > 0, slack - by, 0)),
    )
    option = np.concatenate([np.repeat(np.arange(len(run)), count) for _, count in gives])
    item = np.concatenate([ranges(begin, count) for begin, count in gives])
    return option, item, slack


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Rows and columns that differ in their ink, and a model that would be too large."""
    columns, rows = (puzzle[key] for key in ("columns", "rows"))
    if None not in (*columns, *rows) and sum(map(sum, columns)) != sum(map(sum, rows)):
        found = f"found {sum(map(sum, columns))} cells of ink by columns and {sum(map(sum, rows))} by rows"
        yield Fault("columns", f"{found}; expected the same")
    entries = 0
    for clues, cells in ((columns, puzzle.height), (rows, puzzle.width)):
        for runs in clues:
            number, slack = len(runs or ()), cells + 1 - sum(runs or ()) - len(runs or ())
            entries += (slack + 1) * (sum(runs or ()) + number + max(0, number - 1) * slack)
    if entries > MOST_ENTRIES:
        yield Fault("rows", f"found a model of {entries:,} entries; expected at most {MOST_ENTRIES:,}")


def make(dice: making.Dice, size: tuple[int, int], *, density: float = 0.6) -> Mapping[str, Any]:
    """The runs of a random picture of blots, so that there is a solution, or several.

    Args:
        dice: random numbers.
        size: rows and columns.
        density: the share of ink; much less than by default, and few have only one solution.
    """
    check_knob("density", density, 0.0, 1.0)
    noise = np.array([dice.random() for _ in range(size[0] * size[1])]).reshape(size)
    around = np.pad(noise, 1, mode="edge")
    blots = 2 * noise + around[:-2, 1:-1] + around[2:, 1:-1] + around[1:-1, :-2] + around[1:-1, 2:]
    ink = np.zeros(size, np.bool_)
    ink.flat[np.argsort(blots, axis=None, kind="stable")[: round(density * blots.size)]] = True
    return clues_of(ink)


def clues_of(ink: npt.NDArray[np.bool_]) -> dict[str, tuple[tuple[int, ...], ...]]:
    """The runs of columns and of rows of a picture: bool [rows, columns]."""
    return {
        key: tuple(tuple(len(list(run)) for full, run in groupby(line) if full) for line in board.tolist())
        for key, board in (("columns", ink.T), ("rows", ink))
    }


KIND = Kind(
    name="nonogram",
    about=About(
        "edge",
        "Ink cells; numbers at the edge are the lengths of the runs of ink.",
        ("Picross", "Griddlers", "Hanjie", "お絵かきロジック oekaki logic"),
    ),
    rule="Ink cells so that each row and column shows its runs of ink, in their order, with a blank cell "
    "between them.",
    source="Non Ishida and Tetsuya Nishio, 1987",
    parts=(
        Runs(
            "columns",
            "from the left, each from the top; [] is a line without ink, ? a missing clue",
            of="columns",
            stands="top",
        ),
        Runs("rows", "from the top, each from the left"),
    ),
    texts=OwnTexts(line=OneLine(), is_file=is_non),
    clues={"columns": "?", "rows": "?"},
    solution=Flags("ink", fill="ink", contrary="blank", mass=True),
    model=model,
    faults=faults,
    words=words,
    truth_words=truth_words,
    seen_as=lambda _puzzle, line: line,
    make=make,
    largest=LARGEST,
    example="6x5:2.1;1;4;5;5;2.1;1.2;1.4;4;3;6",
    addresses=addresses.NONOGRAM,
)
RECORD = family(KIND)
