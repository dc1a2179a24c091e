"""`accord film`: a search, a person's steps or a plan, frame by frame."""

from __future__ import annotations

from typing import Any

import click

from accord.cli.options import patterns_option, puzzle_argument, quiet_option, solid_option, variant_option
from accord.cli.traced import trace_options, traced
from accord.exits import Code

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
    from accord.films.made import Film
    from accord.puzzles.loader import load

    check(output, puzzle)
    loaded = load(puzzle, variant)
    with Console(quiet) as console:
        trace, events = traced(loaded, console, **asked)
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
