"""`accord certify`: the count of a puzzle as a file that proves it."""

from __future__ import annotations

from typing import Any

import click

from accord.arguments.proof import CertifyArguments
from accord.cli.options import json_option, options_of, puzzle_argument, variant_option
from accord.cli.output import check, json
from accord.cli.streams import put


@click.command()
@puzzle_argument
@variant_option
@options_of(CertifyArguments)
@click.option(
    "--output", "-o", required=True, type=click.Path(dir_okay=False), metavar="FILE", help="Written."
)
@json_option
@click.option("--quiet", "-q", is_flag=True, help="No statistics and no progress.")
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

    The file has the puzzle's items and options, and what a search decided; whoever checks it works out all
    else again. compare/check_count.py does so in plain Python, to be read before it is trusted. Of puzzles
    with colours or lazy items there is no such file.
    Exit code 5: a limit came first, and no file is written.
    """
    from accord.certify.count import write
    from accord.cli.console import Console
    from accord.puzzles.loader import reader

    check(output, puzzle)
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
