"""`accord count` and `accord solve`: one run each. Solutions go to stdout, statistics to stderr."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import click

from accord.cli.options import Choice, cluster_option, option, puzzle_argument, run_options
from accord.cli.output import json

if TYPE_CHECKING:
    from accord.cli.console import Console
    from accord.exits import Code
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.outcome import Outcome, Solution
    from accord.runner.run import Run
    from accord.tasks import Task


@click.command()
@puzzle_argument
@option("checkpoint")
@run_options
def count(puzzle: str, variant: str | None, as_json: bool, quiet: bool, **asked: Any) -> None:
    """Count the solutions of a puzzle.

    \b
    accord count pentomino-6x10 --distinct
    accord count pentomino-4x15 --variant hoyt --backend sat
    accord count queens:8 --distinct --method burnside
    accord count one-sided-6x15 --workers 4 --checkpoint 6x15.accord

    Of a file with many puzzles, each is counted, with limits of its own.
    """
    from accord.cli.console import Console
    from accord.cli.many import each_of
    from accord.runner.asked import ask
    from accord.runner.run import Run

    ask("count", asked)  # before any puzzle is read
    console = Console(quiet)

    def tell(loaded: Puzzle, name: str) -> Code:
        if name and asked["checkpoint"]:
            raise click.UsageError("--checkpoint is for one puzzle; name one of the file as FILE:NAME")
        run = Run(loaded, "count", **asked, cancel=console.cancel)
        console.chosen(run)
        with console:
            for step in run:
                console.progress(step)
        outcome = run.outcome
        if as_json:
            click.echo(outcome.json())
        else:
            number = str(outcome.count) if outcome.exact else outcome.words
            click.echo(f"{name}: {number}" if name else number)
            console.statistics(outcome)
        return console.code(outcome, _expected(loaded, outcome))

    each_of(puzzle, variant, console, tell)


@click.command()
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
@cluster_option
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
    cluster: str | None,
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

    Of a file with many puzzles, each is counted to two: unique, several, impossible or undecided.
    """
    from msgspec import structs

    from accord.cli.batch import solve_many
    from accord.cli.console import Console
    from accord.puzzles.collection import collection
    from accord.runner.asked import ask

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
    asked["limit"] = limit
    ask(task, asked)
    puzzles = collection(puzzle)
    if puzzles is not None:
        if everything or limit is not None or best or contest or as_json or variant:
            raise click.UsageError(
                "a file of many puzzles is solved one by one, each counted to two; name one as FILE:NAME"
            )
        console = Console(quiet, streams=True)
        solve_many(puzzles, asked, console, cluster=cluster, jsonl=jsonl, style=style)
    if cluster is not None:
        raise click.UsageError("--cluster is for many puzzles: a file of them")
    waits = contest or as_json or (best and not jsonl)  # until the search has ended, to print what it found
    console = Console(quiet, streams=not waits)
    loaded, run = _run(puzzle, variant, task, asked, console)
    write = writer(loaded, style)
    kept: list[Solution] = []
    number = 0
    with console:
        for step in run:
            console.progress(step)
            for row in step.solutions:
                number += 1
                solution = run.solution(row, number)
                if waits:
                    if best:
                        kept.clear()
                    kept.append(solution)
                elif jsonl:
                    click.echo(json(solution))
                else:
                    click.echo(write(solution))
    outcome = run.outcome
    if as_json or jsonl:
        click.echo(structs.replace(outcome, solutions=tuple(kept)).json() if as_json else outcome.json())
    elif contest:
        click.echo(_contest(loaded, outcome, kept))
    elif best and kept:
        click.echo(write(kept[-1]))
    if not (as_json or jsonl):
        console.statistics(outcome)
    console.leave(outcome, _expected(loaded, outcome))


def _run(
    puzzle: str, variant: str | None, task: Task, asked: dict[str, Any], console: Console
) -> tuple[Puzzle, Run]:
    from accord.puzzles.library import load
    from accord.runner.asked import ask
    from accord.runner.run import Run

    ask(task, asked)  # before any puzzle is read
    loaded = load(puzzle, variant)
    run = Run(loaded, task, **asked, cancel=console.cancel)
    console.chosen(run)
    return loaded, run


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


def _expected(puzzle: Puzzle, outcome: Outcome) -> int | None:
    """What the model file says the count is, if this run can be held against it."""
    declared = puzzle.counts.get("distinct" if outcome.distinct else "all")
    return declared.count if declared and outcome.exact else None
