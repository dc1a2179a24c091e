"""`accord compare`: count the same puzzles by every backend and report disagreements first."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from accord.arguments import about, values
from accord.arguments.commands import CompareCommand, JobArguments
from accord.cli.console import Console
from accord.cli.help import Command
from accord.cli.options import complete_puzzles, options_of, query_of_options, variant_option
from accord.cli.output import WIDTH, json, wide
from accord.cli.streams import put
from accord.errors import UsageError


@click.command(cls=Command, limits_of_each=True)
@click.argument("puzzles", nargs=-1, shell_complete=complete_puzzles)
@variant_option
@options_of(CompareCommand)
@click.option("--quiet", "-q", is_flag=True, help="Print no progress.")
def compare(puzzles: tuple[str, ...], variant: str | None, quiet: bool, **given: Any) -> None:
    """Solve the same puzzles with every backend, and compare counts and sets of solutions.

    Without PUZZLES, the headline puzzles are compared. Each run is a process of its own. The worst row
    decides the exit code. For plan problems, Accord compares the shortest plans, or the proofs that there
    is no plan; an engine that can only exclude short plans reports "no plan up to N".

    \b
    accord compare
    accord compare pentomino-5x12 soma --distinct --time-limit 60
    accord compare queens-8 --backend native/sums --backend sat/glucose4
    accord compare ruler.toml --best --repeat 5 --seeds 1,2 --csv runs.csv
    accord compare --resume --report compare.html
    """
    from accord.cli import output as files
    from accord_compare.compare import report
    from accord_compare.harness import jobs_for, perform_all
    from accord_compare.ledger import Ledger, default_path
    from accord_compare.row import exit_code

    query = query_of_options(CompareCommand, given)
    asked = {**values(query, JobArguments), "variant": variant}
    default = click.get_current_context().get_parameter_source("time_limit") is ParameterSource.DEFAULT
    others = query.filter_given(name for name in about(JobArguments) if name != "time_limit")
    if query.resume and (puzzles or not default or variant or others):
        raise UsageError("--resume takes up the last comparison as it was; leave puzzles and limits out")
    if not puzzles and (variant or query.distinct or query.best):
        raise UsageError("--variant, --distinct and --best speak of a puzzle; name one")
    ledger, page = Path(query.ledger or default_path()), query.page
    if page is not None:
        from accord_compare import page as pages

        pages.check(page)
        files.check_output(page, *puzzles, str(ledger))
    if query.csv is not None:
        files.check_output(query.csv, *puzzles, str(ledger), *([page] if page else []))
    with closing(Ledger(ledger)) as book:
        with Console(quiet) as console:
            if query.resume:
                todo, rows = book.resume()
            else:
                todo, rows = jobs_for(puzzles, **asked), {}
                book.begin(todo)
            console.show(f"{len(rows)} of {len(todo)} runs", 0.0)
            for number, row in perform_all(todo, rows.copy(), book, console.cancel, query.jobs, console.say):
                rows[number] = row
                console.show(f"{len(rows)} of {len(todo)} runs", len(rows) / len(todo))
        table = [rows[number] for number in sorted(rows)]
        if page is not None:  # first, as stdout may be closed
            files.write(page, pages.page_of(table, book, query.jobs))
        if query.csv is not None:
            from accord_compare.repeats import as_csv

            files.write(query.csv, as_csv(table))
        put(json(table) if query.as_json else report(table, wide() or WIDTH))
    raise click.exceptions.Exit(exit_code(table))
