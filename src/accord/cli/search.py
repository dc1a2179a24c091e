"""`accord count` and `accord solve`: one run each. Solutions go to stdout, statistics to stderr."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import click

from accord.cli.kept import Kept, Sharded, keeping
from accord.cli.options import Choice, integer, option, puzzle_argument, run_options
from accord.cli.output import json
from accord.cli.streams import put

if TYPE_CHECKING:
    from accord.cli.console import Console
    from accord.exits import Code
    from accord.many.merge import Merged
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.outcome import Outcome, Solution
    from accord.runner.query import RunQuery
    from accord.runner.run import Run
    from accord.tasks import Task


@click.command(cls=Sharded, whole="accord.cli.search:whole_count", claim="accord.batch:claim_of_count")
@puzzle_argument
@option("checkpoint")
@click.option("--parts", type=integer(1), metavar="N", help="If it is shared: cut into N. Default: 64.")
@keeping("part")
@run_options
def count(
    puzzle: str,
    variant: str | None,
    parts: int | None,
    kept: Kept,
    as_json: bool,
    quiet: bool,
    **asked: Any,
) -> None:
    """Count the solutions of a puzzle.

    \b
    accord count pentomino-6x10 --distinct
    accord count pentomino-4x15 --variant hoyt --backend sat
    accord count queens:8 --distinct --method burnside
    accord count one-sided-6x15 --workers 4 --checkpoint 6x15.accord
    accord count one-sided-6x15 --shard 1/8 -o 1.jsonl
    accord count one-sided-6x15 --cluster tcp://host:8786 -o parts.jsonl --resume

    Of a file with many puzzles, each is counted, with limits of its own.
    """
    from accord.cli import parts as shared
    from accord.cli.batch import count_many
    from accord.cli.console import Console
    from accord.many.source import Source
    from accord.runner.query import ask

    query = ask("count", asked)  # before any puzzle is read
    limits = query.limits()
    shared.refuse(kept, parts, query)
    console = Console(quiet)
    with limits.guard("the puzzle was read"):
        source = Source(puzzle)
    if not source.one:
        if variant is not None:
            raise click.UsageError("--variant is for a model file; the puzzles of a file of many have none")
        if parts is not None:
            raise click.UsageError("--parts is for one puzzle; of a file of many, each is a part")
        count_many(source, query, console, kept, as_json=as_json)
    if kept.shared:
        with limits.guard("the puzzle was read"):
            loaded = source.load(variant)
        with console:
            outcome = shared.count(loaded, query, parts, kept, console)
    else:
        loaded, run = _run(partial(source.load, variant), query, console)
        with console:
            for step in run:
                console.progress(step)
        outcome = run.outcome
    known = None if outcome.symmetries else shared.stated(loaded, distinct=outcome.distinct)
    raise click.exceptions.Exit(shared.tell(outcome, known, console, as_json=as_json))


def whole_count(merged: Merged, console: Console, as_json: bool) -> Code:
    """What shards of a count come to: its parts, or the puzzles of a file."""
    from accord.cli.batch import whole_counts
    from accord.cli.parts import whole

    return (whole if "layout" in merged.heading.terms else whole_counts)(merged, console, as_json)


@click.command(cls=Sharded, whole="accord.cli.batch:whole", claim="accord.batch:claim")
@puzzle_argument
@click.option("--all", "everything", is_flag=True, help="Print every solution.")
@option("limit", "Print up to N solutions.")
@click.option("--best", is_flag=True, help="Print a solution of the best value, if values are declared.")
@click.option("--unique", is_flag=True, help="Is there exactly one? Print up to two, and where they differ.")
@click.option(
    "--style",
    type=Choice("style", ["board", "line", "contest"]),
    default="board",
    show_default=True,
    help="Boards, one line a solution, or the Meteor contest's report.",
)
@click.option("--jsonl", is_flag=True, help="One JSON object a solution as it is found, then the outcome.")
@keeping("puzzle")
@run_options
def solve(
    puzzle: str,
    variant: str | None,
    everything: bool,
    limit: int | None,
    best: bool,
    unique: bool,
    style: Literal["board", "line", "contest"],
    jsonl: bool,
    kept: Kept,
    as_json: bool,
    quiet: bool,
    **asked: Any,
) -> None:
    """Print a solution of a puzzle, or several, or all.

    \b
    accord solve pentomino-6x10 --limit 3
    accord solve meteor --style contest
    accord solve pentomino-3x20 --all --distinct --style line
    accord solve aquariums.txt --jsonl --workers 2
    accord solve aquariums.txt --shard 1/8 -o 1.jsonl --resume

    Of a file with many puzzles, each is counted to two: unique, several, impossible or undecided.
    """
    from msgspec import structs

    from accord.cli.batch import solve_many
    from accord.cli.console import Console
    from accord.cli.parts import stated
    from accord.many.source import Source
    from accord.puzzles.loader import read
    from accord.runner.query import ask

    if sum((everything, limit is not None, best, unique)) > 1:
        raise click.UsageError("--all, --limit, --best and --unique exclude each other")
    if as_json and jsonl:
        raise click.UsageError("--json and --jsonl exclude each other")
    contest = style == "contest"
    if contest and (limit is not None or best or unique):
        raise click.UsageError("the contest's report needs all solutions; leave --limit and the like out")
    task: Task = "best" if best else "unique" if unique else "first"
    if everything or limit is not None or contest:
        task = "all"
    query = ask(task, {**asked, "limit": limit})
    with query.limits().guard("the puzzle was read"):
        source = Source(puzzle, find=read)
    if not source.one:
        if everything or limit is not None or best or contest or as_json or variant:
            raise click.UsageError(
                "a file of many puzzles is solved one by one, each counted to two; name one as FILE:NAME"
            )
        solve_many(source, query, Console(quiet, streams=True), kept, jsonl=jsonl, style=style)
    kept.refuse_one("a file of puzzles")
    waits = contest or as_json or (best and not jsonl)  # until the search has ended, to print what it found
    console = Console(quiet, streams=not waits)
    loaded, run = _run(partial(source.load, variant), query, console)
    write = writer(loaded, style)
    found: list[Solution] = []
    number = 0
    with console:
        for step in run:
            console.progress(step)
            for row in step.solutions:
                number += 1
                solution = run.solution(row, number)
                if waits:
                    if best:
                        found.clear()
                    found.append(solution)
                elif jsonl:
                    put(json(solution))
                else:
                    put(write(solution))
    outcome = run.outcome
    if as_json or jsonl:
        put(structs.replace(outcome, solutions=tuple(found)).json() if as_json else outcome.json())
    elif contest:
        put(_contest(loaded, outcome, found))
    elif best and found:
        put(write(found[-1]))
    if not (as_json or jsonl):
        console.statistics(outcome)
    held = outcome.exact and not outcome.symmetries  # against the file's count, which is up to declared ones
    console.leave(outcome, stated(loaded, distinct=outcome.distinct) if held else None)


def _run(parse: Callable[[], Puzzle], query: RunQuery, console: Console) -> tuple[Puzzle, Run]:
    """A puzzle, and its run, which the console tells of; the limits hold while it is parsed."""
    from accord.runner.argued import Argued

    run = Argued(parse, query, cancel=console.cancel)
    console.chosen(run)
    return parse(), run


def writer(puzzle: Puzzle, style: str) -> Callable[[Solution], str]:
    """How a solution is printed: as one line, or as a board with an empty line after it."""
    from accord.cli.output import board
    from accord.render.text import line

    if style == "line":
        return lambda solution: line(puzzle.picture(solution.options))
    return lambda solution: board(puzzle.picture(solution.options)) + "\n"


def _contest(puzzle: Puzzle, outcome: Outcome, solutions: list[Solution]) -> str:
    from accord.render.contest import contest

    if not outcome.exact:
        return f"at least {outcome.count} solutions found; a report needs them all"
    return contest([puzzle.picture(solution.options) for solution in solutions])
