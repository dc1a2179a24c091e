"""`accord rate`: how hard puzzles are for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from accord import exits
from accord.cli.options import complete_puzzles, time_option
from accord.cli.output import json
from accord.cli.streams import tell
from accord.exits import Code

if TYPE_CHECKING:
    from accord.cli.console import Console
    from accord.deduce import Rating
    from accord.model import Model
    from accord.runner.limits import Limits, Stop

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
    from accord.many.source import each, loaded
    from accord.runner.limits import Limits

    codes = {Code.DONE}
    with Console(quiet=False) as console:
        Limits(seconds=time_limit)  # which refuses what is none, before any puzzle is read
        for number, named in enumerate(each(puzzles), start=1):
            try:
                model = loaded(named).model
            except (InputError, UsageError) as error:
                console.clear()
                tell(f"accord: {error}")
                codes.add(error.exit_code)
                continue
            limits = Limits(seconds=time_limit, cancel=console.cancel)
            found, stop = _rated(model, limits, console, f"puzzle {number:,}")
            console.clear()
            click.echo(_record(named[0], found, stop) if as_json else _line(named[0], found, stop))
            codes.add(exits.of(stop.status if stop else "complete"))
            if console.cancel.is_set():
                break
    raise click.exceptions.Exit(exits.worst(codes))


def _rated(model: Model, limits: Limits, console: Console, name: str) -> tuple[Rating, Stop | None]:
    """The rating; or what is known of it, and what ended the work."""
    from accord.deduce import Rating, ratings
    from accord.errors import StoppedError
    from accord.runner.gather import seeking

    found = Rating("bounds", open=model.options)
    try:
        for found in ratings(model, stop=limits.over, seek=seeking(model, limits.over)):
            steps = sum(found.steps.values())
            console.show(f"{name}: {found.level} so far, {steps:,} steps, {found.open:,} options open")
    except StoppedError:
        return found, limits.reached()
    return found, None


def _record(name: str, found: Rating, stop: Stop | None) -> str:
    known = {"rating": None, "at_least": found.level} if stop else {"rating": found.level}
    record = {"puzzle": name, **known, "steps": found.steps, "open": found.open}
    return json(record | ({"reason": stop.reason} if stop else {}))


def _line(name: str, found: Rating, stop: Stop | None) -> str:
    steps = [f"{number} {rule}" for rule, number in found.steps.items() if number]
    if found.open:
        steps.append(f"{found.open} options open")
    if len(name) > LONGEST_NAME:  # it may be the puzzle itself
        name = name[:LONGEST_NAME] + "..."
    level = f"at least {found.level}, {stop.reason}" if stop else found.level
    return f"{name}: {level} ({', '.join(steps) or 'no steps'})"
