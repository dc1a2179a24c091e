"""`accord rate`: how hard puzzles are for a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from accord.cli.options import complete_puzzles

if TYPE_CHECKING:
    from accord.deduce import Rating
    from accord.errors import InputError
    from accord.puzzles.puzzle import Puzzle

LONGEST_NAME = 60


@click.command()
@click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLE...", shell_complete=complete_puzzles)
@click.option("--time-limit", type=float, metavar="SECONDS", help="Give up after this time, in all.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a puzzle.")
def rate(puzzles: tuple[str, ...], time_limit: float | None, as_json: bool) -> None:
    """Say which rule is the hardest that a puzzle needs, and how often each is used.

    \b
    accord rate aquarium-6x6-easy aquarium-15x15-hard
    accord rate puzzles.txt --json

    A file of many puzzles is rated line by line. `search`: the rules alone do not solve it.
    Exit code 3: some puzzle is wrong; the others are rated.
    """
    from accord.cli.console import Console
    from accord.deduce import rating
    from accord.errors import InputError, StoppedError
    from accord.runner.limits import Limits

    console = Console(quiet=False)
    limits = Limits(seconds=time_limit, cancel=console.cancel)
    wrong = False
    for name, puzzle in _every(puzzles):
        if isinstance(puzzle, InputError):
            click.echo(f"accord: {puzzle}", err=True)
            wrong = True
            continue
        try:
            found = rating(puzzle.model, stop=lambda: limits.reached() is not None)
        except StoppedError:
            code = 130 if console.cancel.is_set() else 5
            raise StoppedError(
                f"{name[:LONGEST_NAME]}: stopped before it was rated", exit_code=code
            ) from None
        click.echo(_record(name, found) if as_json else _line(name, found))
    if wrong:
        raise click.exceptions.Exit(InputError.exit_code)


def _every(names: tuple[str, ...]) -> Iterator[tuple[str, Puzzle | InputError]]:
    from accord.puzzles.collection import collection
    from accord.puzzles.library import load

    for name in names:
        many = collection(name)
        if many is None:
            yield name, load(name)
        else:
            yield from many


def _line(name: str, found: Rating) -> str:
    steps = [f"{number} {rule}" for rule, number in found.steps.items() if number]
    if found.open:
        steps.append(f"{found.open} options open")
    if len(name) > LONGEST_NAME:  # it may be the puzzle itself
        name = name[:LONGEST_NAME] + "..."
    return f"{name}: {found.level} ({', '.join(steps) or 'no steps'})"


def _record(name: str, found: Rating) -> str:
    from msgspec import json

    record = {"puzzle": name, "rating": found.level, "steps": found.steps, "open": found.open}
    return json.encode(record).decode()
