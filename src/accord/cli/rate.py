"""`accord rate`: how hard puzzles are for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from accord import exits
from accord.cli.options import complete_puzzles, option
from accord.cli.output import json
from accord.cli.streams import tell
from accord.exits import Code

if TYPE_CHECKING:
    from accord.deduce import Rating

LONGEST_NAME = 60


@click.command()
@click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLE...", shell_complete=complete_puzzles)
@option("time_limit", "Give up after this time, in all.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a puzzle.")
def rate(puzzles: tuple[str, ...], time_limit: float | None, as_json: bool) -> None:
    """Say which rule is the hardest that a puzzle needs, and how often each is used.

    \b
    accord rate aquarium-6x6 aquarium-15x15-hard
    accord rate puzzles.txt --json

    A file of many puzzles is rated line by line. `search`: the rules alone do not solve it.
    Exit code 3: some puzzle is wrong; the others are rated.
    """
    from accord.cli.console import Console
    from accord.deduce import rating
    from accord.errors import InputError, StoppedError
    from accord.many.source import each, loaded
    from accord.runner.limits import Limits

    console = Console(quiet=False)
    limits = Limits(seconds=time_limit, cancel=console.cancel)
    codes = {Code.DONE}
    for named in each(puzzles):
        name = named[0]
        try:
            found = rating(loaded(named).model, stop=limits.over)
        except InputError as error:
            tell(f"accord: {error}")
            codes.add(error.exit_code)
            continue
        except StoppedError:
            raise limits.stopped(f"{name[:LONGEST_NAME]}: stopped before it was rated") from None
        record = {"puzzle": name, "rating": found.level, "steps": found.steps, "open": found.open}
        click.echo(json(record) if as_json else _line(name, found))
    raise click.exceptions.Exit(exits.worst(codes))


def _line(name: str, found: Rating) -> str:
    steps = [f"{number} {rule}" for rule, number in found.steps.items() if number]
    if found.open:
        steps.append(f"{found.open} options open")
    if len(name) > LONGEST_NAME:  # it may be the puzzle itself
        name = name[:LONGEST_NAME] + "..."
    return f"{name}: {found.level} ({', '.join(steps) or 'no steps'})"
