"""`accord check`: check the solutions that a file of puzzles states, or a certificate of a count."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from accord.arguments.proof import CheckCommand
from accord.cli.console import Console
from accord.cli.many import Report
from accord.cli.options import complete_puzzles, options_of, query_of_options, variant_option
from accord.cli.output_options import OutputOptions, Sharded, output_options
from accord.exits import Code

if TYPE_CHECKING:
    from accord.batch import Line

MOST_CELLS = 12  # that are named one by one
OF_COUNTS = ("puzzle", "node_limit")  # arguments of certificates
LIMITS = ("time_limit", "memory_limit")
OF_SOLUTIONS = ("backend", "engine", "workers")


@click.command(cls=Sharded, report="accord.cli.check:CheckReport", claim="accord.batch:claim")
@click.argument("puzzles", nargs=-1, required=True, metavar="FILE...", shell_complete=complete_puzzles)
@variant_option
@options_of(CheckCommand, puzzle={"shell_complete": complete_puzzles})
@click.option("--jsonl", is_flag=True, help="Print a JSON object for each puzzle or certificate.")
@output_options("puzzle")
@click.option("--quiet", "-q", is_flag=True, help="Print no statistics.")
def check(
    puzzles: tuple[str, ...], variant: str | None, jsonl: bool, out: OutputOptions, quiet: bool, **asked: Any
) -> None:
    """Check the solutions that files of puzzles state, or the certificate of a count.

    \b
    accord check nonograms.txt
    accord check nonograms.txt thermometers.txt --jsonl --time-limit 10
    accord check 2339.count --puzzle pentomino-6x10

    The verdict on a stated solution is right (the only solution), several (a solution, but not the only one)
    or wrong (not a solution). The verdict on a certificate from `accord certify` is proved, if its count is
    correct; with --puzzle, Accord also checks that it is about this puzzle.
    Exit code 1: a verdict is wrong, several or not proved; 3: a file cannot be read, or states no solution;
    5: undecided.
    """
    from accord.batch import groups, question
    from accord.certify.count.checked import is_certificate
    from accord.runner.query import ask

    query = query_of_options(CheckCommand, asked)
    of_counts: dict[str, Any] = query.subset(OF_COUNTS) | {"variant": variant}
    if certificate := next((name for name in puzzles if is_certificate(name)), None):
        from accord.cli.certify import check_count

        if len(puzzles) > 1:
            raise click.UsageError(f"{certificate} is a certificate; expected no other file beside it")
        others: dict[str, object] = query.subset(query.filter_given(OF_SOLUTIONS))
        others |= {"output": out.output, "cluster": out.query.cluster}
        _refuse(others, "is for stated solutions, not for a certificate")
        with Console(quiet) as listening:
            check_count(certificate, jsonl, listening, **query.subset(LIMITS), **of_counts)
    _refuse(of_counts, f"is for certificates of counts; {puzzles[0]} is none")
    from accord.many.batch import in_order
    from accord.many.source import Source
    from accord.puzzles.loader import read

    run = ask("unique", query.subset(("backend", "engine", *LIMITS)))
    console = Console(quiet, streams=True)
    report = CheckReport(console, as_json=jsonl, prints=out.output is None)
    source = Source(*puzzles, find=read)
    if source.one:
        out.refuse_one("several, or a file of puzzles")
    answers = in_order(partial(groups, query=run, cancel=console.cancel, check=True))
    with console:
        report.leave(source, question("check", query), answers, out, query.workers or 1)


def _refuse(given: Mapping[str, object], why: str) -> None:
    """Raise UsageError for the first of these that is given."""
    for name, value in given.items():
        if value is not None:
            raise click.UsageError(f"--{name.replace('_', '-')} {why}")


class CheckReport(Report["Line"]):
    """Verdicts on stated solutions."""

    command = "check"
    kind = "accord.batch:Line"

    def word(self, line: Line) -> tuple[str, Code]:
        """The verdict, and the exit code."""
        bad = line.verdict in ("wrong", "several")
        code = Code.FAILED if bad else line.code(line.verdict == "right")
        return "faulty" if line.fault else line.verdict, code

    def text(self, line: Line) -> str:
        """The verdict on a stated solution, in words."""
        return _in_words(line)


def _in_words(line: Line) -> str:
    """The verdict on a stated solution, in words."""
    if line.fault:
        return line.fault
    said = f"{line.puzzle}: {line.verdict}"
    match line.verdict:
        case "undecided":
            return f"{said}, {line.reason}" if line.reason else said
        case "several":
            return f"{said}; another solution differs in {_cells(line.differs or line.cells)}"
        case "wrong" if not line.solution:
            return (
                f"{said}; {'there is no solution' if line.answer == 'impossible' else 'it breaks the rules'}"
            )
        case "wrong":
            which = "the only solution" if line.answer == "unique" else "a solution"
            return f"{said}; {which} differs in {_cells(line.differs) or 'its size'}"
    return said


def _cells(cells: tuple[str, ...]) -> str:
    """The first cells, and how many more there are."""
    rest = len(cells) - MOST_CELLS
    return ", ".join(cells[:MOST_CELLS]) + (f" and {rest} more" if rest > 0 else "")
