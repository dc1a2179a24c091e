"""`accord unavoidable`: list the unavoidable sets of a finished sudoku grid, smallest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import click

from accord.cli.console import Console
from accord.cli.help import Command
from accord.cli.many import worst
from accord.cli.options import complete_puzzles, options_of, query_of_options
from accord.cli.output import json
from accord.cli.streams import put, tell
from accord.errors import InputError, StoppedError
from accord.exits import Code
from accord.families.clue_sets.arguments import UnavoidableCommand

if TYPE_CHECKING:
    from accord.families.sudoku.bands import Bound
    from accord.families.sudoku.sets import UnavoidableSets
    from accord.many.source import Named
    from accord.runner.limits import Limits

CLUES_OF_BANDS = range(3, 8)
NAMES = ("band 1", "band 2", "band 3", "stack 1", "stack 2", "stack 3")


@click.command(cls=Command)
@click.argument("grid", shell_complete=complete_puzzles)
@options_of(UnavoidableCommand)
@click.option("--quiet", "-q", is_flag=True, help="Print only the sets, the bound and the bands.")
def unavoidable(grid: str, quiet: bool, **given: Any) -> None:
    """List the minimal unavoidable sets of a sudoku grid, and a lower bound for the clues of its puzzles.

    \b
    accord unavoidable 123456789456789123798231564234675918815943276967812435379164852582397641641528397
    accord unavoidable grids.txt --cells 16 --summary
    accord unavoidable grids.txt --bands --json

    Each puzzle that has the grid as its only solution has a clue in each of these sets. So it needs at least
    as many clues as there are disjoint sets. GRID is a line of digits, a file or `-` with a grid on each
    line, or a puzzle of the family sudoku. Exit code 3: a grid is wrong; 5: the bound may not be the best.
    """
    query = query_of_options(UnavoidableCommand, given)
    with Console(quiet) as console:
        _each(grid, query, console)


def _each(grid: str, query: UnavoidableCommand, console: Console) -> NoReturn:
    """Print the sets of each grid, and leave with the worst exit code."""
    from accord.families.clue_sets.clues import grids_of
    from accord.many.pool import until
    from accord.many.source import Source
    from accord.runner.limits import GRACE, Limits

    limits = Limits.of(query, cancel=console.cancel)
    source = Source(grid, find=grids_of)
    many = not source.one
    codes = {Code.DONE}
    for one in until(console.cancel, source.read()):
        console.show("looking for unavoidable sets")
        try:
            looking = limits.guard("unavoidable sets were looked for", GRACE)
            sets, bound, record = looking.do(_analyse, one, query, limits, console)
        except InputError as error:
            if not many:
                raise
            tell(f"accord: {error}")
            codes.add(error.exit_code)
            continue
        except StoppedError as stopped:
            raise limits.cause(StoppedError(f"{one[0][:60]}: {stopped}")) from None
        console.clear()
        if query.as_json:
            put(json(record))
        else:
            _print(sets, record, console, many=many, summary=query.summary)
        if bound is not None and not bound.exact:
            codes.add(Code.OPEN)
    raise click.exceptions.Exit(worst(console, codes))


def _line(puzzle: Any) -> str:
    """Return the grid of a puzzle, 81 digits. Raises InputError if it has not one, or has other boxes."""
    from accord.families.clue_sets.clues import clue_sets_puzzle

    spec = clue_sets_puzzle(puzzle).spec
    line = "".join(spec.grid.split())
    if len(line) != 81 or spec.boxes or spec.diagonals or spec.box not in ("", "3x3"):
        raise InputError([f"{puzzle.name[:100]}: found another kind of sudoku; expected a plain one of 9x9"])
    return line


def _analyse(
    named: Named, query: UnavoidableCommand, limits: Limits, console: Console
) -> tuple[UnavoidableSets, Bound | None, dict[str, Any]]:
    """Return the sets of a grid, the bound by disjoint ones, and the line of JSON."""
    from accord.families.sudoku.bands import count_band_puzzles, least_clues, lower_bound, name
    from accord.families.sudoku.sets import unavoidable_sets
    from accord.many.source import load_named

    grid, within = _line(load_named(named)), {"memory_limit": query.memory_limit, "cancel": console.cancel}
    sets = unavoidable_sets(
        grid, most_cells=query.cells, digits=query.digits, most=query.limit, stop=limits.over
    )
    record: dict[str, Any] = {
        **{key: getattr(sets, key) for key in ("grid", "most_cells", "digits", "complete", "complete_to")},
        "sizes": {str(size): number for size, number in sets.sizes.items()},
        "sets": [list(map(name, one)) for one in sets],
    }
    bound = None if query.no_bound else lower_bound(sets, time_limit=limits.rest, **within)
    if bound is not None:
        disjoint = [list(map(name, one)) for one in bound.disjoint]
        record["bound"] = {"clues": bound.clues, "exact": bound.exact, "disjoint": disjoint}
    if query.bands:
        record["least"] = dict(zip(NAMES, least_clues(grid), strict=True))
        record["band_puzzles"] = {
            place: {str(k): count_band_puzzles(grid, band, k) for k in CLUES_OF_BANDS}
            for band, place in enumerate(NAMES, start=1)
        }
    return sets, bound, record


def _print(
    sets: UnavoidableSets, record: dict[str, Any], console: Console, *, many: bool, summary: bool
) -> None:
    if many:
        put(sets.grid)
    size = 0
    for cells in record["sets"]:
        if len(cells) != size:
            size = len(cells)
            least = "" if size <= sets.complete_to else "at least "
            put(f"{size} cells: {least}{_number(sets.sizes[size], 'set')}")
        if not summary:
            put(f"  {' '.join(cells)}")
    kind = f" and {sets.digits} digits" if sets.digits < 9 else ""
    whole = "all there are" if sets.complete else "and there are more"
    console.say(f"{_number(len(sets), 'set')} of up to {sets.most_cells} cells{kind}, {whole}")
    if "bound" in record:
        most = "no more" if record["bound"]["exact"] else "perhaps more"
        clues = record["bound"]["clues"]
        put(f"at least {clues} clues: so many of these sets are disjoint, and {most}")
    for place, least in record.get("least", {}).items():
        numbers = record["band_puzzles"][place].items()
        valid = ", ".join(f"{number:,} of {k}" for k, number in numbers if number)
        put(f"{place}: at least {least} clues; ways to place them: {valid}")


def _number(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
