"""`accord hint`: what is forced next, and why, as a person would see it."""

from __future__ import annotations

from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Any

import click

from accord.arguments.puzzle import HintCommand
from accord.cli.options import options_of, puzzle_argument, query_of_options, suits_option, variant_option
from accord.cli.output import board as drawn
from accord.cli.plan import ALONE
from accord.cli.streams import put
from accord.errors import UsageError
from accord.exits import Code

if TYPE_CHECKING:
    from accord.cli.console import Console
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.limits import Limits


@click.command()
@puzzle_argument
@variant_option
@options_of(
    HintCommand,
    time_limit={
        "help": f"Give up after this time. Default, of a plan: {ALONE}; inf: never.", "callback": None
    },
)  # fmt: skip
@suits_option
@click.option("--json", "--jsonl", "jsonl", is_flag=True, help="One JSON object a hint.")
@click.option("--quiet", "-q", is_flag=True, help="No explanation of the signs.")
def hint(
    puzzle: str, variant: str | None, suits: bool | None, jsonl: bool, quiet: bool, **asked: Any
) -> None:
    """Say what is forced next, and by what; of a puzzle of moves, which one to make.

    \b
    accord hint aquarium-6x6
    accord hint aquarium-6x6 --after 3
    accord hint aquarium-6x6 --known '...###/....#./..###./....../....../......'
    accord hint freecell:5

    In BOARD `.` is not known, `#` is full, `x` is empty; other signs are those of `accord solve`.
    A move is the first of a plan from the board as it is, few moves if they are found in time; --mode says of
    which plan. Exit code 5: no plan was found.
    Of a file with many puzzles, there is a hint for each; FILE:NAME is one of them.
    """
    from accord.cli.console import Console
    from accord.cli.ink import Ink
    from accord.cli.many import each_of
    from accord.runner.limits import Limits

    query, console = query_of_options(HintCommand, asked), Console(quiet)
    limits = Limits(seconds=None if query.time_limit == inf else query.time_limit, cancel=console.cancel)

    def tell(loaded: Puzzle, name: str) -> Code:
        if name and query.known is not None:
            raise click.UsageError("--known is for one puzzle; name one of the file as FILE:NAME")
        if name and not jsonl:
            put(f"{name}:")
        code = Code.DONE
        if loaded.is_plan:
            if query.known is not None:
                raise UsageError("--known is for boards that are filled; of moves, give the present board")
            from accord.cli.next_move import tell_moves

            code = tell_moves(loaded, Ink(loaded.record, suits), console, query, jsonl)
        elif query.mode is not None:
            raise UsageError(f"--mode is for puzzles of moves, and {loaded.name} has none")
        else:
            _hints(loaded, console, limits, query, jsonl)
        if name and not jsonl:
            put()
        return code

    each_of(puzzle, variant, console, tell, limits)


def _hints(
    loaded: Puzzle,
    console: Console,
    limits: Limits,
    query: HintCommand,
    jsonl: bool,
) -> None:
    """The hints of one puzzle, and the board; limits are for all puzzles."""
    from accord.deduce import Contradiction
    from accord.hints import Hint, Hints

    told: Hint | None = None
    known, after, everything = query.known, query.after, query.everything
    try:
        hints = Hints(loaded, known, limits)
        for told in islice(hints, None if everything else after + 1):
            if everything or told.number > after:
                put(told.json() if jsonl else told)
    except Contradiction as error:
        known_wrong = "what is known is wrong, or " if known is not None or loaded.given else ""
        put(f"{error}: {known_wrong}there is no solution")
        return
    person, number = hints.person, hints.number
    ended = everything or number <= after
    if not jsonl:
        shown = hints.shown(new=not ended)  # the last hint is on the board
        put("\n" + drawn(hints.board.picture(shown)))
        if legend := hints.board.legend(shown):
            console.say(legend)
    if ended and person.solved:
        console.say(f"solved after {number} hints")
    elif ended:
        open_options = len(person.state) - len(person.chosen) - len(person.closed)
        console.say(f"stuck after {number} hints, with {open_options} options open: no rule forces the next")
