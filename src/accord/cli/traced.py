"""What `watch` and `film` share: which search, steps or plan they show, and from where to where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from accord.cli.options import Command, integer, option

if TYPE_CHECKING:
    from accord.cli.console import Console
    from accord.planners.planned import Planned
    from accord.puzzles.puzzle import Puzzle
    from accord.trace import Event, Trace, What

LOOKING = 300  # seconds for a plan


def trace_options(command: Command) -> Command:
    """Add what can be asked of a trace; `traced` takes it."""
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


def traced(
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
    """The trace that was asked for, and the events to show. Leaves the command where there is no plan."""
    from accord.trace import frames, of

    if deductions and bounds:
        raise click.UsageError("--bounds shows deductions too; leave --deductions out")
    if (deductions or bounds) and (root is not None or limit is not None):
        raise click.UsageError("--root and --limit are for searches; leave them out")
    stop = console.cancel.is_set
    what: What | None = "bounds" if bounds else "deductions" if deductions else None
    planned = _planned(puzzle, console, time_limit) if puzzle.is_plan and what is None else None
    trace = of(puzzle, what, root=root, limit=limit, stop=stop, planned=planned, **more)
    console.say(f"{trace.tracer}: {trace.why}")
    return trace, _until_stopped(frames(trace, first=first, last=last, every=every, stop=stop), stop)


def _planned(puzzle: Puzzle, console: Console, time_limit: float | None) -> Planned:
    """A plan of the puzzle; leaves the command if there is none."""
    from accord.planners.search import Search

    with Search(puzzle, time_limit=time_limit, cancel=console.cancel) as search:
        planned = search.run()
    if planned.operators is None:
        console.say(planned.words)
        raise click.exceptions.Exit(planned.code(planned.answer != "gave-up"))
    return planned


def _until_stopped(events: Iterator[Event], stop: Callable[[], bool]) -> Iterator[Event]:
    """The events, until Ctrl-C ends whoever makes them in the midst of one."""
    from accord.errors import StoppedError

    try:
        yield from events
    except StoppedError:
        if not stop():
            raise
