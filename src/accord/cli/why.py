"""`accord why`: print the clues that make a puzzle impossible or unique, or that force a value."""

from __future__ import annotations

from typing import Any

import click

from accord import exits
from accord.arguments.puzzle import WhyArguments
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
@click.argument("value", required=False, metavar="[CELL=VALUE]")
@variant_option
@options_of(WhyArguments)
@json_option
@quiet_option
def why(
    puzzle: str, value: str | None, variant: str | None, as_json: bool, quiet: bool, **asked: Any
) -> None:
    """Print a minimal set of clues that make a puzzle impossible or unique, or that force a value.

    \b
    accord why "sudoku:11.............."
    accord why akari-10x10
    accord why "sudoku:12....1..1......" r2c4=2

    Clues are givens, numbers, totals, cages and pieces that lie on the board; in a problem file, the rules
    with words of their own. The board shows these clues alone. For a unique puzzle, it also lists the clues
    that can be left out.

    Exit code 5: stopped before the set was known to be minimal.
    """
    from accord.puzzles.loader import reader
    from accord.runner.limits import Limits
    from accord.setters import why as setters

    read = reader(puzzle, variant)
    with Console(quiet) as console:
        limits = Limits.of(query_of_options(WhyArguments, asked), cancel=console.cancel)
        found = setters.why(read, value=value, **asked, **console.watch)
    if as_json:
        put(found.json())
    else:
        put(found.statement)
        for line in found.lines():
            put(wrap(line))
        if drawn := board_within(limits, lambda: found.picture):
            put(f"\n{drawn}")
        console.say(f"{effort(found.effort)}, {found.seconds:.3f} s")
    answered = found.answer != "undecided" and (found.minimal or not found.clues)
    raise click.exceptions.Exit(exits.of(found.status, answered))
