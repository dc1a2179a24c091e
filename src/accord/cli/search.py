"""`accord count`, `solve` and `sample` for one puzzle: solutions go to stdout, statistics to stderr."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from accord import exits
from accord.arguments import ABOUT, values
from accord.arguments.commands import CountCommand, SolveCommand
from accord.arguments.puzzle import PopulationArguments, SampleCommand
from accord.cli.console import Console
from accord.cli.help import Command
from accord.cli.options import (
    option,
    options_of,
    puzzle_argument,
    query_of_options,
    run_options,
    variant_option,
)
from accord.cli.output import board, json
from accord.cli.output_options import OutputOptions, Sharded, output_options
from accord.cli.streams import put
from accord.errors import number_of

if TYPE_CHECKING:
    from accord.cli.many import Report
    from accord.many.merge import Merged
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.limits import Limits
    from accord.runner.outcome import Outcome, Solution
    from accord.runner.query import RunQuery
    from accord.runner.run import Run
    from accord.tasks import Task


@click.command(cls=Sharded, report="accord.cli.search:count_report", claim="accord.batch:claim_of_count")
@puzzle_argument
@option("checkpoint")
@output_options("part")
@run_options(CountCommand)
def count(
    puzzle: str,
    variant: str | None,
    parts: int | None,
    out: OutputOptions,
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

    A file with many puzzles is counted puzzle by puzzle; limits hold for each puzzle.
    """
    from accord.cli import parts as shared
    from accord.cli.batch import count_many
    from accord.cli.verdict import say_why_none
    from accord.many.source import Source
    from accord.runner.query import ask

    query = ask("count", asked)  # before any puzzle is read
    limits = query.limits()
    shared.refuse(out, parts, query)
    console = Console(quiet)
    with limits.guard("the puzzle was read"):
        source = Source(puzzle)
    if not source.one:
        if variant is not None:
            raise click.UsageError("--variant is for a model file; the puzzles of a file of many have none")
        if parts is not None:
            raise click.UsageError("--parts is for one puzzle; of a file of many, each is a part")
        count_many(source, query, console, out, as_json=as_json)
    if out.shared:
        with limits.guard("the puzzle was read"):
            loaded = source.load(variant)
        with console:
            outcome = shared.count(loaded, query, parts, out, console)
    else:
        loaded, run = _run(partial(source.load, variant), query, console)
        with console:
            for step in run:
                console.progress(step)
        outcome = run.outcome
    known = None if outcome.symmetries else shared.stated_count(loaded, distinct=outcome.distinct)
    code = shared.tell(outcome, known, console, as_json=as_json)
    if not as_json:
        say_why_none(loaded, puzzle, outcome, console)
    raise click.exceptions.Exit(code)


def count_report(console: Console, *, as_json: bool, merged: Merged) -> Report[Any]:
    """Return what prints shards of a count: its parts, or the puzzles of a file."""
    from accord.cli.batch import CountReport
    from accord.cli.parts import PartsReport

    report = PartsReport if "layout" in merged.heading.terms else CountReport
    return report(console, as_json=as_json, merged=merged)


@click.command(cls=Sharded, report="accord.cli.batch:SolveReport", claim="accord.batch:claim")
@puzzle_argument
@option("limit", "Print up to N solutions.")
@option("start")
@output_options("puzzle")
@run_options(SolveCommand)
def solve(puzzle: str, variant: str | None, out: OutputOptions, quiet: bool, **given: Any) -> None:
    """Print a solution of a puzzle, or several, or all.

    \b
    accord solve pentomino-6x10 -n 3
    accord solve meteor --style contest
    accord solve pentomino-3x20 --all --distinct --style line
    accord solve aquariums.txt --jsonl --workers 2
    accord solve aquariums.txt --shard 1/8 -o 1.jsonl --resume

    For a file with many puzzles, Accord prints a verdict on each: unique, several, impossible or undecided.
    """
    from msgspec import structs

    from accord.cli.batch import solve_many
    from accord.cli.parts import stated_count
    from accord.cli.verdict import print_verdict, say_why_none
    from accord.many.source import Source
    from accord.puzzles.loader import read
    from accord.runner.query import ask
    from accord.runner.start import read_start

    if given["start"] is not None:
        given["start"] = read_start(given["start"])
    own = {name: value for name, value in given.items() if name not in ABOUT or name == "limit"}
    asked = query_of_options(SolveCommand, own)
    contest = asked.style == "contest"
    if contest and asked.filter_given(("limit", "best", "unique")):
        raise click.UsageError("the contest's report needs all solutions; leave -n and the like out")
    task: Task = "best" if asked.best else "unique" if asked.unique else "first"
    if asked.everything or asked.limit is not None or contest:
        task = "all"
    query = ask(task, {name: value for name, value in given.items() if name in ABOUT})
    limits = query.limits()
    with limits.guard("the puzzle was read"):
        source = Source(puzzle, find=read)
    if not source.one:
        if task == "all" or asked.best or asked.as_json or variant:
            raise click.UsageError(
                "a file of many puzzles is solved one by one, each counted to two; name one as FILE:NAME"
            )
        solve_many(source, query, Console(quiet, streams=True), out, jsonl=asked.jsonl, style=asked.style)
    out.refuse_one("a file of puzzles")
    # until the search has ended, to print what it found
    waits = contest or asked.as_json or (task != "all" and not asked.jsonl)
    console = Console(quiet, streams=not waits)
    loaded, run = _run(partial(source.load, variant), query, console)
    write = writer(loaded, asked.style)
    if query.order is not None and asked.style == "board":
        write = with_tried(write)
    write = within(limits, write)
    found: list[Solution] = []
    number = 0
    with console:
        for step in run:
            console.progress(step)
            for row in step.solutions:
                number += 1
                solution = run.solution(row, number)
                if waits:
                    found += [solution] if task == "all" else []
                elif asked.jsonl:
                    put(json(solution))
                else:
                    put(write(solution))
    outcome = run.outcome
    found = found if task == "all" else list(outcome.solutions)
    if asked.as_json or asked.jsonl:
        put(structs.replace(outcome, solutions=tuple(found)).json() if asked.as_json else outcome.json())
    elif contest:
        put(_contest(loaded, outcome, found))
    elif asked.unique:
        print_verdict(loaded, outcome, found, write, asked.style)
    elif task != "all" and found:
        put(write(found[-1]))
    if not (asked.as_json or asked.jsonl):
        console.statistics(outcome)
        say_why_none(loaded, puzzle, outcome, console, always=asked.unique)
    held = (
        outcome.counts_all and not outcome.symmetries
    )  # against the file's count, which is up to declared ones
    code = console.code(outcome, stated_count(loaded, distinct=outcome.distinct) if held else None)
    raise click.exceptions.Exit(exits.of_verdict(outcome.answer) if asked.unique and not code else code)


def _run(parse: Callable[[], Puzzle], query: RunQuery, console: Console) -> tuple[Puzzle, Run]:
    """A puzzle, and its run, which the console tells of; the limits hold while it is parsed."""
    from accord.runner.presolve import PresolvedRun

    run = PresolvedRun(parse, query, cancel=console.cancel)
    console.announce(run)
    return parse(), run


def writer(puzzle: Puzzle, style: str) -> Callable[[Solution], str]:
    """How a solution is printed: as one line, or as a board with an empty line after it."""
    from accord.render.text import line

    if style == "line":
        return lambda solution: line(puzzle.picture(solution.options))
    return lambda solution: board(puzzle.picture(solution.options)) + "\n"


def within(limits: Limits, write: Callable[[Solution], str]) -> Callable[[Solution], str]:
    """How a solution is printed, within limits."""
    if limits.deadline is None and limits.memory is None:
        return write
    return lambda solution: limits.to_show().guard("the solution was drawn").do(write, solution)


def with_tried(write: Callable[[Solution], str]) -> Callable[[Solution], str]:
    """How a solution is printed, with how many pieces were tried until then, those of the root left out."""

    def write_with_tried(solution: Solution) -> str:
        tried = solution.effort["nodes"] - solution.effort["roots"]
        return f"{write(solution).rstrip()}\nsolution {solution.number:,}, {tried:,} tried\n"

    return write_with_tried


def _contest(puzzle: Puzzle, outcome: Outcome, solutions: list[Solution]) -> str:
    from accord.render.text import contest

    if not outcome.exact:
        return f"at least {outcome.count} solutions found; a report needs them all"
    return contest([puzzle.picture(solution.options) for solution in solutions])


@click.command(cls=Command)
@puzzle_argument
@variant_option
@options_of(SampleCommand)
@click.option("--quiet", "-q", is_flag=True, help="Print no statistics.")
def sample(puzzle: str, variant: str | None, quiet: bool, **asked: Any) -> None:
    """Print random solutions of a puzzle, all equally likely.

    \b
    accord sample pentomino-6x10 -n 5 --seed 1
    accord sample dominoes-12x10 --nth 65743732590821
    accord sample pentomino-6x10 --frequencies
    """
    from accord.puzzles.loader import reader
    from accord.runner.limits import Limits
    from accord.runner.sample import Population

    query = query_of_options(SampleCommand, asked)
    limits = Limits.of(query)
    read = reader(puzzle, variant)
    with Console(quiet) as console:
        population = Population(read, **values(query, PopulationArguments) | console.watch)
        loaded = read()
        console.clear()
        console.say(f"{number_of(population.total, 'solutions')}; {population.how}")
        if query.frequencies:
            counts = population.frequencies()
            console.clear()
            for option, count in enumerate(counts):
                name = loaded.model.option_name(option)
                record = {"option": name, "solutions": count}
                put(json(record) if query.jsonl else f"{count}\t{name}")
            return
        write = within(limits, writer(loaded, query.style))
        draws = population.draw(query.number, query.seed)
        for solution in draws if query.nth is None else [population.nth(query.nth)]:
            console.clear()
            put(json(solution) if query.jsonl else write(solution))
