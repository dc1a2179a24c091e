"""`accord rate`: how hard puzzles are for a person."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from accord.arguments.puzzle import RateArguments
from accord.cli.kept import Kept, Many, Sharded, keeping
from accord.cli.many import Told
from accord.cli.options import complete_puzzles, options_of
from accord.cli.streams import put, tell

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.cli.console import Console
    from accord.exits import Code
    from accord.hints import Rated
    from accord.many.merge import Merged
    from accord.many.pool import Workers
    from accord.many.source import Named
    from accord.runner.limits import Show


@click.command(cls=Sharded, whole="accord.cli.rate:whole")
@click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLE...", shell_complete=complete_puzzles)
@options_of(RateArguments)
@keeping("puzzle")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a puzzle.")
def rate(puzzles: tuple[str, ...], time_limit: float | None, kept: Kept, as_json: bool) -> None:
    """Say which rule is the hardest that a puzzle needs, and how often each is used.

    \b
    accord rate aquarium-6x6 aquarium-15x15-hard
    accord rate queens:6 nonogram-key --json

    A file of many puzzles is rated line by line. `search`: the rules alone do not solve it.
    Exit code 3: some puzzle is wrong; 5: some were given up. The others are rated.
    """
    from accord.batch import question
    from accord.cli.console import Console
    from accord.hints import Rated, rated_of_many, rated_one, rating
    from accord.many.pool import results, until
    from accord.many.source import Source
    from accord.puzzles.loader import read
    from accord.runner.limits import Limits

    console = Console(quiet=False)
    told = Told(console)
    Limits(seconds=time_limit)  # which refuses what is none, before any puzzle is read
    source = Source(*puzzles, find=read)
    alone = source.one
    if alone:
        kept.refuse_one("several, or a file of puzzles")

    def answered(puzzles: Iterator[Named], workers: Workers) -> Iterator[Sequence[Rated]]:
        if workers != 1:
            yield from results(partial(rating, time_limit), puzzles, workers=workers, cancel=console.cancel)
            return
        for number, named in enumerate(until(console.cancel, puzzles), start=1):
            limits = Limits(seconds=time_limit, cancel=console.cancel)
            show = _showing(console, f"puzzle {number:,}")
            yield [(rated_one if alone else rated_of_many)(named, limits, show)]

    many = Many(
        source=source,
        question=question("rate", RateArguments(time_limit=time_limit)),
        answered=answered,
        kind=Rated,
        lines="accord rate --json",
    )
    with console:
        for (found,) in told.kept(many, kept, partial(_note, told)):
            if as_json or kept.output is None or found.fault:
                _tell(found, as_json)
    told.leave("")


def whole(merged: Merged, console: Console, as_json: bool) -> Code:
    """The ratings of all shards, as they are told of the puzzles."""
    from accord.hints import Rated

    told = Told(console)
    for _, found in merged.results(Rated):
        _note(told, found)
        _tell(found, as_json)
    return told.end("")


def _note(told: Told, found: Rated) -> None:
    told.add("rated", found.code(found.status == "complete"))


def _tell(found: Rated, as_json: bool) -> None:
    """What is known of a puzzle on stdout; what is wrong with it on stderr."""
    if found.fault:
        tell(f"accord: {found.fault}")
    else:
        put(found.json() if as_json else found)


def _showing(console: Console, name: str) -> Show:
    return lambda words, done: console.show(f"{name}: {words}", done)
