"""`accord fingerprint`: what a puzzle shares with its twins, and which of many are twins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from accord.arguments.puzzle import FingerprintArguments
from accord.cli.console import Console
from accord.cli.many import Report
from accord.cli.options import complete_puzzles, options_of, query_of_options
from accord.cli.output_options import OutputOptions, Sharded, output_options
from accord.cli.streams import tell
from accord.errors import number_of
from accord.exits import Code

if TYPE_CHECKING:
    from accord.many.pool import Workers
    from accord.many.source import Named
    from accord.many.units import Question
    from accord.setters.fingerprint import Fingerprint


@click.command(cls=Sharded, report="accord.cli.fingerprint:FingerprintReport")
@click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLE...", shell_complete=complete_puzzles)
@options_of(FingerprintArguments)
@output_options("puzzle")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each puzzle.")
def fingerprint(puzzles: tuple[str, ...], out: OutputOptions, as_json: bool, **asked: Any) -> None:
    """Print the fingerprints of puzzles, and mark twins: they differ in turns and names only.

    \b
    accord fingerprint pentomino-6x10
    accord fingerprint book-1.txt book-2.txt

    Turns are rotations and reflections of the board that keep the rules. Names are those of pieces, regions
    and variables, and digits where the rules treat them alike. Rows and columns of a sudoku change places
    within their band. Puzzles of different families are never twins.

    Exit code 3: a puzzle is wrong; 5: a limit ended the work on one.
    """
    from accord.batch import question
    from accord.many.batch import in_order
    from accord.many.pool import results
    from accord.many.source import Source
    from accord.runner.limits import Limits
    from accord.setters.fingerprint import fingerprint_of_many, fingerprint_one

    query, console = query_of_options(FingerprintArguments, asked), Console(quiet=False)
    report = FingerprintReport(console, as_json=as_json, prints=out.output is None)
    Limits.of(query)  # which refuses what is none, before any puzzle is read
    source = Source(*puzzles)
    if source.one:
        out.refuse_one("several, or a file of puzzles")

    def answer(puzzles: Iterator[Named], workers: Workers) -> Iterator[Sequence[Fingerprint]]:
        if source.one:
            limits = Limits.of(query, cancel=console.cancel)
            yield from ([fingerprint_one(each, limits)] for each in puzzles)
            return
        work = partial(fingerprint_of_many, query)
        yield from results(work, puzzles, workers=workers, cancel=console.cancel)

    with console:
        wanted: Question[Fingerprint] = question("fingerprint", query)
        report.leave(source, wanted, in_order(answer), out)


class FingerprintReport(Report["Fingerprint"]):
    """The fingerprints of puzzles; a twin is marked with the first puzzle like it."""

    command = "fingerprint"
    kind = "accord.setters.fingerprint:Fingerprint"

    @property
    def summary(self) -> str:
        """How many there are, and how many are different; nothing of one."""
        number, others = sum(self.words.values()), self.words["without fingerprint"]
        said = f"{number_of(number, 'puzzles')}, {self.words['different']:,} different"
        return "" if number < 2 else f"{said}, {others:,} without fingerprint" if others else said

    @cached_property
    def first(self) -> dict[str, str]:
        """The first puzzle with each fingerprint."""
        return {}

    def add(self, result: Fingerprint) -> None:
        """Count a result, and note the first puzzle with its fingerprint."""
        if result.fingerprint:
            self.first.setdefault(result.fingerprint, result.puzzle)
        super().add(result)

    def word(self, found: Fingerprint) -> tuple[str, Code]:
        """Whether it is a twin, and the exit code."""
        word = (
            "without fingerprint" if not found.fingerprint else "twin" if self._twin(found) else "different"
        )
        return word, found.code(found.status == "complete")

    def print(self, results: Sequence[Fingerprint]) -> None:
        """Print fingerprints on stdout; what is wrong with a puzzle goes to stderr in any case."""
        for found in results:
            if found.fault:
                tell(f"accord: {found.fault}")
        super().print([replace(found, twin_of=self._twin(found)) for found in results if not found.fault])

    def _twin(self, found: Fingerprint) -> str:
        """Return the first puzzle that is a twin of this one; nothing if that is itself."""
        first = self.first.get(found.fingerprint, "")
        return first if first != found.puzzle else ""
