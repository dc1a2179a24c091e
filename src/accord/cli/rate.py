"""`accord rate`: how hard puzzles are for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from accord.arguments.puzzle import RateArguments
from accord.cli.console import Console
from accord.cli.many import Report
from accord.cli.options import complete_puzzles, options_of, query_of_options
from accord.cli.output import wrap
from accord.cli.output_options import OutputOptions, Sharded, output_options
from accord.cli.streams import put, tell
from accord.exits import Code

if TYPE_CHECKING:
    from accord.hints import Rated
    from accord.many.pool import Workers
    from accord.many.source import Named
    from accord.many.units import Question
    from accord.runner.limits import Show


@click.command(cls=Sharded, report="accord.cli.rate:RateReport")
@click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLE...", shell_complete=complete_puzzles)
@options_of(RateArguments)
@output_options("puzzle")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each puzzle.")
def rate(puzzles: tuple[str, ...], out: OutputOptions, as_json: bool, **asked: Any) -> None:
    """Print how hard a puzzle is for a person: easy, medium, hard or expert, with a score to sort by.

    \b
    accord rate aquarium-6x6 aquarium-15x15-hard
    accord rate queens:6 nonogram-key --json

    The level is that of the hardest rule it needs: bounds (easy), intersection and subset sums (medium),
    lookahead (hard). Expert: these rules alone do not solve it. Steps are counted by rule; the first step by
    each rule is printed in words, for one puzzle. A file of many puzzles is rated puzzle by puzzle.
    Exit code 3: a puzzle is wrong; 5: a limit ended a rating. The others are rated.
    """
    from accord.batch import question
    from accord.hints import rate_of_many, rate_one, rating
    from accord.many.batch import in_order
    from accord.many.pool import results, until
    from accord.many.source import Source
    from accord.puzzles.loader import read
    from accord.runner.limits import Limits

    query, console = query_of_options(RateArguments, asked), Console(quiet=False)
    report = RateReport(console, as_json=as_json, prints=out.output is None)
    Limits.of(query)  # which refuses what is none, before any puzzle is read
    source = Source(*puzzles, find=read)
    alone = report.in_words = source.one
    if alone:
        out.refuse_one("several, or a file of puzzles")

    def answer(puzzles: Iterator[Named], workers: Workers) -> Iterator[Sequence[Rated]]:
        if workers != 1:
            yield from results(partial(rating, query), puzzles, workers=workers, cancel=console.cancel)
            return
        for number, named in enumerate(until(console.cancel, puzzles), start=1):
            limits = Limits.of(query, cancel=console.cancel)
            show = _showing(console, f"puzzle {number:,}")
            yield [(rate_one if alone else rate_of_many)(named, limits, show)]

    with console:
        rated: Question[Rated] = question("rate", query)
        report.leave(source, rated, in_order(answer), out)


class RateReport(Report["Rated"]):
    """How hard puzzles are."""

    command = "rate"
    kind = "accord.hints:Rated"
    summary = ""  # each says all
    in_words = False  # whether to print the first step by each rule as well

    def word(self, found: Rated) -> tuple[str, Code]:
        """The word `rated`, and the exit code."""
        return "rated", found.code(found.status == "complete")

    def print(self, results: Sequence[Rated]) -> None:
        """Print ratings on stdout; what is wrong with a puzzle goes to stderr in any case."""
        for found in results:
            if found.fault:
                tell(f"accord: {found.fault}")
            elif self.prints:
                put(found.json() if self.as_json else found)
                if self.in_words and not self.as_json:
                    for line in found.lines():
                        put(wrap(line))


def _showing(console: Console, name: str) -> Show:
    return lambda words, done: console.show(f"{name}: {words}", done)
