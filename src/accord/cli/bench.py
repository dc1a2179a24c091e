"""`accord bench`: our engines beside their peers, as ratios, with every count checked."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.arguments.commands import BenchCommand
from accord.cli.help import Command
from accord.cli.options import completion, options_of, query_of_options
from accord.cli.output import json
from accord.cli.streams import put, tell
from accord.errors import UsageError
from accord.exits import Code

if TYPE_CHECKING:
    from accord_compare.bench import Contest
    from accord_compare.measurement import Measurement


def _instances() -> Iterable[str]:
    from accord_compare.instances import INSTANCES

    return INSTANCES


@click.command(cls=Command)
@click.argument("instances", nargs=-1, metavar="[INSTANCE]...", shell_complete=completion(_instances))
@options_of(BenchCommand)
@click.option("--quiet", "-q", is_flag=True, help="Print no progress.")
def bench(instances: tuple[str, ...], quiet: bool, **given: Any) -> None:
    """Compare the speed of our engines with other programs, in pairs of runs, and check every count.

    Without INSTANCE, all instances run. Exit code 1: two counts differ; 4: a program is not installed.

    \b
    accord bench --list
    accord bench soma langford-11 --pairs 9
    accord bench --peer xcover
    accord bench --section overhead
    accord bench --write docs/performance.md
    accord bench --section clues --write docs/performance.md
    accord bench --check docs/performance.md
    """
    from accord.puzzles.words import align
    from accord_compare.contests import contests
    from accord_compare.measurement import exit_code
    from accord_compare.performance import tables, within, write

    query = query_of_options(BenchCommand, given)
    if query.check is not None:
        _tell_older(Path(query.check))
        return
    todo = contests(instances, query.peers, query.sections)
    if query.only_list:
        rows = [
            (one.section, one.instance, f"{one.count:,}", f"{one.engine} {one.what}".strip(), one.beside)
            for one in todo
        ]
        put("\n".join(align(rows)))
        return
    page = None if query.write is None else Path(query.write)
    if page is not None:
        if instances or query.peers:
            raise UsageError(
                "a page has tables of whole sections; leave instances and peers out with --write"
            )
        within(page)
    measured, cancelled = _measure(todo, query, quiet)
    put(json(measured) if query.as_json else tables(measured) if measured else "")
    code = Code.CANCELLED if cancelled else exit_code(measured)
    if page is not None:
        if code in (Code.DONE, Code.MISSING):  # a missing program is named below its table
            write(page, measured)
        else:
            tell(f"accord: {page} is left as it was")
    raise click.exceptions.Exit(code)


def _measure(todo: list[Contest], query: BenchCommand, quiet: bool) -> tuple[list[Measurement], bool]:
    """The rows, each in the ledger as soon as it is taken; Ctrl-C leaves the rows so far."""
    from accord_compare.bench import measure
    from accord_compare.ledger import Ledger, default_path

    rows: list[Measurement] = []
    with closing(Ledger(Path(query.ledger or default_path()))) as book:
        try:
            for contest in todo:
                row = measure(contest, query.pairs)
                if not quiet:
                    tell(_in_words(row))
                book.add_measurement(row)
                rows.append(row)
        except KeyboardInterrupt:
            return rows, True
    return rows, False


def _tell_older(page: Path) -> None:
    from accord_compare.performance import older

    behind = older(page)
    for section, day in behind.items():
        put(f"{section}: {day if day == 'no table' else f'of {day}, older than the code'}")
    if behind:
        tell(f"again with: accord bench {' '.join(f'--section {name}' for name in behind)} --write {page}")


def _in_words(row: Measurement) -> str:
    if row.fault or row.skipped:
        return f"{row.title}: {row.fault or row.skipped}"
    ratio = "" if row.ratio is None else f", {row.theirs:.4f} s, ratio {row.ratio:.2f}"
    return f"{row.title}: {row.ours:.4f} s{ratio}"
