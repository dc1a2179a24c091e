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

from collections.abc import Iterator, Sequence
from itertools import groupby
from random import Random

import msgspec
import numpy as np

from accord.families.nonogram.text import Line, of_block, read, written
from accord.grids.regions import Grid
from accord.model import Model
from accord.model.arrays import ranges, starts
from accord.picture import Picture
from accord.puzzles import lines
from accord.puzzles.blocks import Problem
from accord.puzzles.family import Fault, Faults
from accord.puzzles.words import found as shown

LARGEST = 100  # rows, and columns
INK = 238  # among 256 colours
MOST_ENTRIES = 5_000_000  # of the model


class Nonogram(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: the runs of each line; [] or [0] if it has no ink, "?" if nothing is said of it."""

    columns: tuple[Line, ...]  # from the left, each from the top
    rows: tuple[Line, ...]  # from the top, each from the left


def build(spec: Nonogram) -> Model:
    """The model: options `r1c1 blank`.., row by row, then those of runs, by line, run and place."""
    _check(spec)
    height, width = len(spec.rows), len(spec.columns)
    row, column = (axis.ravel() + 1 for axis in np.indices((height, width)))
    names = [f"r{r}c{c} blank" for r, c in zip(row.tolist(), column.tolist(), strict=True)]
    items: list[str] = []
    low: list[int] = []
    entries: list[tuple[Grid, Grid]] = []
    for kind, clues, across, along in (
        ("row", spec.rows, row, column),
        ("column", spec.columns, column, row),
    ):
        for number, line in enumerate(clues, start=1):
            if line == "?":
                continue
            cells = np.flatnonzero(across == number)
            entries.append((cells, len(items) + along[cells] - 1))
            option, item, runs, slack = _line(runs_of(line), len(cells))
            entries.append((len(names) + option, len(items) + item))
            items += [f"{kind} {number} cell {cell + 1}" for cell in range(len(cells))]
            items += [f"{kind} {number} run {run + 1}" for run in range(runs)]
            pairs = [(run, by) for run in range(1, runs) for by in range(1, slack + 1)]
            items += [f"{kind} {number} runs {run},{run + 1} by {by}" for run, by in pairs]
            low += [1] * (len(cells) + runs) + [0] * len(pairs)
            first = np.cumsum([1, *(length + 1 for length in runs_of(line))])
            names += [
                f"{kind} {number} run {run + 1} at {first[run] + by}"
                for run in range(runs)
                for by in range(slack + 1)
            ]
    option, item = (np.concatenate([part[i] for part in entries] or [np.empty(0, int)]) for i in range(2))
    start = starts(np.bincount(option, minlength=len(names)))
    item = item[np.argsort(option, kind="stable")]
    return Model.from_arrays(items, start, item, low=low, names=names, family="nonogram")


def _line(runs: Sequence[int], cells: int) -> tuple[Grid, Grid, int, int]:
    """The entries of one line's options, counted from 0 in the line: options, items; its runs and slack."""
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
    return option, item, len(runs), slack


def runs_of(line: Line) -> tuple[int, ...]:
    """The runs of a line; none if nothing is said of it."""
    return () if line == "?" or line == (0,) else tuple(int(run) for run in line)


def _check(spec: Nonogram) -> None:
    Faults(_faults(spec)).end()


def _faults(spec: Nonogram) -> Iterator[Fault]:
    sums, entries = {}, 0
    for key, clues, cells in (("columns", spec.columns, spec.rows), ("rows", spec.rows, spec.columns)):
        if not 1 <= len(clues) <= LARGEST:
            yield Fault(key, f"found {len(clues)} lines; expected 1 to {LARGEST}")
            return
        for number, line in enumerate(clues, start=1):
            runs = runs_of(line)
            needed = sum(runs) + len(runs) - 1
            if any(run < 1 for run in runs):
                yield Fault(f"{key}[{number}]", f"found a run of {shown(min(runs))}; expected 1 or more")
            elif needed > len(cells):
                message = f"found runs that need {shown(needed)} cells; expected at most {len(cells)}"
                yield Fault(f"{key}[{number}]", message)
            else:
                slack = len(cells) - needed
                entries += (slack + 1) * (sum(runs) + len(runs) + max(0, len(runs) - 1) * slack)
        sums[key] = None if "?" in clues else sum(sum(runs_of(line)) for line in clues)
    if None not in sums.values() and sums["columns"] != sums["rows"]:
        message = "found {columns} cells of ink by columns and {rows} by rows; expected the same"
        yield Fault("columns", message.format(**{key: shown(number) for key, number in sums.items()}))
    if entries > MOST_ENTRIES:
        yield Fault("rows", f"found a model of {entries:,} entries; expected at most {MOST_ENTRIES:,}")


def picture(spec: Nonogram, model: Model, options: Sequence[int] | None) -> Picture:  # noqa: ARG001
    """The runs, and the ink of a solution."""
    shape = len(spec.rows), len(spec.columns)
    blank = np.zeros(shape, np.bool_) if options is not None else np.ones(shape, np.bool_)
    blank.flat[[option for option in options or () if option < blank.size]] = True
    top = ["\n".join(map(str, line or (0,))) for line in spec.columns]
    left = [" ".join(map(str, line or (0,))) for line in spec.rows]
    return lines.picture(~blank, np.zeros(shape, np.int64), "ink", top, left, INK)


def parse(text: str) -> Nonogram:
    """The puzzle in one of the forms of `accord.families.nonogram.text`. Raises SpecError."""
    columns, rows = read(text)
    spec = Nonogram(columns=columns, rows=rows)
    _check(spec)
    return spec


def write(spec: Nonogram) -> str:
    """The line that `parse` reads: columns x rows, then the runs of columns and of rows."""
    return written(spec.columns, spec.rows)


def read_block(problem: Problem) -> Nonogram:
    """The puzzle in a file of blocks. Raises SpecError."""
    columns, rows = of_block(problem)
    spec = Nonogram(columns=columns, rows=rows)
    _check(spec)
    return spec


def write_block(spec: Nonogram) -> list[Sequence[object]]:
    """The words of the lines that `read_block` reads."""
    return [(len(spec.rows), len(spec.columns)), *(line or (0,) for line in (*spec.columns, *spec.rows))]


def generate(seed: int, size: tuple[int, int], *, density: float = 0.6) -> Nonogram:
    """The runs of a random picture of blots, so that there is a solution, or several.

    Args:
        seed: the same one gives the same puzzle, on every machine.
        size: rows, columns.
        density: the share of ink; much less than by default, and few have only one solution.

    Raises:
        UsageError: if there can be no such puzzle.
    """
    for name, value in (("rows", size[0]), ("columns", size[1])):
        lines.asked(name, value, 1, LARGEST)
    lines.asked("density", density, 0.0, 1.0)
    random = Random(seed)
    noise = np.array([random.random() for _ in range(size[0] * size[1])]).reshape(size)
    around = np.pad(noise, 1, mode="edge")
    blots = 2 * noise + around[:-2, 1:-1] + around[2:, 1:-1] + around[1:-1, :-2] + around[1:-1, 2:]
    ink = np.zeros(size, np.bool_)
    ink.flat[np.argsort(blots, axis=None, kind="stable")[: round(density * blots.size)]] = True
    return clues_of(ink)


def clues_of(ink: lines.Full) -> Nonogram:
    """The puzzle of a picture: bool [rows, columns]."""
    rows, columns = (
        tuple(tuple(len(list(run)) for full, run in groupby(line) if full) for line in board.tolist())
        for board in (ink, ink.T)
    )
    return Nonogram(columns=columns, rows=rows)
