"""`accord film`: a search, a person's steps or a plan, frame by frame."""

from __future__ import annotations

from typing import Any

import click

from accord.cli.options import Choice, puzzle_argument, quiet_option, time_option, variant_option
from accord.exits import Code

FRAMES = 400  # where the command does not say how many


@click.command()
@puzzle_argument
@variant_option
@click.option(
    "--output", "-o", metavar="FILE", required=True, help="NAME.gif, .mp4 or .svg, or a folder, as in DIR/."
)
@click.option(
    "--what",
    type=Choice("trace", ["search", "deductions", "bounds", "plan"]),
    help="The search (default), a person's steps, these with sums as they close in, or a plan's moves.",
)
@click.option("--from", "first", type=click.IntRange(1), metavar="N", default=1, help="The first frame.")
@click.option(
    "--to", "last", type=click.IntRange(1), metavar="N", help=f"The last; by default {FRAMES} are shown."
)
@click.option(
    "--every", type=click.IntRange(1), metavar="N", default=1, help="Every N-th only, and all solutions."
)
@click.option(
    "--speed",
    type=click.FloatRange(0.1, 50),
    metavar="N",
    default=8.0,
    show_default=True,
    help="Frames a second.",
)
@click.option(
    "--pause",
    type=click.FloatRange(0.02, 60),
    metavar="SECONDS",
    default=1.5,
    show_default=True,
    help="How long a solution is shown.",
)
@click.option(
    "--size",
    type=click.IntRange(4, 400),
    metavar="N",
    default=24,
    show_default=True,
    help="Pixels of a cell's side.",
)
@click.option("--root", metavar="ITEM", help="Place this first.")
@click.option("--patterns", is_flag=True, help="Patterns in place of colours.")
@click.option("--solid", is_flag=True, help="Cubes as they are seen, not layer by layer.")
@time_option(300, "Of the search for a plan: give up after this time")
@quiet_option
def film(
    puzzle: str,
    variant: str | None,
    output: str,
    what: Any,
    first: int,
    last: int | None,
    every: int,
    speed: float,
    pause: float,
    size: int,
    root: str | None,
    patterns: bool,
    solid: bool,
    time_limit: float | None,
    quiet: bool,
) -> None:
    """Film how a puzzle is searched, or how a plan goes.

    \b
    accord film meteor -o meteor.gif
    accord film pentomino-4x15 --variant hoyt --from 1000 --to 1200 -o hoyt.svg
    accord film tiles-8 -o tiles.mp4
    accord film aquarium-6x6 --what deductions -o frames/

    The counters are those of the search itself, which is told event by event; see `accord watch`.
    """
    from accord import trace
    from accord.cli import output as files
    from accord.cli.console import Console
    from accord.film.files import kind, write
    from accord.film.frames import Cut, frames
    from accord.puzzles.library import load

    if kind(output):
        files.check(output)
    cut = Cut(first, first + FRAMES * every - 1 if last is None else last, every)
    loaded = load(puzzle, variant)
    with Console(quiet) as console:
        planned = None
        if loaded.is_plan:
            from accord.planners.search import plan

            planned = plan(loaded, time_limit=time_limit, cancel=console.cancel)
            if planned.plan is None:
                console.say(f"there is nothing to film: {planned.words}")
                raise click.exceptions.Exit(Code.OPEN)
        told = trace.of(loaded, what, root=root, planned=planned, stop=console.cancel.is_set)
        drawn = frames(told, cut, patterns=patterns, solid=solid)
        for done in write(drawn, output, size, 1 / speed, pause):
            console.show(f"{done:,} of {len(drawn):,} frames", done / len(drawn))
            if console.cancel.is_set():
                raise click.exceptions.Exit(Code.CANCELLED)
        console.clear()
        end = drawn[-1].event
        numbers = f"{len(drawn):,} frames, {drawn[0].number:,} to {drawn[-1].number:,}"
        console.say(f"{output}: {numbers}; {told.tracer}: {told.why}")
        if end.nodes:
            found = f"{end.dead_ends:,} dead ends, {end.solutions:,} solutions"
            console.say(f"at the end: {end.nodes:,} nodes, {found}")
