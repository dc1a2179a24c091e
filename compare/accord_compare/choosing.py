"""Measure automatic engine choice: CPU seconds of `auto` beside each engine on many puzzles.

A model is kept once it was built, and a kernel once it was loaded. So each engine has a process of its own,
which solves the first puzzle and the last once more before it begins to measure. Rows are kinds of models:
whether amounts add up, and whether there are many options; the choice knows a model, and no family.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.table import Table

from accord import run
from accord.errors import AccordError, UsageError
from accord.exits import Code
from accord.model import Kind
from accord.processes import environment, python
from accord.puzzles.loader import read
from accord.puzzles.puzzle import Puzzle
from accord.tasks import Task

AUTO = "auto"
ENGINES = {
    "unique": ("native/bitset", "native/cells", "native/sums", "native/general", "sat", "cpsat"),
    "count": ("native/window", "native/bitset", "native/cells", "native/layers", "native/memo"),
}
EVERY = tuple(dict.fromkeys((AUTO, *ENGINES["unique"], *ENGINES["count"])))
MANY = 1000  # options
ALLOWED, ALLOWED_A_PUZZLE = 2.2, 0.02  # times the best engine, and seconds


class Solved(msgspec.Struct, frozen=True):
    """One puzzle by one engine."""

    puzzle: str
    model: str  # the kind of model
    by: str
    seconds: float = 0.0  # of CPU
    decided: bool = False
    refused: str = ""


@dataclass(frozen=True)
class Sums:
    """All puzzles with one kind of model: seconds of each engine that took them all, and the undecided."""

    model: str
    puzzles: int
    seconds: dict[str, float]
    undecided: dict[str, int]

    @property
    def best(self) -> str:
        """The fastest engine of those that leave the fewest puzzles undecided."""
        others = [by for by in self.seconds if by != AUTO]
        return min(others, key=lambda by: (self.undecided[by], self.seconds[by]))

    @property
    def good(self) -> bool:
        """Whether the choice cost no more than is allowed, and left no more undecided than the best."""
        most = ALLOWED * self.seconds[self.best] + ALLOWED_A_PUZZLE * self.puzzles
        return self.seconds[AUTO] <= most and self.undecided[AUTO] <= self.undecided[self.best]


def puzzles(files: Iterable[str]) -> Iterator[tuple[str, Puzzle]]:
    """The puzzles of model files, and of files of many."""
    for file in files:
        found = read(file)
        for name, puzzle in [(file, found())] if callable(found) else found:
            if isinstance(puzzle, Puzzle):
                yield f"{Path(file).stem} {name}", puzzle


def kind_of(puzzle: Puzzle) -> str:
    """The kind of its model, in words."""
    model = puzzle.model
    amounts = "amounts add up" if Kind.LINEAR in model.kind else "amounts of 1"
    return f"{amounts}, {'over' if model.options > MANY else 'up to'} {MANY:,} options"


def measure(by: str, files: Sequence[str], time_limit: float, task: Task = "unique") -> Iterator[Solved]:
    """Yield the time of an engine for each puzzle, in this process."""
    backend, _, engine = by.partition("/")
    asked: dict[str, Any] = {"backend": backend, **({"engine": engine} if engine else {})}
    first, *_, last = [puzzle for _, puzzle in puzzles(files)] * 2
    for puzzle in (first, last):
        _solve("", puzzle, by, asked, time_limit, task)
    for name, puzzle in puzzles(files):
        yield _solve(name, puzzle, by, asked, time_limit, task)


def _solve(
    name: str, puzzle: Puzzle, by: str, asked: dict[str, Any], time_limit: float, task: Task
) -> Solved:
    started = process_time()
    try:
        outcome = run(puzzle, task, time_limit=time_limit, **asked)
    except AccordError as error:
        return Solved(name, kind_of(puzzle), by, refused=str(error))
    spent = process_time() - started
    decided = outcome.exact if task == "count" else outcome.answer != "undecided"
    return Solved(name, kind_of(puzzle), by, spent, decided)


def totals(rows: Sequence[Solved]) -> Iterator[Sums]:
    """Yield the sums of each kind of model; an engine that refuses a puzzle has none."""
    for model in sorted({row.model for row in rows}):
        some = [row for row in rows if row.model == model]
        refused = {row.by for row in some if row.refused}
        engines = [by for by in EVERY if by not in refused and any(row.by == by for row in some)]
        of = {by: [row for row in some if row.by == by] for by in engines}
        yield Sums(
            model,
            len(of[AUTO]),
            {by: sum(row.seconds for row in of[by]) for by in engines},
            {by: sum(not row.decided for row in of[by]) for by in engines},
        )


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@click.option("--time-limit", type=float, default=10.0, show_default=True, help="Seconds for each puzzle.")
@click.option("--by", type=click.Choice(EVERY), help="Only this one, in this process, as JSON.")
@click.option("--task", type=click.Choice(tuple(ENGINES)), default="unique", show_default=True)
def choosing(files: tuple[str, ...], time_limit: float, by: str | None, task: Task) -> None:
    """Compare the choice of `auto` with each engine on the puzzles of FILES."""
    if by is not None:
        for row in measure(by, files, time_limit, task):
            click.echo(msgspec.json.encode(row))
        return
    engines = (AUTO, *ENGINES[task])
    rows = [row for each in engines for row in _in_a_process(each, files, time_limit, task)]
    table = Table("model", "puzzles", *engines, "auto to best")
    sums = list(totals(rows))
    for each in sums:
        cells = [_cell(each, by) for by in engines]
        ratio = each.seconds[AUTO] / each.seconds[each.best]
        table.add_row(each.model, str(each.puzzles), *cells, f"{ratio:.2f}")
    Console(width=160).print(table)
    sys.exit(Code.DONE if all(each.good for each in sums) else Code.FAILED)


def _in_a_process(by: str, files: Sequence[str], time_limit: float, task: Task) -> list[Solved]:
    command = python("-m", "accord_compare.choosing", *files, "--by", by, "--task", task)
    command += ["--time-limit", str(time_limit)]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    if done.returncode:
        raise UsageError(f"{by}: {done.stderr.strip()}")
    return [msgspec.json.decode(line, type=Solved) for line in done.stdout.splitlines()]


def _cell(sums: Sums, by: str) -> str:
    if by not in sums.seconds:
        return "-"
    undecided = f", {sums.undecided[by]} undecided" if sums.undecided[by] else ""
    return f"{sums.seconds[by]:.2f}{undecided}"


if __name__ == "__main__":
    choosing()
