"""`accord sudoku`: the classes of bands, and the entries: the grids that share bands 1 and 2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from accord.arguments import Query, argument
from accord.cli.console import Console
from accord.cli.help import Command
from accord.cli.many import worst
from accord.cli.options import options_of, query_of_options
from accord.cli.output import json
from accord.cli.streams import put
from accord.errors import InputError, UsageError
from accord.exits import Code
from accord.many.pool import until
from accord.many.units import ALL, Shard

if TYPE_CHECKING:
    from accord.families.sudoku.band_classes import BandClass
    from accord.families.sudoku.entries import Entry

LONGEST_NUMBER = 6  # digits of what is taken for the number of a class
ONLY_ENTRIES = "only the entries of a class have parts; expected `entries` and the number of a class"
NO_CASE = "classes of bands have no cases; expected `entries`"
PLACES = ("band 1", "band 2", "band 3", "stack 1", "stack 2", "stack 3")


@dataclass(frozen=True, kw_only=True)
class SudokuCommand(Query):
    """The options of `accord sudoku`."""

    case: int | None = argument(
        None, "List entries of a case: which band of the entry form comes last.", "N", least=1, most=3
    )
    shard: str | None = argument(None, "List part I of N of the entries of a class, as 1/8.", "I/N")
    as_json: bool = argument(False, "Print a JSON line for each class or entry.", flag="json")


@click.command(cls=Command)
@click.argument("what", metavar="bands|entries", type=click.Choice(["bands", "entries"]))
@click.argument("of", metavar="[OF]", required=False)
@options_of(SudokuCommand)
def sudoku(what: str, of: str | None, **given: Any) -> None:
    """List classes of sudoku bands, or the grids that share two bands.

    \b
    accord sudoku bands
    accord sudoku bands 29
    accord sudoku bands 123456789456789123798231564
    accord sudoku bands 534678912672195348198342567859761423426853791713924856961537284287419635345286179
    accord sudoku entries 29
    accord sudoku entries 29 --shard 1/8
    accord sudoku entries 29 --case 2
    accord sudoku entries 123456789456789231789231564214897653365142978897365142

    bands: the 416 classes; or OF is a class, a band of 27 digits or a grid of 81. A line has the number of a
    class, its first band in reading order, how many automorphisms and minimal unavoidable sets it has, and
    how many choices of 6 cells hit all these sets.

    entries: OF is a class: the pairs of bands 1 and 2 whose first band is of the class, each with the numbers
    of its bands 3, so that all classes together have each grid once up to symmetry. `accord clues --entry`
    takes such lines; --shard I/N prints a part of them. Or OF is 54 digits, bands 1 and 2: the grids with
    these bands, up to symmetry. Or OF is a grid: the grid of an entry that is like it.

    With --case, the grids of an entry share two bands of their entry form, and band N of it comes last; of a
    class is the first band that they share. `accord clues --entry` then finds the clue sets of this case. All
    classes together have each grid once in each of the three cases, and each clue set in one case.
    """
    query = query_of_options(SudokuCommand, given)
    signs = "".join((of or "").split())
    with Console(quiet=True) as console:
        if what == "bands":
            if query.shard is not None:
                raise UsageError(f"--shard {query.shard}: {ONLY_ENTRIES}")
            if query.case is not None:
                raise UsageError(f"--case {query.case}: {NO_CASE}")
            for place, each in _classes(signs):
                put(json(_record(place, each)) if query.as_json else _line(place, each))
            return
        for found in until(console.cancel, _entries(signs, query)):
            if query.as_json:
                put(json(_entry_record(found)))
            elif len(signs) <= LONGEST_NUMBER:
                put(_entry_line(found))
            else:
                for grid in found.grids:
                    put(grid)
    if console.cancel.is_set():
        raise click.exceptions.Exit(worst(console, {Code.DONE}))


def _entries(of: str, query: SudokuCommand) -> Iterator[Entry]:
    """Yield the two bands that grids share, each with these grids."""
    from accord.families.sudoku import entries

    of_class = of.isascii() and of.isdigit() and len(of) <= LONGEST_NUMBER
    case, shard = query.case or 0, query.shard
    if shard is not None and not of_class:
        raise UsageError(f"--shard {shard}: {ONLY_ENTRIES}")
    if of_class:
        part = Shard.of_text(shard) if shard is not None else ALL
        yield from entries.entries(int(of), (part.number, part.of), case)
    elif len(of) == entries.BOTH:
        yield entries.entry(of, case)
    elif len(of) == 81:
        yield entries.entry_of_grid(of, case)
    else:
        expected = "expected the number of a class, bands 1 and 2 in 54 digits, or a grid of 81"
        raise InputError([f"{of[:36] or 'entries'}: found {len(of)} signs; {expected}"])


def _classes(of: str) -> Iterator[tuple[str, BandClass]]:
    """Yield classes, each with its place in the grid, if there is one."""
    from accord.families.sudoku import band_classes as classes

    if not of:
        yield from (("", each) for each in classes.band_classes())
    elif of.isascii() and of.isdigit() and len(of) <= LONGEST_NUMBER:
        yield "", classes.class_numbered(int(of))
    elif len(of) == classes.BAND_CELLS:
        yield "", classes.band_class(of)
    elif len(of) == 81:
        yield from zip(PLACES, classes.band_classes_of(of), strict=True)
    else:
        expected = "expected the number of a class, a band of 27 digits, or a grid of 81"
        raise InputError([f"{of[:36]}: found {len(of)} signs; {expected}"])


def _record(place: str, each: BandClass) -> dict[str, Any]:
    return {
        **({"place": place} if place else {}),
        "class": each.number, "band": each.band, "automorphisms": each.automorphisms,
        "sets": each.unavoidable_sets, "puzzles": each.puzzles(),
    }  # fmt: skip


def _entry_record(found: Entry) -> dict[str, Any]:
    case = {"case": found.case} if found.case else {}
    return {"bands": found.bands, "last": found.numbers, **case, "grids": found.grids}


def _entry_line(found: Entry) -> str:
    """Return the bands, the numbers of last bands and perhaps the case, as `accord clues` takes them."""
    case = f":{found.case}" if found.case else ""
    return f"{found.bands}:{','.join(map(str, found.numbers))}{case}"


def _line(place: str, each: BandClass) -> str:
    automorphisms = f"{each.automorphisms} automorphism{'s' * (each.automorphisms > 1)}"
    facts = f"{automorphisms}, {each.unavoidable_sets} sets, {each.puzzles():,} puzzles of 6 clues"
    return f"{place + ': ' if place else ''}class {each.number} {each.band}: {facts}"
