"""`accord rate`: how hard puzzles are for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from accord import exits
from accord.cli.options import complete_puzzles, time_option
from accord.cli.streams import tell
from accord.exits import Code

if TYPE_CHECKING:
    from accord.cli.console import Console
    from accord.runner.limits import Show

LONGEST_NAME = 60


@click.command()
@click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLE...", shell_complete=complete_puzzles)
@time_option(60, "Give a puzzle up after this time")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a puzzle.")
def rate(puzzles: tuple[str, ...], time_limit: float | None, as_json: bool) -> None:
    """Say which rule is the hardest that a puzzle needs, and how often each is used.

    \b
    accord rate aquarium-6x6 aquarium-15x15-hard
    accord rate queens:6 nonogram-key --json

    A file of many puzzles is rated line by line. `search`: the rules alone do not solve it.
    Exit code 3: some puzzle is wrong; 5: some were given up. The others are rated.
    """
    from accord.cli.console import Console
    from accord.errors import InputError, UsageError
    from accord.hints import rated
    from accord.many.source import each, loaded
    from accord.runner.limits import Limits

    codes = {Code.DONE}
    with Console(quiet=False) as console:
        Limits(seconds=time_limit)  # which refuses what is none, before any puzzle is read
        for number, named in enumerate(each(puzzles), start=1):
            try:
                puzzle = loaded(named)
                puzzle.model  # noqa: B018 (what is wrong with it is told here)
            except (InputError, UsageError) as error:
                console.clear()
                tell(f"accord: {error}")
                codes.add(error.exit_code)
                continue
            limits = Limits(seconds=time_limit, cancel=console.cancel)
            name = named[0] if as_json else _short(named[0])
            found, stop = rated(puzzle, limits, _showing(console, f"puzzle {number:,}"), name)
            console.clear()
            click.echo(found.json() if as_json else found)
            codes.add(exits.of(stop.status if stop else "complete"))
            if console.cancel.is_set():
                break
    raise click.exceptions.Exit(exits.worst(codes))


def _showing(console: Console, name: str) -> Show:
    return lambda words, done: console.show(f"{name}: {words}", done)


def _short(name: str) -> str:
    """A name that fits a line: it may be the puzzle itself."""
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}..."
