"""`accord certify`: the count of a puzzle as a file that proves it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import click

from accord.arguments.proof import CertifyArguments
from accord.cli.console import Console
from accord.cli.help import Command
from accord.cli.options import json_option, options_of, puzzle_argument, variant_option
from accord.cli.output import check_output, json
from accord.cli.streams import put
from accord.exits import Code

if TYPE_CHECKING:
    from accord.certify.count import Verdict


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
        put(f"{file}: {_in_words(verdict, named)}")
    if verdict.proved and not verdict.named:
        console.say(
            f"the file calls this {verdict.puzzle!r}; --puzzle NAME compares it with a puzzle of that name"
        )
    console.say(f"{verdict.kind}: {verdict.situations:,} decisions, {verdict.seconds:.3f} s")
    raise click.exceptions.Exit(Code.DONE if verdict.proved else Code.FAILED)


def _in_words(verdict: Verdict, named: str | None) -> str:
    if not verdict.proved:
        return f"not proved: {verdict.reason}"
    what = f"{verdict.count:,} solution{'' if verdict.count == 1 else 's'}"
    if verdict.order > 1:
        what += f" up to {verdict.order} symmetries"
    return f"proved: {named or 'the puzzle in it'} has {what}"
