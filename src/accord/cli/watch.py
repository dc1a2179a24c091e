"""`accord watch`: a search, a person's steps, or a plan, event by event, in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from accord import exits
from accord.arguments.drawing import WatchCommand
from accord.cli.console import Console
from accord.cli.film import make_trace
from accord.cli.help import Command
from accord.cli.options import options_of, puzzle_argument, query_of_options, quiet_option, variant_option
from accord.cli.output import board
from accord.cli.streams import put
from accord.exits import Code

if TYPE_CHECKING:
    from accord.cli.player import Player
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.limits import Limits
    from accord.trace import Event, Trace

BETWEEN = 1 / 25  # seconds between two drawings, at least
TURN = 0.25  # seconds between two looks at whether the command was asked to stop


@click.command(cls=Command)
@puzzle_argument
@variant_option
@options_of(WatchCommand, speed={"type": click.FloatRange(0, min_open=True)})
@quiet_option
def watch(puzzle: str, variant: str | None, quiet: bool, **given: Any) -> None:
    """Watch a search at work, the steps of a person, or the moves of a plan.

    \b
    accord watch pentomino-6x10
    accord watch meteor --speed 20 --from 1000
    accord watch aquarium-6x6 --deductions
    accord watch freecell:1

    You see the search of the engine window, with the same order and the same nodes. For puzzles that window
    cannot solve, the search takes the item with the fewest options first. A step of a person or a move of a
    plan counts as a node.

    \b
    space       pause, continue
    n, right    one event forward
    b, left     one event back
    s           continue to the next solution
    + and -     faster, slower
    q, Esc      quit

    If stdout is not a terminal, Accord prints one board after the other.
    """
    from accord.puzzles.loader import load
    from accord.runner.limits import GRACE, Limits

    query, console = query_of_options(WatchCommand, given), Console(quiet)
    limits = Limits.of(query, cancel=console.cancel)
    loaded = limits.guard("the puzzle was read").do(load, puzzle, variant)
    limits.guard("it was watched", GRACE).do(_watch, loaded, console, query, limits)
    stop = limits.find_stop()
    if stop is not None and stop.status != "cancelled":
        console.say(f"partial: {stop.reason}")
    raise click.exceptions.Exit(Code.DONE if stop is None else exits.of(stop.status))


def _watch(puzzle: Puzzle, console: Console, query: WatchCommand, limits: Limits) -> None:
    """Show the events until they end, a limit comes, or a key says so."""
    from accord.cli import keys

    trace, shown = make_trace(puzzle, console, query, limits)
    if sys.stdout.isatty() and keys.possible():
        _play_film(trace, shown, query.speed, console, limits)
    else:
        _print_boards(trace, shown, query.frames, console)


def _print_boards(trace: Trace, events: Iterator[Event], most: int, console: Console) -> None:
    """Print so many boards, one after the other."""
    from accord.trace import Pictures, event_line

    pictures = Pictures(trace.puzzle)
    for event in islice(events, most):
        put(f"{event_line(trace.puzzle, event)}\n{board(pictures(event))}\n")
    if next(events, None) is not None:
        console.say(f"partial: stopped after {most:,} boards; --frames says how many")


def _play_film(trace: Trace, events: Iterator[Event], speed: float, console: Console, limits: Limits) -> None:
    """Play the events until the end; then print the last board, and the last event."""
    from accord import signals
    from accord.cli.keys import Keys
    from accord.cli.player import Player
    from accord.cli.screen import Screen
    from accord.trace import event_line

    player, screen = Player(events, speed), Screen(trace)
    keys = Keys(stopping=screen.leave, going_on=screen.come)

    def leave() -> None:
        screen.leave()
        keys.leave()

    signals.listen(console.cancel.hear, leaving=leave)
    with keys, screen:
        _play(player, screen.draw, keys.poll, limits.over)
    if player.event is not None:
        put(screen.board(player.event))
        more = "" if player.at_the_end else "; there is more to see"
        console.say(event_line(trace.puzzle, player.event) + more)


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
