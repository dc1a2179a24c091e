"""`accord merge`: combine the result files of shards and print what one command would have printed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from accord.arguments import Limited
from accord.cli.console import Console
from accord.cli.help import Command
from accord.cli.many import Report, worst
from accord.cli.options import options_of, query_of_options, quiet_option
from accord.cli.streams import tell
from accord.errors import InputError
from accord.exits import Code

if TYPE_CHECKING:
    from accord.cli.output_options import Sharded
    from accord.many.merge import Merged
    from accord.many.units import Heading

MOST = 20  # missing units, or differences, that are named one by one


@click.command(cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option(
    "--output", "-o", metavar="WHOLE", type=click.Path(path_type=Path), help="Write all results to one file."
)
@click.option("--json", "--jsonl", "as_json", is_flag=True, help="Print JSON, as the command itself does.")
@options_of(Limited)
@quiet_option
def merge(files: tuple[Path, ...], output: Path | None, as_json: bool, quiet: bool, **given: Any) -> None:
    """Combine files of --shard, and print the result as the command itself would.

    \b
    accord merge 1.jsonl 2.jsonl 3.jsonl
    accord merge 1.jsonl 2.jsonl -o both.jsonl

    Shards may overlap, and may come from different splits such as 1/2 and 3/4. Accord refuses files of
    another command, puzzle or version. Exit code 1: two results of a unit differ; 5: units are missing, and
    Accord lists them, or a limit came first.
    """
    from accord.runner.limits import GRACE, Limits

    console = Console(quiet, streams=True)
    limits = Limits.of(query_of_options(Limited, given), cancel=console.cancel)
    limits.guard("files were merged", GRACE).do(_merge, files, output, console, as_json=as_json)


def _merge(files: tuple[Path, ...], output: Path | None, console: Console, *, as_json: bool) -> NoReturn:
    """Merge the files, print the result, and leave."""
    from accord.many.merge import merge_files
    from accord.puzzles.family import import_reference

    found = merge_files(
        files, lambda heading: import_reference(_command(heading, files[0]).claim), console.cancel
    )
    command = _command(found.heading, files[0])
    codes = {Code.DONE}
    for difference in found.differences[:MOST]:
        tell(f"accord: DISAGREEMENT: {difference}")
    if found.differences:
        codes.add(Code.FAILED)
        if len(found.differences) > MOST:
            tell(f"accord: DISAGREEMENT: in {len(found.differences):,} units in all")
    if output is not None:
        if found.differences:
            tell(f"accord: {output}: not written, since two answers differ")
        else:
            found.write(output)
    with console:
        report: Report[Any] = import_reference(command.report)(console, as_json=as_json, merged=found)
        for _, result in found.results(report.struct()):
            report.add(result)
            report.print([result])
        codes.add(report.end())
    if found.missing:
        codes.add(Code.OPEN)
        tell(f"accord: missing: {found.missing:,} of {found.heading.number:,} units: {_ranges(found)}")
        for line in found.unfinished:
            tell(f"accord: {line}")
    raise click.exceptions.Exit(worst(console, codes))


def _command(heading: Heading, path: Path) -> Sharded:
    """The command that was asked. Raises InputError if there is none of that name with shards."""
    from accord.cli.main import accord
    from accord.cli.output_options import Sharded

    command = accord.get_command(click.get_current_context(), heading.command)
    if not isinstance(command, Sharded):
        raise InputError([f"{path}:1: found the command {heading.command[:40]!r}, which has no shards"])
    return command


def _ranges(found: Merged) -> str:
    """Return the units that are missing, as people call them: deals by name, others by number, as 6-9."""
    from accord.many.source import unit_names

    gaps = found.gaps[:MOST]
    names = unit_names(found.heading.terms, sorted({unit for gap in gaps for unit in (gap[0], gap[-1])}))
    between = "-" if names[gaps[0][0]].isdecimal() else " to "
    said = [names[gap[0]] + (f"{between}{names[gap[-1]]}" if gap[1:] else "") for gap in gaps]
    return ", ".join(said) + (", ..." if len(found.gaps) > MOST else "")
