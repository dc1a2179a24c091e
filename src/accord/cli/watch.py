"""`accord watch`: a search, a person's steps, or a plan, event by event, in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING

import click

from accord.cli.options import option, puzzle_argument, quiet_option, variant_option
from accord.cli.output import board
from accord.exits import Code

if TYPE_CHECKING:
    from accord.cli.console import Console
    from accord.cli.player import Player
    from accord.planners.planned import Planned
    from accord.puzzles.puzzle import Puzzle
    from accord.trace import Event, Trace, What

FRAMES = 20  # boards that are printed where there is no terminal
BETWEEN = 1 / 25  # seconds between two drawings, at least
TURN = 0.25  # seconds between two looks at whether the command was asked to stop
LOOKING = 300  # seconds for a plan


@click.command()
@puzzle_argument
@variant_option
@click.option("--deductions", is_flag=True, help="Watch a person's steps, as accord hint tells them.")
@click.option("--bounds", is_flag=True, help="The same, and the sums of items as they close in.")
@option("root")
@option("limit", "Watch until there are N solutions, as accord solve looks for them.")
@option("reduce")
@click.option(
    "--speed", type=click.FloatRange(0, min_open=True), default=4.0, show_default=True, metavar="N",
    help="Events a second; + and - change it.",
)  # fmt: skip
@click.option("--from", "first", type=click.IntRange(0), default=0, metavar="N", help="Begin at node N.")
@click.option("--to", "last", type=click.IntRange(0), metavar="N", help="End at node N.")
@click.option("--every", type=click.IntRange(1), metavar="N", help="Show one node in N, and all solutions.")
@click.option(
    "--frames", "most", type=click.IntRange(1), default=FRAMES, show_default=True, metavar="N",
    help="Where stdout is no terminal: print up to N boards.",
)  # fmt: skip
@option("time_limit", "Of a plan problem: look for a plan so long.", default=LOOKING, show_default=True)
@quiet_option
def watch(
    puzzle: str,
    variant: str | None,
    deductions: bool,
    bounds: bool,
    root: str | None,
    limit: int | None,
    reduce: bool,
    speed: float,
    first: int,
    last: int | None,
    every: int | None,
    most: int,
    time_limit: float | None,
    quiet: bool,
) -> None:
    """Watch a search at work, a person's steps, or the moves of a plan.

    \b
    accord watch pentomino-6x10
    accord watch meteor --speed 20 --from 1000
    accord watch aquarium-6x6 --deductions
    accord watch freecell:1

    It is the search of the engine window, in the same order and with the same nodes; where window does not
    take the puzzle, the item with the fewest ways left goes first. A step of a person, and a move of a plan,
    count as nodes.

    \b
    space       pause, and go on
    n, right    one event on
    b, left     one event back
    s           run on to the next solution
    + and -     faster and slower
    q, Esc      end

    Where stdout is no terminal, boards are printed one after the other.
    """
    from accord.cli import keys
    from accord.cli.console import Console
    from accord.puzzles.library import load
    from accord.trace import frames, of

    if deductions and bounds:
        raise click.UsageError("--bounds shows deductions too; leave --deductions out")
    if (deductions or bounds) and (root is not None or limit is not None):
        raise click.UsageError("--root and --limit are for searches; leave them out")
    console = Console(quiet)
    loaded = load(puzzle, variant)
    stop = console.cancel.is_set
    what: What | None = "bounds" if bounds else "deductions" if deductions else None
    planned = _planned(loaded, console, time_limit) if loaded.is_plan and what is None else None
    trace = of(loaded, what, root=root, limit=limit, reduce=reduce, stop=stop, planned=planned)
    console.say(f"{trace.tracer}: {trace.why}")
    shown = frames(trace, first=first, last=last, every=every, stop=stop)
    if sys.stdout.isatty() and keys.possible():
        _played(trace, _until_stopped(shown, stop), speed, console)
    else:
        _printed(trace, _until_stopped(shown, stop), most, console)
    raise click.exceptions.Exit(Code.CANCELLED if stop() else Code.DONE)


def _planned(puzzle: Puzzle, console: Console, time_limit: float | None) -> Planned:
    """A plan of the puzzle; leaves the command if there is none."""
    from accord.cli.many import code
    from accord.planners.search import Search

    with Search(puzzle, time_limit=time_limit, cancel=console.cancel) as search:
        planned = search.run()
    if planned.operators is None:
        console.say(planned.words)
        raise click.exceptions.Exit(code(planned.status, planned.fault, planned.answer != "gave-up"))
    return planned


def _until_stopped(events: Iterator[Event], stop: Callable[[], bool]) -> Iterator[Event]:
    """The events, until Ctrl-C ends whoever makes them in the midst of one."""
    from accord.errors import StoppedError

    try:
        yield from events
    except StoppedError:
        if not stop():
            raise


def _printed(trace: Trace, events: Iterator[Event], most: int, console: Console) -> None:
    """So many boards, one after the other."""
    from accord.trace import Pictures, said

    pictures = Pictures(trace.puzzle)
    for event in islice(events, most):
        click.echo(f"{said(trace.puzzle, event)}\n{board(pictures(event))}\n")
    if next(events, None) is not None:
        console.say(f"partial: stopped after {most:,} boards; --frames says how many")


def _played(trace: Trace, events: Iterator[Event], speed: float, console: Console) -> None:
    """The events as a film, until it is ended; then the last board, and what is known."""
    from accord import signals
    from accord.cli.keys import Keys
    from accord.cli.player import Player
    from accord.cli.screen import Screen
    from accord.trace import said

    player, screen = Player(events, speed), Screen(trace)
    keys = Keys(stopping=screen.leave, going_on=screen.come)

    def leave() -> None:
        screen.leave()
        keys.leave()

    signals.listen(console.cancel.set, leaving=leave)
    with keys, screen:
        _play(player, screen.draw, keys.pressed, console.cancel.is_set)
    if player.event is not None:
        click.echo(screen.board(player.event))
        more = "" if player.at_the_end else "; there is more to see"
        console.say(said(trace.puzzle, player.event) + more)


def _play(
    player: Player,
    draw: Callable[[Player], object],
    pressed: Callable[[float], list[str]],
    stop: Callable[[], bool],
) -> None:
    """Draw what is due, and do what keys say, until one of them ends it."""
    before = monotonic()
    while not player.closed and not stop():
        draw(player)
        for key in pressed(0.0 if player.seeking else min(max(player.wait, BETWEEN), TURN)):
            player.press(key)
        now = monotonic()
        player.pass_by(now - before)
        before = now
