"""`accord repair`: print the fewest changes of clues that leave exactly one solution."""

from __future__ import annotations

from typing import Any

import click

from accord import exits
from accord.arguments.puzzle import RepairArguments
from accord.cli.console import Console, effort
from accord.cli.help import Command
from accord.cli.options import (
    json_option,
    options_of,
    puzzle_argument,
    query_of_options,
    quiet_option,
    variant_option,
)
from accord.cli.output import board_within, wrap
from accord.cli.streams import put


@click.command(cls=Command)
@puzzle_argument
@variant_option
@options_of(RepairArguments)
@json_option
@quiet_option
def repair(puzzle: str, variant: str | None, as_json: bool, quiet: bool, **asked: Any) -> None:
    """Print the fewest clues to change, leave out or add so that one solution is left.

    \b
    accord repair "sudoku:11.............."
    accord repair akari.txt
    accord repair "sudoku:12....1..1......" --json

    Below the changes stands the repaired puzzle: its board, and a text that other commands take.

    Exit code 5: stopped before the number of changes was known to be the fewest; 7: the rules alone have no
    solution, or no change of clues leaves exactly one.
    """
    from accord.puzzles.loader import reader
    from accord.runner.limits import Limits
    from accord.setters import repair as setters

    read = reader(puzzle, variant)
    with Console(quiet) as console:
        limits = Limits.of(query_of_options(RepairArguments, asked), cancel=console.cancel)
        found = setters.repair(read, **asked, **console.watch)
    if as_json:
        put(found.json())
    else:
        put(found.statement)
        for change in found.changes:
            put(wrap(f"  {change}"))
        drawn = board_within(limits, lambda: found.picture)
        if found.changes and drawn:
            put(f"\n{drawn}\n\n{found.repaired}")
        console.say(f"{effort(found.effort)}, {found.seconds:.3f} s")
    if found.answer in ("impossible", "none"):
        raise click.exceptions.Exit(exits.Code.IMPOSSIBLE)
    raise click.exceptions.Exit(exits.of(found.status, found.answer == "unique" or found.minimal))
