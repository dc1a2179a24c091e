"""`accord hint`: what is forced next, and why, by rules that a person can follow."""

from __future__ import annotations

from itertools import islice
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from accord.arguments.plan import PlanArguments
from accord.arguments.puzzle import HintCommand
from accord.cli.console import Console
from accord.cli.help import Command
from accord.cli.ink import Ink
from accord.cli.many import each_of
from accord.cli.options import options_of, puzzle_argument, query_of_options, suits_option, variant_option
from accord.cli.output import board_within, json
from accord.cli.plan import ALONE, code_of, run
from accord.cli.streams import put
from accord.errors import StoppedError, UsageError, number_of
from accord.exits import Code

if TYPE_CHECKING:
    from accord.hints import Hints
    from accord.planners.planned import Planned
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.limits import Limits


@click.command(cls=Command)
@puzzle_argument
@variant_option
@options_of(
    HintCommand,
    time_limit={
        "help": f"Give up after this time. Default, of a plan: {ALONE}; inf: never.", "callback": None
    },
)  # fmt: skip
@suits_option
@click.option("--json", "--jsonl", "jsonl", is_flag=True, help="Print a JSON object for each hint.")
@click.option("--quiet", "-q", is_flag=True, help="Do not explain the signs.")
def hint(
    puzzle: str, variant: str | None, suits: bool | None, jsonl: bool, quiet: bool, **asked: Any
) -> None:
    """Print the next step of a person, and its reason; for a puzzle of moves, the next move.

    \b
    accord hint aquarium-6x6
    accord hint aquarium-6x6 --after 3
    accord hint aquarium-6x6 --known '...###/....#./..###./....../....../......'
    accord hint freecell:5

    In BOARD, `.` is an unknown cell, `#` a full one, `x` an empty one; all other signs are as in
    `accord solve`. The hint for a puzzle of moves is the first move of a plan from this board; --mode selects
    the kind of plan. Exit code 5: no plan was found.
    For a file with many puzzles, Accord prints a hint for each, within the limits; FILE:NAME is one of them.
    """
    query, console = query_of_options(HintCommand, asked), Console(quiet)

    def tell(loaded: Puzzle, name: str, limits: Limits) -> Code:
        if name and query.known is not None:
            raise click.UsageError("--known is for one puzzle; name one of the file as FILE:NAME")
        if name and not jsonl:
            put(f"{name}:")
        code = Code.DONE
        if loaded.is_plan:
            if query.known is not None:
                raise UsageError("--known is for boards that are filled; of moves, give the present board")
            from accord.cli.hint import tell_moves

            code = tell_moves(loaded, Ink(loaded.record, suits), console, query, jsonl, limits)
        elif query.mode is not None:
            raise UsageError(f"--mode is for puzzles of moves, and {loaded.name} has none")
        else:
            _hints(loaded, console, limits, query, jsonl)
        if name and not jsonl:
            put()
        return code

    each_of(puzzle, variant, console, query, tell)


def _hints(
    loaded: Puzzle,
    console: Console,
    limits: Limits,
    query: HintCommand,
    jsonl: bool,
) -> None:
    """The hints of one puzzle, and the board."""
    from accord.deduce import Contradiction
    from accord.hints import Hint, Hints

    told: Hint | None = None
    stopped: StoppedError | None = None
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
        try:
            _print_board(hints, console, limits, new=not ended)  # the last hint is on the board
        except StoppedError as error:
            stopped = error
    if ended and person.solved:
        console.say(f"solved after {number_of(number, 'hints')}")
    elif ended:
        open_options = len(person.state) - len(person.chosen) - len(person.closed)
        left = f"{number_of(open_options, 'options')} open: no rule forces the next"
        console.say(f"stuck after {number_of(number, 'hints')}, with {left}")
    if stopped is not None:
        raise stopped


def _print_board(hints: Hints, console: Console, limits: Limits, *, new: bool) -> None:
    """Print the board that the hints have led to. Raises StoppedError, before anything is printed."""
    shown = hints.known_so_far(new=new)
    put(f"\n{board_within(limits, lambda: hints.board.picture(shown))}")
    if legend := hints.board.legend(shown):
        console.say(legend)


TRIED = ("short", "any")  # modes, in turn: few moves are the better hint, but any plan is one


def tell_moves(
    puzzle: Puzzle, ink: Ink, console: Console, query: HintCommand, as_json: bool, limits: Limits
) -> Code:
    """Tell the move behind the first ones that are passed over, or all, and the board it leads to."""
    from accord.planners.replay import boards

    after, everything = query.after, query.everything
    found = _plan(puzzle, query, ALONE if query.time_limit is None else limits.seconds, console)
    code = code_of(found)
    if found.operators is None:
        if as_json:
            known = {"answer": found.answer, "reason": found.reason, "words": found.words}
            put(json({"puzzle": puzzle.name, **known}))
        else:
            put(f"no hint: {found.words}")
            if found.answer == "gave-up" and found.mode in ("fast", "short", "moves"):
                console.say("--mode optimal and --mode impossible look further, and may take long")
        return code
    first, *rest = boards(found, puzzle, "english")
    words, after_each = rest[::2], rest[1::2]
    written = found.write(puzzle, {})
    moves = written.plan.split() if isinstance(written.plan, str) else written.plan or ()
    advice = puzzle.record.shown.advice or str
    told = range(after, len(words) if everything else min(after + 1, len(words)))
    for at in told:
        said = advice(words[at])
        if as_json:
            board = after_each[at].split("\n")
            place: dict[str, Any] = {"number": at + 1, "left": len(words) - at - 1}
            place |= {"move": moves[at], "words": said, "board": board, "puzzle": puzzle.name}
            put(json({**place, "answer": found.answer, "moves": written.moves}))
        else:
            put(ink.move(f"{at + 1}. {said}"))
    if told and not as_json:
        before = after_each[told[-1] - 1] if told[-1] else first
        put(f"\n{ink.board(after_each[told[-1]], before)}")
    console.say(_summary(written, len(words), told[-1] + 1 if told else len(words)))
    return Code.DONE if found.status != "cancelled" else code


def _plan(puzzle: Puzzle, asked: HintCommand, seconds: float | None, console: Console) -> Planned:
    """A plan of that mode; if none is named, of the first of the usual ones that finds it."""
    from accord.planners.many import search as search_of
    from accord.planners.table import planners

    modes = {its for its, backend in planners(puzzle.record) if backend == "native"}
    mode = asked.mode
    wanted = [mode] if mode is not None else [its for its in TRIED if its in modes or its == "any"]
    end, left = monotonic() + (seconds or inf), seconds
    for its in wanted:
        limits: dict[str, Any] = {"time_limit": left, "memory_limit": asked.memory_limit}
        query = PlanArguments(mode=its, **limits)  # type: ignore[arg-type]  # a name of planners, says click
        with search_of(query, puzzle, cancel=console.cancel) as search, console:
            found = run(search, left, console)
        if found.answer != "gave-up" or found.status in ("time", "cancelled"):
            break
        left = None if seconds is None else max(round(end - monotonic(), 1), 0.1)
    return found


def _summary(found: Planned, moves: int, told: int) -> str:
    """How good the plan is that the hints are of, and how many moves are left of it."""
    if not moves:
        return "solved: there is nothing left to do"
    proved = "" if found.answer == "shortest" else ", not proved shortest"
    left = moves - told
    return f"{found.words}{proved}; {left:,} {'is' if left == 1 else 'are'} left"
