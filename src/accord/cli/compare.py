"""`accord compare`: the main job. Every backend on the same puzzles, disagreement first."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from accord.cli.options import complete_puzzles, integer, option, variant_option
from accord.cli.output import WIDTH, json, wide
from accord.cli.streams import put


@click.command()
@click.argument("puzzles", nargs=-1, shell_complete=complete_puzzles)
@variant_option
@option("distinct", "Count solutions up to symmetry.")
@click.option(
    "--backend",
    "backends",
    multiple=True,
    metavar="NAME",
    help="Only this: sat, or native/sums; may be repeated.",
)
@option("time_limit", "For each run; build included; inf: never.", default=600, show_default=True)
@click.option("--memory-limit", type=integer(1), metavar="MIB", help="For each run.")
@click.option("--jobs", type=integer(1), default=1, show_default=True, help="Runs at a time.")
@click.option("--ledger", type=click.Path(path_type=Path), help="Where results are kept (SQLite).")
@click.option("--resume", is_flag=True, help="Go on where the last comparison was stopped.")
@click.option("--report", "page", metavar="FILE.html", help="Write a page too: tables, pictures, times.")
@click.option("--json", "as_json", is_flag=True, help="Print the rows as one JSON list.")
@click.option("--quiet", "-q", is_flag=True, help="No progress.")
def compare(
    puzzles: tuple[str, ...],
    jobs: int,
    ledger: Path | None,
    resume: bool,
    page: str | None,
    as_json: bool,
    quiet: bool,
    **asked: Any,
) -> None:
    """Run every backend on the same puzzles and compare; without PUZZLES, on the headline.

    Each run is a process of its own. The worst row decides the exit code. Of plan problems the shortest plan
    is compared, and that there is none; an engine that only refutes horizons says "no plan up to N".

    \b
    accord compare
    accord compare pentomino-5x12 soma --distinct --time-limit 60
    accord compare queens-8 --backend native/sums --backend sat/glucose4
    accord compare --resume --report compare.html
    """
    from accord.cli import output as files
    from accord.cli.console import Console
    from accord.errors import UsageError
    from accord_compare.harness import jobs_for, perform_all
    from accord_compare.ledger import Ledger, default_path
    from accord_compare.report import report
    from accord_compare.row import exit_code

    default = click.get_current_context().get_parameter_source("time_limit") is ParameterSource.DEFAULT
    if resume and (puzzles or not default or any(asked[name] for name in asked if name != "time_limit")):
        raise UsageError("--resume takes up the last comparison as it was; leave puzzles and limits out")
    if not puzzles and (asked["variant"] or asked["distinct"]):
        raise UsageError("--variant and --distinct speak of a puzzle; name one")
    if page is not None:
        from accord_compare import page as pages

        pages.check(page)
        files.check_output(page, *puzzles, str(ledger or default_path()))
    with closing(Ledger(ledger or default_path())) as book:
        with Console(quiet) as console:
            if resume:
                todo, rows = book.resume()
            else:
                todo, rows = jobs_for(puzzles, **asked), {}
                book.begin(todo)
            console.show(f"{len(rows)} of {len(todo)} runs", 0.0)
            for number, row in perform_all(todo, rows.copy(), book, console.cancel, jobs, console.say):
                rows[number] = row
                console.show(f"{len(rows)} of {len(todo)} runs", len(rows) / len(todo))
        table = [rows[number] for number in sorted(rows)]
        if page is not None:  # first, as stdout may be closed
            files.write(page, pages.page_of(table, book, jobs))
        put(json(table) if as_json else report(table, wide() or WIDTH))
    raise click.exceptions.Exit(exit_code(table))
