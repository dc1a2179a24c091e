"""`accord clues`: every puzzle of k clues that a finished sudoku grid hides, or whether there is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.cli.console import Console
from accord.cli.many import Report
from accord.cli.options import complete_puzzles, options_of, query_of_options
from accord.cli.output_options import OutputOptions, Sharded, output_options
from accord.cli.streams import put, tell
from accord.errors import InputError, UsageError, there_are
from accord.exits import Code
from accord.families.clue_sets.arguments import CluesCommand

if TYPE_CHECKING:
    from accord.families.clue_sets.clues import Clues

LONGEST_MASK = 10_000  # characters


@click.command(
    cls=Sharded,
    report="accord.families.clue_sets.command:CluesReport",
    claim="accord.families.clue_sets.many:claim",
)
@click.argument("grid", shell_complete=complete_puzzles)
@options_of(CluesCommand, mask={"default": None})
@output_options("grid")
@click.option("--json", "--jsonl", "as_json", is_flag=True, help="Print a JSON line for each grid.")
@click.option("--quiet", "-q", is_flag=True, help="Print no statistics and no progress.")
def clues(grid: str, out: OutputOptions, as_json: bool, quiet: bool, **given: Any) -> None:
    """Find all puzzles with N clues that have GRID as their only solution.

    \b
    accord clues 123456789456789123798231564234675918815943276967812435379164852582397641641528397
    accord clues 1234341221434321 -k 4
    accord clues 1234341221434321 --mask mask.txt --backend sat
    accord clues grids.txt --workers 2 -o found.jsonl --resume
    accord clues --entry 123456789456789123798231564234675918815943276967812435

    GRID is a line of digits, a file or `-` with a grid on each line, a puzzle of the family sudoku (its
    solution is the grid) or of the family clue-sets. Each puzzle is printed on a line, `.` for an empty cell.
    With --entry, GRID is all bands of a grid but the last, and each line has the puzzle and its grid.
    """
    from accord.families.clue_sets.clues import entries_of, grids_of
    from accord.families.clue_sets.many import question, records
    from accord.many.batch import in_order
    from accord.many.source import Source
    from accord.runner.query import ask

    query = query_of_options(CluesCommand, {**given, "mask": ""})
    asked = query.subset(("backend", "engine", "stats", "time_limit", "memory_limit", "checkpoint"))
    ask("all", {**asked, "workers": query.workers})
    _check_engine(query.engine)
    console = Console(quiet, streams=True)
    query = replace(query, mask=_picture(given["mask"]))
    workers = query.workers
    source = Source(grid, find=entries_of if query.entry else grids_of)
    many = not source.one
    if many and query.checkpoint:
        raise UsageError("--checkpoint is for one grid; for a file name an --output, and add --resume later")
    if not many:  # threads of the engine; with several grids each has a process of its own
        if out.shard is not None or out.query.cluster is not None:
            out.refuse_one("a file with a grid a line")
        asked["workers"], workers = workers, 1
    report = CluesReport(console, as_json=as_json, prints=out.output is None)
    report.many = many
    watch = None if many else console
    work = partial(records, query=query, asked=asked, cancel=console.cancel, watch=watch)
    with console:
        report.leave(source, question(query), in_order(work), out, workers, **query.terms)


class CluesReport(Report["Clues"]):
    """The clue puzzles of grids."""

    command = "clues"
    kind = "accord.families.clue_sets.clues:Clues"
    what = "grid"
    many = True  # whether there are several grids, or a file of them

    def add(self, record: Clues) -> None:
        """Count the grid, its puzzles, and whether these are all."""
        super().add(record)
        self.words["puzzles"] += record.count
        self.words["exhaustive"] += record.exhaustive

    def word(self, record: Clues) -> tuple[str, Code]:
        """Return the word `grids`, under which a record counts, and its exit code."""
        return "grids", _code(record)

    def print(self, results: Sequence[Clues]) -> None:
        """Print the puzzles on stdout, and what they are of on stderr."""
        for record in results:
            _tell(record, self.console, as_json=self.as_json, prints=self.prints, many=self.many)

    @property
    def summary(self) -> str:
        """The numbers of grids and puzzles, in this order."""
        if not self.many:
            return ""
        return ", ".join(f"{number:,} {what}" for what, number in self.words.items()) or "no grid"


def _tell(record: Clues, console: Console, *, as_json: bool, prints: bool, many: bool) -> None:
    """Print the puzzles on stdout, and what they are of on stderr."""
    from accord.runner.result import seconds_in_words

    if as_json:
        put(record.json())
    elif prints:
        for puzzle, solution in zip(record.puzzles, record.grids or [""] * len(record.puzzles), strict=True):
            put(f"{puzzle} {solution}".strip())
    if record.fault:
        tell(f"accord: {record.fault}")
        return
    if record.status == "failed":
        tell(f"accord: {record.grid}: {record.reason}")
        return
    if not (many and as_json):
        if many:
            console.say(record.grid)
        facts = [f"{value:,} {name}" for name, value in record.effort.items() if not name.endswith("_us")]
        seconds = record.seconds
        words = seconds_in_words(seconds["total"], seconds["load"], seconds.get("preparation", 0.0))
        console.say(", ".join([*facts, words]))
        console.tree(record.stats)
        console.warn(record.warnings)
        console.say(record.words)


def _check_engine(engine: str | None) -> None:
    """Raise UsageError for a native engine that takes no clue sets: others are of other backends."""
    from accord.puzzles import table
    from accord.runner.query import names_of

    own = tuple(table.rows()["clue-sets"].engines)
    if engine in set(names_of("native", "engine")) - set(own):
        raise UsageError(f"--engine {engine}: that engine takes no clue sets; of native {there_are(own)}")


def _code(record: Clues) -> Code:
    cut = record.status == "limit" and record.limit is None  # by memory, which leaves the question open
    return record.code(record.status != "time" and not cut)


def _picture(mask: str | None) -> str:
    """Return the mask, or the content of the file of that name, without line ends and blanks."""
    from accord.puzzles.reading import content
    from accord.puzzles.source import is_there

    if mask is None:
        return ""
    try:
        text = content(Path(mask), LONGEST_MASK, "a mask").decode() if is_there(mask) else mask
    except UnicodeDecodeError:
        raise InputError([f"{mask[:100]}: cannot be read: it is no UTF-8"]) from None
    text = "".join(text.split())
    if not text or isqrt(len(text)) ** 2 != len(text):
        expected = "expected a sign for each cell of a square board, or the name of a file with them"
        raise UsageError(f"--mask {mask[:40]!r}: found {len(text):,} signs; {expected}")
    return text
