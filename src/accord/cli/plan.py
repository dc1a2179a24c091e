"""`accord plan`: find a plan (a list of moves) for a puzzle, or for every deal of a range."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from accord.arguments.plan import REPLAYS, PlanCommand, PlanRecords
from accord.cli.console import Console
from accord.cli.ink import Ink
from accord.cli.many import Report
from accord.cli.options import (
    complete_puzzles,
    in_flags,
    options_of,
    query_of_options,
    quiet_option,
    suits_option,
    variant_option,
)
from accord.cli.output_options import OutputOptions, Sharded, output_options
from accord.cli.streams import put
from accord.exits import Code
from accord.json import lines

if TYPE_CHECKING:
    from accord.many.batch import BatchRun
    from accord.many.source import Source
    from accord.planners.planned import Planned
    from accord.planners.search import Search
    from accord.puzzles.puzzle import Puzzle

TURN = 0.2  # seconds of a search between two looks at the progress line
WIDTH = 100
ALONE = 300  # seconds for one puzzle, where no limit is asked for


def _options(ctx: click.Context, param: click.Parameter, words: tuple[str, ...]) -> dict[str, str]:  # noqa: ARG001
    """Options of the planner: KEY=VALUE."""
    options = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise click.UsageError(f"--option {word}: expected KEY=VALUE, as in depth=100")
        options[key] = value
    return options


@click.command(cls=Sharded, report="accord.cli.plan:PlanReport", claim="accord.planners.many:claim")
@click.argument("puzzle", shell_complete=complete_puzzles)
@variant_option
@options_of(
    PlanCommand,
    backend={"show_default": False},
    options={"multiple": True, "callback": _options, "default": None},
    time_limit={
        "help": f"Stop after this time. Default: {ALONE} for one puzzle; inf: never.", "callback": None
    },
)  # fmt: skip
@suits_option
@output_options("puzzle")
@click.option("--json", "--jsonl", "as_json", is_flag=True, help="Print a JSON line for each puzzle.")
@quiet_option
def plan(
    puzzle: str,
    variant: str | None,
    suits: bool | None,
    out: OutputOptions,
    as_json: bool,
    quiet: bool,
    **asked: Any,
) -> None:
    """Find a plan, which is a sequence of moves; check it against the rules, and print it.

    \b
    accord plan freecell:1
    accord plan board.txt --mode optimal --replay
    accord plan freecell-11982 --mode impossible
    accord plan tiles-8 --backend sat
    accord plan board.txt --check moves.txt
    accord plan freecell:1-32000 --jsonl --workers 2 -o plans.jsonl --resume

    The answer is solved, shortest (proved), impossible (proved), or gave-up: nothing is known about the
    puzzle. PUZZLE is a plan problem of `accord list`, a model file, a board, a range of deals such as
    freecell:1-100, or a file with FAMILY:TEXT on each line.

    \b
    any         the usual mode of the puzzle
    fast        any plan, as soon as possible
    short       a plan with few moves, perhaps not the shortest
    optimal     a shortest plan, with proof
    impossible  a plan, or a proof that there is none
    moves       a search in depth, in the order of --move-order

    --check plays your moves, in any notation of --moves, and prints the first move that is not allowed, with
    the board before it. Exit code 1: a move is not allowed, or the moves do not reach the goal.
    """
    from accord.planners.many import puzzles_of

    if asked["check"] is not None:
        from accord.cli.played import check_moves

        _refuse_with_check()
        check_moves(puzzle, variant, asked["check"], asked["form"], suits, Console(quiet), as_json=as_json)
    query = _query(asked)
    if query.replay and as_json:
        raise click.UsageError(in_flags(REPLAYS, PlanCommand))
    source = puzzles_of(puzzle)
    seconds = ALONE if query.time_limit is None and source.one else query.time_limit
    query = replace(query, time_limit=None if seconds == inf else seconds)
    if source.one:
        out.refuse_one("a range of deals, or a file of puzzles")
        if query.workers > 1:
            raise click.UsageError("--workers is for many puzzles; a range of deals, or a file of puzzles")
        console = Console(quiet, streams=False)
        _one(partial(source.load, variant), query, console, as_json=as_json, suits=suits)
        return
    if variant is not None or query.replay:
        raise click.UsageError(f"--{'replay' if query.replay else 'variant'} is for one puzzle, not for many")
    _many(source, query, Console(quiet, streams=True), out, as_json=as_json)


def _refuse_with_check() -> None:
    """Raise UsageError for an option that speaks of a search, where moves are only played."""
    context = click.get_current_context()
    taken = ("puzzle", "variant", "check", "form", "suits", "as_json", "quiet")
    for parameter in context.command.params:
        name = str(parameter.name)
        if name not in taken and context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"--check plays moves and searches nothing; leave {parameter.opts[0]} out")


def _query(asked: dict[str, Any]) -> PlanCommand:
    """Return the query about each puzzle. Raises UsageError before any is read."""
    from accord.planners.table import check_names

    query = query_of_options(PlanCommand, asked)
    if query.move_order is not None:
        if query.mode not in ("any", "moves"):
            raise click.UsageError(f"--move-order is for the mode moves; found --mode {query.mode}")
        query = replace(query, mode="moves", options={**query.options, "move_order": query.move_order})
    check_names(query.mode, query.backend, query.engine, query.options)
    return query


def _one(
    parse: Callable[[], Puzzle],
    query: PlanCommand,
    console: Console,
    *,
    as_json: bool,
    suits: bool | None,
) -> None:
    """Plan one puzzle, tell of it, and leave with its exit code."""
    from accord.planners.many import search as search_of
    from accord.planners.replay import boards
    from accord.runner.limits import Limits

    with Limits.of(query, cancel=console.cancel).guard("the puzzle was read"):
        puzzle = parse()
    ink = Ink(puzzle.record, suits)
    with console, search_of(query, puzzle, cancel=console.cancel) as search:  # which says what is compiled
        begun = search.planned
        console.cancel.expect()  # the search asks between its slices
        engine = f"/{begun.engine}" if begun.engine else ""
        console.say(f"{begun.backend}{engine}, mode {begun.mode}")
        planned = run(search, query.time_limit, console)
    record = planned.write(puzzle, query.options, query.form, plans=query.plans)
    if as_json:
        put(record.json())
    elif query.replay:
        for text in ink.frames(boards(planned, puzzle, query.form)):
            put(f"{text}\n")
    else:
        _print(record, ink)
    if not as_json:
        _tell(record, console)
    raise click.exceptions.Exit(code_of(record))


def run(search: Search, seconds: float | None, console: Console) -> Planned:
    """Run a search so long, in turns where there is a progress line to be drawn between them."""
    if not console.shows:
        return search.run(time_limit=seconds, cancel=console.cancel)
    started = monotonic()
    while True:
        spent = monotonic() - started
        rest = None if seconds is None else max(seconds - spent, 1e-3)
        last = rest is not None and rest <= TURN
        planned = search.run(time_limit=rest if last else TURN, cancel=console.cancel)
        if planned.status != "time" or last:
            return planned
        console.show(_effort(planned.effort), None)


def _print(record: Planned, ink: Ink) -> None:
    """The plan on stdout: notation in lines of some length, else a line a move."""
    plan = record.plan or ()
    lines = textwrap.wrap(plan, WIDTH, break_on_hyphens=False) if isinstance(plan, str) else plan
    for line in lines:
        put(ink.move(line))


def _tell(record: Planned, console: Console) -> None:
    """Print the findings and the effort on stderr."""
    from accord.runner.result import seconds_in_words

    console.say(", ".join([_effort(record.effort), seconds_in_words(record.seconds, record.load)]))
    if record.no_at is not None:
        met = "" if record.yes_at is None else f"; yes at {record.yes_at:,}"
        console.say(f"no plan of up to {record.no_at:,} moves{met}")
    if record.answer in ("solved", "shortest") and record.status != "complete":
        console.say(f"partial: {record.reason}")
    console.say(record.words)


def _effort(effort: dict[str, int]) -> str:
    return ", ".join(f"{value:,} {name}" for name, value in effort.items() if name != "bytes_per_state")


def code_of(record: Planned) -> Code:
    """The exit code of what was found out about a puzzle."""
    unproved = record.answer == "solved" and record.mode == "optimal"
    return record.code(record.answer != "gave-up" and not unproved)


def _many(
    source: Source,
    query: PlanRecords,
    console: Console,
    out: OutputOptions,
    *,
    as_json: bool,
) -> None:
    """A record for each puzzle: to the file, to stdout, or both; leave with the code of the worst."""
    from accord.many.batch import in_order
    from accord.planners.many import question, records

    report = PlanReport(console, as_json=as_json, prints=out.output is None)
    answers = in_order(partial(records, query=query, cancel=console.cancel))
    with console:
        report.leave(source, question(query), answers, out, query.workers)


class PlanReport(Report["Planned"]):
    """Plans of many puzzles."""

    command = "plan"
    kind = "accord.planners.planned:Planned"

    def word(self, record: Planned) -> tuple[str, Code]:
        """The answer, and the exit code."""
        return "faulty" if record.fault else record.answer, code_of(record)

    def print(self, results: Sequence[Planned]) -> None:
        """Print the answers and their plans; lines of JSON at once, as there may be hundreds."""
        if self.as_json:
            put(lines(results), nl=False)
        elif self.prints:
            for record in results:
                _line(record)

    def show(self, run: BatchRun[Planned]) -> None:
        """Say which answers there are by now."""
        fraction = None if run.of is None else run.done / max(run.of, 1)
        self.console.show(f"{run.done:,} so far, {_effort(dict(self.words))}", fraction)


def _line(record: Planned) -> None:
    """A record for people: the answer, then the plan."""
    put(f"{record.puzzle}: {record.words}")
    plan = record.plan if isinstance(record.plan, str) else "; ".join(record.plan or ())
    if plan:
        put(f"  {plan}")
