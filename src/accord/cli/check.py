"""`accord check`: check the solutions that a file of puzzles states, or a certificate of a count."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import click

from accord.arguments.proof import CertifyArguments, CheckCommand
from accord.cli.console import Console
from accord.cli.help import Command
from accord.cli.many import Report
from accord.cli.options import (
    complete_puzzles,
    json_option,
    options_of,
    puzzle_argument,
    query_of_options,
    variant_option,
)
from accord.cli.output import check_output, json
from accord.cli.output_options import OutputOptions, Sharded, output_options
from accord.cli.streams import put
from accord.exits import Code

if TYPE_CHECKING:
    from accord.batch import Line
    from accord.certify.count import Verdict

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


@click.command(cls=Command)
@puzzle_argument
@variant_option
@options_of(CertifyArguments)
@click.option(
    "--output",
    "-o",
    required=True,
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write the certificate to FILE.",
)
@json_option
@click.option("--quiet", "-q", is_flag=True, help="Print no statistics and no progress.")
def certify(
    puzzle: str,
    variant: str | None,
    output: str,
    as_json: bool,
    quiet: bool,
    **asked: Any,
) -> None:
    """Count the solutions of a puzzle, and write a file that proves the count.

    \b
    accord certify pentomino-6x10 --distinct -o 2339.count
    accord check 2339.count --puzzle pentomino-6x10

    The file contains the items and options of the puzzle, and the decisions of a search. `accord check`
    derives the count from them again, and so does compare/check_count.py, a checker in plain Python that you
    can read. Puzzles with colours or lazy items cannot be certified.
    Exit code 5: a limit ended the search, and no file was written.
    """
    from accord.certify.count import write
    from accord.puzzles.loader import reader

    check_output(output, puzzle)
    with Console(quiet) as console:
        written = write(
            reader(puzzle, variant),
            output,
            puzzle=puzzle if variant is None else f"{puzzle} --variant {variant}",
            **asked,
            **console.watch,
        )
        console.clear()
        if as_json:
            put(json({"puzzle": puzzle, "variant": variant or "", "file": output, **written.facts()}))
        else:
            put(written.count)
        console.say(
            f"{output}: a {written.kind} of {written.situations:,} decisions, {written.bytes:,} bytes, "
            f"{written.compressed:,} compressed; up to {written.memory:,} bytes of memory, "
            f"{written.seconds:.3f} s"
        )


def check_count(
    file: str, as_json: bool, console: Console, *, puzzle: str | None, variant: str | None, **limits: Any
) -> NoReturn:
    """Follow a certificate, print the verdict, and exit: 0 if it holds, else 1. Raises what `check` does."""
    from accord.certify.count import check
    from accord.puzzles.loader import load
    from accord.puzzles.puzzle import without_deductions

    model = None if puzzle is None else without_deductions(load(puzzle, variant))[1]
    verdict = check(file, model=model, **limits, **console.watch)
    console.clear()
    named = puzzle if variant is None else f"{puzzle} --variant {variant}"
    if as_json:
        put(json({"file": file, **verdict.facts()}))
    else:
        put(f"{file}: {_checked_in_words(verdict, named)}")
    if verdict.proved and not verdict.named:
        console.say(
            f"the file calls this {verdict.puzzle!r}; --puzzle NAME compares it with a puzzle of that name"
        )
    console.say(f"{verdict.kind}: {verdict.situations:,} decisions, {verdict.seconds:.3f} s")
    raise click.exceptions.Exit(Code.DONE if verdict.proved else Code.FAILED)


def _checked_in_words(verdict: Verdict, named: str | None) -> str:
    if not verdict.proved:
        return f"not proved: {verdict.reason}"
    what = f"{verdict.count:,} solution{'' if verdict.count == 1 else 's'}"
    if verdict.order > 1:
        what += f" up to {verdict.order} symmetries"
    return f"proved: {named or 'the puzzle in it'} has {what}"
