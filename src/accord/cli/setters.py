"""`accord why`, `accord repair`, `accord show --candidates`: what setters ask of a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord import exits
from accord.arguments import values
from accord.arguments.puzzle import CandidatesArguments, RepairArguments, WhyArguments
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
from accord.exits import Code

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.limits import Limits


def print_candidates(puzzle: Puzzle, query: CandidatesArguments, limits: Limits, *, as_json: bool) -> Code:
    """Print the candidates of a puzzle; return the exit code. `limits` are those of the query."""
    from accord.setters.candidates import board, candidates

    found = candidates(puzzle, **values(query, CandidatesArguments))
    if as_json:
        put(found.json())
    else:
        put(found.statement)
        if found.values and (drawn := board_within(limits, lambda: board(puzzle, found.values))):
            put(f"\n{drawn}")
        lines = found.lines()
        if lines:
            put("\n".join(["", *lines]))
    return found.code()


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
