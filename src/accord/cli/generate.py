"""`accord generate`: random puzzles with one solution, as hard as is wanted."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from accord.arguments import values
from accord.arguments.commands import SharedMaking
from accord.arguments.puzzle import Generate, GenerateArguments, GenerateCommand
from accord.atomic_write import check_folder
from accord.cli.console import Console
from accord.cli.many import Report, batch_run, finish
from accord.cli.options import options_of, query_of_options
from accord.cli.output import write
from accord.cli.output_options import OutputOptions, Sharded, output_options
from accord.cli.streams import put, tell
from accord.errors import StoppedError, UsageError, number_of
from accord.exits import Code

if TYPE_CHECKING:
    from accord.generate import GivenMaker, Made, Maker
    from accord.generate.make import Tally
    from accord.generate.units import Record
    from accord.many.merge import Merged
    from accord.many.result_file import AppendedFile


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:  # noqa: ARG001
    """Columns x rows, as rows, columns; of a square one number is enough."""
    if value is None:
        return None
    size = re.fullmatch(r"\s*([0-9]{1,4})\s*(?:[xX]\s*([0-9]{1,4})\s*)?", value)
    if size is None:
        raise click.BadParameter(f"{value!r} is no size; expected columns x rows: 30x30")
    return int(size[2] or size[1]), int(size[1])


def _keys(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, Any]:  # noqa: ARG001
    """The generator's own arguments from KEY=VALUE, numbers as numbers."""
    keys: dict[str, Any] = {}
    for given in values:
        key, equals, value = given.partition("=")
        if not equals or not key.isidentifier():
            raise click.BadParameter(f"found {given!r}; expected KEY=VALUE: tanks=60")
        number = re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", value)
        keys[key] = value if number is None else float(value) if number[1] else int(value)
    return keys


def _cells(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:  # noqa: ARG001
    """A picture in rows with / between them, or in a file."""
    from accord.puzzles.reading import content
    from accord.puzzles.wishes import SIGNS

    if value is None or set(value) <= SIGNS:
        return value
    drawn = content(value, MOST_SIGNS, f"rows of {SHOWN}, or a file with such rows")
    return "/".join(drawn.decode(errors="replace").split())


MOST_SIGNS = 50_000  # of a picture: 200 rows of 200 have fewer
SHOWN = "X, - and . with / between them"
USUAL = "10x10"
EACH = 300  # seconds for a puzzle, where no limit is asked for


@click.command(cls=Sharded, report="accord.cli.generate:GenerateReport", claim="accord.generate.units:claim")
@click.argument("family", metavar="FAMILY|PUZZLE")
@options_of(
    GenerateCommand,
    size={"callback": _size},
    more={"multiple": True, "callback": _keys},
    cells={"callback": _cells},
    time_limit={
        "help": f"Stop after this time, keep the puzzles so far. Default: {EACH} for each; inf: never.",
        "callback": None,
    },
)
@output_options(
    "puzzle",
    "Write to FILE, or with FOLDER/ a model file for each puzzle; with --shard, JSON lines.",
    SharedMaking,
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each puzzle.")
@click.option("--quiet", "-q", is_flag=True, help="Print no statistics and no progress.")
def generate(out: OutputOptions, as_json: bool, quiet: bool, **asked: Any) -> None:
    """Make random puzzles of a family, or of a packing. The same seed gives the same puzzles.

    \b
    accord generate aquarium --size 10x10 --seed 7
    accord generate aquarium --size 15x15 --rating hard -n 10 -o hard/
    accord generate akari --size 10x10 --symmetry half-turn --without 0
    accord generate pentomino-6x10 -n 10 -o given/
    accord generate sudoku --size 9x9 -n 1000 --shard 1/8 -o 1.jsonl

    Of a packing it lays the fewest pieces of a random solution that leave this solution alone.

    Exit code 5: the time limit ended the command; 129, 130 or 143: a signal did. The puzzles made so far
    are kept.
    """
    query = query_of_options(GenerateCommand, asked)
    if query.tanks is not None:
        query = replace(query, more={**(query.more or {}), "tanks": query.tanks})
    with ExitStack() as stack:
        console = stack.enter_context(Console(quiet))
        begun, count = monotonic(), query.count
        seconds = query.time_limit
        if seconds is None:
            seconds = EACH * max(1, count if out.shard is None else len(out.shard.units(count)))
        query = replace(query, time_limit=None if seconds == inf else seconds)
        if out.shard is not None:
            if query.size is None:
                raise UsageError(f"--shard is for families, and needs --size; {query.family} is a puzzle")
            if query.not_in:
                raise UsageError("--not-in is not for --shard: each puzzle depends on those before it")
            _shard(query, out, console)
            return

        def show(tally: Tally) -> None:
            console.show(_words(tally, count, monotonic() - begun, doing=True), tally.made / count)

        query = replace(query, cancel=console.cancel, progress=show)
        maker = _maker(query)
        write = _writer(stack, maker, out, query.form, as_json)
        try:
            for made in maker:
                console.clear()
                write(made)
        except StoppedError as stopped:
            raise _stop_exit(stopped, console) from None
        finally:
            console.clear()
            console.say(_words(maker.tally, count, monotonic() - begun))


def _maker(query: Generate) -> Maker | GivenMaker:
    """Return the maker of puzzles of a family, or of a puzzle. Raises UsageError."""
    from accord.generate import GivenMaker, Maker
    from accord.puzzles import table
    from accord.puzzles.loader import load
    from accord.runner.limits import Limits

    asked = values(query, GenerateArguments)
    if query.family in table.rows():
        if query.size is None and table.family(query.family).random is not None:
            raise UsageError(f"found no --size; expected columns x rows: --size {USUAL}")
        return Maker(query.family, query.size or (0, 0), **asked)
    try:
        puzzle = Limits.of(query).guard("the puzzle was read").do(load, query.family)
    except UsageError:
        table.family(query.family)  # which knows families of a like name
        raise
    if query.size is not None:
        raise UsageError(f"found --size for {query.family}, which has a size")
    return GivenMaker(puzzle, **asked)


def _stop_exit(stopped: StoppedError, console: Console) -> click.exceptions.Exit:
    """Say why no more are made; return the exit to leave with."""
    console.clear()
    tell(f"accord: {stopped}")
    return click.exceptions.Exit(stopped.exit_code)


def _shard(query: Generate, out: OutputOptions, console: Console) -> None:
    """Make the puzzles of one shard."""
    from accord.generate.units import make, maker
    from accord.many.batch import as_they_come
    from accord.many.units import Question
    from accord.runner.limits import Called, Limits

    limits = Limits.of(query, cancel=console.cancel)
    each = replace(query, time_limit=None, form=query.form or "line")
    maker(each)  # what cannot be asked is refused before there is a file
    answers = as_they_come(partial(make, each), Called(limits.over))
    batch = GenerateReport.batch(range(each.count), Question(each.terms), answers)
    run = batch_run(batch, out, console)
    try:
        finish(run, out, console)
        stop = None if run.complete else limits.find_stop()
        if stop is not None:
            raise limits.cause(StoppedError(run.closing_words(stop.reason)))
    except StoppedError as stopped:
        raise _stop_exit(stopped, console) from None
    console.say(run.closing_words(""))


class GenerateReport(Report["Record"]):
    """Puzzles that were made, as `accord generate` prints them."""

    command = "generate"
    kind = "accord.generate.units:Record"

    def __init__(self, console: Console, *, as_json: bool, merged: Merged) -> None:
        """Raises UsageError for several model files, which cannot stand one behind the other."""
        super().__init__(console, as_json=as_json, merged=merged)
        self._units = merged.heading.number
        if not as_json and self._units > 1 and merged.heading.terms["form"] == "toml":
            raise UsageError("a model file holds one puzzle; take --json, where each is a text")

    def word(self, record: Record) -> tuple[str, Code]:  # noqa: ARG002 (each record is of a puzzle)
        """The word `made`, and the exit code."""
        return "made", Code.DONE

    def text(self, record: Record) -> str:
        """The puzzle."""
        return record.puzzle

    @property
    def summary(self) -> str:
        """How many were made."""
        return f"{self.words['made']:,} of {self._units:,} made"


def _words(tally: Tally, count: int, seconds: float, *, doing: bool = False) -> str:
    facts = [f"{tally.made:,} of {count:,} made", f"{number_of(tally.tries, 'tries')}"]
    facts += [f"{tally.several:,} with several solutions"] if tally.several else []
    facts += [f"{tally.other:,} rated otherwise"] if tally.other else []
    facts += [f"{tally.twins:,} twins"] if tally.twins else []
    facts += [f"{tally.empty:,} found nothing"] if tally.empty else []
    facts += [tally.doing] if doing else []
    return ", ".join([*facts, f"{seconds:.1f} s"])


def _writer(
    stack: ExitStack, maker: Maker | GivenMaker, out: OutputOptions, form: str | None, as_json: bool
) -> Callable[[Made], None]:
    """The function that writes each puzzle as soon as it is made.

    Raises UsageError, or RefusedError if the format cannot say what the first draw says, before any is.
    """
    from accord.many.result_file import AppendedFile
    from accord.puzzles.writing import all_forms, check_form, puzzle_text

    path = out.output
    folder = path is not None and (out.is_folder or os.path.isdir(path))  # noqa: PTH112 (long names)
    suffix = path.suffix.lower().removeprefix(".") if path is not None and not folder else ""
    form = form or ("toml" if folder or not maker.in_lines else suffix if suffix in all_forms() else "line")
    check_form(maker.family, form)
    if form == "toml" and maker.count > 1 and not folder:
        raise UsageError("a model file holds one puzzle; give a folder with -o, or --format line")
    if maker.first is not None:
        puzzle_text(maker.first, form)
    file: AppendedFile | None = None
    if folder and path is not None:
        check_folder(str(path))
    elif path is not None:
        file = stack.enter_context(AppendedFile(path))
    return lambda made: _write(made, path if folder else None, file, form, as_json)


def _write(made: Made, folder: Path | None, file: AppendedFile | None, form: str, as_json: bool) -> None:
    from accord.generate.units import Record
    from accord.puzzles.writing import puzzle_text

    content = puzzle_text(made.puzzle, form)
    if folder is not None:
        suffix = form if form != "line" else "txt"
        write(str(folder / f"{made.name}.{suffix}"), content + "\n")
    elif file is not None:
        file.add(f"{content}\n".encode())
    elif not as_json:
        put(content)
    if as_json:
        put(Record.of(made, content).json())
