"""`accord watch` and `accord film`: a search, a person's steps, or a plan, event by event or as a film."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from accord import exits
from accord.arguments.drawing import LOOKING, FilmCommand, TraceArguments, WatchCommand
from accord.cli.console import Console
from accord.cli.help import Command
from accord.cli.options import options_of, puzzle_argument, query_of_options, quiet_option, variant_option
from accord.cli.output import board
from accord.cli.streams import put
from accord.errors import StoppedError, number_of
from accord.exits import Code

if TYPE_CHECKING:
    from accord.cli.player import Player
    from accord.films.film import Film
    from accord.planners.planned import Planned
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.limits import Limits
    from accord.trace import Event, Trace, What


UNWRITTEN = "no film was written"


def make_trace(
    puzzle: Puzzle, console: Console, query: TraceArguments, limits: Limits
) -> tuple[Trace, Iterator[Event]]:
    """Return the trace that is asked for, and the events to show. Leaves the command if there is no plan."""
    from accord.trace import of, select_events

    stop = limits.over
    what: What | None = "bounds" if query.bounds else "deductions" if query.deductions else None
    planned = _find_plan(puzzle, console, query) if puzzle.is_plan and what is None else None
    building, asked = limits.guard("the model was built"), query.subset(("root", "limit", "reduce"))
    trace = building.do(of, puzzle, what, **asked, stop=stop, planned=planned)
    console.say(f"{trace.tracer}: {trace.why}")
    shown = select_events(trace, first=query.first, last=query.last, every=query.every, stop=stop)
    return trace, _until_stopped(shown, stop)


def _find_plan(puzzle: Puzzle, console: Console, query: TraceArguments) -> Planned:
    """A plan of the puzzle; leaves the command if there is none."""
    from accord.planners.search import Search

    seconds = LOOKING if query.time_limit is None else query.time_limit
    within: dict[str, Any] = {"memory_limit": query.memory_limit, "cancel": console.cancel}
    with Search(puzzle, time_limit=seconds, **within) as search:
        planned = search.run()
    if planned.operators is None:
        console.say(planned.words)
        raise click.exceptions.Exit(planned.code(planned.answer != "gave-up"))
    return planned


def _until_stopped(events: Iterator[Event], stop: Callable[[], bool]) -> Iterator[Event]:
    """Yield the events, until Ctrl-C ends the search in the midst of one."""
    try:
        yield from events
    except StoppedError:
        if not stop():
            raise


def _make(puzzle: Puzzle, console: Console, query: FilmCommand, limits: Limits) -> Film:
    """Write the film, and return it. Raises StoppedError, and writes nothing, if a limit comes first."""
    from accord.films.film import Film

    trace, events = make_trace(puzzle, console, query, limits)
    film = Film.of(trace, events, query.frames, patterns=query.patterns, solid=query.solid)
    limits.check(lambda: UNWRITTEN)  # the events end then, too
    with closing(film.write(query.output, speed=query.speed, pause=query.pause, size=query.size)) as written:
        for done in written:
            console.show(f"{done:,} of {len(film.frames):,} frames", done / len(film.frames))
            limits.check(lambda: UNWRITTEN)
    return film


@click.command(cls=Command)
@puzzle_argument
@variant_option
@options_of(FilmCommand, output={"type": str})
@quiet_option
def film(puzzle: str, variant: str | None, quiet: bool, **given: Any) -> None:
    """Make a film of a search, of the steps of a person, or of the moves of a plan.

    \b
    accord film meteor -o meteor.gif
    accord film pentomino-4x15 --variant hoyt --from 1000 --to 1200 -o hoyt.svg
    accord film aquarium-6x6 --deductions -o frames/
    accord film tiles-8 -o tiles.mp4

    The film shows the same as `accord watch`: a frame for each change of the board, with the counters of the
    search below it. For MP4, first run: pip install 'accord[film]'.
    """
    from accord.films.files import check
    from accord.puzzles.loader import load
    from accord.runner.limits import GRACE, Limits

    query = query_of_options(FilmCommand, given)
    output = query.output
    check(output, puzzle)
    with Console(quiet) as console:
        limits = Limits.of(query, cancel=console.cancel)
        try:
            loaded = limits.guard("the puzzle was read").do(load, puzzle, variant)
            film = limits.guard("the film was made", GRACE).do(_make, loaded, console, query, limits)
        except StoppedError as stopped:
            console.clear()
            if stopped.status != "cancelled":
                raise
            console.say(f"stopped: {UNWRITTEN}")
            raise click.exceptions.Exit(Code.CANCELLED) from None
        console.clear()
        console.say(f"{output}: {len(film.frames):,} frames, to {film.frames[-1].counters}")
        if film.partial:
            cut = f"partial: stopped after {number_of(query.frames, 'frames')}"
            console.say(f"{cut}; --frames says how many, --every leaves some out")


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
    from accord.cli.player import Player, Screen
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
