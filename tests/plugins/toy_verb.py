"""A verb of forty lines, `accord size`: how many options a puzzle has.

It says what is asked, what answers, and how a result is printed. Files of many, ranges, workers, clusters,
files of results, shards, merging and JSON are Accord's.
"""

from dataclasses import dataclass
from functools import partial

import click

from accord.arguments import Query, argument
from accord.cli.console import Console
from accord.cli.many import Report
from accord.cli.options import options_of, query_of_options
from accord.cli.output_options import Sharded, output_options
from accord.errors import InputError
from accord.many.batch import each
from accord.many.source import Source, load_named
from accord.many.units import Question
from accord.runner.result import Result


@dataclass(frozen=True, kw_only=True)
class SizeQuery(Query):
    """What may be asked."""

    items: bool = argument(False, "Items, and not options.", question=True)
    workers: int = argument(1, "In N processes.", "N", least=1)


class Size(Result, frozen=True, kw_only=True, omit_defaults=True):
    """How large a puzzle is."""

    size: int = 0


def size_of(query, named, cancel):
    """The size of one puzzle."""
    try:
        model = load_named(named).model
    except InputError as error:
        return Size(puzzle=named[0], status="failed", fault=str(error))
    return Size(puzzle=named[0], status="complete", size=model.items if query.items else model.options)


class SizeReport(Report):
    """How sizes are printed."""

    command = "size"
    kind = "toy_verb:Size"

    def word(self, result):
        """Whether it has one, and the exit code."""
        return "faulty" if result.fault else "measured", result.code()

    def text(self, result):
        """A line a puzzle."""
        return result.fault or f"{result.puzzle}: {result.size}"


@click.command(cls=Sharded, report="toy_verb:SizeReport")
@click.argument("puzzle")
@options_of(SizeQuery)
@output_options("puzzle")
@click.option("--json", "as_json", is_flag=True)
def size(puzzle, out, as_json, **asked):
    """Say how large puzzles are."""
    query, console = query_of_options(SizeQuery, asked), Console(quiet=False)
    report = SizeReport(console, as_json=as_json, prints=out.output is None)
    answers = each(partial(size_of, query), console.cancel)
    with console:
        report.leave(Source(puzzle), Question(query.terms), answers, out, query.workers)
