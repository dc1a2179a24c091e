"""`accord film`: a search, a person's steps or a plan, frame by frame; and what `watch` shares with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from accord.cli.options import (
    Command,
    integer,
    option,
    patterns_option,
    puzzle_argument,
    quiet_option,
    solid_option,
    variant_option,
)
from accord.exits import Code

if TYPE_CHECKING:
    from accord.cli.console import Console
    from accord.planners.planned import Planned
    from accord.puzzles.puzzle import Puzzle
    from accord.trace import Event, Trace, What

LOOKING = 300  # seconds for a plan


def trace_options(command: Command) -> Command:
    """Add the options of a trace; `make_trace` takes their values."""
    usual = [
        click.option("--deductions", is_flag=True, help="A person's steps, as accord hint tells them."),
        click.option("--bounds", is_flag=True, help="The same, and the sums of items as they close in."),
        option("root"),
        option("limit", "Until there are N solutions, as accord solve looks for them."),
        option("reduce"),
        click.option("--from", "first", type=integer(0), default=0, metavar="N", help="Begin at node N."),
        click.option("--to", "last", type=integer(0), metavar="N", help="End at node N."),
        click.option("--every", type=integer(1), metavar="N", help="Show one node in N, and all solutions."),
        option(
            "time_limit", "Of a plan problem: look for a plan so long.", default=LOOKING, show_default=True
        ),
    ]
    for each in reversed(usual):
        command = each(command)
    return command


def make_trace(
    puzzle: Puzzle,
    console: Console,
    *,
    deductions: bool,
    bounds: bool,
    root: str | None,
    limit: int | None,
    first: int,
    last: int | None,
    every: int | None,
    time_limit: float | None,
    **more: Any,
) -> tuple[Trace, Iterator[Event]]:
    """The trace of these options, and the events to show. Leaves the command where there is no plan."""
    from accord.trace import of, select_events

    if deductions and bounds:
        raise click.UsageError("--bounds shows deductions too; leave --deductions out")
    if (deductions or bounds) and (root is not None or limit is not None):
        raise click.UsageError("--root and --limit are for searches; leave them out")
    stop = console.cancel.is_set
    what: What | None = "bounds" if bounds else "deductions" if deductions else None
    planned = _find_plan(puzzle, console, time_limit) if puzzle.is_plan and what is None else None
    trace = of(puzzle, what, root=root, limit=limit, stop=stop, planned=planned, **more)
    console.say(f"{trace.tracer}: {trace.why}")
    return trace, _until_stopped(select_events(trace, first=first, last=last, every=every, stop=stop), stop)


def _find_plan(puzzle: Puzzle, console: Console, time_limit: float | None) -> Planned:
    """A plan of the puzzle; leaves the command if there is none."""
    from accord.planners.search import Search

    with Search(puzzle, time_limit=time_limit, cancel=console.cancel) as search:
        planned = search.run()
    if planned.operators is None:
        console.say(planned.words)
        raise click.exceptions.Exit(planned.code(planned.answer != "gave-up"))
    return planned


def _until_stopped(events: Iterator[Event], stop: Callable[[], bool]) -> Iterator[Event]:
    """Yield the events, until Ctrl-C ends the search in the midst of one."""
    from accord.errors import StoppedError

    try:
        yield from events
    except StoppedError:
        if not stop():
            raise


FRAMES = 400  # where the command does not say how many
MOST = 20_000


@click.command()
@puzzle_argument
@variant_option
@click.option(
    "--output", "-o", metavar="FILE", required=True, help="NAME.gif, .mp4, .svg, or a folder: DIR/."
)
@trace_options
@click.option(
    "--frames",
    "most",
    type=click.IntRange(1, MOST),
    default=FRAMES,
    show_default=True,
    metavar="N",
    help="Up to so many.",
)
@click.option(
    "--speed",
    type=click.FloatRange(0.1, 50),
    default=8.0,
    show_default=True,
    metavar="N",
    help="Frames a second.",
)
@click.option(
    "--pause",
    type=click.FloatRange(0.02, 60),
    default=1.5,
    show_default=True,
    metavar="SECONDS",
    help="How long a solution is shown, and the end.",
)
@click.option(
    "--size",
    type=click.IntRange(4, 400),
    default=24,
    show_default=True,
    metavar="N",
    help="Pixels of a cell's side.",
)
@patterns_option
@solid_option
@quiet_option
def film(
    puzzle: str,
    variant: str | None,
    output: str,
    most: int,
    speed: float,
    pause: float,
    size: int,
    patterns: bool,
    solid: bool,
    quiet: bool,
    **asked: Any,
) -> None:
    """Film how a puzzle is searched, the steps of a person, or the moves of a plan.

    \b
    accord film meteor -o meteor.gif
    accord film pentomino-4x15 --variant hoyt --from 1000 --to 1200 -o hoyt.svg
    accord film aquarium-6x6 --deductions -o frames/
    accord film tiles-8 -o tiles.mp4

    Each frame is an event that changes the board, with the counters of the search below it. What is filmed is
    what `accord watch` shows. MP4 needs more than is installed with Accord: pip install 'accord[film]'.
    """
    from accord.cli.console import Console
    from accord.films.files import check
    from accord.films.film import Film
    from accord.puzzles.loader import load

    check(output, puzzle)
    loaded = load(puzzle, variant)
    with Console(quiet) as console:
        trace, events = make_trace(loaded, console, **asked)
        film = Film.of(trace, events, most, patterns=patterns, solid=solid)
        written = film.written(output, speed=speed, pause=pause, size=size)
        for done in written if not console.cancel.is_set() else ():
            console.show(f"{done:,} of {len(film.frames):,} frames", done / len(film.frames))
            if console.cancel.is_set():
                break
        if console.cancel.is_set():
            console.clear()
            console.say("stopped: no film was written")
            raise click.exceptions.Exit(Code.CANCELLED)
        console.clear()
        console.say(f"{output}: {len(film.frames):,} frames, to {film.frames[-1].counters}")
        if film.partial:
            console.say(
                f"partial: stopped after {most:,} frames; --frames says how many, --every leaves some out"
            )
